#include "engine/device/DeviceReader.h"
#include "engine/device/DeviceInterpret.h"
#include "engine/ir/Dialects.h"
#include "engine/ir/Scan.h"
#include "engine/ir/Verify.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/Diagnostics.h"
#include "mlir/Parser/Parser.h"
#include "llvm/ADT/ScopeExit.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"
#include <set>

using namespace mlir;
using namespace sg::ktdf_arch;

namespace sg {
namespace {

/// A description is a few kilobytes.
constexpr size_t maxTextBytes = size_t(4) << 20;
constexpr size_t maxImports = 16;

/// The %name at a position of the text; empty when there is none.
StringRef valueNameAt(StringRef text, FileLineColLoc loc) {
  for (unsigned line = 1; line < loc.getLine() && !text.empty(); ++line)
    text = text.split('\n').second;
  StringRef line = text.split('\n').first;
  if (loc.getColumn() == 0 || loc.getColumn() > line.size())
    return {};
  line = line.drop_front(loc.getColumn() - 1);
  if (!line.consume_front("%"))
    return {};
  return line.take_while(
      [](char c) { return llvm::isAlnum(c) || StringRef("_$.-").contains(c); });
}

/// Parses a text. The parser's message for an unknown name does not say which
/// one; this adds it.
OwningOpRef<ModuleOp> parseText(StringRef text, StringRef fileName,
                                MLIRContext &context) {
  Location start = FileLineColLoc::get(&context, fileName, 1, 1);
  if (text.size() > maxTextBytes) {
    emitError(start) << "a device description has at most " << maxTextBytes
                     << " bytes, this one has " << text.size();
    return {};
  }
  if (std::optional<ScanError> error = scanSource(text)) {
    emitError(
        FileLineColLoc::get(&context, fileName, error->line, error->column))
        << error->message;
    return {};
  }
  std::vector<Diagnostic> diagnostics;
  OwningOpRef<ModuleOp> module;
  {
    ScopedDiagnosticHandler handler(&context, [&](Diagnostic &diagnostic) {
      diagnostics.push_back(std::move(diagnostic));
      return success();
    });
    // parseSourceString takes a name only for its buffer.
    Block block;
    if (succeeded(parseSourceString(
            text, &block, ParserConfig(&context, /*verifyAfterParse=*/false),
            fileName)) &&
        succeeded(verifyParsed(block)))
      module = mlir::detail::constructContainerOpForParserIfNecessary<ModuleOp>(
          &block, &context, start);
  }
  for (Diagnostic &diagnostic : diagnostics) {
    auto loc = dyn_cast<FileLineColLoc>(diagnostic.getLocation());
    if (loc && StringRef(diagnostic.str()).contains("undeclared SSA value"))
      if (StringRef name = valueNameAt(text, loc); !name.empty()) {
        emitError(loc) << "there is no resource '%" << name
                       << "' here; a group sees what it declares and what its "
                          "share(...) lists";
        continue;
      }
    context.getDiagEngine().emit(std::move(diagnostic));
  }
  return module;
}

std::string canonical(StringRef path) {
  llvm::SmallString<256> real;
  if (llvm::sys::fs::real_path(path, real))
    return path.str();
  return real.str().str();
}

/// Follows imports from a device operation to the one with a body.
class Importer {
public:
  explicit Importer(MLIRContext &context) : context(context) {}

  FailureOr<Device> read(StringRef text, StringRef fileName,
                         StringRef importDir);

private:
  FailureOr<DeviceOp> import(DeviceOp importer, std::string &directory);

