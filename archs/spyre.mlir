// The Spyre accelerator card, as far as its makers and papers describe it.
//
// Public: 32 cores on a ring of 128 bytes per cycle and direction; a scratchpad
// of 2 MiB per core ("LX" in the documents, "L1" here), shared by two corelets;
// in each corelet a special-function unit of 64 f16 lanes and an 8x8 array of
// processing elements; 128 GB of LPDDR5; sticks of 128 bytes; the names of the
// units and the 2 KiB of registers beside the SFU.
//
// Figures marked ≈ are assumptions of this project. The device memory of about
// 200 GB/s is public; 204.8 bytes per cycle is that rate at the assumed clock
// of 1 GHz.
#DDR = {
  kind = "DDR",
  size = 137438953472,
  sg.bytes_per_cycle = 204.8, // all cores together
  sg.latency_cycles = 100, // ≈
  sg.ports = 64 // ≈: one read and one write per core
}
#L1 = {
  kind = "L1",
  size = 2097152,
  sg.bytes_per_cycle = 768, // ≈: six ports of 128
  sg.latency_cycles = 1, // ≈
  sg.ports = 6 // ≈: MNILU, MNISU, and L1LU and L1SU of both corelets
}
#SFU_REG = {
  kind = "SFU_REG",
  size = 2048,
  sg.bytes_per_cycle = 384, // ≈: two operands in and one result out
  sg.latency_cycles = 0, // ≈
  sg.ports = 3 // ≈
}

// Units that move data. A stick is 128 bytes: 64 elements of f16.
#MNILU = {
  kind = "MNILU",
  ktdf_arch.features = {
    ktdf_arch.feature.load = {
      word_size = #ktdf_arch.map<"DDR" = 128, "L1" = 128>,
      access_granularity = #ktdf_arch.map<
        "DDR" = [{size_in_words = 1, align_in_words = 1}],
        "L1" = [{size_in_words = 1, align_in_words = 1}]>
    }
  },
  sg.bytes_per_cycle = 128, // ≈
  sg.latency_cycles = 1 // ≈
}
#MNISU = {
  kind = "MNISU",
  ktdf_arch.features = {
    ktdf_arch.feature.store = {
      word_size = #ktdf_arch.map<"DDR" = 128, "L1" = 128>,
      access_granularity = #ktdf_arch.map<
        "DDR" = [{size_in_words = 1, align_in_words = 1}],
        "L1" = [{size_in_words = 1, align_in_words = 1}]>
    }
  },
  sg.bytes_per_cycle = 128, // ≈
  sg.latency_cycles = 1 // ≈
}
#L1LU = {
  kind = "L1LU",
  ktdf_arch.features = {
    ktdf_arch.feature.load = {
      word_size = #ktdf_arch.map<"L1" = 2>,
      access_granularity = #ktdf_arch.map<
        "L1" = [{size_in_words = 64, align_in_words = 64},
                {size_in_words = 1, align_in_words = 1}]>
    },
    ktdf_arch.feature.simd = {splat, zero_pad}
  },
  sg.bytes_per_cycle = 128, // ≈
  sg.latency_cycles = 1 // ≈
}
#L1SU = {
  kind = "L1SU",
  ktdf_arch.features = {
    ktdf_arch.feature.store = {
      word_size = #ktdf_arch.map<"L1" = 2>,
      access_granularity = #ktdf_arch.map<
        "L1" = [{size_in_words = 64, align_in_words = 64},
                {size_in_words = 1, align_in_words = 1}]>
    }
  },
  sg.bytes_per_cycle = 128, // ≈
  sg.latency_cycles = 1 // ≈
}

