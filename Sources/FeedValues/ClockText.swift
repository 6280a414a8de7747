internal import Values

/// A text that contains clock readings: durations and relative times, such as `2d4h`, `3 hours`,
/// `About a minute`, `5h 50min left` or `01:23:45`.
package struct ClockText: Hashable, Sendable {
  /// The text with `*` in place of each reading.
  package let rest: String
  /// The readings, in seconds, in the order of the text.
  let readings: [Reading]

  /// A reading of a clock.
  struct Reading: Hashable, Sendable {
    /// In seconds.
    var seconds: Double
    /// The smallest step that the reading can show, in seconds.
    var step: Double
    /// Whether it may be either hours and minutes or minutes and seconds.
    var isAmbiguous = false

    /// Joins two parts of one reading, as in `1 day, 2 hours`.
    static func + (left: Reading, right: Reading) -> Reading {
      Reading(seconds: left.seconds + right.seconds, step: min(left.step, right.step))
    }
  }

  /// Reads a text; nil if it contains no clock.
  ///
  /// - Complexity: O(*n*) in the length of the text.
  package init?(_ text: String) {
    guard text.utf8.count <= 128,
      text.utf8.contains(where: { $0 &- 0x30 < 10 || $0 | 0x20 == 0x61 })
    else { return nil }
    if let reading = Self.digital(text, afterDays: false) ?? Self.iso(text) {
      (rest, readings) = ("*", [reading])
      return
    }
    var reader = ClockReader()
    for part in text.split(separator: " ") { reader.read(part) }
    guard !reader.readings.isEmpty else { return nil }
    rest = reader.words.joined(separator: " ")
    readings = reader.readings
  }

  /// Whether the text refers to the present: `3 hours ago`, `Up 3 hours`, `5h left`.
  var isRelativeToNow: Bool {
    let words = rest.lowercased().split(separator: " ")
    return words.contains("ago") || words.contains("ago)") || words.first == "up" && words.count > 1
      || words.last == "left" || words.last == "remaining" || runsBehindName
  }

  /// Whether a word says that the reading behind it runs, as in `pid 1234, uptime 0:16:41`.
  private var runsBehindName: Bool {
    let words = rest.lowercased().split { " =:".contains($0) }
    return zip(words, words.dropFirst()).contains { name, reading in
      reading.hasPrefix("*") && Self.namesOfRunning.contains(String(name))
    }
  }

  /// The names of what runs since something began.
  fileprivate static let namesOfRunning: Set<String> = ["up", "uptime", "elapsed"]

  /// The part of a line that stays the same while its clocks run; nil if it has no clock.
  package static func constantPart(of line: String) -> String? {
    guard let clock = ClockText(line), clock.rest != "*", clock.isRelativeToNow else { return nil }
    return clock.rest
  }

  /// Hours, minutes and seconds, optionally with days before them: `1-02:03:04`, `02:03`.
  ///
  /// - Parameters:
  ///   - text: The text.
  ///   - afterDays: Whether `4:01` is hours and minutes.
  /// - Returns: The reading; nil if the text is not one.
  static func digital(_ text: some StringProtocol, afterDays: Bool) -> Reading? {
    var clock = text[...]
    let isNegative = clock.first == "-"
    if isNegative { clock.removeFirst() }
    var days = 0.0
    if let dash = clock.firstIndex(of: "-") {
      guard let count = count(clock[..<dash]) else { return nil }
      days = count
      clock = clock[clock.index(after: dash)...]
    }
    let parts = clock.split(separator: ":", omittingEmptySubsequences: false)
    guard 2...3 ~= parts.count else { return nil }
    var total = 0.0
    for (offset, part) in parts.enumerated() {
      let whole = part.prefix { $0 != "." }
      let hasFraction = whole.endIndex < part.endIndex
      guard 1...3 ~= whole.utf8.count, !hasFraction || offset == parts.count - 1,
        let count = count(part)
      else { return nil }
      total = total * 60 + count
    }
    let hasFraction = parts[parts.count - 1].contains(".")
    let sign = isNegative ? -1.0 : 1
    guard parts.count == 2, !hasFraction else {
      return Reading(seconds: sign * (days * 86_400 + total), step: 1)
    }
    guard afterDays else {
      return Reading(seconds: sign * (days * 86_400 + total), step: 1, isAmbiguous: true)
    }
    return Reading(seconds: sign * total * 60, step: 60)
  }

  /// A duration of ISO 8601, such as `PT16M41S`; nil if it has months or years, or the text is none.
  static func iso(_ text: String) -> Reading? {
    var rest = text[...]
    let isNegative = rest.first == "-"
    if isNegative { rest.removeFirst() }
    guard rest.popFirst() == "P" else { return nil }
    var isTime = false
    var result: Reading?
    while !rest.isEmpty {
      if !isTime, rest.first == "T" {
        isTime = true
        rest.removeFirst()
      }
      let number = rest.prefix { $0.isNumber || $0 == "." }
      rest = rest.dropFirst(number.count)
      guard let count = count(number), let unit = rest.popFirst() else { return nil }
      let seconds: Double
      switch (unit, isTime) {
      case ("W", false): seconds = 604_800
      case ("D", false): seconds = 86_400
      case ("H", true): seconds = 3_600
      case ("M", true): seconds = 60
      case ("S", true): seconds = 1
      default: return nil
      }
      let reading = Reading(seconds: isNegative ? -count * seconds : count * seconds, step: seconds)
      result = result.map { $0 + reading } ?? reading
    }
    return result
  }

  /// Counts with units and nothing else, such as `5m12s`.
  ///
  /// Units are lowercase letters: `40M` is a size.
  static func compact(_ word: some StringProtocol) -> Reading? {
    var rest = word.utf8[...]
    var result: Reading?
    while !rest.isEmpty {
      let number = rest.prefix { $0 &- 0x30 < 10 || $0 == UInt8(ascii: ".") }
      rest = rest.dropFirst(number.count)
      let unit = rest.prefix { $0.isLowercaseLetter || $0 >= 0x80 }
      rest = rest.dropFirst(unit.count)
      guard let count = count(String(decoding: number, as: UTF8.self)),
        let seconds = DurationText.seconds(ofUnit: String(decoding: unit, as: UTF8.self))
      else { return nil }
      let reading = Reading(seconds: count * seconds, step: seconds)
      result = result.map { $0 + reading } ?? reading
    }
    return result
  }

  /// The seconds of a unit that is a word by itself.
  static func seconds(of unit: String) -> Double? {
    let unit = unit.lowercased()
    let singular = unit.hasSuffix("s") ? String(unit.dropLast()) : unit
    return unitWords.contains(singular) ? DurationText.seconds(ofUnit: singular) : nil
  }

  /// A decimal number of few digits.
  static func count(_ text: some StringProtocol) -> Double? {
    guard 1...15 ~= text.utf8.count, text.utf8.allSatisfy({ $0 &- 0x30 < 10 || $0 == 0x2E }) else {
      return nil
    }
    return Double(text)
  }

  /// The units that are words by themselves, in the singular.
  private static let unitWords: Set<String> = [
    "second", "sec", "minute", "min", "hour", "hr", "day", "week", "month", "year",
  ]
}

