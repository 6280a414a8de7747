import FeedValues
import TableModel
import TerminalCore
import Testing

@testable import ListViewApp
@testable import ListViewParts

/// Rows with all that cells can be drawn as: statuses, families of names, signs, zeros, meters, counts,
/// levels, codes, paths, identifiers and amounts.
private func rows(_ range: Range<Int>, at time: Int) -> String {
  let texts = range.map { number in
    #"""
    {"id":"\#(number)","type":"charge.\#(["failed", "paid"][number % 2])","status":"\#(["failed", "paid", "pending", "void"][number % 4])",
    "change":\#(Double(number % 5) - 2.5),"cpu_percent":\#(number * 13 % 101),"zero":\#(number % 3 == 0 ? 0 : number),
    "volume":\#(number * 123_457),"level":"\#(["error", "warn", "info", "debug"][number % 4])","method":"GET","code":\#([200, 302, 404, 503][number % 4]),
    "path":"/var/log/file\#(number)","ok":\#(number % 2 == 0),"trace":"5e3f1a9c-77aa-4b1e-9e0e-\#(100_000_000_000 + number)"}
    """#.filter { $0 != "\n" }
  }
  return #"{"at":\#(1_700_000_000 + time),"rows":[\#(texts.joined(separator: ","))]}"# + "\n"
}

private func color(_ color: TerminalColor, _ standard: RGBColor) -> RGBColor {
  switch color {
  case .rgb(let color): color
  case .indexed(let index): .palette(index)
  case .default: standard
  }
}

private func contrast(_ cell: Cell, _ theme: Theme) -> Double {
  let isDark = theme.appearance == .dark
  let text = color(cell.style.foreground, isDark ? RGBColor(0xD8_DEE9) : RGBColor(0x1F_2328))
  let base = color(cell.style.background, isDark ? RGBColor(0x10_1418) : RGBColor(0xFF_FFFF))
  return text.contrast(with: base)
}

@Test(arguments: ThemeChoice.all)
func `text on the selected row is legible in every theme`(choice: ThemeChoice) throws {
  for appearance in Appearance.allCases {
    for depth in [ColorDepth.trueColor, .indexed256] {
      let theme = Theme(depth: depth, appearance: appearance, choice: choice)
      guard theme.depth >= .indexed256 else { continue }
      var fixture = AppFixture(columns: 158, lines: 20, depth: depth)
      fixture.app.theme = theme
      fixture.receive(rows(0..<12, at: 0))
      fixture.settle()
      for _ in 0..<12 {
        fixture.press(.character("j"))
        let line = try #require(fixture.lines.firstIndex { $0.hasPrefix("▌") })
        var letters = 0
        for cell in fixture.buffer.line(line)
        where cell.text.contains(where: { $0.isLetter || $0.isNumber }) {
          letters += 1
          let found = contrast(cell, theme)
          #expect(found >= 4.5 - 1e-9, "\(choice.name) \(appearance) \(depth): \(cell)")
        }
        #expect(letters > 40)
      }
    }
  }
}

@Test(arguments: ThemeChoice.all)
func `meters and graphs are visible on the selection and on every tint`(choice: ThemeChoice) {
  for appearance in Appearance.allCases {
    let theme = Theme(depth: .trueColor, appearance: appearance, choice: choice)
    guard theme.depth == .trueColor else { continue }
    var fixture = AppFixture(columns: 158, lines: 24, depth: .trueColor)
    fixture.app.theme = theme
    fixture.receive(rows(0..<6, at: 0))
    fixture.settle()
    fixture.press(.character("j"))
    fixture.receive(rows(0..<12, at: 1))
    var seen = 0
    for milliseconds in stride(from: 0, through: 1_500, by: 100) {
      let (buffer, _) = fixture.app.frame(at: fixture.now + .milliseconds(milliseconds))
      for line in 2..<14 {
        for cell in buffer.line(line) where "█▏▎▍▌▋▊▉▁▂▃▄▅▆▇".contains(cell.text) {
          // The mark of the selection and what slides in are not meant.
          guard cell.text != "▌" else { continue }
          seen += 1
          #expect(contrast(cell, theme) >= 1.3, "\(choice.name) \(appearance) \(cell)")
        }
      }
    }
    #expect(seen > 20)
  }
}
