// Parses a kernel, describes it, runs it on given data and keeps what was
// diagnosed.
#pragma once
#include "engine/ir/Dialects.h"
#include "engine/reference/Interpreter.h"
#include "mlir/IR/MLIRContext.h"
#include "mlir/Parser/Parser.h"
#include <doctest/doctest.h>
#include <optional>

namespace sg::test {

class Kernel {
public:
  explicit Kernel(const std::string &text) {
    mlir::DialectRegistry registry;
    registerDialects(registry);
    context.appendDialectRegistry(registry);
    handler = context.getDiagEngine().registerHandler(
        [this](mlir::Diagnostic &diagnostic) {
          diagnostics += diagnostic.str() + "\n";
          errors += diagnostic.getSeverity() == mlir::DiagnosticSeverity::Error;
          return mlir::success();
        });
    module = mlir::parseSourceString<mlir::ModuleOp>(text, &context);
    if (module)
      for (auto candidate : module->getOps<mlir::func::FuncOp>())
        function = candidate;
  }

  bool describe(const std::map<std::string, std::string> &defines = {},
                const std::vector<int64_t> &grid = {}) {
    if (!function)
      return false;
    auto described = describeKernel(function, defines, grid);
    if (failed(described))
      return false;
    info = *described;
    state.buffers.resize(info.buffers.size());
    return true;
  }

  size_t bufferIndex(const std::string &name) const {
    for (size_t i = 0; i < info.buffers.size(); ++i)
      if (info.buffers[i].name == name)
        return i;
    return ~size_t(0);
  }

  void set(const std::string &name, const std::vector<double> &values) {
    size_t index = bufferIndex(name);
    REQUIRE(index != ~size_t(0));
    Format format = info.buffers[index].format;
    unsigned bytes = formatBytes(format);
    BufferData &data = state.buffers[index];
    data.bytes.resize(values.size() * bytes);
    for (size_t i = 0; i < values.size(); ++i)
      storeScalar(format, {values[i], isFloat(format) ? 0 : int64_t(values[i])},
                  data.bytes.data() + i * bytes);
    data.written.assign(values.size(), 1);
  }

  std::vector<double> get(const std::string &name) const {
    size_t index = bufferIndex(name);
    REQUIRE(index != ~size_t(0));
    Format format = info.buffers[index].format;
    unsigned bytes = formatBytes(format);
    std::vector<double> values;
    const BufferData &data = state.buffers[index];
    for (size_t at = 0; at < data.bytes.size(); at += bytes) {
      Scalar value = loadScalar(format, data.bytes.data() + at);
      values.push_back(isFloat(format) ? value.f : double(value.i));
    }
    return values;
  }

  bool run(const ReferenceOptions &options = {}) {
    if (options.ops == &OpTable::builtin() && state.arguments.empty())
      for (const KernelArgument &argument : info.arguments)
        state.arguments.push_back(argument.value.value_or(0));
    return succeeded(interpret(function, info, state, options));
  }

  bool says(const std::string &part) const {
    return diagnostics.find(part) != std::string::npos;
  }

