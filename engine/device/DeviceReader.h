// Reads a device description (ktdf_arch text) and interprets it as a Device.
//
// Groups: a group of kind "core" is a core; without any such group, the
// outermost groups that share a memory are. Inside a core the same rule finds
// the corelets (kind "corelet"). Any other group is a block: its resources
// belong to the scope around it. Cores and corelets are counted by how often
// they are written out times their `sg.count`; all cores must be alike.
// Resources are identified by kind; a kind may be written several times with
// the same attributes. Switches become direct datapaths between their users.
//
// A neighborhood stands for what is in it, once per tile: its sizes multiply
// the cores or corelets inside. A neighbor is what the neighborhood yields; every
// tile that is asked for must be there. Without sg.topology, cores of which each
// asks for the one beside it are a ring (one size) or a mesh (two).
//
// Roles: `feature.compute`, or no feature at all, makes a unit compute (Matrix
// with `sg.tile` or kind "PT", else Vector); other units move data: Dma between
// memories, else Load or Store as the feature says.
//
// The project's own attributes, and what is taken for those not given:
//   device    sg.clock_ghz 1, sg.signal_cycles 8, sg.topology none
//             ({kind = "ring" | "mesh" | "crossbar", bytes_per_cycle = 128,
//             hop_cycles = 4, and rows, cols for a mesh})
//             mem_space_mapping: global is the largest memory outside the
//             groups, ct_local the largest one of a core
//   group     sg.count 1
//   memory    size: 128 GiB (device), 1 MiB (core), 2 KiB (corelet or
//             feature.register_file), the entries of an
//             feature.indirect_address_buffer
//             sg.latency_cycles 100 (device), 1 (core), 0 (corelet)
//             sg.ports: one per datapath that ends here, of all cores
//             or corelets that share it; sg.bytes_per_cycle: 128 per core
//             (device), 128 per port (core, corelet)
//   exec_unit sg.bytes_per_cycle 128, sg.latency_cycles 1, and to compute
//             lanes f16 64, bf16 64, f32 32, i32 32, i1 64 (or vectors as wide
//             as the formats that are given), sg.cycles {simple = 1,
//             multiply = 1, divide = 4, transcendental = 4} a vector; for a
//             matrix unit sg.tile [8, 8, 8] and sg.cycles {multiply = 1} a tile
//   datapath  ktdf_arch.transfer_granularity 1, sg.bytes_per_cycle (or
//             ktdf_arch.bandwidth) 128, sg.latency_cycles 0, and queue depth 16
//             where one unit feeds another
// These are assumptions of this project. Device::defaultsTaken lists the ones
// that were used.
#pragma once
#include "engine/device/Device.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/LogicalResult.h"

namespace mlir {
class MLIRContext;
} // namespace mlir

namespace sg {

/// Reads the one device of a file. Errors are diagnostics of the context, at
/// the place in the file, that name the resource. Adds the project's dialects
/// to the context's registry.
llvm::FailureOr<Device> readDevice(llvm::StringRef path,
                                   mlir::MLIRContext &context);

/// Reads the one device of a text. `fileName` is what diagnostics call it;
/// relative imports are looked up in `importDir`.
llvm::FailureOr<Device> readDeviceText(llvm::StringRef text,
                                       llvm::StringRef fileName,
                                       llvm::StringRef importDir,
                                       mlir::MLIRContext &context);

/// The path of a device file: `nameOrPath` itself when it is a file, else the
/// first of <dir>/<nameOrPath> and <dir>/<nameOrPath>.mlir, over `archDirs` in
/// order. The error lists the names there are.
Result<std::string> findDevice(llvm::StringRef nameOrPath,
                               llvm::ArrayRef<std::string> archDirs);

/// Names that findDevice knows in these directories, sorted, each once.
std::vector<std::string> deviceNames(llvm::ArrayRef<std::string> archDirs);

} // namespace sg
