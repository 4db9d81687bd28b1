ktdf_arch.device @broken { memory {size = }
