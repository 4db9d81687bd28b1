#include "app/cli/Npy.h"
#include <algorithm>
#include <charconv>
#include <cstring>
#include <limits>

namespace sg::cli {

namespace {

constexpr std::string_view magic("\x93NUMPY", 6);
constexpr size_t maxAxes = 32, maxHeader = size_t(1) << 20;

// The header: a Python dictionary with three known keys.
class HeaderParser {
public:
  explicit HeaderParser(std::string_view text) : text(text) {}

  std::string type;
  std::vector<int64_t> shape;
  bool isFortran = false;

  /// Empty when it could be read, else what is wrong.
  std::string parse() {
    bool seen[3] = {};
    if (!accept('{'))
      return "the header is not a dictionary";
    while (!accept('}')) {
      std::string key;
      if (!quoted(key) || !accept(':'))
        return "a key of the header cannot be read";
      int which = key == "descr" ? 0 : key == "fortran_order" ? 1 : 2;
      if ((which == 2 && key != "shape") || seen[which])
        return "the header has an unexpected key '" + key + "'";
      seen[which] = true;
      if (which == 0 && !quoted(type))
        return "its elements are structures; only plain numbers are read";
      if (which == 1 && !boolean())
        return "fortran_order is neither True nor False";
      if (which == 2 && !tuple())
        return "the shape cannot be read";
      if (!accept(',') && !peek('}'))
        return "the header ends too early";
    }
    if (!seen[0] || !seen[1] || !seen[2])
      return "the header needs descr, fortran_order and shape";
    return {};
  }

private:
  std::string_view text;
  size_t at = 0;

