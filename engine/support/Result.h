// A value or the reason why there is none: how the plain half of the engine
// (everything below MLIR) reports errors, since it never throws.
#pragma once
#include <optional>
#include <string>
#include <utility>

namespace sg {

/// What went wrong, in words for the user. `where` is a position a person can
/// look up ("file.s:3:7", "spyrecode.json: JobExecPlan[0]", "offset 0x40"),
/// empty when there is none.
struct Error {
  std::string message;
  std::string where;

  /// "where: message", or just the message.
  std::string str() const {
    return where.empty() ? message : where + ": " + message;
  }
};

/// Either a T or an Error. Test it before use.
template <typename T> class [[nodiscard]] Result {
public:
  Result(T value) : value_(std::move(value)) {}
  Result(Error error) : error_(std::move(error)) {}

  explicit operator bool() const { return value_.has_value(); }
  T &operator*() { return *value_; }
  const T &operator*() const { return *value_; }
  T *operator->() { return &*value_; }
  const T *operator->() const { return &*value_; }
  /// Only when the result is an error.
  const Error &error() const { return error_; }

private:
  std::optional<T> value_;
  Error error_;
};

/// Success, or an Error.
template <> class [[nodiscard]] Result<void> {
public:
  Result() = default;
  Result(Error error) : error_(std::move(error)) {}

  explicit operator bool() const { return !error_; }
  const Error &error() const { return *error_; }

private:
  std::optional<Error> error_;
};

} // namespace sg
