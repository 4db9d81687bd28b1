// Reading JSON objects of any content: strict about fields, never throwing,
// keeping the first error with the path to it.
#pragma once
#include "engine/support/Result.h"
#include <nlohmann/json.hpp>
#include <set>

namespace sg {

class JsonFields {
public:
  using json = nlohmann::json;
  JsonFields(const json &object, std::string path, std::optional<Error> &error)
      : object(object), path(std::move(path)), error(error) {
    if (!object.is_object())
      fail("", "expected an object");
  }

  void fail(const std::string &key, const std::string &message) {
    if (!error)
      error = Error{message, key.empty()    ? path
                             : path.empty() ? key
                                            : path + "." + key};
  }
  /// The value of a field, noted as known; null and an error when a required
  /// one is missing.
  const json *get(const char *key, bool required = true) {
    known.insert(key);
    if (!object.is_object())
      return nullptr;
    auto it = object.find(key);
    if (it != object.end())
      return &*it;
    if (required)
      fail(key, "this field is missing");
    return nullptr;
  }
  std::string text(const char *key, bool required = true) {
    const json *value = get(key, required);
    if (!value)
      return {};
    if (const auto *text = value->get_ptr<const std::string *>())
      return *text;
    fail(key, "expected a string");
    return {};
  }
  int64_t integer(const char *key, bool required = true) {
    const json *value = get(key, required);
    if (!value)
      return 0;
    std::optional<int64_t> number = asInteger(*value);
    if (!number)
      fail(key, "expected a 64-bit integer");
    return number.value_or(0);
  }
  const json *array(const char *key, bool required = true) {
    const json *value = get(key, required);
    if (value && !value->is_array()) {
      fail(key, "expected an array");
      return nullptr;
    }
    return value;
  }
  std::vector<int64_t> integers(const char *key, bool required = true) {
    std::vector<int64_t> all;
    if (const json *list = array(key, required))
      for (const json &item : *list) {
        std::optional<int64_t> number = asInteger(item);
        if (!number)
          fail(key, "expected 64-bit integers");
        all.push_back(number.value_or(0));
      }
    return all;
  }
  /// Rejects fields that nobody asked for.
  void close() {
    if (!object.is_object())
      return;
    for (auto it = object.begin(); it != object.end(); ++it)
      if (!known.count(it.key()))
        fail(it.key(), "unknown field");
  }

  static std::optional<int64_t> asInteger(const json &value) {
    if (!value.is_number_integer())
      return std::nullopt;
    if (const auto *number = value.get_ptr<const json::number_unsigned_t *>()) {
      if (*number > uint64_t(INT64_MAX))
        return std::nullopt;
      return int64_t(*number);
    }
    return *value.get_ptr<const json::number_integer_t *>();
  }

private:
  const json &object;
  std::string path;
  std::optional<Error> &error;
  std::set<std::string> known;
};

/// Parses text whose nesting is bounded: deep nesting would exhaust the stack
/// of whoever copies or prints the value.
Result<nlohmann::json> parseJson(std::string_view text,
                                 const std::string &fileName);

} // namespace sg
