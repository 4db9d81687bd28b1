#include "engine/spyrecode/HostCompute.h"
#include "engine/spyrecode/ByteStream.h"
#include "engine/spyrecode/Image.h"
#include "engine/spyrecode/JsonFields.h"

namespace sg {

std::optional<uint64_t> parseUnsigned(std::string_view text) {
  if (text.empty())
    return std::nullopt;
  uint64_t value = 0;
  for (char c : text) {
    if (c < '0' || c > '9')
      return std::nullopt;
    uint64_t digit = uint64_t(c - '0');
    if (value > (UINT64_MAX - digit) / 10)
      return std::nullopt;
    value = value * 10 + digit;
  }
  return value;
}

std::optional<int64_t> parseSigned(std::string_view text) {
  bool negative = !text.empty() && text[0] == '-';
  std::optional<uint64_t> size = parseUnsigned(text.substr(negative));
  if (!size || *size > uint64_t(INT64_MAX) + negative)
    return std::nullopt;
  return int64_t(negative ? 0 - *size : *size);
}

nlohmann::json hostComputeToJson(const std::vector<SymbolExpr> &symbols) {
  using nlohmann::json;
  json list = json::array();
  for (const SymbolExpr &one : symbols) {
    json parts = json::array();
    for (const SymbolExpr::Part &part : one.parts)
      parts.push_back({{"argument", std::to_string(part.argument)},
                       {"coefficient", std::to_string(part.coefficient)}});
    list.push_back({{"name", one.name},
                    {"constant", std::to_string(one.constant)},
                    {"parts", std::move(parts)}});
  }
  return {{"symbols", std::move(list)}};
}

Result<std::vector<SymbolExpr>> hostComputeFromJson(const nlohmann::json &json,
                                                    const std::string &path) {
  std::optional<Error> error;
  std::vector<SymbolExpr> symbols;
  auto number = [](JsonFields &in, const char *key) {
    std::optional<int64_t> value = parseSigned(in.text(key));
    if (!value)
      in.fail(key, "expected a number in a string");
    return value.value_or(0);
  };
  JsonFields top(json, path, error);
  if (const nlohmann::json *list = top.array("symbols"))
    for (const nlohmann::json &item : *list) {
      std::string at =
          path + ".symbols[" + std::to_string(symbols.size()) + "]";
      JsonFields in(item, at, error);
      SymbolExpr one;
      one.name = in.text("name");
      one.constant = number(in, "constant");
      if (const nlohmann::json *parts = in.array("parts"))
        for (const nlohmann::json &value : *parts) {
          JsonFields fields(value, at + ".parts", error);
          int64_t argument = number(fields, "argument");
          if (argument < 0 || argument > int64_t(UINT32_MAX))
            fields.fail("argument", "there is no such launch argument");
          one.parts.push_back(
              {uint32_t(argument), number(fields, "coefficient")});
          fields.close();
        }
      in.close();
      symbols.push_back(std::move(one));
      if (error)
        break;
    }
  top.close();
  if (error)
    return *error;
  return symbols;
}

std::vector<int64_t> correctionValues(const std::vector<SymbolExpr> &symbols,
                                      std::span<const int64_t> arguments) {
  std::vector<int64_t> rows(correctionRows(symbols.size()) * correctionLanes);
  for (size_t i = 0; i < symbols.size(); ++i) {
    // Modulo 2^64, like the device's own integers.
    uint64_t value = uint64_t(symbols[i].constant);
    for (const SymbolExpr::Part &part : symbols[i].parts)
      if (part.argument < arguments.size())
        value +=
            uint64_t(arguments[part.argument]) * uint64_t(part.coefficient);
    rows[i] = int64_t(value);
  }
  return rows;
}

Result<std::vector<uint8_t>> hostCompute(const ComputeOnHostCommand &c,
                                         std::span<const int64_t> arguments) {
  uint64_t inputs = c.inShape.empty() ? 0 : 1, outputs = 1;
  for (uint64_t size : c.inShape)
    inputs = size && inputs > UINT32_MAX / size ? UINT32_MAX : inputs * size;
  for (uint64_t size : c.outShape)
    outputs = size && outputs > UINT32_MAX / size ? UINT32_MAX : outputs * size;
  if (inputs != arguments.size())
    return Error{"the job takes " + std::to_string(inputs) +
                     " launch arguments, " + std::to_string(arguments.size()) +
                     " were given",
                 ""};
  Result<std::vector<SymbolExpr>> symbols = hostComputeFromJson(c.hcm, "hcm");
  if (!symbols)
    return symbols.error();
  for (const SymbolExpr &symbol : *symbols)
    for (const SymbolExpr::Part &part : symbol.parts)
      if (part.argument >= arguments.size())
        return Error{"symbol '" + symbol.name + "' uses launch argument " +
                         std::to_string(part.argument) +
                         ", which was not given",
                     "hcm"};
  std::vector<int64_t> rows = correctionValues(*symbols, arguments);
  if (rows.size() * 8 != c.size || outputs != c.size)
    return Error{"'size' and 'oshape' do not fit the " +
                     std::to_string(rows.size() / correctionLanes) +
                     " rows that the hcm gives",
                 ""};
  std::vector<uint8_t> out(rows.size() * 8);
  for (size_t i = 0; i < rows.size(); ++i)
    storeLittle(out.data() + i * 8, uint64_t(rows[i]), 8);
  return out;
}

Result<void> correctImage(std::span<uint8_t> image,
                          std::span<const uint8_t> rows) {
  Result<image::Mapped> mapped = image::decodeMapped(image);
  if (!mapped)
    return mapped.error();
  const Binary &binary = mapped->binary;
  if (rows.size() / correctionRowBytes < correctionRows(binary.symbols.size()))
    return Error{"the binary has " + std::to_string(binary.symbols.size()) +
                     " symbols, more than the correction rows hold",
                 ""};
  for (const Relocation &one : binary.relocations)
    std::memcpy(image.data() + mapped->offsetOf(one),
                rows.data() + uint64_t(one.slot) * 8, 8);
  renewChecksum(image);
  return {};
}

} // namespace sg
