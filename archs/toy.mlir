// The smallest useful device: one core, one corelet, one vector unit, in the
// form that public device files have. It gives no timing at all: every figure
// comes from the loader's defaults, which `spyreglass device` lists. Start from
// this file to describe a machine of your own.
ktdf_arch.device @toy attributes {
  mem_space_mapping = #ktdf_arch.map<#ktdp.memory_space<global> = "DDR",
                                     #ktdp.memory_space<ct_local> = "L1">
} {
  %ddr = memory {kind = "DDR", size = 1073741824}

  group {kind = "core"} share(%ddr) {
    %l1 = memory {kind = "L1", size = 1048576}

    // Between device memory and scratchpad.
    %in = exec_unit {kind = "MNILU", ktdf_arch.features = {ktdf_arch.feature.load}}
    %out = exec_unit {kind = "MNISU", ktdf_arch.features = {ktdf_arch.feature.store}}
    datapath {ktdf_arch.transfer_granularity = array<i64: 64>} %ddr to %in : memory, exec_unit
    datapath %in to %l1 : exec_unit, memory
    datapath %l1 to %out : memory, exec_unit
    datapath {ktdf_arch.transfer_granularity = array<i64: 64>} %out to %ddr : exec_unit, memory

    // Between scratchpad and the vector unit.
    group {kind = "corelet"} share(%l1) {
      %load = exec_unit {kind = "L1LU", ktdf_arch.features = {ktdf_arch.feature.load}}
      %sfu = exec_unit {kind = "SFU", ktdf_arch.features = {
        ktdf_arch.feature.compute,
        ktdf_arch.feature.simd = {lanes = #ktdf_arch.map<f16 = 64>}
      }}
      %store = exec_unit {kind = "L1SU", ktdf_arch.features = {ktdf_arch.feature.store}}
      datapath %l1 to %load : memory, exec_unit
      datapath {ktdf_arch.features = {ktdf_arch.feature.queue = {depth = 16, ordered}}}
          %load to %sfu : exec_unit, exec_unit
      datapath {ktdf_arch.features = {ktdf_arch.feature.queue = {depth = 16, ordered}}}
          %sfu to %store : exec_unit, exec_unit
      datapath %store to %l1 : exec_unit, memory
    }
  }
}
