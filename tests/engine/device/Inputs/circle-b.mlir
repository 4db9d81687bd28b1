ktdf_arch.device @around import("circle-a.mlir")