  MLIRContext &context;
  std::set<std::string> visited;
  std::vector<OwningOpRef<ModuleOp>> modules;
};

FailureOr<DeviceOp> Importer::import(DeviceOp importer,
                                     std::string &directory) {
  StringRef path = *importer.getImportPath();
  llvm::SmallString<256> full;
  if (llvm::sys::path::is_absolute(path))
    full = path;
  else
    llvm::sys::path::append(full, directory, path);

  auto fail = [&](const llvm::Twine &why) -> FailureOr<DeviceOp> {
    importer.emitError() << "cannot import device @" << importer.getSymName()
                         << " from \"" << path << "\": " << why;
    return failure();
  };
  if (visited.size() >= maxImports)
    return fail("more than " + llvm::Twine(maxImports) + " imports in a row");
  if (llvm::sys::fs::is_directory(full))
    return fail("it is a directory");
  if (!visited.insert(canonical(full)).second)
    return fail("the imports go round in a circle");
  auto buffer = llvm::MemoryBuffer::getFile(full, /*IsText=*/true);
  if (!buffer)
    return fail(buffer.getError().message());
  modules.push_back(parseText((*buffer)->getBuffer(), full, context));
  if (!modules.back())
    return fail("the file has errors");
  for (auto device : modules.back()->getOps<DeviceOp>())
    if (device.getSymName() == importer.getSymName()) {
      directory = llvm::sys::path::parent_path(full).str();
      return device;
    }
  return fail("the file has no device of that name");
}

FailureOr<Device> Importer::read(StringRef text, StringRef fileName,
                                 StringRef importDir) {
  modules.push_back(parseText(text, fileName, context));
  if (!modules.back())
    return failure();
  DeviceOp device;
  for (auto found : modules.back()->getOps<DeviceOp>()) {
    if (device) {
      auto diag = found.emitError() << "a file describes one device; @"
                                    << found.getSymName() << " is another one";
      diag.attachNote(device.getLoc()) << "the first one";
      return failure();
    }
    device = found;
  }
  if (!device) {
    emitError(FileLineColLoc::get(&context, fileName, 1, 1))
        << "no device here: expected ktdf_arch.device @name { ... }";
    return failure();
  }

  llvm::SmallString<256> self(importDir);
  llvm::sys::path::append(self, llvm::sys::path::filename(fileName));
  visited.insert(canonical(self));
  // What the importing file says of the device goes above what the imported
  // one says.
  NamedAttrList attrs(device->getDiscardableAttrDictionary());
  std::string directory = importDir.str();
  while (device.isImported()) {
    FailureOr<DeviceOp> next = import(device, directory);
    if (failed(next))
      return failure();
    device = *next;
    for (NamedAttribute attr : device->getDiscardableAttrs())
      if (!attrs.get(attr.getName()))
        attrs.append(attr);
  }
  return interpretDevice(device, attrs.getDictionary(&context));
}

} // namespace

FailureOr<Device> readDeviceText(StringRef text, StringRef fileName,
                                 StringRef importDir, MLIRContext &context) {
  DialectRegistry registry;
  registerDialects(registry);
  context.appendDialectRegistry(registry);
  context.getOrLoadDialect<KtdfArchDialect>();
  // Messages name the resource; printing the whole device below them would
  // bury that.
  bool printOp = context.shouldPrintOpOnDiagnostic();
  context.printOpOnDiagnostic(false);
  llvm::scope_exit restore([&] { context.printOpOnDiagnostic(printOp); });
  return Importer(context).read(text, fileName, importDir);
}

FailureOr<Device> readDevice(StringRef path, MLIRContext &context) {
  Location start = FileLineColLoc::get(&context, path, 1, 1);
  if (llvm::sys::fs::is_directory(path)) {
    emitError(start) << "cannot read a device from a directory";
    return failure();
  }
  auto buffer = llvm::MemoryBuffer::getFile(path, /*IsText=*/true);
  if (!buffer) {
    emitError(start) << "cannot read the device file: "
                     << buffer.getError().message();
    return failure();
  }
  return readDeviceText((*buffer)->getBuffer(), path,
                        llvm::sys::path::parent_path(path), context);
}

static bool isFile(const llvm::Twine &path) {
  return llvm::sys::fs::is_regular_file(path);
}

Result<std::string> findDevice(StringRef nameOrPath,
                               ArrayRef<std::string> archDirs) {
  if (isFile(nameOrPath))
    return nameOrPath.str();
  if (!nameOrPath.empty())
    for (const std::string &dir : archDirs)
      for (StringRef ending : {"", ".mlir"}) {
        llvm::SmallString<256> path(dir);
        llvm::sys::path::append(path, nameOrPath + ending);
        if (isFile(path))
          return path.str().str();
      }
  std::string names;
  for (const std::string &name : deviceNames(archDirs))
    names += (names.empty() ? "" : ", ") + name;
  return Error{"there is no device '" + nameOrPath.str() +
                   (names.empty() ? "'" : "'; known are " + names) +
                   ", or give the path of a file",
               ""};
}

std::vector<std::string> deviceNames(ArrayRef<std::string> archDirs) {
  std::set<std::string> names;
  for (const std::string &dir : archDirs) {
    std::error_code error;
    for (llvm::sys::fs::directory_iterator it(dir, error), end;
         !error && it != end; it.increment(error))
      if (llvm::sys::path::extension(it->path()) == ".mlir")
        names.insert(llvm::sys::path::stem(it->path()).str());
  }
  return {names.begin(), names.end()};
}

} // namespace sg
