// A device whose transfer unit hands what it fetches to the vector unit, past the
// scratchpad.
ktdf_arch.device @"no-scratchpad" attributes {
  mem_space_mapping = #ktdf_arch.map<#ktdp.memory_space<global> = "DDR",
                                     #ktdp.memory_space<ct_local> = "L1">
} {
  %ddr = memory {kind = "DDR", size = 1073741824}
  group {kind = "core"} share(%ddr) {
    %l1 = memory {kind = "L1", size = 1048576}
    %in = exec_unit {kind = "MNILU", ktdf_arch.features = {ktdf_arch.feature.load}}
    %out = exec_unit {kind = "MNISU", ktdf_arch.features = {ktdf_arch.feature.store}}
    %sfu = exec_unit {kind = "SFU", ktdf_arch.features = {
      ktdf_arch.feature.compute,
      ktdf_arch.feature.simd = {lanes = #ktdf_arch.map<f16 = 64>}
    }}
    %store = exec_unit {kind = "L1SU", ktdf_arch.features = {ktdf_arch.feature.store}}
    datapath %ddr to %in : memory, exec_unit
    datapath %in to %sfu : exec_unit, exec_unit
    datapath %sfu to %store : exec_unit, exec_unit
    datapath %store to %l1 : exec_unit, memory
    datapath %l1 to %out : memory, exec_unit
    datapath %out to %ddr : exec_unit, memory
  }
}
