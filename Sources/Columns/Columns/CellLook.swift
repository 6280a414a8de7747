internal import FeedValues

/// The style of a column's values on a screen with colours.
///
/// A look does not change the value, whose text is determined by ``Column/Format``; without colours only the
/// text remains.
package enum CellLook: Hashable, Sendable {
  /// Plain text.
  case plain
  /// A number, a size or a duration; zeros are dimmed.
  case number
  /// A whole number that counts something, with thousands separators.
  case count
  /// A gain or a loss: coloured by its sign, and written with one.
  ///
  /// `reach` is the greatest magnitude seen, at which a meter is full; nil for no meter.
  case delta(isPercent: Bool, reach: Double?)
  /// A share of a whole, with a meter if there is room.
  case percent(PercentScale)
  /// A dotted name whose leading parts name its family.
  case dotted(familyParts: Int)
  /// A path; the directories are dimmed.
  case path
  /// A command line; the directories and the arguments are dimmed.
  case command
  /// An HTTP status code.
  case response
  /// An HTTP method.
  case method
  /// Yes or no, with the tone that yes has in this column.
  case boolean(StatusTone)
  /// A number of ready ones out of all, such as `1/2`.
  case readiness
  /// An opaque identifier, shortened in the middle.
  case identifier
  /// The name of a setting, next to its value.
  case setting
  /// A line whose words are styled by their positions.
  case line(LineLook)
}

/// The scale of a percentage.
package struct PercentScale: Hashable, Sendable {
  /// The number at which a meter is full.
  package var full: Double
  /// Whether a high number is good, as for progress, rather than a load.
  package var isProgress: Bool
}

extension CellLook {
  /// The look suggested by the values of a field.
  ///
  /// - Parameters:
  ///   - field: The facts known about the values.
  ///   - format: The format in which they are written.
  ///   - isKey: Whether they identify the rows.
  ///   - hasRequests: Whether the rows describe requests, so that paths are not files.
  /// - Returns: The look.
  static func suggested(
    by field: FieldSurvey,
    _ format: Column.Format,
    isKey: Bool,
    hasRequests: Bool
  ) -> CellLook {
    guard field.evidence.count > 0 else { return .plain }
    switch format {
    case .number: return number(field, isKey: isKey)
    case .bytes, .duration, .money, .amount: return .number
    case .boolean: return .boolean(tone(ofYes: field.name))
    case .text: return text(field, hasRequests: hasRequests)
    case .time, .status, .level, .json: return .plain
    }
  }

  private static func number(_ field: FieldSurvey, isKey: Bool) -> CellLook {
    let numbers = field.evidence.numbers
    guard numbers.areNumbers, let range = numbers.range else { return .number }
    if field.containsResponses { return .response }
    let words = FieldWords(field.name)
    let isPercent = numbers.havePercentSigns || words.isPercent
    let reach = max(-range.lowerBound, range.upperBound)
    if numbers.areSigned || numbers.straddlesZero && (words.isChange || isPercent) {
      return .delta(isPercent: isPercent, reach: isPercent && reach > 0 ? reach : nil)
    }
    if isPercent, range.lowerBound >= 0 {
      let isShare = range.upperBound <= 1 && !numbers.areWhole && !field.name.contains("%")
      let full = isShare && !numbers.havePercentSigns && !words.isLoad ? 1.0 : 100
      return .percent(PercentScale(full: full, isProgress: words.isProgress))
    }
    let isYear = range.lowerBound >= 1_900 && range.upperBound <= 2_100
    let isCount =
      numbers.areWhole && reach >= 1_000 && !isYear && !isKey && !field.isIdentifier
      && !words.isNumbering
    return isCount ? .count : .number
  }

  private static func text(_ field: FieldSurvey, hasRequests: Bool) -> CellLook {
    let evidence = field.evidence
    if field.containsResponses { return .response }
    if evidence.areMethods { return .method }
    if evidence.areBooleans { return .boolean(tone(ofYes: field.name)) }
    let words = FieldWords(field.name)
    if words.isCommand { return .command }
    if words.isReadiness { return .readiness }
    if let parts = evidence.names.familyParts { return .dotted(familyParts: parts) }
    if evidence.names.arePaths, !hasRequests { return .path }
    if words.isMessage || field.path.names.isEmpty,
      let line = evidence.lines.look(areMessages: words.isMessage)
    {
      return .line(line)
    }
    return field.isIdentifier ? .identifier : .plain
  }

  /// The tone of yes in a field with a given name.
  static func tone(ofYes name: String) -> StatusTone {
    let words = FieldWords(name).words
    return words.contains { StatusTone($0) == .bad || ["deleted", "stale"].contains($0) }
      ? .bad : .good
  }
}

extension FieldSurvey {
  /// Whether the values are HTTP status codes, judging by both the values and the name.
  var containsResponses: Bool {
    guard evidence.areResponses, evidence.count > 0 else { return false }
    let words = FieldWords(name).words
    return words.contains { ["status", "code", "response", "http", "sc", "result"].contains($0) }
  }
}