  void skip() {
    while (at < text.size() && (text[at] == ' ' || text[at] == '\n' ||
                                text[at] == '\t' || text[at] == '\r'))
      ++at;
  }
  bool peek(char c) {
    skip();
    return at < text.size() && text[at] == c;
  }
  bool accept(char c) {
    bool is = peek(c);
    at += is;
    return is;
  }
  bool word(std::string_view what) {
    skip();
    if (text.substr(at, what.size()) != what)
      return false;
    at += what.size();
    return true;
  }
  bool quoted(std::string &into) {
    skip();
    if (at >= text.size() || (text[at] != '\'' && text[at] != '"'))
      return false;
    size_t end = text.find(text[at], at + 1);
    if (end == std::string_view::npos)
      return false;
    into = std::string(text.substr(at + 1, end - at - 1));
    at = end + 1;
    return true;
  }
  bool boolean() {
    isFortran = word("True");
    return isFortran || word("False");
  }
  bool tuple() {
    if (!accept('('))
      return false;
    while (!accept(')')) {
      int64_t extent = 0;
      skip();
      auto [end, error] =
          std::from_chars(text.data() + at, text.data() + text.size(), extent);
      if (error != std::errc() || extent < 0 || shape.size() == maxAxes)
        return false;
      at = size_t(end - text.data());
      shape.push_back(extent);
      (void)accept('L'); // Python 2 wrote long integers so
      if (!accept(',') && !peek(')'))
        return false;
    }
    return true;
  }
};

struct Type {
  const char *name;
  Format format;
  bool isBits = false; ///< bf16's bits
};
const Type types[] = {
    {"<f2", Format::F16},        {"<f4", Format::F32},
    {"<i4", Format::I32},        {"|b1", Format::I1},
    {"|u1", Format::I1},         {"<i8", Format::I64},
    {"|i1", Format::I8},         {"<i2", Format::I16},
    {"<u2", Format::BF16, true}, {"V2", Format::BF16, true},
};

// One spelling for what means the same.
std::string normal(const std::string &type) {
  if (type.size() > 1 && (type[0] == '<' || type[0] == '|' || type[0] == '=') &&
      (type[1] == 'V'))
    return type.substr(1);
  if (type.size() == 3 && type[2] == '1')
    return "|" + type.substr(1);
  if (type.size() > 1 && type[0] == '=')
    return "<" + type.substr(1);
  return type;
}

size_t sizeOf(const std::string &type) {
  if (type == "<f8")
    return 8;
  for (const Type &each : types)
    if (type == each.name)
      return formatBytes(each.format);
  return 0;
}

// Column-major to row-major.
std::string transposed(std::string_view data, const std::vector<int64_t> &shape,
                       size_t width) {
  std::string result(data.size(), '\0');
  std::vector<int64_t> at(shape.size(), 0), stride(shape.size(), 1);
  for (size_t d = 1; d < shape.size(); ++d)
    stride[d] = stride[d - 1] * shape[d - 1];
  for (size_t to = 0; to < data.size(); to += width) {
    size_t from = 0;
    for (size_t d = 0; d < shape.size(); ++d)
      from += size_t(at[d] * stride[d]);
    std::memcpy(&result[to], data.data() + from * width, width);
    for (size_t d = shape.size(); d-- > 0;) {
      if (++at[d] < shape[d])
        break;
      at[d] = 0;
    }
  }
  return result;
}

} // namespace

Result<NpyArray> readNpy(std::string_view file) {
  auto wrong = [](const std::string &why) { return Error{why, ""}; };
  if (file.substr(0, magic.size()) != magic || file.size() < 10)
    return wrong("this is no .npy file");
  unsigned major = static_cast<unsigned char>(file[6]);
  if (major < 1 || major > 3)
    return wrong("this .npy file has version " + std::to_string(major) +
                 "; versions 1 to 3 are read");
  size_t lengthBytes = major == 1 ? 2 : 4, begin = 8 + lengthBytes, length = 0;
  if (file.size() < begin)
    return wrong("this .npy file ends within its header");
  for (size_t i = 0; i < lengthBytes; ++i)
    length |= size_t(static_cast<unsigned char>(file[8 + i])) << (8 * i);
  if (length > maxHeader || length > file.size() - begin)
    return wrong("this .npy file ends within its header");
  HeaderParser header(file.substr(begin, length));
  if (std::string why = header.parse(); !why.empty())
    return wrong("this .npy file cannot be read: " + why);
  NpyArray array;
  array.type = normal(header.type);
  array.shape = header.shape;
  size_t width = sizeOf(array.type);
  if (!width)
    return wrong("elements of type '" + header.type +
                 "' are not read; convert the array, for example with "
                 "astype('<f2')");
  uint64_t count = 1;
  bool tooMany = false, isEmpty = false;
  for (int64_t extent : array.shape) {
    isEmpty |= extent == 0;
    tooMany |= extent && count > (uint64_t(1) << 48) / uint64_t(extent);
    count = tooMany ? count : count * uint64_t(extent);
  }
  std::string_view data = file.substr(begin + length);
  if (isEmpty)
    count = 0;
  else if (tooMany)
    return wrong("this .npy file's shape is too large");
  if (data.size() != count * width)
    return wrong("this .npy file should hold " + std::to_string(count * width) +
                 " bytes of data by its header, but holds " +
                 std::to_string(data.size()));
  array.data = header.isFortran && array.shape.size() > 1
                   ? transposed(data, array.shape, width)
                   : std::string(data);
  return array;
}

std::string writeNpy(Format format, const std::vector<int64_t> &shape,
                     std::string_view data) {
  std::string type;
  for (const Type &each : types)
    if (type.empty() && each.format == format)
      type = each.name;
  std::string header = "{'descr': '" + type +
                       "', 'fortran_order': False, "
                       "'shape': (";
  for (size_t i = 0; i < shape.size(); ++i)
    header += std::to_string(shape[i]) + (i + 1 < shape.size() ? ", "
                                          : shape.size() == 1  ? ","
                                                               : "");
  header += "), }";
  // The data starts at a multiple of 64 bytes.
  header.resize((10 + header.size() + 1 + 63) / 64 * 64 - 10 - 1, ' ');
  header += '\n';
  std::string file(magic);
  file += '\x01';
  file += '\0';
  file += char(header.size() & 255);
  file += char(header.size() >> 8);
  return file + header + std::string(data);
}

// The limits of an integer format.
static std::pair<int64_t, int64_t> limits(Format format) {
  if (format == Format::I1)
    return {0, 1};
  unsigned bits = formatBytes(format) * 8;
  int64_t high = bits == 64 ? std::numeric_limits<int64_t>::max()
                            : (int64_t(1) << (bits - 1)) - 1;
  return {-high - 1, high};
}

Result<std::vector<uint8_t>> toFormat(const NpyArray &array, Format format) {
  size_t from = sizeOf(array.type), to = formatBytes(format);
  const Type *type = nullptr;
  for (const Type &each : types)
    if (array.type == each.name)
      type = &each;
  bool rounds = isFloat(format) && (array.type == "<f8" ||
                                    (format == Format::BF16 && type &&
                                     !type->isBits && isFloat(type->format)));
  bool narrows = array.type == "<i8" && !isFloat(format);
  if (!rounds && !narrows && (!type || type->format != format))
    return Error{"the buffer holds " + std::string(formatName(format)) +
                     ", but the file holds '" + array.type + "'",
                 ""};
  size_t count = from ? array.data.size() / from : 0;
  std::vector<uint8_t> bytes(count * to);
  auto [low, high] = limits(format);
  for (size_t i = 0; i < count; ++i) {
    const char *at = array.data.data() + i * from;
    Scalar value;
    if (array.type == "<f8")
      std::memcpy(&value.f, at, sizeof value.f);
    else
      value = loadScalar(type->format, at);
    if (array.type == "|b1" || array.type == "|u1") {
      value.i = *at;
      if (*at != 0 && *at != 1)
        return Error{"truth values are 0 or 1, but element " +
                         std::to_string(i) + " is " +
                         std::to_string(static_cast<unsigned char>(*at)),
                     ""};
    }
    if (narrows && (value.i < low || value.i > high))
      return Error{"element " + std::to_string(i) + " is " +
                       std::to_string(value.i) + ", which " +
                       std::string(formatName(format)) + " cannot hold",
                   ""};
    if (rounds || narrows)
      storeScalar(format, value, &bytes[i * to]);
    else
      std::memcpy(&bytes[i * to], at, to);
  }
  return bytes;
}

} // namespace sg::cli
