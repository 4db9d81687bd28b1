ktdf_arch.device @one_core attributes {sg.signal_cycles = 3} import("import.mlir")
