// device.json: one description of the fields serves writing and reading.
#include "engine/device/Device.h"
#include <nlohmann/json.hpp>

namespace sg {
namespace {

using nlohmann::json;

template <typename E> struct EnumName {
  E value;
  const char *name;
};
constexpr EnumName<Scope> scopeNames[] = {{Scope::Device, "device"},
                                          {Scope::Core, "core"},
                                          {Scope::Corelet, "corelet"}};
constexpr EnumName<UnitRole> roleNames[] = {{UnitRole::Dma, "dma"},
                                            {UnitRole::Load, "load"},
                                            {UnitRole::Store, "store"},
                                            {UnitRole::Vector, "vector"},
                                            {UnitRole::Matrix, "matrix"}};
constexpr EnumName<TopologyKind> topologyNames[] = {
    {TopologyKind::None, "none"},
    {TopologyKind::Ring, "ring"},
    {TopologyKind::Mesh, "mesh"},
    {TopologyKind::Crossbar, "crossbar"}};

/// Writes members into a JSON object.
struct Writer {
  json &object;

  template <typename T> void field(const char *key, const T &member) {
    object[key] = member;
  }
  template <typename E, size_t n>
  void choice(const char *key, const E &member, const EnumName<E> (&names)[n]) {
    for (const auto &entry : names)
      if (entry.value == member)
        object[key] = entry.name;
  }
  template <typename T> void list(const char *key, std::vector<T> &members) {
    json array = json::array();
    for (T &member : members) {
      json item = json::object();
      Writer writer{item};
      describe(writer, member);
      array.push_back(std::move(item));
    }
    object[key] = std::move(array);
  }
  template <typename T> void nested(const char *key, T &member) {
    json item = json::object();
    Writer writer{item};
    describe(writer, member);
    object[key] = std::move(item);
  }
};

/// Reads members from a JSON object of any content; keeps the first error.
/// A missing key keeps the member's default.
struct Reader {
  const json &object;
  std::string where;
  std::optional<Error> &error;

  const json *find(const char *key) {
    if (error || !object.is_object()) {
      wrong("", "an object");
      return nullptr;
    }
    auto it = object.find(key);
    return it == object.end() ? nullptr : &*it;
  }
  void wrong(const std::string &key, const char *expected) {
    if (!error)
      error =
          Error{(key.empty() ? "" : "'" + key + "': ") + "expected " + expected,
                where};
  }

  bool take(const json &value, std::string &member) {
    if (!value.is_string())
      return false;
    member = *value.get_ptr<const std::string *>();
    return true;
  }
  bool take(const json &value, int64_t &member) {
    if (!value.is_number_integer())
      return false;
    if (value.is_number_unsigned() &&
        *value.get_ptr<const uint64_t *>() > uint64_t(INT64_MAX))
      return false;
    member = value.get<int64_t>();
    return true;
  }
  bool take(const json &value, double &member) {
    if (!value.is_number())
      return false;
    member = value.get<double>();
    return true;
  }
  template <typename T> bool take(const json &value, std::vector<T> &member) {
    if (!value.is_array())
      return false;
    member.clear();
    for (const json &item : value)
      if (!take(item, member.emplace_back()))
        return false;
    return true;
  }
  template <typename T>
  bool take(const json &value, std::map<std::string, T> &member) {
    if (!value.is_object())
      return false;
    member.clear();
    for (auto it = value.begin(); it != value.end(); ++it)
      if (!take(it.value(), member[it.key()]))
        return false;
    return true;
  }

  static const char *expected(const std::string &) { return "a string"; }
  static const char *expected(const int64_t &) { return "an integer"; }
  static const char *expected(const double &) { return "a number"; }
  static const char *expected(const std::vector<int64_t> &) {
    return "an array of integers";
  }
  static const char *expected(const std::vector<std::string> &) {
    return "an array of strings";
  }
  static const char *expected(const std::map<std::string, int64_t> &) {
    return "an object of integers";
  }
  static const char *expected(const std::map<std::string, std::string> &) {
    return "an object of strings";
  }

