// Neighborhoods in a device: how many cores they make, what their neighbors
// connect, how the cores are joined, and what is refused.
#include "ReadDevice.h"
#include <doctest/doctest.h>

using namespace sg;

/// Tiles of one core each, on a grid of `sizes` ("4", "2, 3"). `inTile` stands
/// in the body, `after` behind the neighborhood.
static std::string gridText(const std::string &sizes, const std::string &inTile,
                            const std::string &after = "",
                            const std::string &attrs = "") {
  return "ktdf_arch.device @d attributes {" + attrs + "} {\n" +
         "  %m = memory {kind = \"M\", size = 4096}\n" +
         "  %tiles = neighborhood %self : (exec_unit)[" + sizes + "] {\n" +
         "    %core = group {kind = \"core\"} share(%m) {\n" +
         "      %s = memory {kind = \"S\"}\n" +
         "      %u = exec_unit {kind = \"U\"}\n" +
         "      datapath %m to %s : memory, memory\n" +
         "      datapath %s to %m : memory, memory\n" +
         "      datapath %s to %u : memory, exec_unit\n" +
         "      datapath %u to %s : exec_unit, memory\n" +
         "      yield %u\n    } -> exec_unit\n" + inTile +
         "    yield %core\n  }\n" + after + "}\n";
}

static std::string neighbor(const std::string &map, const std::string &in,
                            const std::string &sizes) {
  return "  %n = neighbor affine_map<" + map + "> in " + in +
         " : (exec_unit)[" + sizes + "]\n";
}

static const Device &good(const std::string &text) {
  ReadDevice &read = ReadDevice::text(text);
  INFO(text);
  INFO(read.said);
  REQUIRE(llvm::succeeded(read.device));
  return *read.device;
}

static void checkError(const std::string &text, const std::string &said) {
  ReadDevice &read = ReadDevice::text(text);
  INFO(text);
  CHECK(llvm::failed(read.device));
  CHECK(read.said == said);
}

TEST_CASE("tiles multiply the cores and corelets inside") {
  const Device &flat = good(gridText("2, 3", ""));
  CHECK(flat.cores == 6);
  CHECK(flat.topology.kind == TopologyKind::None);
  CHECK(good(gridText("", "")).cores == 1);

  const Device &nested =
      good("ktdf_arch.device @d {\n  %m = memory {kind = \"M\"}\n"
           "  neighborhood %a : ()[4] {\n    neighborhood %b : ()[2] {\n"
           "    group {kind = \"core\", sg.count = 2} share(%m) {\n"
           "      %s = memory {kind = \"S\"}\n"
           "      datapath %m to %s : memory, memory\n"
           "      datapath %s to %m : memory, memory\n"
           "      neighborhood %c : ()[3] {\n"
           "        group {kind = \"corelet\"} share(%s) {\n"
           "          %u = exec_unit {kind = \"U\"}\n"
           "          datapath %s to %u : memory, exec_unit\n"
           "          datapath %u to %s : exec_unit, memory\n"
           "        }\n      }\n    }\n  }\n  }\n}\n");
  CHECK(nested.cores == 16);
  CHECK(nested.corelets == 3);
}

TEST_CASE("a neighbor stands for what the tiles yield") {
  // Through it alone the unit of the cores reaches the memory "W".
  const Device &device = good(gridText(
      "4", "",
      "  %w = memory {kind = \"W\", size = 64}\n" +
          neighbor("() -> (3)", "%tiles", "4") +
          "  datapath {sg.latency_cycles = 5} %n to %w : exec_unit, memory\n"));
  REQUIRE(device.datapath("U", "W"));
  CHECK(device.datapath("U", "W")->latencyCycles == 5);
}

TEST_CASE("a choice of neighborhoods connects all that are chosen") {
  std::string text =
      gridText("2", "",
               "  %v = exec_unit {kind = \"V\"}\n"
               "  datapath %m to %v : memory, exec_unit\n"
               "  datapath %v to %m : exec_unit, memory\n"
               "  %w = memory {kind = \"W\", size = 64}\n"
               "  %other = neighborhood %self : (exec_unit)[2] {\n"
               "    yield %v\n  }\n"
               "  neighborhood %each : ()[2] {\n"
               "    %n = neighbor affine_map<(i) -> (i, 0)> in "
               "neighborhood(%tiles, %other) : (exec_unit)[2, 2]\n"
               "    datapath %n to %w : exec_unit, memory\n  }\n");
  const Device &device = good(text);
  CHECK(device.datapath("U", "W"));
  CHECK(device.datapath("V", "W"));
}

