// Reading JSON of unknown origin: a field is there with the right type, or the
// error says which is not.
#pragma once
#include "engine/support/Result.h"
#include <cmath>
#include <cstdint>
#include <nlohmann/json.hpp>
#include <string>

namespace sg::app {

/// Collects the first error; what is missing leaves a value alone.
class JsonReader {
public:
  JsonReader(const nlohmann::json &json, std::string where)
      : json(json), where(std::move(where)) {
    if (!json.is_object())
      fail("", "an object");
  }

  void read(const char *key, std::string &into) {
    if (const nlohmann::json *value = find(key)) {
      if (value->is_string())
        into = value->get_ref<const std::string &>();
      else
        fail(key, "a text");
    }
  }
  void read(const char *key, bool &into) {
    if (const nlohmann::json *value = find(key)) {
      if (value->is_boolean())
        into = value->get<bool>();
      else
        fail(key, "true or false");
    }
  }
  /// Finite, and moved into [least, most].
  void read(const char *key, double &into, double least, double most) {
    const nlohmann::json *value = find(key);
    if (!value)
      return;
    double number = value->is_number() ? value->get<double>() : NAN;
    if (!std::isfinite(number))
      return fail(key, "a number");
    into = number < least ? least : number > most ? most : number;
  }
  template <typename T> void readInt(const char *key, T &into, double most) {
    double number = double(into);
    read(key, number, 0, most);
    into = T(number);
  }
  const nlohmann::json *find(const char *key) const {
    auto it = json.find(key);
    return json.is_object() && it != json.end() ? &*it : nullptr;
  }
  void fail(const std::string &key, const char *expected) {
    if (error.message.empty())
      error = {key.empty() ? std::string("expected ") + expected
                           : "'" + key + "' has to be " + expected,
               where};
  }
  bool failed() const { return !error.message.empty(); }
  const Error &firstError() const { return error; }

private:
  const nlohmann::json &json;
  std::string where;
  Error error;
};

} // namespace sg::app
