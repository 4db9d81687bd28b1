ktdf_arch.device @around import("circle-b.mlir")
