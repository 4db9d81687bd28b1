// A one-core device in the form of public files: aliases for attributes, block
// groups that yield their unit, two corelets written out, a queue on links, an
// attribute of another project, patterns.
#main = {
  kind = "DDR",
  size = 4294967296
}
#scratch = { kind = "L1", size = 524288 }
#index_buffer = {
  kind = "IAB",
  ktdf_arch.features = {
    ktdf_arch.feature.indirect_address_buffer = { num_entries = 32, entry_type = si32 }
  }
}
#reader = {
  kind = "MNILU",
  ktdf_arch.features = {
    ktdf_arch.feature.load = {
      word_size = #ktdf_arch.map<"DDR" = 64, "L1" = 64>,
      access_granularity = #ktdf_arch.map<
        "DDR" = [{size_in_words = 1, align_in_words = 1}],
        "L1" = [{size_in_words = 1, align_in_words = 1}]
      >
    }
  },
  other_project.hint
}
#writer = { kind = "MNISU", ktdf_arch.features = { ktdf_arch.feature.store } }
#loader = {
  kind = "L1LU",
  ktdf_arch.features = {
    ktdf_arch.feature.load,
    ktdf_arch.feature.simd = { splat, zero_pad }
  }
}
#storer = { kind = "L1SU", ktdf_arch.features = { ktdf_arch.feature.store } }
#vector = {
  kind = "SFU",
  ktdf_arch.features = {
    ktdf_arch.feature.compute,
    ktdf_arch.feature.simd = { lanes = #ktdf_arch.map<f16 = 32> }
  }
}
#wide = { ktdf_arch.transfer_granularity = array<i64: 64>, ktdf_arch.bandwidth = 256 }
#queue = {
  ktdf_arch.transfer_granularity = array<i64: 64, 2>,
  ktdf_arch.features = { ktdf_arch.feature.queue = { depth = 12, ordered } }
}

ktdf_arch.device @one_core attributes {version = 1, sg.clock_ghz = 0.5} {
  %ddr = memory #main

  group { kind = "core" } share(%ddr) {
    %l1 = memory #scratch

    %in = group { kind = "in_block" } share() {
      %buffer = memory #index_buffer
      %unit = exec_unit #reader
      yield %unit
    } -> exec_unit
    %out = group { kind = "out_block" } share() {
      %buffer = memory #index_buffer
      %unit = exec_unit @writer #writer
      yield %unit
    } -> exec_unit

    datapath #wide %ddr to %in : memory, exec_unit
    datapath %in to %l1 : exec_unit, memory
    datapath %l1 to %out : memory, exec_unit
    datapath @way_out #wide %out to %ddr : exec_unit, memory

    group share(%l1) {
      %sfu = group { kind = "sfu_block" } share() {
        %registers = memory { kind = "SFU_REG", size = 1024 }
        %unit = exec_unit #vector
        datapath %registers to %unit : memory, exec_unit
        yield %unit
      } -> exec_unit
      %load = exec_unit #loader
      %store = exec_unit #storer
      datapath %l1 to %load : memory, exec_unit
      datapath #queue %load to %sfu : exec_unit, exec_unit
      datapath #queue %sfu to %store : exec_unit, exec_unit
      datapath %store to %l1 : exec_unit, memory
    }

    group share(%l1) {
      %sfu = group { kind = "sfu_block" } share() {
        %registers = memory { kind = "SFU_REG", size = 1024 }
        %unit = exec_unit #vector
        datapath %registers to %unit : memory, exec_unit
        yield %unit
      } -> exec_unit
      %load = exec_unit #loader
      %store = exec_unit #storer
      datapath %l1 to %load : memory, exec_unit
      datapath #queue %load to %sfu : exec_unit, exec_unit
      datapath #queue %sfu to %store : exec_unit, exec_unit
      datapath %store to %l1 : exec_unit, memory
    }
  }

  patterns ["late"] {
    pdl.pattern : benefit(1) {
      %type = type : f16
      %in = operand : %type
      %root = operation "math.exp" (%in : !pdl.value) -> (%type : !pdl.type)
      rewrite {
        %new = operation "test.fast_exp" (%in : !pdl.value) -> (%type : !pdl.type)
        replace %root with %new
      }
    }
  }
}
