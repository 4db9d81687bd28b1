// The timeline as SVG: well-formed, the colours and names of the view, no
// larger than the picture needs.
#include "viz/model/Svg.h"
#include "SmallMachine.h"
#include "engine/support/Utf8.h"
#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <doctest/doctest.h>
#include <filesystem>
#include <fstream>

using namespace sg;
using namespace sg::viz;
using sg::viz::test::SmallMachine;
namespace fs = std::filesystem;

namespace {

/// Tags nest and close, attributes are quoted, text has no markup of its own.
bool wellFormed(const std::string &xml) {
  std::vector<std::string> open;
  size_t at = xml.find("?>");
  if (xml.compare(0, 5, "<?xml") || at == xml.npos)
    return false;
  for (at += 2; at < xml.size();) {
    if (xml[at] == '&') {
      size_t end = xml.find(';', at);
      std::string name = xml.substr(at, end - at);
      if (name != "&amp" && name != "&lt" && name != "&gt" && name != "&quot")
        return false;
      at = end + 1;
      continue;
    }
    if (xml[at] != '<') {
      if (xml[at] == '>')
        return false;
      ++at;
      continue;
    }
    size_t end = xml.find('>', at);
    if (end == xml.npos)
      return false;
    std::string tag = xml.substr(at + 1, end - at - 1);
    if (tag.find('<') != tag.npos ||
        std::count(tag.begin(), tag.end(), '"') % 2)
      return false;
    if (tag[0] == '/') {
      if (open.empty() || open.back() != tag.substr(1))
        return false;
      open.pop_back();
    } else if (tag.back() != '/') {
      open.push_back(tag.substr(0, tag.find(' ')));
    }
    at = end + 1;
  }
  return open.empty();
}

/// What xmllint says, where it is installed.
bool lintAgrees(const std::string &xml) {
  if (std::system("xmllint --version > /dev/null 2>&1") != 0)
    return true;
  fs::path file = fs::temp_directory_path() /
                  ("sg-svg-" + std::to_string(std::rand()) + ".svg");
  std::ofstream(file, std::ios::binary) << xml;
  bool good =
      std::system(("xmllint --noout '" + file.string() + "'").c_str()) == 0;
  fs::remove(file);
  return good;
}

std::string css(Color c) {
  char text[8];
  std::snprintf(text, sizeof text, "#%02x%02x%02x", c.r, c.g, c.b);
  return text;
}

bool has(const std::string &text, const std::string &part) {
  return text.find(part) != text.npos;
}

SmallMachine machine() {
  SmallMachine out;
  out.trace.sources[2] = "arith.addf k.mlir:3:3";
  out.add(0, EventKind::Transfer, 0, 40, 0, 1);
  out.add(2, EventKind::WaitInput, 0, 50);
  out.add(2, EventKind::Compute, 50, 90);
  return out;
}

} // namespace

TEST_CASE("UTF-8 characters by length") {
  CHECK(utf8Length("a") == 1);
  CHECK(utf8Length("\xc3\xa4z") == 2);
  CHECK(utf8Length("\xe2\x82\xac") == 3);
  CHECK(utf8Length("\xf0\x9f\x98\x80") == 4);
  CHECK(utf8Length(std::string_view("\0", 1)) == 1);
  for (const char *bad :
       {"", "\x80", "\xc0\x80", "\xc3", "\xc3z", "\xe0\x80\x80", "\xed\xa0\x80",
        "\xf0\x80\x80\x80", "\xf4\x90\x80\x80", "\xf5\x80\x80\x80", "\xff"})
    CHECK(utf8Length(bad) == 0);
}

TEST_CASE("any text can stand in XML") {
  CHECK(xmlText("a<b> & \"c\"") == "a&lt;b&gt; &amp; &quot;c&quot;");
  CHECK(xmlText("\xc3\xa4") == "\xc3\xa4");
  CHECK(xmlText("a\x01"
                "b\xffz") == "a\xef\xbf\xbd"
                             "b\xef\xbf\xbdz");
  std::string all;
  for (int i = 0; i < 256; ++i)
    all += char(i);
  std::string xml = "<?xml version=\"1.0\"?><a>" + xmlText(all) + "</a>";
  CHECK(wellFormed(xml));
  CHECK(lintAgrees(xml));
}

