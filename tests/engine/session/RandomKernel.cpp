#include "tests/engine/session/RandomKernel.h"
#include "tests/engine/session/RandomNest.h"
#include "tests/engine/session/RandomOps.h"
#include <algorithm>

namespace sg::test {
namespace {

// One dimension of a memory view: of the tile dimension `dim`, or of extent 1
// in the access (-1).
struct ViewDim {
  int dim = -1;
  int64_t size = 1, stride = 1, offset = 0;
  bool sizeArgument = false;
};

struct Buffer {
  std::string base; ///< value of the base address
  std::string view; ///< name of the memory view, empty until it is built
  Format format = Format::F16;
  std::vector<ViewDim> dims;
  bool shared = false; ///< read at places that other tiles may write
  bool written = false;
  int64_t elements() const {
    int64_t last = 0;
    for (const ViewDim &dim : dims)
      last += (dim.size - 1) * dim.stride;
    return last + 1;
  }
};

class Maker {
public:
  explicit Maker(uint64_t seed)
      : dice(seed), cores(0), nest(makeGrid()),
        ops(dice, text, nest.tile(), makeFormats()) {
    kernel.seed = seed;
  }
  RandomKernel run();

private:
  RandomNest makeGrid();
  std::vector<Format> makeFormats();
  void makeOptions();
  void makeArguments();
  std::string makeId();
  size_t makeBuffer(std::vector<int> dims, Format format);
  std::string viewType(const Buffer &buffer) const;
  void buildView(Buffer &buffer);
  std::string accessTile(const Buffer &buffer, const std::vector<int> &order,
                         Extents &shape);
  std::vector<int> accessOrder(const Buffer &buffer);
  void load(size_t buffer);
  void store(size_t buffer, const RandomValue &value);
  void loads(bool hoisted);
  void stores();
  void program(bool first);

