#include "engine/reference/Arguments.h"
#include "engine/reference/RowLookup.h"
#include "engine/reference/Values.h"
#include "llvm/ADT/StringExtras.h"

using namespace mlir;

namespace sg::reference {

namespace {
int64_t bitsOf(Format format, Scalar value) {
  int64_t bits = 0;
  storeScalar(format, value, &bits);
  return bits;
}

// Scalars are passed as bits, sizes as numbers.
int64_t argumentValue(Format format, ArgumentKind kind, Scalar value) {
  return kind == ArgumentKind::Scalar ? bitsOf(format, value) : value.i;
}

LogicalResult checkBounds(func::FuncOp kernel, const KernelArgument &argument,
                          ktdp::RuntimeArgType type) {
  int64_t value = *argument.value;
  if (type.getUpperbound() && value > *type.getUpperbound())
    return kernel.emitError("argument '")
           << argument.name << "' is " << value << ", above its upper bound of "
           << *type.getUpperbound();
  if (type.getGranularity() && *type.getGranularity() > 0 &&
      value % *type.getGranularity())
    return kernel.emitError("argument '")
           << argument.name << "' is " << value
           << ", which is no multiple of its granularity of "
           << *type.getGranularity();
  return success();
}
} // namespace

Result<int64_t> parseElement(Format format, StringRef text) {
  StringRef trimmed = text.trim();
  auto bad = [&](const char *what) -> Result<int64_t> {
    return Error{"'" + text.str() + "' is not " + what, ""};
  };
  if (isFloat(format)) {
    double value = 0;
    if (trimmed.empty() || trimmed.getAsDouble(value))
      return bad("a number such as 0.5");
    return bitsOf(format, {value, 0});
  }
  if (format == Format::I1 && (trimmed == "true" || trimmed == "false"))
    return int64_t(trimmed == "true");
  int64_t value = 0;
  uint64_t large = 0;
  if (trimmed.getAsInteger(0, value)) {
    if (trimmed.getAsInteger(0, large))
      return bad("an integer such as 1000 or 0x10");
    value = int64_t(large);
  }
  Scalar wrapped = roundTo(format, {0, value});
  uint64_t bits = uint64_t(bitsOf(format, wrapped));
  if (wrapped.i != value && bits != uint64_t(value))
    return Error{"'" + text.str() + "' does not fit " +
                     std::string(formatName(format)),
                 ""};
  return int64_t(bits);
}

FailureOr<KernelArgument>
describeArgument(func::FuncOp kernel, unsigned number, std::string name,
                 ArgumentKind kind,
                 const std::map<std::string, std::string> &defines) {
  KernelArgument argument;
  argument.name = std::move(name);
  argument.kind = kind;
  Type type = kernel.getArgument(number).getType();
  auto runtime = dyn_cast<ktdp::RuntimeArgType>(type);
  std::optional<Format> format =
      formatOf(runtime ? runtime.getUnderlyingType() : type);
  if (!format) {
    kernel.emitError("argument '")
        << argument.name << "' has type " << type
        << ": arguments are index, integers, floats or runtime arguments";
    return failure();
  }
  argument.format = *format;
  if (kind == ArgumentKind::Fixed && isFloat(*format)) {
    kernel.emitError("argument '")
        << argument.name << "' decides what is computed, but is a float";
    return failure();
  }
  auto defined = defines.find(argument.name);
  if (defined != defines.end()) {
    Result<int64_t> bits = parseElement(*format, defined->second);
    if (!bits) {
      kernel.emitError("argument '")
          << argument.name << "': " << bits.error().message;
      return failure();
    }
    int64_t image = *bits;
    argument.value = argumentValue(*format, kind, loadScalar(*format, &image));
    if (kind == ArgumentKind::Base) {
      kernel.emitWarning("argument '")
          << argument.name
          << "' is the address of a buffer, which is chosen at launch; the "
             "value given for it has no effect";
      argument.value = std::nullopt;
    }
  } else if (Attribute given = kernel.getArgAttr(number, "sg.value");
             given && kind != ArgumentKind::Base) {
    std::optional<Scalar> value = scalarOf(given, *format);
    if (!value) {
      kernel.emitError("argument '")
          << argument.name << "' has sg.value = " << given
          << ", which is no number of type " << type;
      return failure();
    }
    argument.value = argumentValue(*format, kind, *value);
  } else if (runtime && runtime.getUpperbound() && kind != ArgumentKind::Base) {
    argument.value =
        argumentValue(*format, kind, {0, *runtime.getUpperbound()});
  }
  if (kind == ArgumentKind::Fixed && !argument.value) {
    kernel.emitError("argument '")
        << argument.name
        << "' determines sizes, loops or positions, so that the kernel is "
           "compiled for one value of it: pass `--define "
        << argument.name << "=VALUE`, or give it {sg.value = VALUE}";
    return failure();
  }
  if (runtime && argument.value &&
      failed(checkBounds(kernel, argument, runtime)))
    return failure();
  return argument;
}

} // namespace sg::reference
