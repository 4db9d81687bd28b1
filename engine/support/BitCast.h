// std::bit_cast, which the web build's standard library does not have yet.
#pragma once
#include <type_traits>

namespace sg {

/// The value of type To with the bits of `from`; both have the same size.
template <typename To, typename From>
constexpr To bitCast(const From &from) noexcept {
  static_assert(sizeof(To) == sizeof(From));
  static_assert(std::is_trivially_copyable_v<To> &&
                std::is_trivially_copyable_v<From>);
  return __builtin_bit_cast(To, from);
}

} // namespace sg
