#include "viz/model/Svg.h"
#include "engine/support/Utf8.h"
#include "viz/model/Numbers.h"
#include <algorithm>
#include <cmath>
#include <cstdio>
#include <map>

namespace sg::viz {

std::string xmlText(std::string_view text) {
  std::string out;
  for (size_t at = 0; at < text.size();) {
    size_t length = utf8Length(text.substr(at));
    std::string_view one = text.substr(at, std::max<size_t>(length, 1));
    at += one.size();
    unsigned char first = static_cast<unsigned char>(one[0]);
    bool control = first < 32 && first != '\t' && first != '\n';
    // U+FFFE and U+FFFF are no characters.
    bool none = one == "\xef\xbf\xbe" || one == "\xef\xbf\xbf";
    if (!length || control || none)
      out += "\xef\xbf\xbd";
    else if (first == '&')
      out += "&amp;";
    else if (first == '<')
      out += "&lt;";
    else if (first == '>')
      out += "&gt;";
    else if (first == '"')
      out += "&quot;";
    else
      out += one;
  }
  return out;
}

namespace {

constexpr double labelWidth = 150, rulerHeight = 24, groupHeight = 20;
constexpr double unitHeight = 21, trackHeight = 7;
constexpr double titleHeight = 26, legendLine = 20, margin = 8;
/// Of the sans fonts a viewer may choose, roughly.
constexpr double letterWidth = 6.3, fontSize = 12;

/// A number with one digit behind the point at most, and none that says
/// nothing.
std::string number(double value) {
  char text[32];
  std::snprintf(text, sizeof text, "%.1f", value);
  std::string out = text;
  if (out.size() > 2 && out.compare(out.size() - 2, 2, ".0") == 0)
    out.resize(out.size() - 2);
  return out == "-0" ? "0" : out;
}

std::string css(Color color) {
  char text[8];
  std::snprintf(text, sizeof text, "#%02x%02x%02x", color.r, color.g, color.b);
  return text;
}

/// As much of a text as fits, by characters.
std::string fitting(const std::string &text, double width) {
  size_t room = width > 0 ? size_t(width / letterWidth) : 0;
  size_t characters = 0, at = 0, cut = 0;
  while (at < text.size()) {
    if (characters + 1 == room)
      cut = at;
    at += std::max<size_t>(utf8Length(std::string_view(text).substr(at)), 1);
    ++characters;
  }
  if (characters <= room)
    return text;
  return room < 3 ? "" : text.substr(0, cut) + "\xe2\x80\xa6";
}

double heightOf(const Timeline &timeline, const DisplayRow &row) {
  if (row.kind != DisplayRow::Unit)
    return groupHeight;
  uint32_t tracks =
      row.lanes.empty() ? 1 : timeline.tracks().rows(row.lanes[0]);
  return unitHeight +
         trackHeight * double(std::clamp<uint32_t>(tracks, 1, 5) - 1);
}

class Picture {
public:
  Picture(const Timeline &timeline, const ViewRange &view,
          std::span<const DisplayRow> rows, const SvgOptions &options)
      : timeline(timeline), view(view), rows(rows), options(options),
        width(std::isfinite(options.width)
                  ? std::clamp(options.width, 300.0, 100000.0)
                  : 1600),
        top(options.title.empty() ? 0 : titleHeight) {}

  std::string run() {
    tops.push_back(top + rulerHeight);
    for (const DisplayRow &row : rows)
      tops.push_back(tops.back() + heightOf(timeline, row));
    paintRows();
    paintSlices();
    paintLabels();
    paintRuler();
    double bottom = paintLegend(tops.back() + margin);
    return head(bottom + margin) + body + "</svg>\n";
  }

private:
  const Timeline &timeline;
  const ViewRange &view;
  std::span<const DisplayRow> rows;
  const SvgOptions &options;
  double width, top;
  std::vector<double> tops; ///< of every row; one more at the end
  std::string body;
  std::map<std::string, Color> legend;
  /// Rectangles of one row by colour: one path each keeps the file small.
  std::map<std::string, std::string> paths;
  std::string letters; ///< names in slices, over the paths

