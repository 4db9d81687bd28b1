// `spyreglass disassemble` and `spyreglass assemble`.
#include "app/cli/Commands.h"
#include "app/cli/Files.h"
#include "engine/spyrecode/Assembly.h"

namespace sg::cli {

// Into the -o file, or to standard output.
static void deliver(std::string content, const Options &options,
                    Outcome &outcome) {
  if (options.output.empty() || options.output == "-") {
    outcome.output = std::move(content);
    return;
  }
  if (Result<void> written = writeFile(options.output, content); !written)
    outcome.fail(written.error());
  else
    outcome.json["output"] = options.output;
}

Outcome disassembleCommand(const Options &options) {
  Outcome outcome;
  const std::string &path = options.files.front();
  Result<std::string> file = readFile(path);
  if (!file) {
    outcome.fail(file.error().message, displayName(path));
    return outcome;
  }
  Result<Binary> binary =
      decode({reinterpret_cast<const uint8_t *>(file->data()), file->size()});
  if (!binary) {
    outcome.fail(binary.error(), displayName(path));
    return outcome;
  }
  std::string text = disassemble(*binary);
  size_t instructions = 0;
  for (const Stream &stream : binary->streams)
    instructions += stream.code.size();
  outcome.json["device"] = binary->device;
  outcome.json["streams"] = binary->streams.size();
  outcome.json["instances"] = binary->instances.size();
  outcome.json["instructions"] = instructions;
  if (options.json && options.output.empty())
    outcome.json["text"] = text;
  deliver(std::move(text), options, outcome);
  return outcome;
}

Outcome assembleCommand(const Options &options) {
  Outcome outcome;
  const std::string &path = options.files.front();
  Result<std::string> text = readFile(path);
  if (!text) {
    outcome.fail(text.error().message, displayName(path));
    return outcome;
  }
  Result<Binary> binary = assemble(*text, displayName(path));
  if (!binary) {
    outcome.fail(binary.error().message, binary.error().where);
    return outcome;
  }
  Result<std::vector<uint8_t>> bytes = encode(*binary);
  if (!bytes) {
    outcome.fail(bytes.error(), displayName(path));
    return outcome;
  }
  outcome.json["bytes"] = bytes->size();
  deliver(std::string(bytes->begin(), bytes->end()), options, outcome);
  return outcome;
}

} // namespace sg::cli
