// How rows get their functions: an operation's meaning is written once, as a
// struct with a static `apply`, and these templates make the element-by-element
// and the vector form of it.
#pragma once
#include "engine/ops/FormatBits.h"
#include "engine/ops/OpTable.h"
#include <algorithm>
#include <utility>
#include <vector>

namespace sg::rows {

constexpr uint32_t bit(Format format) { return 1u << unsigned(format); }
inline constexpr uint32_t floats =
    bit(Format::F16) | bit(Format::BF16) | bit(Format::F32);
inline constexpr uint32_t wideInts =
    bit(Format::I8) | bit(Format::I16) | bit(Format::I32) | bit(Format::I64);
inline constexpr uint32_t ints = wideInts | bit(Format::I1);

/// An element's memory image and the C++ number that holds it.
template <Format F> struct Element;
template <> struct Element<Format::F16> {
  using Memory = uint16_t;
  static float load(Memory m) { return bits::f16ToFloat(m); }
  static Memory store(float v) { return bits::floatToF16(v); }
  static Memory store(double v) { return store(bits::toOddFloat(v)); }
};
template <> struct Element<Format::BF16> {
  using Memory = uint16_t;
  static float load(Memory m) { return bits::bf16ToFloat(m); }
  static Memory store(float v) { return bits::floatToBf16(v); }
  static Memory store(double v) { return store(bits::toOddFloat(v)); }
};
template <> struct Element<Format::F32> {
  using Memory = uint32_t;
  static float load(Memory m) { return bitCast<float>(m); }
  static Memory store(float v) { return bits::floatToF32(v); }
  static Memory store(double v) { return store(float(v)); }
};
template <typename M> struct IntElement {
  using Memory = M;
  static int64_t load(Memory m) { return m; }
  static Memory store(int64_t v) { return Memory(v); }
};
template <> struct Element<Format::I8> : IntElement<int8_t> {};
template <> struct Element<Format::I16> : IntElement<int16_t> {};
template <> struct Element<Format::I32> : IntElement<int32_t> {};
template <> struct Element<Format::I64> : IntElement<int64_t> {};
template <> struct Element<Format::I1> {
  using Memory = uint8_t;
  static int64_t load(Memory m) { return m != 0; }
  static Memory store(int64_t v) { return Memory(v & 1); }
};

/// Width of an integer format in bits.
constexpr unsigned widthOf(Format format) {
  switch (format) {
  case Format::I1:
    return 1;
  case Format::I8:
    return 8;
  case Format::I16:
    return 16;
  case Format::I32:
    return 32;
  default:
    return 64;
  }
}
/// The value read as two's complement (an i1 that is set is -1), and as
/// unsigned.
constexpr int64_t asSigned(Format format, int64_t value) {
  unsigned unused = 64 - widthOf(format);
  return int64_t(uint64_t(value) << unused) >> unused;
}
constexpr uint64_t asUnsigned(Format format, int64_t value) {
  unsigned unused = 64 - widthOf(format);
  return uint64_t(value) << unused >> unused;
}

/// Elements that go through local arrays at a time: no aliasing to consider, so
/// the three loops of a vector form vectorise each on its own.
inline constexpr size_t blockSize = 64;

/// Runs `body(operands..., result, n)` for blocks of elements. `From` and `To`
/// convert elements of the operands and the result.
template <typename From, typename To, typename T, typename R, size_t N,
          typename Body>
void inBlocks(const void *const *in, void *out, size_t count, Body body) {
  T values[N][blockSize];
  R results[blockSize];
  using M = typename From::Memory;
  using O = typename To::Memory;
  for (size_t done = 0; done < count; done += blockSize) {
    size_t n = std::min(blockSize, count - done);
    for (size_t k = 0; k < N; ++k) {
      const char *from = static_cast<const char *>(in[k]) + done * sizeof(M);
      for (size_t i = 0; i < n; ++i)
        values[k][i] = T(From::load(bits::read<M>(from + i * sizeof(M))));
    }
    body(values, results, n);
    char *to = static_cast<char *>(out) + done * sizeof(O);
    for (size_t i = 0; i < n; ++i)
      bits::write<O>(to + i * sizeof(O), To::store(results[i]));
  }
}

/// `Op::Type` is the type an operation computes in (float where a single
/// rounding to the format follows from it, double elsewhere), `Op::apply` takes
/// as many of it as the operation has operands.
template <typename Op, size_t N> struct FloatForms {
  using T = typename Op::Type;

  template <typename V, size_t... I>
  static T call(const V &values, std::index_sequence<I...>) {
    return Op::apply(values(I)...);
  }
  template <typename V> static T call(const V &values) {
    return call(values, std::make_index_sequence<N>());
  }

  static Scalar eval(std::span<const Scalar> in, Format, Format out) {
    return roundTo(out,
                   {double(call([&](size_t k) { return T(in[k].f); })), 0});
  }

  template <Format F>
  static void vector(const void *const *in, void *out, size_t count) {
    inBlocks<Element<F>, Element<F>, T, T, N>(
        in, out, count, [](auto &values, auto &results, size_t n) {
          for (size_t i = 0; i < n; ++i)
            results[i] = call([&](size_t k) { return values[k][i]; });
        });
  }

  // One operand of 16 bits: every result there is, computed at first use.
  template <Format F>
  static void table(const void *const *in, void *out, size_t count) {
    using E = Element<F>;
    static const std::vector<uint16_t> results = [] {
      std::vector<uint16_t> all(65536);
      for (uint32_t bits = 0; bits < all.size(); ++bits)
        all[bits] = E::store(T(Op::apply(T(E::load(uint16_t(bits))))));
      return all;
    }();
    const char *from = static_cast<const char *>(in[0]);
    char *to = static_cast<char *>(out);
    for (size_t i = 0; i < count; ++i)
      bits::write(to + 2 * i, results[bits::read<uint16_t>(from + 2 * i)]);
  }
};

/// Fills in the functions of a row on float formats; the vector forms compute.
template <typename Op, size_t N> OpRow computedFloat(OpRow row) {
  using Forms = FloatForms<Op, N>;
  row.arity = N;
  row.formats = floats;
  row.eval = Forms::eval;
  row.vector[unsigned(Format::F16)] = Forms::template vector<Format::F16>;
  row.vector[unsigned(Format::BF16)] = Forms::template vector<Format::BF16>;
  row.vector[unsigned(Format::F32)] = Forms::template vector<Format::F32>;
  return row;
}

/// As above for slow functions of one operand: the 16-bit formats look up.
template <typename Op> OpRow tabledFloat(OpRow row) {
  using Forms = FloatForms<Op, 1>;
  row = computedFloat<Op, 1>(std::move(row));
  row.vector[unsigned(Format::F16)] = Forms::template table<Format::F16>;
  row.vector[unsigned(Format::BF16)] = Forms::template table<Format::BF16>;
  return row;
}

/// `Op::apply(Format, int64_t...)`; the result wraps to the format.
template <typename Op, size_t N> struct IntForms {
  template <typename V, size_t... I>
  static int64_t call(Format format, const V &values,
                      std::index_sequence<I...>) {
    return Op::apply(format, values(I)...);
  }
  template <typename V> static int64_t call(Format format, const V &values) {
    return call(format, values, std::make_index_sequence<N>());
  }

  static Scalar eval(std::span<const Scalar> in, Format format, Format out) {
    return roundTo(out, {0, call(format, [&](size_t k) { return in[k].i; })});
  }

  template <Format F>
  static void vector(const void *const *in, void *out, size_t count) {
    inBlocks<Element<F>, Element<F>, int64_t, int64_t, N>(
        in, out, count, [](auto &values, auto &results, size_t n) {
          for (size_t i = 0; i < n; ++i)
            results[i] = call(F, [&](size_t k) { return values[k][i]; });
        });
  }
};

/// Fills in the functions of a row on integer formats.
template <typename Op, size_t N>
OpRow computedInt(OpRow row, uint32_t formats) {
  using Forms = IntForms<Op, N>;
  row.arity = N;
  row.formats = formats;
  row.eval = Forms::eval;
  row.vector[unsigned(Format::I32)] = Forms::template vector<Format::I32>;
  if (formats & bit(Format::I1))
    row.vector[unsigned(Format::I1)] = Forms::template vector<Format::I1>;
  return row;
}

// The built-in rows, by theme.
void addArithmeticRows(std::vector<OpRow> &rows);
void addFunctionRows(std::vector<OpRow> &rows);
void addIntRows(std::vector<OpRow> &rows);
void addCompareRows(std::vector<OpRow> &rows);
void addCastRows(std::vector<OpRow> &rows);

} // namespace sg::rows
