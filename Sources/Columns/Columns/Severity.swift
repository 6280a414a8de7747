package import FeedValues
internal import Values

/// Tells which rows of a list report an error: by their level, by the status of a request, or by a failed status.
package struct Severity: Sendable {
  /// The column that says it.
  package internal(set) var column: Column
  private let rule: Rule
  /// The rules of rows without a value in the column, such as those of another log in the list.
  private(set) var others: [Severity] = []

  private enum Rule: Hashable {
    case level(LevelScale)
    case response
    case status
  }

  /// The severity that a value stands for.
  package struct Class: Hashable, Sendable {
    package var name: String
    package var tone: StatusTone
    /// Classes of the same tone are listed in descending order.
    package var rank: Int
  }

  private init(_ column: Column, _ rule: Rule) { (self.column, self.rule) = (column, rule) }

  /// The rule of a list with some columns; nil if none of them tells of errors.
  ///
  /// A level goes before the status of a response, and a status that failed counts only if there is neither.
  package init?(among columns: [Column]) {
    var level, response, status: Severity?
    func note(_ found: inout Severity?, _ column: Column, _ rule: Rule) {
      if let found, found.column.weight >= column.weight { return }
      found = Severity(column, rule)
    }
    for column in columns {
      switch (column.format, column.look) {
      case (.level(let scale), _): note(&level, column, .level(scale))
      case (_, .response): note(&response, column, .response)
      case (.status, _): note(&status, column, .status)
      default: break
      }
    }
    let ofLog = [level, response].compactMap(\.self)
    guard let first = ofLog.first ?? status else { return nil }
    self = first
    others = Array(ofLog.dropFirst())
  }

  /// Each rule on its own.
  package var parts: [Severity] { [Severity(column, rule)] + others }

  /// The rule without the places of its columns on the screen.
  package var withoutLayout: Severity {
    var result = self
    result.column = column.withoutLayout
    result.others = others.map(\.withoutLayout)
    return result
  }

  /// The columns of the rules.
  package var columns: [Column] { [column] + others.map(\.column) }

  /// Whether the rows are entries of a log, in which an error is a line of its own.
  package var isOfLog: Bool { rule != .status }

  /// Whether the rows have levels.
  package var isOfLevels: Bool { if case .level = rule { true } else { false } }

  /// Whether a row reports an error.
  package func isError(_ row: Row) -> Bool {
    guard let value = column.value(of: row), value.isScalar else {
      return others.contains { $0.isError(row) }
    }
    return isError(value.string(limit: Self.longest).text)
  }

  /// Whether a row with some values in ``columns`` reports an error.
  package func isError(_ value: (_ offset: Int) -> FoundValue?) -> Bool {
    if let first = value(0), first.isScalar { return isError(first) }
    for (offset, other) in others.enumerated() {
      if let value = value(offset + 1), value.isScalar { return other.isError(value) }
    }
    return false
  }

  /// Whether a value of the first column stands for an error.
  package func isError(_ value: FoundValue) -> Bool {
    isError(value.value.string(limit: Self.longest).text)
  }

  /// Whether a value stands for an error.
  package func isError(_ text: String) -> Bool {
    switch rule {
    case .level(let scale):
      scale.level(of: text).map { $0.rawValue >= Level.error.rawValue } ?? false
    case .response: Int(text).map { 500..<600 ~= $0 } ?? false
    case .status: StatusTone(text) == .bad
    }
  }

  /// The class of a value; nil if it has none.
  package func classified(_ text: String) -> Class? {
    switch rule {
    case .level(let scale):
      scale.level(of: text).map {
        Class(name: $0.word, tone: StatusTone(level: $0), rank: $0.rawValue)
      }
    case .response:
      Int(text).flatMap { number -> Class? in
        guard 100..<600 ~= number else { return nil }
        let tone: StatusTone = number >= 500 ? .bad : number >= 400 ? .pending : .neutral
        return Class(name: "\(number / 100)xx", tone: tone, rank: number / 100)
      }
    case .status: nil
    }
  }

  /// The maximum number of bytes of a value that are read.
  private static let longest = 80
}

extension Severity: Hashable {
  /// Rules are equal if they say the same of every row, whatever the columns look like.
  package static func == (left: Severity, right: Severity) -> Bool {
    left.rule == right.rule && left.column.paths == right.column.paths
      && left.others == right.others
  }

  package func hash(into hasher: inout Hasher) {
    hasher.combine(rule)
    hasher.combine(column.paths)
  }
}
