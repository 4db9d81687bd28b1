// A device whose transfer unit fills a memory that no other unit reads, so that
// nothing gets from device memory to the vector unit.
ktdf_arch.device @"no-route" attributes {
  mem_space_mapping = #ktdf_arch.map<#ktdp.memory_space<global> = "DDR",
                                     #ktdp.memory_space<ct_local> = "L1">
} {
  %ddr = memory {kind = "DDR", size = 1073741824}
  group {kind = "core"} share(%ddr) {
    %l1 = memory {kind = "L1", size = 1048576}
    %aside = memory {kind = "ASIDE", size = 1048576}
    %in = exec_unit {kind = "MNILU", ktdf_arch.features = {ktdf_arch.feature.load}}
    %out = exec_unit {kind = "MNISU", ktdf_arch.features = {ktdf_arch.feature.store}}
    datapath %ddr to %in : memory, exec_unit
    datapath %in to %aside : exec_unit, memory
    datapath %l1 to %out : memory, exec_unit
    datapath %out to %ddr : exec_unit, memory
    group {kind = "corelet"} share(%l1) {
      %load = exec_unit {kind = "L1LU", ktdf_arch.features = {ktdf_arch.feature.load}}
      %sfu = exec_unit {kind = "SFU", ktdf_arch.features = {
        ktdf_arch.feature.compute,
        ktdf_arch.feature.simd = {lanes = #ktdf_arch.map<f16 = 64>}
      }}
      %store = exec_unit {kind = "L1SU", ktdf_arch.features = {ktdf_arch.feature.store}}
      datapath %l1 to %load : memory, exec_unit
      datapath %load to %sfu : exec_unit, exec_unit
      datapath %sfu to %store : exec_unit, exec_unit
      datapath %store to %l1 : exec_unit, memory
    }
  }
}
