#include "engine/spyrecode/KernelInfo.h"
#include "engine/spyrecode/JsonFields.h"

namespace sg {

static const char *const kindNames[] = {"base", "scalar", "fixed", "unused"};
static const char *const useNames[] = {"in", "out", "inout"};

nlohmann::json toJson(const KernelInfo &info) {
  using nlohmann::json;
  json out = {{"name", info.name},        {"frontend", info.frontend},
              {"grid", info.grid},        {"arguments", json::array()},
              {"buffers", json::array()}, {"work", json::array()}};
  for (const KernelArgument &one : info.arguments) {
    json item = {{"name", one.name},
                 {"format", formatName(one.format)},
                 {"kind", kindNames[unsigned(one.kind) % 4]}};
    if (one.value)
      item["value"] = *one.value;
    out["arguments"].push_back(std::move(item));
  }
  for (const KernelBuffer &one : info.buffers) {
    json item = {{"name", one.name},
                 {"format", formatName(one.format)},
                 {"shape", one.shape},
                 {"strides", one.strides},
                 {"view_offset", one.viewOffset},
                 {"use", useNames[unsigned(one.use) % 3]},
                 {"constant_address", one.constantAddress},
                 {"first_element", one.firstElement},
                 {"end_element", one.endElement}};
    if (one.argument)
      item["argument"] = *one.argument;
    out["buffers"].push_back(std::move(item));
  }
  for (const auto &[cost, elements] : info.work)
    out["work"].push_back({{"class", cost}, {"elements", elements}});
  return out;
}

namespace {

class Reader {
public:
  Result<KernelInfo> run(const nlohmann::json &json) {
    KernelInfo info;
    JsonFields top(json, "", error);
    info.name = top.text("name");
    info.frontend = top.text("frontend");
    info.grid = top.integers("grid");
    each(top, "arguments",
         [&](JsonFields &in) { info.arguments.push_back(argument(in)); });
    each(top, "buffers",
         [&](JsonFields &in) { info.buffers.push_back(buffer(in)); });
    each(top, "work", [&](JsonFields &in) {
      std::string cost = in.text("class");
      info.work.emplace_back(cost, in.integer("elements"));
    });
    top.close();
    for (size_t i = 0; i < info.buffers.size(); ++i)
      check(info, i);
    if (error)
      return *error;
    return info;
  }

private:
  std::optional<Error> error;

  template <typename Item>
  void each(JsonFields &in, const char *key, Item item) {
    const nlohmann::json *list = in.array(key);
    if (!list)
      return;
    size_t index = 0;
    for (const nlohmann::json &value : *list) {
      JsonFields fields(
          value, std::string(key) + "[" + std::to_string(index++) + "]", error);
      item(fields);
      fields.close();
    }
  }

  Format format(JsonFields &in) {
    std::optional<Format> known = parseFormat(in.text("format"));
    if (!known)
      in.fail("format", "unknown element format; write f16, bf16, f32, i1, "
                        "i8, i16, i32 or i64");
    return known.value_or(Format::F16);
  }

  template <size_t n>
  unsigned choice(JsonFields &in, const char *key,
                  const char *const (&names)[n]) {
    std::string word = in.text(key), all;
    for (unsigned i = 0; i < n; ++i) {
      if (word == names[i])
        return i;
      all += (i ? ", " : "") + std::string(names[i]);
    }
    in.fail(key, "expected one of " + all);
    return 0;
  }

  KernelArgument argument(JsonFields &in) {
    KernelArgument one;
    one.name = in.text("name");
    one.format = format(in);
    one.kind = ArgumentKind(choice(in, "kind", kindNames));
    if (in.get("value", false))
      one.value = in.integer("value");
    return one;
  }

  KernelBuffer buffer(JsonFields &in) {
    KernelBuffer one;
    one.name = in.text("name");
    one.format = format(in);
    one.shape = in.integers("shape");
    one.strides = in.integers("strides");
    if (in.get("view_offset", false))
      one.viewOffset = in.integer("view_offset");
    one.use = BufferUse(choice(in, "use", useNames));
    if (in.get("argument", false)) {
      int64_t index = in.integer("argument");
      one.argument = index < 0 || index > int64_t(UINT32_MAX)
                         ? UINT32_MAX // in no list: check() says so
                         : uint32_t(index);
    }
    one.constantAddress = in.integer("constant_address");
    one.firstElement = in.integer("first_element");
    one.endElement = in.integer("end_element");
    return one;
  }

  void check(const KernelInfo &info, size_t index) {
    const KernelBuffer &one = info.buffers[index];
    std::string where = "buffers[" + std::to_string(index) + "]";
    auto fail = [&](const char *message) {
      if (!error)
        error = Error{message, where};
    };
    if (one.argument && *one.argument >= info.arguments.size())
      fail("'argument' is not in the list of arguments");
    if (one.shape.size() != one.strides.size())
      fail("'shape' and 'strides' have different lengths");
    for (int64_t size : one.shape)
      if (size < 0)
        fail("a size in 'shape' is negative");
    if (one.endElement < one.firstElement)
      fail("'end_element' lies before 'first_element'");
  }
};

} // namespace

Result<KernelInfo> kernelInfoFromJson(const nlohmann::json &json) {
  return Reader().run(json);
}

} // namespace sg