  mlir::MLIRContext context;
  mlir::OwningOpRef<mlir::ModuleOp> module;
  mlir::func::FuncOp function;
  KernelInfo info;
  ReferenceState state;
  std::string diagnostics;
  int errors = 0;

private:
  mlir::DiagnosticEngine::HandlerID handler;
};

/// "affine_set<(d0, d1) : (d0 >= 0, -d0 + 3 >= 0, ...)>" of a box at the
/// origin.
inline std::string box(const std::vector<int64_t> &sizes) {
  std::string dims, constraints;
  for (size_t i = 0; i < sizes.size(); ++i) {
    std::string d = "d" + std::to_string(i);
    dims += (i ? ", " : "") + d;
    constraints += (i ? ", " : "") + d + " >= 0, -" + d + " + " +
                   std::to_string(sizes[i] - 1) + " >= 0";
  }
  return "affine_set<(" + dims + ") : (" + constraints + ")>";
}
inline std::string identity(size_t rank) {
  std::string dims;
  for (size_t i = 0; i < rank; ++i)
    dims += (i ? ", d" : "d") + std::to_string(i);
  return "affine_map<(" + dims + ") -> (" + dims + ")>";
}
inline std::string dimensions(const std::vector<int64_t> &sizes) {
  std::string text;
  for (int64_t size : sizes)
    text += std::to_string(size) + "x";
  return text;
}
inline std::string list(const std::vector<int64_t> &values) {
  std::string text;
  for (int64_t value : values)
    text += (text.empty() ? "" : ", ") + std::to_string(value);
  return "[" + text + "]";
}
/// "%name = ktdp.construct_memory_view %base ..." dense and row-major.
inline std::string view(const std::string &name, const std::string &base,
                        const std::vector<int64_t> &sizes,
                        const std::string &type,
                        const std::string &space = "global") {
  std::vector<int64_t> strides(sizes.size(), 1);
  for (size_t i = sizes.size(); i-- > 1;)
    strides[i - 1] = strides[i] * sizes[i];
  return name + " = ktdp.construct_memory_view " + base +
         ", sizes: " + list(sizes) + ", strides: " + list(strides) +
         " {coordinate_set = " + box(sizes) +
         ", memory_space = #ktdp.memory_space<" + space + ">} : memref<" +
         dimensions(sizes) + type + ">\n";
}
/// A tile of `sizes` at `subscripts` ("%i, %c0") of a view.
inline std::string tile(const std::string &name, const std::string &from,
                        const std::vector<int64_t> &viewSizes,
                        const std::string &type, const std::string &subscripts,
                        const std::vector<int64_t> &sizes) {
  return name + " = ktdp.construct_access_tile " + from + "[" + subscripts +
         "] {access_tile_set = " + box(sizes) +
         ", access_tile_order = " + identity(sizes.size()) + "} : memref<" +
         dimensions(viewSizes) + type + "> -> !ktdp.access_tile<" +
         dimensions(sizes) + "index>\n";
}
inline std::string zeros(size_t rank) {
  std::string text;
  for (size_t i = 0; i < rank; ++i)
    text += i ? ", 0" : "0";
  return text;
}

/// A kernel that loads inputs "arg0"... whole, runs `body` on %0 ..., and
/// stores %r, of `resultSizes`, to the last argument.
struct Tensor {
  std::vector<int64_t> sizes;
  std::string type;
};
inline std::string wholeKernel(const std::vector<Tensor> &inputs,
                               const Tensor &result, const std::string &body) {
  std::string arguments, text;
  size_t n = inputs.size();
  for (size_t i = 0; i <= n; ++i)
    arguments += (i ? ", %a" : "%a") + std::to_string(i) + ": index";
  text = "func.func @k(" + arguments + ") {\n";
  auto access = [&](size_t i, const Tensor &t) {
    std::string n = std::to_string(i);
    text += view("%v" + n, "%a" + n, t.sizes, t.type);
    text += tile("%t" + n, "%v" + n, t.sizes, t.type, zeros(t.sizes.size()),
                 t.sizes);
  };
  for (size_t i = 0; i < n; ++i) {
    access(i, inputs[i]);
    std::string number = std::to_string(i);
    text += "%in" + number + " = ktdp.load %t" + number + " : <" +
            dimensions(inputs[i].sizes) + "index> -> tensor<" +
            dimensions(inputs[i].sizes) + inputs[i].type + ">\n";
  }
  access(n, result);
  text += body + "\nktdp.store %r, %t" + std::to_string(n) + " : tensor<" +
          dimensions(result.sizes) + result.type + ">, <" +
          dimensions(result.sizes) + "index>\nreturn }\n";
  return text;
}

/// Runs such a kernel; empty (after a failed check) when anything goes wrong.
inline std::vector<double>
runWhole(const std::vector<Tensor> &inputs, const Tensor &result,
         const std::string &body,
         const std::vector<std::vector<double>> &data) {
  Kernel kernel(wholeKernel(inputs, result, body));
  REQUIRE_MESSAGE(kernel.describe(), kernel.diagnostics);
  for (size_t i = 0; i < data.size(); ++i)
    kernel.set("arg" + std::to_string(i), data[i]);
  bool ok = kernel.run();
  REQUIRE_MESSAGE(ok, kernel.diagnostics);
  CHECK_MESSAGE(kernel.diagnostics.empty(), kernel.diagnostics);
  return kernel.get("arg" + std::to_string(inputs.size()));
}

inline std::vector<double> iota(size_t count, double start = 0,
                                double step = 1) {
  std::vector<double> values;
  for (size_t i = 0; i < count; ++i)
    values.push_back(start + step * double(i));
  return values;
}

} // namespace sg::test