  template <typename T> void field(const char *key, T &member) {
    if (const json *value = find(key))
      if (!take(*value, member))
        wrong(key, expected(member));
  }
  template <typename E, size_t n>
  void choice(const char *key, E &member, const EnumName<E> (&names)[n]) {
    const json *value = find(key);
    if (!value)
      return;
    std::string text, all;
    bool isText = take(*value, text);
    for (const auto &entry : names) {
      if (isText && text == entry.name) {
        member = entry.value;
        return;
      }
      all += (all.empty() ? "one of " : ", ") + std::string(entry.name);
    }
    wrong(key, all.c_str());
  }
  template <typename T> void list(const char *key, std::vector<T> &members) {
    const json *value = find(key);
    if (!value)
      return;
    if (!value->is_array())
      return wrong(key, "an array");
    for (const json &item : *value) {
      std::string place =
          std::string(key) + "[" + std::to_string(members.size()) + "]";
      inside(item, place, members.emplace_back());
    }
  }
  template <typename T> void nested(const char *key, T &member) {
    if (const json *value = find(key))
      inside(*value, key, member);
  }
  template <typename T>
  void inside(const json &item, const std::string &key, T &member) {
    Reader reader{item, where + ": " + key, error};
    if (!item.is_object())
      return reader.wrong("", "an object");
    describe(reader, member);
  }
};

template <typename Io> void describe(Io &io, DeviceMemory &memory) {
  io.field("kind", memory.kind);
  io.choice("scope", memory.scope, scopeNames);
  io.field("bytes", memory.bytes);
  io.field("bytes_per_cycle", memory.bytesPerCycle);
  io.field("latency_cycles", memory.latencyCycles);
  io.field("ports", memory.ports);
}

template <typename Io> void describe(Io &io, DeviceUnit &unit) {
  io.field("kind", unit.kind);
  io.choice("scope", unit.scope, scopeNames);
  io.choice("role", unit.role, roleNames);
  io.field("bytes_per_cycle", unit.bytesPerCycle);
  io.field("latency_cycles", unit.latencyCycles);
  io.field("queue_depth", unit.queueDepth);
  io.field("lanes", unit.lanes);
  io.field("cycles", unit.cycles);
  io.field("tile", unit.tile);
}

template <typename Io> void describe(Io &io, Datapath &path) {
  io.field("from", path.from);
  io.field("to", path.to);
  io.field("granularity", path.granularity);
  io.field("bytes_per_cycle", path.bytesPerCycle);
  io.field("latency_cycles", path.latencyCycles);
}

template <typename Io> void describe(Io &io, Topology &topology) {
  io.choice("kind", topology.kind, topologyNames);
  io.field("bytes_per_cycle", topology.bytesPerCycle);
  io.field("hop_cycles", topology.hopCycles);
  io.field("rows", topology.rows);
  io.field("cols", topology.cols);
}

template <typename Io> void describe(Io &io, Device &device) {
  io.field("name", device.name);
  io.field("cores", device.cores);
  io.field("corelets", device.corelets);
  io.field("clock_ghz", device.clockGhz);
  io.field("signal_cycles", device.signalCycles);
  io.nested("topology", device.topology);
  io.list("memories", device.memories);
  io.list("units", device.units);
  io.list("datapaths", device.datapaths);
  io.field("memory_spaces", device.memorySpaces);
  io.field("defaults_taken", device.defaultsTaken);
}

} // namespace

json toJson(const Device &device) {
  json object = json::object();
  Writer writer{object};
  Device copy = device; // the description of fields is shared with reading
  describe(writer, copy);
  return object;
}

Result<Device> deviceFromJson(const json &object) {
  Device device;
  std::optional<Error> error;
  Reader reader{object, "device.json", error};
  if (object.is_object())
    describe(reader, device);
  else
    reader.wrong("", "an object");
  if (error)
    return *error;
  if (auto valid = device.validate(); !valid)
    return Error{valid.error().message, "device.json"};
  return device;
}

} // namespace sg