TEST_CASE("a picture has the view's rows, colours, names and axis") {
  SmallMachine small = machine();
  Timeline timeline(small.trace);
  LaneTree tree(small.trace.lanes);
  SvgOptions options;
  options.title = "add & store <\"x\">";
  ViewRange view(timeline.cycles());
  for (Theme theme : {Theme::Light, Theme::Dark}) {
    options.theme = theme;
    std::string svg = timelineSvg(timeline, view, tree.rows(), options);
    CHECK(wellFormed(svg));
    CHECK(lintAgrees(svg));
    CHECK(has(svg, css(operationColor("arith.addf", theme))));
    CHECK(has(svg, eventKindName(EventKind::WaitInput))); // in the legend
    CHECK(has(svg, css(background(theme))));
    CHECK(has(svg, ">addf<"));
    CHECK(has(svg, ">core 1<"));
    CHECK(has(svg, ">SFU<"));
    CHECK(has(svg, ">50<")); // the axis
    CHECK(has(svg, "add &amp; store &lt;&quot;x&quot;&gt;"));
    CHECK(svg == timelineSvg(timeline, view, tree.rows(), options));
  }
  options.colourBy = SvgOptions::Buffer;
  CHECK(has(timelineSvg(timeline, view, tree.rows(), options),
            css(bufferColor("x.0", options.theme))));
  options.colourBy = SvgOptions::Activity;
  CHECK(has(timelineSvg(timeline, view, tree.rows(), options),
            css(kindColor(EventKind::Compute, options.theme))));
}

TEST_CASE("only what is in view is in the picture") {
  SmallMachine small = machine();
  Timeline timeline(small.trace);
  LaneTree tree(small.trace.lanes);
  tree.foldAll(true);
  ViewRange view(timeline.cycles());
  std::string folded = timelineSvg(timeline, view, tree.rows());
  CHECK(!has(folded, ">SFU<"));
  CHECK(has(folded, "many: "));
  tree.foldAll(false);
  view.show(5, 30);
  std::string part = timelineSvg(timeline, view, tree.rows());
  CHECK(!has(part, ">addf<"));
  CHECK(wellFormed(part));
}

TEST_CASE("hostile names, sizes and an empty run") {
  SmallMachine small = machine();
  small.trace.lanes[2].unit = "<&\x02\xff";
  small.trace.sources[2] = "]]>\xc3 x";
  small.trace.buffers[0] = "\"'";
  Timeline timeline(small.trace);
  LaneTree tree(small.trace.lanes);
  SvgOptions options;
  options.colourBy = SvgOptions::Buffer;
  for (double width : {-1.0, 0.0, 1e9, double(NAN)}) {
    options.width = width;
    std::string svg = timelineSvg(timeline, ViewRange(timeline.cycles()),
                                  tree.rows(), options);
    CHECK(wellFormed(svg));
    CHECK(lintAgrees(svg));
  }
  Trace nothing;
  Timeline none(nothing);
  std::string svg = timelineSvg(none, ViewRange(1), {}, {});
  CHECK(wellFormed(svg));
}

TEST_CASE("the file's size follows from the picture, not from the trace") {
  SmallMachine small;
  for (int64_t i = 0; i < 200000; ++i)
    small.add(uint32_t(i % 10), i % 3 ? EventKind::Compute : EventKind::Receive,
              2 * i, 2 * i + 1);
  Timeline timeline(small.trace);
  LaneTree tree(small.trace.lanes);
  std::string svg =
      timelineSvg(timeline, ViewRange(timeline.cycles()), tree.rows());
  MESSAGE("bytes: " << svg.size());
  CHECK(svg.size() < 200000);
}
