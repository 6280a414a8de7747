/// A text in which clocks were read: durations and relative times, such as `2d4h`, `3 hours`,
/// `About a minute` or `01:23:45`.
struct ClockText: Hashable, Sendable {
  /// The text with `*` for what was read.
  let rest: String

  /// Reads a text; nil where no clock stands in it.
  ///
  /// - Complexity: O(*n*) in the length of the text.
  init?(_ text: String) {
    let text = text.lowercased()
    guard text.utf8.count <= 128 else { return nil }
    if Self.isDigital(text) {
      rest = "*"
      return
    }
    var words: [String] = []
    var hasClock = false
    for part in text.split(separator: " ") {
      // Brackets and commas around a reading stay.
      let lead = part.prefix { !$0.isLetter && !$0.isNumber && $0 != "." }
      let trail = String(
        part.dropFirst(lead.count).reversed().prefix { !$0.isLetter && !$0.isNumber }
      )
      let word = String(part.dropFirst(lead.count).dropLast(trail.count))
      if Self.isCompact(word) || Self.isDigital(word) && words.last == "up" {
        words.append(lead + "*" + trail)
        hasClock = true
      } else if Self.units.contains(word), lead.isEmpty, let count = words.last,
        let opening = Self.withoutCount(count)
      {
        words[words.count - 1] = opening + "*" + trail
        hasClock = true
      } else {
        words.append(String(part))
      }
      // Hours behind days are the same reading.
      while words.count > 1, words[words.count - 1].hasPrefix("*"),
        ["*", "*,", "about", "almost", "than", "less"].contains(words[words.count - 2])
      {
        words.remove(at: words.count - 2)
      }
    }
    guard hasClock else { return nil }
    rest = words.joined(separator: " ")
  }

  private static let units: Set<String> = [
    "second", "seconds", "sec", "secs", "minute", "minutes", "min", "mins", "hour", "hours", "day",
    "days", "week", "weeks", "month", "months", "year", "years",
  ]

  /// What stands before a count; nil where the word is none.
  private static func withoutCount(_ word: String) -> String? {
    let count = word.drop { !$0.isNumber && !$0.isLetter }
    let isCount = count == "a" || count == "an" || !count.isEmpty && count.allSatisfy(\.isNumber)
    return isCount ? String(word.dropLast(count.count)) : nil
  }

  /// Whether the word is counts with units and nothing else, as `5m12s`.
  private static func isCompact(_ word: String) -> Bool {
    var rest = word.utf8[...]
    guard !rest.isEmpty else { return false }
    while !rest.isEmpty {
      let number = rest.prefix { $0 &- UInt8(ascii: "0") < 10 || $0 == UInt8(ascii: ".") }
      rest = rest.dropFirst(number.count)
      let unit = String(decoding: rest.prefix { $0 &- UInt8(ascii: "a") < 26 }, as: UTF8.self)
      rest = rest.dropFirst(unit.utf8.count)
      guard !number.isEmpty,
        ["ns", "us", "ms", "s", "m", "h", "d", "w", "mo", "y"].contains(unit)
      else { return false }
    }
    return true
  }

  /// Whether the text is hours, minutes and seconds, behind days perhaps: `1-02:03:04`, `02:03`.
  private static func isDigital(_ text: String) -> Bool {
    var clock = text[...]
    if let dash = clock.firstIndex(of: "-") {
      guard dash > clock.startIndex, clock[..<dash].allSatisfy(\.isNumber) else { return false }
      clock = clock[clock.index(after: dash)...]
    }
    let parts = clock.split(separator: ":", omittingEmptySubsequences: false)
    return 2...3 ~= parts.count
      && parts.allSatisfy { 1...3 ~= $0.count && $0.allSatisfy(\.isNumber) }
  }
}