TEST_CASE("cores that ask for the one beside them are a ring or a mesh") {
  for (const char *map : {"(i) -> ((i - 1) mod 4)", "(i) -> ((i + 1) mod 4)",
                          "(i) -> ((i + 3) mod 4)"}) {
    const Device &ring = good(gridText("4", neighbor(map, "%self", "4")));
    CHECK(ring.topology.kind == TopologyKind::Ring);
    CHECK(ring.topology.hopCycles == 4);
    CHECK(ring.topology.bytesPerCycle == 128);
  }
  const Device &mesh = good(gridText(
      "2, 3", neighbor("(i, j) -> (i, (j + 1) mod 3)", "%self", "2, 3")));
  CHECK(mesh.topology.kind == TopologyKind::Mesh);
  CHECK(mesh.topology.rows == 2);
  CHECK(mesh.topology.cols == 3);

  // Two steps, a diagonal, itself, always the first, a tile from outside.
  auto kind = [](const std::string &text) { return good(text).topology.kind; };
  CHECK(kind(gridText("5", neighbor("(i) -> ((i + 2) mod 5)", "%self", "5"))) ==
        TopologyKind::None);
  CHECK(kind(gridText("3, 3", neighbor("(i, j) -> ((i + 1) mod 3, (j + 1) mod "
                                       "3)",
                                       "%self", "3, 3"))) ==
        TopologyKind::None);
  CHECK(kind(gridText("4", neighbor("(i) -> (i)", "%self", "4"))) ==
        TopologyKind::None);
  CHECK(kind(gridText("4", neighbor("(i) -> (0)", "%self", "4"))) ==
        TopologyKind::None);
  CHECK(kind(gridText("4", "", neighbor("() -> (1)", "%tiles", "4"))) ==
        TopologyKind::None);
  // What the description says counts.
  CHECK(kind(gridText("4", neighbor("(i) -> ((i - 1) mod 4)", "%self", "4"), "",
                      "sg.topology = {kind = \"crossbar\"}")) ==
        TopologyKind::Crossbar);
}

TEST_CASE("every tile that is asked for must be there") {
  checkError(gridText("4", "", neighbor("() -> (4)", "%tiles", "4")),
             "15:8: there is no tile [4] in a neighborhood of [4]\n");
  checkError(gridText("4", neighbor("(i) -> (i - 1)", "%self", "4")),
             "13:8: there is no tile [-1] in a neighborhood of [4]; tile [0] "
             "asks for it\n");
  checkError(gridText("4", neighbor("(i) -> (i mod 0)", "%self", "4")),
             "13:8: there is no tile at a division by zero in a neighborhood "
             "of [4]; tile [0] asks for it\n");
  checkError(gridText("2", "",
                      "  %n = neighbor affine_map<() -> (2, 0)> in "
                      "neighborhood(%tiles, %tiles) : (exec_unit)[2, 2]\n"),
             "15:8: there is no tile [2, 0] in a neighborhood of [2, 2]\n");
}

TEST_CASE("tiles that yield each other's resources have none") {
  checkError(
      "ktdf_arch.device @d {\n  %m = memory {kind = \"M\"}\n"
      "  %t = neighborhood %self : (exec_unit)[2] {\n"
      "    %n = neighbor affine_map<(i) -> (i)> in %self : "
      "(exec_unit)[2]\n"
      "    datapath %m to %n : memory, exec_unit\n"
      "    yield %n\n  }\n}\n",
      "5:5: an end of this datapath is no resource: its tiles yield only "
      "what they ask each other for\n");
}

TEST_CASE("absurd numbers of tiles are refused at once") {
  checkError(gridText("9223372036854775807, 9223372036854775807", ""),
             "3:12: the sizes of this neighborhood and what is around it make "
             "more than 65536 instances\n");
  std::string many = "ktdf_arch.device @d {\n";
  for (int i = 0; i < 1025; ++i)
    many += "  neighborhood %self : ()[1] {}\n";
  checkError(many + "}\n",
             "1026:3: the device has more than 1024 neighborhoods\n");
  // Each neighbor of 65536 tiles costs some; a thousand of them too much.
  std::string asks = "ktdf_arch.device @d {\n  neighborhood %t : ()[65536] {\n";
  for (int i = 0; i < 1000; ++i)
    asks += "    neighbor affine_map<(i) -> (i)> in %t : ()[65536]\n";
  ReadDevice &read = ReadDevice::text(asks + "  }\n}\n");
  CHECK(llvm::failed(read.device));
  CHECK(read.said.find("have too many tiles to follow each of their "
                       "neighbors\n") != std::string::npos);
}