// Units that compute. The 64 f16 lanes are public; an i1 lane goes with an f16
// lane, and ≈ 32-bit formats use two lanes for one element.
#SFU = {
  kind = "SFU",
  ktdf_arch.features = {
    ktdf_arch.feature.compute,
    ktdf_arch.feature.simd = {
      lanes = #ktdf_arch.map<f16 = 64, bf16 = 64, f32 = 32, i32 = 32, i1 = 64>
    }
  },
  sg.bytes_per_cycle = 128, // ≈
  sg.latency_cycles = 4, // ≈
  sg.cycles = {simple = 1, multiply = 1, divide = 4, transcendental = 4} // ≈
}
// The 8x8 array is public; that each element takes ≈ 8 f16 products a cycle is
// not, nor that it yields a result every cycle.
#PT = {
  kind = "PT",
  ktdf_arch.features = {
    ktdf_arch.feature.compute,
    ktdf_arch.feature.simd = {
      lanes = #ktdf_arch.map<f16 = 64, bf16 = 64, f32 = 32, i32 = 32, i1 = 64>
    }
  },
  sg.bytes_per_cycle = 128, // ≈
  sg.latency_cycles = 8, // ≈
  sg.tile = [8, 8, 8],
  sg.cycles = {multiply = 1} // ≈: a tile
}

// Paths: whole sticks to and from device memory, words of two bytes to and
// from the scratchpad, FIFOs of ≈ 16 vectors next to the compute units.
#dma = {
  ktdf_arch.transfer_granularity = array<i64: 128>,
  sg.bytes_per_cycle = 128, // ≈
  sg.latency_cycles = 0 // ≈
}
#port = {
  ktdf_arch.transfer_granularity = array<i64: 128, 2>,
  sg.bytes_per_cycle = 128, // ≈
  sg.latency_cycles = 0 // ≈
}
#fifo = {
  ktdf_arch.transfer_granularity = array<i64: 128, 2>,
  ktdf_arch.features = {ktdf_arch.feature.queue = {depth = 16, ordered}}, // ≈
  sg.bytes_per_cycle = 128, // ≈
  sg.latency_cycles = 1 // ≈
}
#registers = {
  ktdf_arch.transfer_granularity = array<i64: 128>,
  sg.bytes_per_cycle = 256, // ≈
  sg.latency_cycles = 0 // ≈
}

ktdf_arch.device @spyre attributes {
  mem_space_mapping = #ktdf_arch.map<#ktdp.memory_space<global> = "DDR",
                                     #ktdp.memory_space<ct_local> = "L1">,
  sg.clock_ghz = 1.0, // ≈
  sg.signal_cycles = 8, // ≈
  // The ring and its 128 bytes are public, the ≈ 4 cycles of a hop are not.
  sg.topology = {kind = "ring", bytes_per_cycle = 128, hop_cycles = 4}
} {
  %ddr = memory #DDR

  group {kind = "core", sg.count = 32} share(%ddr) {
    %l1 = memory #L1
    %mnilu = exec_unit #MNILU
    %mnisu = exec_unit #MNISU
    datapath #dma %ddr to %mnilu : memory, exec_unit
    datapath #dma %mnilu to %l1 : exec_unit, memory
    datapath #dma %l1 to %mnisu : memory, exec_unit
    datapath #dma %mnisu to %ddr : exec_unit, memory

    group {kind = "corelet", sg.count = 2} share(%l1) {
      %reg = memory #SFU_REG
      %sfu = exec_unit #SFU
      %pt = exec_unit #PT
      %l1lu = exec_unit #L1LU
      %l1su = exec_unit #L1SU
      datapath #port %l1 to %l1lu : memory, exec_unit
      datapath #fifo %l1lu to %sfu : exec_unit, exec_unit
      datapath #fifo %l1lu to %pt : exec_unit, exec_unit
      datapath #fifo %pt to %sfu : exec_unit, exec_unit
      datapath #fifo %sfu to %l1su : exec_unit, exec_unit
      datapath #fifo %pt to %l1su : exec_unit, exec_unit
      datapath #port %l1su to %l1 : exec_unit, memory
      datapath #registers %sfu to %reg : exec_unit, memory
      datapath #registers %reg to %sfu : memory, exec_unit
    }
  }
}
