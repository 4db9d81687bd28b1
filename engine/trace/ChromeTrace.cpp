// The trace in the trace-event JSON format that Chrome and Perfetto read.
// Source: "Trace Event Format" (Google, public document): complete events
// ("ph": "X") with microseconds in "ts" and "dur", names of processes and
// threads as metadata events ("ph": "M").
#include "engine/trace/Trace.h"
#include <nlohmann/json.hpp>
#include <set>

namespace sg {
namespace {

/// A JSON string; what is not UTF-8 is replaced.
std::string quoted(const std::string &text) {
  return nlohmann::json(text).dump(-1, ' ', true,
                                   nlohmann::json::error_handler_t::replace);
}

class Writer {
public:
  explicit Writer(const Trace &trace) : trace(trace) {}

  std::string run() {
    out = "{\"displayTimeUnit\":\"ns\",\"otherData\":{\"cycles\":" +
          std::to_string(trace.totals.cycles) +
          ",\"unit\":\"1 us = 1 cycle\"},\"traceEvents\":[\n";
    std::set<int32_t> named;
    for (size_t i = 0; i < trace.lanes.size(); ++i) {
      int32_t core = trace.lanes[i].core;
      if (named.insert(core).second)
        metadata("process_name", core, "core " + std::to_string(core), "");
      metadata("thread_name", core, trace.lanes[i].name,
               ",\"tid\":" + std::to_string(i));
    }
    for (const Event &event : trace.events)
      if (event.lane < trace.lanes.size())
        complete(event);
    out += "\n]}\n";
    return std::move(out);
  }

private:
  const Trace &trace;
  std::string out;
  bool first = true;

  void open() {
    if (!first)
      out += ",\n";
    first = false;
  }

  void metadata(const char *what, int32_t core, const std::string &name,
                const std::string &thread) {
    open();
    out += std::string("{\"ph\":\"M\",\"name\":\"") + what +
           "\",\"pid\":" + std::to_string(core) + thread +
           ",\"args\":{\"name\":" + quoted(name) + "}}";
  }

  void complete(const Event &event) {
    open();
    out +=
        std::string("{\"ph\":\"X\",\"name\":\"") + eventKindName(event.kind) +
        "\",\"cat\":\"" + (isWait(event.kind) ? "wait" : "work") +
        "\",\"pid\":" + std::to_string(trace.lanes[event.lane].core) +
        ",\"tid\":" + std::to_string(event.lane) +
        ",\"ts\":" + std::to_string(event.begin) +
        ",\"dur\":" + std::to_string(event.end - event.begin) + ",\"args\":{";
    std::string args;
    auto add = [&](const char *key, const std::string &value) {
      args += (args.empty() ? "\"" : ",\"") + std::string(key) + "\":" + value;
    };
    if (event.bytes)
      add("bytes", std::to_string(event.bytes));
    if (event.tag && event.tag <= trace.buffers.size())
      add("buffer", quoted(trace.buffers[event.tag - 1]));
    if (event.source && event.source <= trace.sources.size())
      add("source", quoted(trace.sources[event.source - 1]));
    if (isWait(event.kind) && event.kind != EventKind::WaitMemory &&
        event.kind != EventKind::WaitFence)
      add("port", std::to_string(event.peer));
    out += args + "}}";
  }
};

} // namespace

std::string toChromeTrace(const Trace &trace) { return Writer(trace).run(); }

} // namespace sg