  double pixels() const { return width - labelWidth; }
  Color ink() const { return foreground(options.theme); }
  static Color mix(Color from, Color to, double share) {
    auto part = [share](uint8_t a, uint8_t b) {
      return uint8_t(std::lround(a + (b - a) * share));
    };
    return {part(from.r, to.r), part(from.g, to.g), part(from.b, to.b)};
  }
  /// Between paper and ink.
  Color shade(double share) const {
    return mix(background(options.theme), ink(), share);
  }
  /// Waits stay behind what is done, as in the window.
  Color muted(Color color, double share) const {
    return mix(color, background(options.theme), share);
  }

  std::string head(double height) const {
    std::string size = number(width) + " " + number(height);
    std::string out = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
                      "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"" +
                      number(width) + "\" height=\"" + number(height) +
                      "\" viewBox=\"0 0 " + size +
                      "\" font-family=\"Inter, 'DejaVu Sans', sans-serif\" "
                      "font-size=\"" +
                      number(fontSize) + "\">\n";
    if (!options.title.empty())
      out += "<title>" + xmlText(options.title) + "</title>\n";
    out += "<rect width=\"100%\" height=\"100%\" fill=\"" +
           css(background(options.theme)) + "\"/>\n";
    if (!options.title.empty())
      out += text(margin, 17, ink(), options.title, " font-weight=\"bold\"");
    return out;
  }

  static std::string text(double x, double y, Color color,
                          const std::string &what, const char *more = "") {
    return "<text x=\"" + number(x) + "\" y=\"" + number(y) + "\" fill=\"" +
           css(color) + "\"" + more + ">" + xmlText(what) + "</text>\n";
  }
  void line(double x0, double y0, double x1, double y1, Color color) {
    body += "<path d=\"M" + number(x0) + " " + number(y0) + "L" + number(x1) +
            " " + number(y1) + "\" stroke=\"" + css(color) + "\"/>\n";
  }
  void box(double x0, double y0, double x1, double y1, Color color) {
    if (x1 > x0 && y1 > y0)
      paths[css(color)] += "M" + number(x0) + " " + number(y0) + "h" +
                           number(x1 - x0) + "v" + number(y1 - y0) + "h" +
                           number(x0 - x1) + "z";
  }
  void flushPaths() {
    for (const auto &[color, path] : paths)
      body += "<path fill=\"" + color + "\" d=\"" + path + "\"/>\n";
    paths.clear();
    body += letters;
    letters.clear();
  }

  void paintRows() {
    for (size_t i = 0; i < rows.size(); ++i) {
      if (rows[i].kind == DisplayRow::Core)
        box(0, tops[i], width, tops[i + 1], shade(0.07));
    }
    flushPaths();
    for (size_t i = 0; i < rows.size(); ++i)
      line(0, tops[i + 1], width, tops[i + 1], shade(0.12));
  }

  /// What the legend says of an event, and its colour.
  std::pair<std::string, Color> meaning(const Event &event) const {
    const Trace &trace = timeline.trace();
    if (!isWait(event.kind)) {
      if (options.colourBy == SvgOptions::Operation && event.source &&
          event.source <= trace.sources.size()) {
        const std::string &source = trace.sources[event.source - 1];
        std::string name = source.substr(0, source.find(' '));
        Color color = operationColor(name, options.theme);
        size_t dot = name.rfind('.');
        return {dot == name.npos ? name : name.substr(dot + 1), color};
      }
      if (options.colourBy == SvgOptions::Buffer && event.tag &&
          event.tag <= trace.buffers.size()) {
        const std::string &name = trace.buffers[event.tag - 1u];
        return {name, bufferColor(name, options.theme)};
      }
    }
    Color color = kindColor(event.kind, options.theme);
    return {eventKindName(event.kind),
            isWait(event.kind) ? muted(color, 0.35) : color};
  }