/// The words that make up the name of a field.
package struct FieldWords {
  /// The words in lower case.
  package let words: [String]
  private let name: String

  package init(_ name: String) {
    self.name = name.lowercased()
    var words = [""]
    var isLower = false
    for character in name {
      if character.isUppercase, isLower { words.append("") }
      isLower = character.isLowercase
      if character.isLetter || character.isNumber {
        words[words.count - 1].append(contentsOf: character.lowercased())
      } else {
        words.append("")
      }
    }
    self.words = words.filter { !$0.isEmpty }
  }

  private func has(_ list: Set<String>) -> Bool { words.contains(where: list.contains) }

  var isPercent: Bool {
    name.contains("%") || has(Self.percents) || isProgress || name.hasPrefix("pcpu")
      || name.hasPrefix("pmem")
  }

  /// Whether the numbers are percentages of a machine, for which 1 never means the whole.
  package var isLoad: Bool { name.contains("cpu") || name.contains("mem") }

  var isProgress: Bool {
    has(["progress", "completion", "complete", "done", "coverage", "success"])
  }

  /// Whether the numbers count what went wrong, so that it is bad if they rise.
  package var isTrouble: Bool {
    has(["restarts", "restart", "retries", "errors", "errs", "failures", "failed", "drops", "drop"])
  }

  /// Whether the texts say how many of a number are ready, such as `1/2`.
  var isReadiness: Bool { words.count == 1 && has(["ready"]) }

  /// Whether the numbers count events or things.
  var isCount: Bool { has(["count", "counts", "restarts", "retries", "attempts", "errors"]) }

  /// Whether the numbers are gains or losses.
  var isChange: Bool { has(Self.changes) }

  /// Whether the texts are output of a program.
  package var isMessage: Bool {
    words.count == 1 && has(["message", "msg", "line", "log", "text"])
  }

  var isCommand: Bool {
    has(["command", "cmd", "args", "cmdline", "commandline"]) && words.count <= 2
  }

  /// Whether the numbers are identifiers rather than amounts.
  package var isNumbering: Bool {
    has(Self.numberings) || Self.endings.contains { name.hasSuffix($0) }
  }

  private static let percents: Set<String> = [
    "percent", "percentage", "pct", "pcnt", "utilization", "utilisation",
  ]
  private static let changes: Set<String> = [
    "change", "changed", "delta", "diff", "difference", "chg", "gain", "gains", "loss", "return",
    "returns", "pnl", "profit", "variance", "drift", "growth", "net", "trend", "movement", "roi",
    "deviation", "surplus", "margin",
  ]
  private static let numberings: Set<String> = [
    "id", "pid", "ppid", "tid", "uid", "gid", "port", "ports", "year", "zip", "zipcode", "postcode",
    "code", "inode", "ino", "line", "phone", "isbn", "ssn", "version", "build", "no", "nr", "num",
    "number", "rev", "revision", "seq", "sequence", "offset", "index", "idx", "key", "account",
    "user", "session", "job", "issue", "pr", "run", "fd", "handle", "ref",
  ]
  private static let endings = ["pid", "uid", "gid", "port", "_no", "_nr"]
}

extension CellLook {
  /// Whether the look adds to the text of the value: separators, a sign, a percent sign.
  package var changesText: Bool {
    switch self {
    case .count, .delta, .percent: true
    default: false
    }
  }

  /// Whether the sign of a number determines its colour.
  package var isDelta: Bool {
    if case .delta = self { true } else { false }
  }

  /// The look of a format that the user chose by name.
  ///
  /// - Parameters:
  ///   - name: The format.
  ///   - path: The field.
  ///   - suggested: The look suggested by the values; its parameters are reused.
  /// - Returns: The look.
  static func asked(
    for name: Column.FormatName,
    of path: FieldPath,
    suggested: CellLook
  ) -> CellLook {
    switch name {
    case .count: return .count
    case .delta:
      if case .delta = suggested { return suggested }
      return .delta(isPercent: FieldWords(path.name).isPercent, reach: nil)
    case .percent:
      if case .percent = suggested { return suggested }
      return .percent(PercentScale(full: 100, isProgress: FieldWords(path.name).isProgress))
    case .dotted:
      if case .dotted = suggested { return suggested }
      return .dotted(familyParts: 1)
    case .path: return .path
    case .command: return .command
    case .http:
      return suggested == .method ? .method : .response
    case .id: return .identifier
    case .boolean: return .boolean(tone(ofYes: path.name))
    case .number, .bytes, .kib, .duration, .seconds, .ms, .us, .ns, .money, .amount: return .number
    case .text, .time, .clock, .date, .ago, .status, .level, .json: return .plain
    }
  }

  /// The name of the format with this look; nil if the format alone determines the name.
  package var formatName: Column.FormatName? {
    switch self {
    case .count: .count
    case .delta: .delta
    case .percent: .percent
    case .dotted: .dotted
    case .path: .path
    case .command: .command
    case .response, .method: .http
    case .identifier: .id
    case .plain, .number, .boolean, .line, .setting, .readiness: nil
    }
  }
}
