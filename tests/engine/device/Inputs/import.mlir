// Takes the graph from another file and says what only this one knows.
ktdf_arch.device @one_core attributes {
  mem_space_mapping = #ktdf_arch.map<#ktdp.memory_space<global> = "DDR",
                                     #ktdp.memory_space<ct_local> = "L1">,
  sg.clock_ghz = 2.0
} import("./one-core.mlir")