/// Reads a text word by word and replaces clock readings by `*`.
private struct ClockReader {
  private(set) var words: [String] = []
  private(set) var readings: [ClockText.Reading] = []

  mutating func read(_ part: Substring) {
    // Brackets and commas around a reading stay.
    let lead = part.prefix { !$0.isLetter && !$0.isNumber && $0 != "." }
    let inside = part.dropFirst(lead.count)
    let trail = String(inside.reversed().prefix { !$0.isLetter && !$0.isNumber }.reversed())
    let word = String(inside.dropLast(trail.count))
    if let reading = ClockText.compact(word) {
      append(reading, lead + "*" + trail)
    } else if isClockTime, let reading = ClockText.digital(word, afterDays: true) {
      append(reading, lead + "*" + trail)
    } else if lead.isEmpty, let seconds = ClockText.seconds(of: word), let last = words.last,
      let (opening, count) = Self.count(in: last)
    {
      words.removeLast()
      append(ClockText.Reading(seconds: count * seconds, step: seconds), opening + "*" + trail)
    } else {
      words.append(String(part))
    }
  }

  /// Whether two numbers with a colon are hours and minutes here: after days, and after `up`.
  private var isClockTime: Bool {
    guard let last = words.last?.lowercased() else { return false }
    return last.hasPrefix("*") || ClockText.namesOfRunning.contains(last)
  }

