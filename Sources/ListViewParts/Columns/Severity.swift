package import Feeds
internal import Values

/// Tells which rows of a list report an error: by their level, by the status of a request, or by a failed status.
package struct Severity: Sendable {
  /// The column that says it.
  package internal(set) var column: Column
  private let rule: Rule

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
    var rank: Int
  }

  /// The rule of a list with some columns; nil if none of them tells of errors.
  package init?(among columns: [Column]) {
    var best: (rank: Int, weight: Int, column: Column, rule: Rule)?
    for column in columns {
      let found: (Int, Rule)? =
        switch (column.format, column.look) {
        case (.level(let scale), _): (2, .level(scale))
        case (_, .response): (1, .response)
        case (.status, _): (0, .status)
        default: nil
        }
      guard let (rank, rule) = found else { continue }
      if let best, (best.rank, best.weight) >= (rank, column.weight) { continue }
      best = (rank, column.weight, column, rule)
    }
    guard let best else { return nil }
    (column, rule) = (best.column, best.rule)
  }

  /// Whether the rows are entries of a log, in which an error is a line of its own.
  package var isOfLog: Bool { rule != .status }

  /// Whether the rows have levels.
  var isOfLevels: Bool { if case .level = rule { true } else { false } }

  /// Whether a row reports an error.
  package func isError(_ row: Row) -> Bool {
    guard let value = column.value(of: row), value.isScalar else { return false }
    return isError(value.string(limit: Self.longest).text)
  }

  /// Whether a value stands for an error.
  func isError(_ text: String) -> Bool {
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
  }

  package func hash(into hasher: inout Hasher) {
    hasher.combine(rule)
    hasher.combine(column.paths)
  }
}
