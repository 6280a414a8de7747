@testable import Columns
import FeedValues
import Patterns
import TestSupport
import Testing
import Values

@testable import ListViewParts

/// Whether a row shows a match, looked for in each text that is on the screen.
private func shows(_ pattern: Pattern, in row: Row, _ context: Context) -> Bool {
  let (calendar, present) = (context.calendar, context.present)
  return context.layout.places.contains { place in
    let column = context.columns[place.column]
    if pattern.matches(column.text(of: row, in: calendar, at: present)) { return true }
    guard column.format == .text || column.format == .number, let value = column.value(of: row),
      value.isScalar
    else { return false }
    return pattern.matches(column.shownText(of: value, in: row, calendar, at: present))
  } || pattern.matches(row.id.description)
}

@Test func `a search finds what stands in the cells, however they are written`() throws {
  let json = (0..<60).map { number in
    let states = ["requires_action", "succeeded", "payment_failed"]
    let names = ["Zoë Quill", "max k", "buzz", "\u{212A}arl", "tab\\tbed", "nz dollar"]
    let currencies = ["usd", "nzd", "zzz", "kwd", "ﬁm"]
    return """
      {"id":"evt_\(number)","created":\(1_700_000_000 + number * 40_000),"amount":\(number * 7_919),\
      "currency":"\(currencies[number % 5])","status":"\(states[number % 3])",\
      "name":"\(names[number % 6])","livemode":\(number % 2 == 0),\
      "level":\(number % 6 * 10),"tags":["a\(number)","zz"],"size":\(number * 1_000_003),\
      "elapsed_ms":\(number * 977)}
      """
  }
  let rows = rows("[" + json.joined(separator: ",") + "]")
  let present = FeedTime(seconds: 1_702_000_000, nanosecond: 0)
  var system = SystemRandomNumberGenerator()
  let seed = UInt64.random(in: 0..<1_000_000, using: &system)
  var generator = SeededGenerator(seed: seed)
  let texts = [
    "zz", "ago", "in ", "nz", "NZ\\$", "fim", "yes", "no", "true", "usd", "requires action",
    "requires_action", "[0-9]{3}.*zz", "^$", "k.rl", "karl", "info", "error", "kib", "mb", "[0-9]s",
    "tab", "bed", "evt_1", "d ago", "2023", "\\.\\d\\d$", "1,", "zoë", "zo", "max",
    "nothing like it",
  ]
  // Units and words that are not in the feed make a look at the row itself useless.
  let wordless = columns(of: rows).filter { column in
    switch column.format {
    case .bytes, .duration, .level: false
    default: true
    }
  }
  #expect(wordless.count < columns(of: rows).count)
  for (width, columns) in [(60, wordless), (200, wordless), (200, columns(of: rows))] {
    for clock in [present, nil] {
      var shown = context(columns: width, showing: columns)
      shown.wallClock = clock.map { WallClock($0, at: shown.instant) }
      #expect(shown.layout.places.count > 2)
      for text in texts {
        // Some of it, too.
        let part = String(text.prefix(Int.random(in: 1...text.count, using: &generator)))
        for text in [text, part] {
          guard let pattern = try? Pattern(text) else { continue }
          let finder = RowFinder(pattern, in: shown)
          let found = rows.map { finder.shows($0) }
          let expected = rows.map { shows(pattern, in: $0, shown) }
          #expect(found == expected, "\(text) in \(width) columns, seed \(seed)")
        }
      }
    }
  }
}
