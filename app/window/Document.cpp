#include "app/window/Document.h"
#include "app/window/Json.h"

namespace sg::app {

nlohmann::json toJson(const Document &document) {
  nlohmann::json json = {{"name", document.name},
                         {"text", document.text},
                         {"frontend", document.frontend},
                         {"device", document.device},
                         {"doubleBuffering", document.doubleBuffering},
                         {"corelets", document.corelets},
                         {"tileRows", document.tileRows},
                         {"tileColumns", document.tileColumns},
                         {"seed", document.seed}};
  if (!document.kernel.empty())
    json["kernel"] = document.kernel;
  if (!document.deviceText.empty())
    json["deviceText"] = document.deviceText;
  for (const auto &[name, value] : document.defines)
    json["defines"].push_back({name, value});
  return json;
}

static bool readDefines(const nlohmann::json &json, Document &into) {
  if (!json.is_array() || json.size() > 1000)
    return false;
  for (const nlohmann::json &pair : json) {
    if (!pair.is_array() || pair.size() != 2 || !pair[0].is_string() ||
        !pair[1].is_string())
      return false;
    into.defines.emplace_back(pair[0].get<std::string>(),
                              pair[1].get<std::string>());
  }
  return true;
}

Result<Document> documentFromJson(const nlohmann::json &json) {
  Document document;
  JsonReader reader(json, "document");
  reader.read("name", document.name);
  reader.read("text", document.text);
  reader.read("frontend", document.frontend);
  reader.read("kernel", document.kernel);
  reader.read("device", document.device);
  reader.read("deviceText", document.deviceText);
  reader.read("doubleBuffering", document.doubleBuffering);
  reader.readInt("corelets", document.corelets, 1024);
  reader.readInt("tileRows", document.tileRows, 1 << 20);
  reader.readInt("tileColumns", document.tileColumns, 1 << 20);
  reader.readInt("seed", document.seed, double(uint64_t(1) << 53));
  if (const nlohmann::json *defines = reader.find("defines"))
    if (!readDefines(*defines, document))
      reader.fail("defines", "a list of pairs of texts");
  if (document.text.size() > mostText || document.deviceText.size() > mostText)
    return Error{"the text is longer than 16 MiB", "document"};
  if (reader.failed())
    return reader.firstError();
  return document;
}

CompileRequest requestOf(const Document &document, const std::string &archs) {
  CompileRequest request;
  request.text = document.text;
  request.fileName = document.name;
  request.frontend = document.frontend;
  request.kernel = document.kernel;
  request.device = document.device;
  request.deviceText = document.deviceText;
  request.archDirs = {archs};
  request.defines = document.defines;
  auto option = [&request](const char *name, int value) {
    if (value > 0)
      request.options.emplace_back(name, std::to_string(value));
  };
  request.options.emplace_back("double-buffering",
                               document.doubleBuffering ? "on" : "off");
  option("corelets", document.corelets);
  option("tile-rows", document.tileRows);
  option("tile-columns", document.tileColumns);
  return request;
}

} // namespace sg::app