  private mutating func append(_ reading: ClockText.Reading, _ word: String) {
    var joined = reading
    // Hours after days are the same reading, and `about an hour` equals an hour.
    while let last = words.last {
      if last == "*" || last == "*,", let before = readings.popLast() {
        joined = before + joined
      } else if !["about", "almost", "than", "less"].contains(last.lowercased()) {
        break
      }
      words.removeLast()
    }
    readings.append(joined)
    words.append(word)
  }

  /// The text before a count, and the count; nil if the word is not one.
  private static func count(in word: String) -> (opening: String, count: Double)? {
    let number = word.drop { !$0.isNumber && !$0.isLetter }
    let opening = String(word.dropLast(number.count))
    if ["a", "an"].contains(number.lowercased()) { return (opening, 1) }
    return ClockText.count(number).map { (opening, $0) }
  }
}

/// The texts that programs print in place of a missing value.
package enum SignOfNothing {
  package static let texts: Set<String> = [
    "-", "--", "—", "?", "*", "n/a", "N/A", "null", "none", "None", "<none>", "<nil>", "(none)",
  ]
}

extension FoundValue {
  /// Whether the value is a text without a visible character.
  package var isBlank: Bool {
    text.first == UInt8(ascii: "\"")
      && text.dropFirst().dropLast().allSatisfy { $0 == UInt8(ascii: " ") }
  }

  /// Whether the value is a blank text, or one such as `-` or `n/a`, which stands for a missing value.
  package var isSignOfNothing: Bool {
    guard text.first == UInt8(ascii: "\"") else { return false }
    let inner = text.dropFirst().dropLast()
    return isBlank
      || inner.count <= 8 && SignOfNothing.texts.contains(String(decoding: inner, as: UTF8.self))
  }
}

/// The text between the fields of a line of a log, so that the line can be written again from the row made of it.
///
/// Most lines of a log have the same between their fields, so that many rows share a shape.
package final class LineShape: Hashable, Sendable {
  /// The names of the fields in the order of the line, as JSON strings.
  package let names: [[UInt8]]
  /// The text in front of each of them, and behind the last one.
  package let gaps: [[UInt8]]

  package init(names: [[UInt8]], gaps: [[UInt8]]) { (self.names, self.gaps) = (names, gaps) }

  /// Creates the shape of lines that are a field, and nothing besides.
  package convenience init(of name: String) {
    var json: [UInt8] = []
    json.appendJSONString(name.utf8)
    self.init(names: [json], gaps: [[], []])
  }

  /// The line that a row was made of, with the lines that belong to it; nil if it has lost a field.
  func line(of row: JSONValue) -> String? {
    var (line, others): ([UInt8], [UInt8]) = ([], [])
    for (name, gap) in zip(names, gaps) {
      guard let value = row.member(JSONValue(ByteSlice(ByteStore(name), 0..<name.count)).string)
      else { return nil }
      line += gap
      let text = Array(value.string.utf8)
      // Lines that continue an entry are behind the whole first line.
      let end = text.firstIndex(of: UInt8(ascii: "\n")) ?? text.count
      line += text[..<end]
      others += text[end...]
    }
    return String(decoding: line + (gaps.last ?? []) + others, as: UTF8.self)
  }

  package static func == (left: LineShape, right: LineShape) -> Bool { left === right }
  package func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}

extension Row {
  /// The line that the row was made of, with those that continue it, if it is an entry of a log; nil otherwise.
  package var line: String? {
    looks(movedTo: 0).lazy.compactMap(\.shape).first.flatMap { $0.line(of: value) }
  }
}
