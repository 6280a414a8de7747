package import Columns
package import FeedValues
internal import TableModel
package import TerminalCore

/// A rule for the colour of rows, in the syntax `FILTER => COLOUR`, such as `status=failed => red`.
package struct RowColor: Hashable, Sendable {
  /// The rule as written.
  package let text: String
  /// The rows that have the colour.
  package let filter: Filter
  /// The colour.
  package let role: Theme.Role

  /// Parses a rule.
  ///
  /// - Throws: `SettingError`, which gives the position and the possible colours.
  package init(_ text: String) throws(SettingError) {
    let parts = text.components(around: "=>")
    guard let (condition, color) = parts else { throw SettingError(Text.noArrow, at: text.count) }
    guard !condition.trimming.isEmpty else { throw SettingError(Text.noFilter, at: 0) }
    do throws(SettingError) {
      filter = try Filter(String(condition))
    } catch {
      throw error.moved(by: condition.prefix { $0.isWhitespace }.count)
    }
    let name = color.trimming.lowercased()
    guard let role = Self.roles[name] else {
      let start = text.count - color.drop { $0.isWhitespace }.count
      throw SettingError(Text.noColor(name), at: start)
    }
    (self.text, self.role) = (text, role)
  }

  /// The colours by their names: those of the theme, and those of single meanings that can be configured.
  private static let roles: [String: Theme.Role] = {
    var roles = Dictionary(uniqueKeysWithValues: Theme.Role.configurable.map { ($0.name, $0) })
    for (name, color) in colors { roles[name] = roles[name] ?? Theme.Role(name, color) }
    return roles
  }()

  private static let colors: [(name: String, color: Theme.SchemeColor)] = [
    ("red", .red), ("amber", .amber), ("yellow", .amber), ("green", .green), ("blue", .blue),
    ("accent", .accent), ("dim", .dim), ("faint", .faint),
  ]

  /// The names of colours, for completion.
  package static var names: [String] {
    colors.map(\.name) + roles.keys.filter { name in !colors.contains { $0.name == name } }.sorted()
  }

  /// The messages about colours of rows.
  package enum Text {
    package static let noArrow = "expected FILTER => COLOUR, such as status=failed => red"
    package static let noFilter = "expected a filter before =>, such as status=failed"
    package static func noColor(_ name: String) -> String {
      let guess = Spelling.nearest(to: name, among: names).map { " (did you mean \($0)?)" } ?? ""
      return "unknown colour '\(name)'\(guess): use one of \(names.joined(separator: ", "))"
    }
    package static func used(_ rule: RowColor) -> String {
      "rows that match \(rule.filter.text) are \(rule.role.name)"
    }
    package static let none = "no colours of rows"
  }
}

extension String {
  /// The text before and after the last occurrence of a separator; nil if there is none.
  fileprivate func components(
    around separator: String
  ) -> (before: Substring, after: Substring)? {
    var (start, found) = (self.startIndex, Range<Index>?.none)
    while let range = self[start...].firstRange(of: separator) {
      (found, start) = (range, range.upperBound)
    }
    return found.map { (self[..<$0.lowerBound], self[$0.upperBound...]) }
  }
}

/// The colours of rows by rules, as the values of a list are read.
package struct RowTints: Sendable {
  private var rules: [RowColor] = []
  private var resolved: [(filter: Filter, role: Theme.Role)] = []
  private var formats: [Column.Format] = []
  private var resolvedAt: ContinuousClock.Instant?
  private var interval: Duration?

  package init() {}

  /// The color of a row: that of the first rule that it matches; nil for none.
  ///
  /// - Complexity: that of ``Filter/matches(_:)`` for each rule.
  package func role(of row: Row) -> Theme.Role? {
    resolved.first { $0.filter.matches(row) }?.role
  }

  /// When the rules have to be resolved again because they depend on the time; nil for never.
  package var nextInstant: ContinuousClock.Instant? {
    guard let resolvedAt, let interval else { return nil }
    return resolvedAt + interval
  }

  /// Resolves the rules again if they, the time, or the way in which cells are written have changed.
  ///
  /// - Parameters:
  ///   - rules: The rules.
  ///   - columns: The columns.
  ///   - instant: The current time.
  ///   - reading: The way in which the values of the list are read.
  /// - Returns: Whether rows may have other colours.
  package mutating func update(
    _ rules: [RowColor],
    columns: [Column],
    at instant: ContinuousClock.Instant,
    reading: () -> ListReading
  ) -> Bool {
    guard !rules.isEmpty || !self.rules.isEmpty else { return false }
    let isDue = nextInstant.map { $0 <= instant } ?? false
    guard isDue || rules != self.rules || !columns.lazy.map(\.format).elementsEqual(formats) else {
      return false
    }
    (self.rules, formats, resolvedAt) = (rules, columns.map(\.format), instant)
    let list = rules.isEmpty ? nil : reading()
    resolved = list.map { list in rules.map { ($0.filter.resolved(in: list), $0.role) } } ?? []
    let intervals = zip(rules, resolved).compactMap { rule, resolved in
      // Relative times in a file count from its newest one.
      let followsRows = list.map { rule.filter.dependsOnTimes(in: $0) } ?? false
      return resolved.filter.refreshInterval ?? (followsRows ? Self.patience : nil)
    }
    interval = intervals.min().map { max($0, Self.patience) }
    return true
  }

  /// The minimum time between two resolutions of the same rules.
  private static let patience = Duration.seconds(1)
}

extension Mark {
  /// The sign in the margin.
  package var sign: String {
    switch self {
    case .insertion: "+"
    case .update: "~"
    case .move: "›"
    case .deletion: "−"
    }
  }

  package var role: Theme.Role {
    switch self {
    case .insertion: .inserted
    case .update: .changed
    case .move: .moved
    case .deletion: .deleted
    }
  }

  /// The initial strength of the tint: stronger for a single cell than for a whole row.
  package var tint: Double {
    switch self {
    case .update: 0.625
    case .insertion, .deletion: 0.3125
    case .move: 0.25
    }
  }
}
