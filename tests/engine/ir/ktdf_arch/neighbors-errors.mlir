// What neighborhoods and neighbors refuse, and how they say it.
// RUN: spyreglass-opt %s --split-input-file --verify-diagnostics

ktdf_arch.device @size {
  // expected-error@+1 {{the sizes of a neighborhood must be at least 1, not 0}}
  neighborhood %self : ()[4, 0] {}
}

// -----

ktdf_arch.device @endless {
  // expected-error@+1 {{integer value too large}}
  neighborhood %self : ()[99999999999999999999] {}
}

// -----

ktdf_arch.device @number {
  // expected-error@+1 {{expected memory, exec_unit or port}}
  neighborhood %self : (unit)[4] {}
}

// -----

ktdf_arch.device @no_endpoint {
  // expected-error@+1 {{a tile yields memory, exec_unit or port, not 'i32'}}
  neighborhood %self : (i32)[4] {}
}

// -----

// expected-error@+1 {{a tile yields memory, exec_unit or port, not 'i32'}}
module attributes {other.type = !ktdf_arch.neighborhood<(i32)[2]>} {}

// -----

ktdf_arch.device @stranger {
  // expected-error@+1 {{holds resources only}}
  neighborhood %self : ()[4] {
    // expected-note@+1 {{'builtin.module' is not a resource}}
    builtin.module {}
  }
}

// -----

ktdf_arch.device @yields {
  // expected-error@+1 {{says that a tile yields ('!ktdf_arch.exec_unit'), but its body yields ('!ktdf_arch.memory')}}
  neighborhood %self : (exec_unit)[4] {
    %m = memory {kind = "M"}
    // expected-note@+1 {{the yield}}
    yield %m : memory
  }
}

// -----

ktdf_arch.device @yields_nothing {
  // expected-error@+1 {{says that a tile yields ('!ktdf_arch.exec_unit'), but its body yields ()}}
  neighborhood %self : (exec_unit)[4] {
    // expected-note@-1 {{the yield}}
  }
}

// -----

ktdf_arch.device @arguments {
  // expected-error@+1 {{needs one block argument, the tiles, of the type of its result}}
  %0 = "ktdf_arch.neighborhood"() ({
    "ktdf_arch.yield"() : () -> ()
  }) : () -> !ktdf_arch.neighborhood<()[2]>
}

// -----

module {
  // expected-error@+1 {{expects parent op to be one of 'ktdf_arch.device, ktdf_arch.group, ktdf_arch.neighborhood'}}
  ktdf_arch.neighborhood %self : ()[2] {}
}

// -----

ktdf_arch.device @in {
  %n = neighborhood %self : ()[2] {}
  // expected-error@+1 {{expected 'in', as in neighbor affine_map<...> in %tiles}}
  neighbor affine_map<() -> (0)> of %n : ()[2]
}

// -----

ktdf_arch.device @no_map {
  %n = neighborhood %self : ()[2] {}
  // expected-error@+1 {{invalid kind of attribute specified}}
  neighbor 1 in %n : ()[2]
}

// -----

ktdf_arch.device @nothing {
  // expected-error@+1 {{expected at least one neighborhood}}
  neighbor affine_map<() -> (0)> in neighborhood() : ()[1]
}

// -----

ktdf_arch.device @nothing_generic {
  // expected-error@+1 {{needs a neighborhood to pick a tile from}}
  "ktdf_arch.neighbor"() {map = affine_map<() -> (0)>} : () -> ()
}

// -----

ktdf_arch.device @choices {
  %n = neighborhood %self : ()[2] {}
  // expected-error@+1 {{the first size must be 2, how many neighborhoods there are to choose from}}
  neighbor affine_map<() -> (0, 0)> in neighborhood(%n, %n) : ()[3, 2]
}

// -----

ktdf_arch.device @different {
  %a = neighborhood %self : ()[2] {}
  %b = neighborhood %self : ()[3] {}
  // expected-error@+1 {{chooses among neighborhoods of different types}}
  "ktdf_arch.neighbor"(%a, %b) {map = affine_map<() -> (0, 0)>} : (!ktdf_arch.neighborhood<()[2]>, !ktdf_arch.neighborhood<()[3]>) -> ()
}

// -----

ktdf_arch.device @results {
  %n = neighborhood %self : ()[2] {}
  // expected-error@+1 {{has other results than what a tile of '!ktdf_arch.neighborhood<()[2]>' yields}}
  %0 = "ktdf_arch.neighbor"(%n) {map = affine_map<() -> (0)>} : (!ktdf_arch.neighborhood<()[2]>) -> !ktdf_arch.port
}

// -----

ktdf_arch.device @symbols {
  %n = neighborhood %self : ()[2] {}
  // expected-error@+1 {{has a map with symbols; use dimensions}}
  neighbor affine_map<()[s] -> (s)> in %n : ()[2]
}

// -----

ktdf_arch.device @dimensions {
  neighborhood %outer : ()[2] {
    neighborhood %self : ()[2] {
      // expected-error@+1 {{has a map of 1 dimensions, but is inside of 2}}
      neighbor affine_map<(i) -> (i)> in %self : ()[2]
    }
  }
}

// -----

ktdf_arch.device @place {
  %n = neighborhood %self : ()[2, 2] {}
  // expected-error@+1 {{has a map with 1 results, but a tile is found by 2}}
  neighbor affine_map<() -> (0)> in %n : ()[2, 2]
}