  Dice dice;
  Text text;
  RandomKernel kernel;
  int64_t cores;
  Extents grid;
  std::vector<Format> formats;
  RandomNest nest;
  RandomOps ops;
  std::vector<std::string> arguments, sizeArguments;
  std::vector<Buffer> buffers;
  int64_t nextAddress = 0; ///< bytes, for constant addresses
  bool constantBases = false;
};

} // namespace

RandomNest Maker::makeGrid() {
  grid = dice.pick<Extents>({{},
                             {1},
                             {2},
                             {3},
                             {4},
                             {4},
                             {2, 2},
                             {1, 3},
                             {2, 1},
                             {2, 1, 2},
                             {4, 1, 1}});
  cores = 1;
  for (int64_t extent : grid)
    cores *= extent;
  return RandomNest(dice, cores);
}

std::vector<Format> Maker::makeFormats() {
  std::vector<Format> all = {Format::F16, Format::F32, Format::BF16,
                             Format::I32};
  if (cores == 1 && dice.chance(20)) {
    kernel.request.device = "toy"; // one core that computes in f16
    return formats = {Format::F16};
  }
  kernel.request.device = dice.chance(50) ? "spyre" : "spyre-mini";
  dice.shuffle(all);
  int64_t count = dice.pick<int64_t>({1, 1, 1, 2, 2, 3, 4});
  formats.assign(all.begin(), all.begin() + count);
  if (dice.chance(40) && count == 1)
    formats = {Format::F16};
  return formats;
}

void Maker::makeOptions() {
  auto &options = kernel.request.options;
  if (dice.chance(25))
    options.push_back({"double-buffering", "off"});
  if (dice.chance(25))
    options.push_back({"corelets", "1"});
  if (dice.chance(25))
    options.push_back({"tile-rows", std::to_string(dice.range(1, 12))});
  if (dice.chance(25))
    options.push_back({"tile-columns", std::to_string(dice.range(1, 150))});
  if (dice.chance(25))
    options.push_back({"vector-lanes", std::to_string(dice.pick<int64_t>(
                                           {1, 7, 8, 16, 32, 64, 100}))});
}

void Maker::makeArguments() {
  constantBases = dice.chance(15);
  nextAddress = 128 * dice.range(0, 64);
  for (size_t d = 0; d < nest.dims.size(); ++d) {
    sizeArguments.push_back("");
    if (!nest.dims[d].sizeArgument)
      continue;
    sizeArguments.back() = "%n" + std::to_string(d);
    arguments.push_back(sizeArguments.back() + ": index {sg.value = " +
                        std::to_string(nest.dims[d].size) + " : index}");
  }
  if (!dice.chance(30))
    return;
  for (Format format : formats) {
    std::string name = "%s" + std::to_string(ops.scalars.size());
    std::string type(formatName(format));
    bool valued = dice.chance(50);
    std::string number = isFloat(format) ? "1.5" : "3";
    arguments.push_back(
        name + ": " + type +
        (valued ? " {sg.value = " + number + " : " + type + "}" : ""));
    ops.scalars.push_back({name, format});
  }
}

// The flat tile id, from one result or from one per axis.
std::string Maker::makeId() {
  if (grid.size() < 2 || dice.chance(25))
    return text.let("ktdp.get_compute_tile_id : index", "%id");
  std::string name = text.fresh("%id");
  std::vector<std::string> types(grid.size(), "index");
  text.line(name + ":" + std::to_string(grid.size()) +
            " = ktdp.get_compute_tile_id : " + join(types));
  std::string flat = name + "#0";
  for (size_t axis = 1; axis < grid.size(); ++axis) {
    std::string scaled = text.let("arith.muli " + flat + ", " +
                                      text.index(grid[axis]) + " : index",
                                  "%p");
    flat = text.let("arith.addi " + scaled + ", " + name + "#" +
                        std::to_string(axis) + " : index",
                    "%p");
  }
  return flat;
}

size_t Maker::makeBuffer(std::vector<int> dims, Format format) {
  Buffer buffer;
  buffer.format = format;
  if (dice.chance(20))
    dice.shuffle(dims);
  while (dims.empty() || (dims.size() < 4 && dice.chance(6)))
    dims.insert(dims.begin() + dice.range(0, int64_t(dims.size())), -1);
  for (int d : dims) {
    ViewDim dim;
    dim.dim = d;
    if (d < 0) {
      dim.size = dice.range(1, 3);
      dim.offset = dice.range(0, dim.size - 1);
      buffer.dims.push_back(dim);
      continue;
    }
    const RandomDim &space = nest.dims[size_t(d)];
    dim.size = space.size;
    if (dice.chance(15))
      dim.offset = dice.range(1, 9);
    dim.size += dim.offset;
    // Where tiles reach past the end, more room holds what others have outside.
    if (dice.chance(space.exact ? 15 : 2))
      dim.size += dice.range(1, 9);
    dim.sizeArgument = space.sizeArgument && dim.size == space.size;
    buffer.dims.push_back(dim);
  }
  // Strides from the inside out, sometimes with dimensions in another order.
  std::vector<size_t> order;
  for (size_t d = buffer.dims.size(); d-- > 0;)
    order.push_back(d);
  if (dice.chance(15))
    dice.shuffle(order);
  int64_t stride = dice.chance(8) ? dice.range(2, 3) : 1;
  for (size_t d : order) {
    buffer.dims[d].stride = stride;
    stride *= buffer.dims[d].size;
    if (dice.chance(15))
      stride += dice.chance(50) ? dice.range(1, 9) : 64;
  }
  std::string name = "b" + std::to_string(buffers.size());
  if (constantBases) {
    int64_t bytes = formatBytes(format);
    nextAddress = (nextAddress + 127) / 128 * 128;
    buffer.base = text.index(nextAddress / bytes);
    nextAddress += buffer.elements() * bytes;
  } else {
    buffer.base = "%" + name;
    arguments.push_back(buffer.base + ": index");
    if (dice.chance(8))
      buffer.base = text.let("arith.addi " + buffer.base + ", " +
                                 text.index(dice.range(1, 200)) + " : index",
                             "%p");
  }
  buffers.push_back(buffer);
  buildView(buffers.back());
  return buffers.size() - 1;
}

std::string Maker::viewType(const Buffer &buffer) const {
  std::string type = "memref<";
  for (const ViewDim &dim : buffer.dims)
    type += (dim.sizeArgument ? "?" : std::to_string(dim.size)) + "x";
  return type + std::string(formatName(buffer.format)) + ">";
}

void Maker::buildView(Buffer &buffer) {
  std::vector<std::string> sizes, bounds, symbols;
  Extents strides;
  for (size_t d = 0; d < buffer.dims.size(); ++d) {
    const ViewDim &dim = buffer.dims[d];
    strides.push_back(dim.stride);
    std::string x = "d" + std::to_string(d);
    bounds.push_back(x + " >= 0");
    if (dim.sizeArgument) {
      sizes.push_back(sizeArguments[size_t(dim.dim)]);
      std::string symbol = "s" + std::to_string(symbols.size());
      symbols.push_back(symbol);
      bounds.push_back("-" + x + " + " + symbol + " - 1 >= 0");
    } else {
      sizes.push_back(std::to_string(dim.size));
      bounds.push_back("-" + x + " + " + std::to_string(dim.size - 1) +
                       " >= 0");
    }
  }
  buffer.view = text.fresh("%view");
  text.line(buffer.view + " = ktdp.construct_memory_view " + buffer.base +
            ", sizes: [" + join(sizes) + "], strides: [" + join(strides) +
            "] {coordinate_set = affine_set<(" + dimNames(buffer.dims.size()) +
            ")" + (symbols.empty() ? "" : "[" + join(symbols) + "]") + " : (" +
            join(bounds) + ")>, memory_space = #ktdp.memory_space<global>} : " +
            viewType(buffer));
}

std::vector<int> Maker::accessOrder(const Buffer &buffer) {
  std::vector<int> order;
  for (size_t d = 0; d < buffer.dims.size(); ++d)
    order.push_back(int(d));
  if (dice.chance(10))
    dice.shuffle(order);
  return order;
}

std::string Maker::accessTile(const Buffer &buffer,
                              const std::vector<int> &order, Extents &shape) {
  std::vector<std::string> subscripts, bounds, results;
  Extents extents;
  for (size_t d = 0; d < buffer.dims.size(); ++d) {
    const ViewDim &dim = buffer.dims[d];
    std::string x = "d" + std::to_string(d);
    extents.push_back(dim.dim < 0 ? 1 : nest.dims[size_t(dim.dim)].tile);
    std::string at = dim.dim < 0 ? "0" : nest.position[size_t(dim.dim)];
    if (at == "0")
      at = std::to_string(dim.offset);
    else if (dim.offset)
      at += " + " + std::to_string(dim.offset);
    subscripts.push_back(at);
    if (extents.back() == 1 && dice.chance(50)) {
      bounds.push_back(x + " == 0");
      continue;
    }
    bounds.push_back(x + " >= 0");
    bounds.push_back("-" + x + " + " + std::to_string(extents.back() - 1) +
                     " >= 0");
  }
  std::string type;
  for (int d : order) {
    results.push_back("d" + std::to_string(d));
    shape.push_back(extents[size_t(d)]);
    type += std::to_string(extents[size_t(d)]) + "x";
  }
  std::string names = dimNames(order.size());
  return text.let("ktdp.construct_access_tile " + buffer.view + "[" +
                      join(subscripts) + "] {access_tile_set = affine_set<(" +
                      names + ") : (" + join(bounds) +
                      ")>, access_tile_order = affine_map<(" + names +
                      ") -> (" + join(results) + ")>} : " + viewType(buffer) +
                      " -> !ktdp.access_tile<" + type + "index>",
                  "%t");
}

static std::string tileType(const Extents &shape) {
  std::string type = "<";
  for (int64_t extent : shape)
    type += std::to_string(extent) + "x";
  return type + "index>";
}

void Maker::load(size_t number) {
  const Buffer &buffer = buffers[number];
  std::vector<int> order = accessOrder(buffer);
  Extents shape;
  std::string tile = accessTile(buffer, order, shape);
  RandomValue value;
  value.format = buffer.format;
  for (int d : order)
    value.dims.push_back(buffer.dims[size_t(d)].dim);
  value.name = text.let("ktdp.load " + tile + " : " + tileType(shape) + " -> " +
                        tensorType(shape, buffer.format));
  ops.add(value);
}

void Maker::store(size_t number, const RandomValue &value) {
  Buffer &buffer = buffers[number];
  buffer.written = true;
  std::vector<int> order = accessOrder(buffer);
  Extents shape;
  std::string tile = accessTile(buffer, order, shape);
  std::string data = ops.widen(value);
  // From the tile's dimensions in order to those of the access.
  Extents permutation, permuted, whole = nest.tile();
  for (int d : order)
    if (int dim = buffer.dims[size_t(d)].dim; dim >= 0) {
      permutation.push_back(dim);
      permuted.push_back(whole[size_t(dim)]);
    }
  if (!std::is_sorted(permutation.begin(), permutation.end())) {
    std::string type = tensorType(permuted, value.format);
    std::string empty = text.let("tensor.empty() : " + type);
    data =
        text.let("linalg.transpose ins(" + data + " : " +
                 tensorType(whole, value.format) + ") outs(" + empty + " : " +
                 type + ") permutation = [" + join(permutation) + "]");
  }
  if (shape.size() > permuted.size()) {
    // Unit dimensions go to the group of the next real one.
    std::vector<std::string> groups, current;
    size_t left = permuted.size();
    for (size_t i = 0; i < order.size(); ++i) {
      current.push_back(std::to_string(i));
      if (buffer.dims[size_t(order[i])].dim < 0 || --left == 0)
        continue;
      groups.push_back("[" + join(current) + "]");
      current.clear();
    }
    groups.push_back("[" + join(current) + "]");
    data = text.let("tensor.expand_shape " + data + " [" + join(groups) +
                    "] output_shape [" + join(shape) +
                    "] : " + tensorType(permuted, value.format) + " into " +
                    tensorType(shape, value.format));
  }
  text.line("ktdp.store " + data + ", " + tile + " : " +
            tensorType(shape, value.format) + ", " + tileType(shape));
}

// Loads of whole and of partial tiles; hoisted ones stand before the loops and
// take what no loop moves.
void Maker::loads(bool hoisted) {
  int64_t count = hoisted ? dice.range(0, 1) : dice.range(1, 3);
  for (int64_t i = 0; i < count; ++i) {
    std::vector<int> dims;
    bool whole = !hoisted && (i == 0 || dice.chance(50));
    for (size_t d = 0; d < nest.dims.size(); ++d)
      if (whole || (dice.chance(50) && !(hoisted && nest.dims[d].loops())))
        dims.push_back(int(d));
    Format format = dice.chance(4) && kernel.request.device != "toy"
                        ? Format::I1
                        : dice.pick(formats);
    if (hoisted) // positions are known inside the loops only
      dims.erase(std::remove_if(dims.begin(), dims.end(),
                                [&](int d) {
                                  return nest.dims[size_t(d)].walk !=
                                         Walk::Whole;
                                }),
                 dims.end());
    size_t buffer = makeBuffer(dims, format);
    buffers[buffer].shared = !whole;
    load(buffer);
  }
}

void Maker::stores() {
  std::vector<int> all;
  for (size_t d = 0; d < nest.dims.size(); ++d)
    all.push_back(int(d));
  int64_t count = dice.pick<int64_t>({1, 1, 1, 2, 3});
  for (int64_t i = 0; i < count; ++i) {
    RandomValue value = ops.result(i == 0);
    std::vector<size_t> inPlace;
    for (size_t b = 0; b < buffers.size(); ++b)
      if (!buffers[b].shared && !buffers[b].written &&
          buffers[b].format == value.format)
        inPlace.push_back(b);
    bool again = !inPlace.empty() && dice.chance(20);
    size_t buffer = again ? dice.pick(inPlace) : makeBuffer(all, value.format);
    store(buffer, value);
  }
}

// One set of loads, arithmetic and stores; a later one reads what an earlier
// one wrote, too.
void Maker::program(bool first) {
  bool loaded = false;
  if (!first)
    for (size_t b = 0; b < buffers.size(); ++b)
      if (buffers[b].written && dice.chance(70)) {
        load(b);
        loaded = true;
      }
  if (!loaded || dice.chance(50))
    loads(false);
  for (int64_t count = dice.range(1, first ? 12 : 4); count > 0; --count)
    ops.step();
  stores();
}

RandomKernel Maker::run() {
  makeOptions();
  makeArguments();
  std::string id = makeId();
  nest.position.assign(nest.dims.size(), "0");
  if (dice.chance(30))
    loads(true);
  nest.open(dice, text, id, sizeArguments);
  program(true);
  if (dice.chance(25)) {
    if (dice.chance(50)) { // in loops of its own
      nest.close(text);
      // Buffers were built inside the loops: views are made again.
      ops.forget();
      nest.open(dice, text, id, sizeArguments);
      for (Buffer &buffer : buffers)
        if (buffer.base.starts_with("%b")) {
          buildView(buffer);
        } else { // its base is not seen here
          buffer.shared = true;
          buffer.written = false;
        }
    }
    program(false);
  }
  nest.close(text);
  std::string attributes =
      grid.empty() ? "" : " attributes {grid = [" + join(grid) + "]}";
  kernel.request.text = "func.func @random(" + join(arguments) + ")" +
                        attributes + " {\n" + text.lines + "  return\n}\n";
  kernel.request.fileName = "random.mlir";
  kernel.rows = ops.used;
  return kernel;
}

RandomKernel randomKernel(uint64_t seed) { return Maker(seed).run(); }

std::string RandomKernel::describe() const {
  std::string text =
      "seed " + std::to_string(seed) + ", device " + request.device;
  for (const auto &[name, value] : request.options)
    text += ", " + name + "=" + value;
  return text + "\n" + request.text;
}

} // namespace sg::test