  /// Many events at once: shares stacked from below, as in the window.
  void paintShares(const TimelineRect &rect, double x0, double x1, double y0,
                   double y1) {
    static constexpr const char *names[] = {"transfers", "work", "waits"};
    unsigned sum = 0;
    for (uint8_t share : rect.share)
      sum += share;
    double scale = (y1 - y0) / double(std::max(sum, 255u)), at = y1;
    for (unsigned group = 0; group < numKindGroups; ++group) {
      double next = at - scale * double(rect.share[group]);
      if (next < at - 0.2) {
        Color color = groupColor(KindGroup(group), options.theme);
        if (KindGroup(group) == KindGroup::Wait)
          color = muted(color, 0.62);
        box(x0, next, x1, at, color);
        legend[std::string("many: ") + names[group]] = color;
      }
      at = next;
    }
  }

  void paintSlice(const TimelineRect &rect) {
    double height = tops[rect.row + 1] - tops[rect.row];
    double track = (height - 3) / double(std::max<uint16_t>(rect.tracks, 1));
    double y0 = tops[rect.row] + 1.5 + track * double(rect.track);
    double y1 = y0 + track - (rect.tracks > 1 ? 1 : 0);
    double x0 = labelWidth + double(rect.x0);
    double x1 = std::max(labelWidth + double(rect.x1), x0 + 1);
    if (rect.event == noEvent || rect.count != 1)
      return paintShares(rect, x0, x1, y0, y1);
    const Event &event = timeline.trace().events[rect.event];
    auto [name, color] = meaning(event);
    legend[name] = color;
    if (isWait(event.kind)) {
      double inset = (y1 - y0) * 0.28;
      return box(x0, y0 + inset, x1, y1 - inset, color);
    }
    box(x0, y0, x1 - (x1 - x0 > 4 ? 1 : 0), y1, color);
    if (y1 - y0 <= fontSize || x1 - x0 <= 34)
      return;
    if (std::string shown = fitting(name, x1 - x0 - 7); !shown.empty())
      letters += text(x0 + 4, (y0 + y1) / 2 + 4, textOn(color), shown);
  }

  void paintSlices() {
    std::vector<TimelineRect> rects;
    timeline.layout(view, pixels(), rows, rects);
    for (size_t i = 0; i < rects.size(); ++i) {
      paintSlice(rects[i]);
      if (i + 1 == rects.size() || rects[i + 1].row != rects[i].row)
        flushPaths();
    }
  }

  void paintLabels() {
    for (size_t i = 0; i < rows.size(); ++i) {
      const DisplayRow &row = rows[i];
      bool group = row.kind != DisplayRow::Unit;
      double x = margin + 12 * double(row.depth);
      std::string shown = fitting(row.label, labelWidth - x - 6);
      body += text(x, (tops[i] + tops[i + 1]) / 2 + 4, shade(group ? 1 : 0.7),
                   shown,
                   row.kind == DisplayRow::Core ? " font-weight=\"bold\"" : "");
    }
    line(labelWidth, top + rulerHeight, labelWidth, tops.back(), shade(0.2));
  }

  void paintRuler() {
    double y = top + rulerHeight;
    body += text(margin, y - 8, shade(0.5), "cycle");
    double step = roundStep(view.width() / pixels() * 90);
    for (double at = std::ceil(view.begin() / step) * step; at <= view.end();
         at += step) {
      double x = labelWidth + view.pixelOf(at, pixels());
      line(x, y - 5, x, y, shade(0.5));
      std::string shown = grouped(int64_t(at));
      if (x + 4 + letterWidth * double(shown.size()) < width)
        body += text(x + 4, y - 8, shade(0.7), shown);
    }
    line(0, y, width, y, shade(0.3));
  }

  /// Returns where it ends.
  double paintLegend(double y) {
    double x = margin;
    for (const auto &[name, color] : legend) {
      double wide = 26 + letterWidth * double(name.size());
      if (x > margin && x + wide > width) {
        x = margin;
        y += legendLine;
      }
      box(x, y + 3, x + 11, y + 14, color);
      letters += text(x + 16, y + 13, shade(0.8), name);
      x += wide;
    }
    flushPaths();
    return legend.empty() ? y : y + legendLine;
  }
};

} // namespace

std::string timelineSvg(const Timeline &timeline, const ViewRange &view,
                        std::span<const DisplayRow> rows,
                        const SvgOptions &options) {
  return Picture(timeline, view, rows, options).run();
}

} // namespace sg::viz
