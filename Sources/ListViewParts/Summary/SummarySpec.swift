package import Columns
package import FeedValues

/// The items of the summary bar, in the syntax `count,sum:amount,status=failed,last`.
///
/// | Item | Shows |
/// |---|---|
/// | `count` | number of rows |
/// | `sum:FIELD`, `avg:FIELD` | sum and mean of a field |
/// | `min:FIELD`, `max:FIELD` | least and greatest value of a field |
/// | `by:FIELD` | number of rows with each value of a field |
/// | `status=failed` | number of rows that match a ``Filter`` |
/// | `p99(latency)`, `errors=count where status>=500` | a figure of a count; see ``CountSpec`` |
/// | `rate` | rows arriving per second |
/// | `last` | time since the rows last changed |
///
/// Items are separated by commas. `auto` alone leaves the choice to the program, and `none` alone
/// hides the bar. Amounts of money are summed by currency.
package enum SummarySpec: Hashable, Sendable {
  /// The most informative items, if there are any.
  case automatic
  /// No summary.
  case none
  /// The given items, from left to right.
  case items([Item])

  /// One item.
  package enum Item: Hashable, Sendable {
    /// The number of rows.
    case count
    /// A fold over the values of a field.
    case fold(Fold, field: String)
    /// The number of rows with each value of a field.
    case tally(field: String)
    /// The number of rows that match a filter.
    case matching(Filter)
    /// A figure of a count, over all rows.
    case figure(CountSpec.Figure)
    /// The number of rows that arrive per second.
    case rate
    /// The time since the rows last changed.
    case last
  }

  /// A way to combine values into one.
  package enum Fold: String, Hashable, Sendable, CaseIterable {
    case sum, avg, min, max
  }

  /// The keywords of the syntax, besides those of ``Fold``.
  enum Keyword: String, CaseIterable {
    case automatic = "auto"
    case hidden = "none"
    case count, rate, last
    case tally = "by"
  }

  /// The maximum number of items of a summary.
  static let maximumCount = 16

  /// The expressions among the items, which rows have to have as fields.
  package var derived: [DerivedField] {
    guard case .items(let items) = self else { return [] }
    return items.flatMap { item -> [DerivedField] in
      switch item {
      case .fold(_, let field), .tally(let field):
        (try? Expression.unlessName(field)).flatMap(\.self).map { [DerivedField($0)] } ?? []
      case .matching(let filter): filter.derived
      case .figure(let figure): CountSpec(keys: [], figures: [figure]).derived
      case .count, .rate, .last: []
      }
    }
  }

  /// The fields that the items name.
  package var fields: [FieldName] {
    guard case .items(let items) = self else { return [] }
    return items.flatMap { item -> [FieldName] in
      switch item {
      case .fold(_, let field), .tally(let field): [FieldName(field)]
      case .matching(let filter): filter.fields
      case .figure(let figure):
        (figure.measure.field.map { [FieldName($0)] } ?? []) + (figure.filter?.fields ?? [])
      case .count, .rate, .last: []
      }
    }
  }

  /// Parses a specification.
  ///
  /// ```swift
  /// let spec = try SummarySpec("count,sum:amount,last")
  /// ```
  /// - Throws: `SettingError`, which gives the position and the possible items.
  package init(_ text: String) throws(SettingError) {
    switch Keyword(rawValue: String(text.trimming)) {
    case .automatic: self = .automatic
    case .hidden: self = .none
    default:
      var items: [Item] = []
      var position = 0
      for part in Self.split(text) {
        items.append(try Item(part, at: position))
        guard items.count <= Self.maximumCount else {
          throw SettingError(SummaryMistake.tooMany, at: position)
        }
        position += part.count + 1
      }
      self = .items(items)
    }
  }

  /// Splits text at commas outside quotation marks and parentheses.
  static func split(_ text: String) -> [Substring] {
    var parts: [Substring] = []
    var start = text.startIndex
    var (isQuoted, depth) = (false, 0)
    for index in text.indices {
      if text[index] == "\"" { isQuoted.toggle() }
      if !isQuoted {
        if text[index] == "(" { depth += 1 }
        if text[index] == ")" { depth -= 1 }
      }
      guard text[index] == ",", !isQuoted, depth <= 0 else { continue }
      parts.append(text[start..<index])
      start = text.index(after: index)
    }
    return parts + [text[start...]]
  }
}

extension SummarySpec.Item {
  fileprivate init(_ text: Substring, at position: Int) throws(SettingError) {
    let word = text.trimming
    guard !word.isEmpty else { throw SettingError(SummaryMistake.noItem, at: position) }
    switch SummarySpec.Keyword(rawValue: String(word)) {
    case .count: self = .count
    case .rate: self = .rate
    case .last: self = .last
    case .automatic, .hidden:
      throw SettingError(SummaryMistake.notAlone(word), at: position)
    case .tally, nil:
      let name = word.prefix { $0 != ":" }
      let field = String(word.dropFirst(name.count + 1))
      if name.count < word.count, let fold = SummarySpec.Fold(rawValue: String(name)) {
        self = .fold(fold, field: field)
      } else if name.count < word.count, name == SummarySpec.Keyword.tally.rawValue {
        self = .tally(field: field)
      } else {
        do throws(SettingError) {
          if let figure = try CountParser.figure(text) {
            self = .figure(figure)
          } else {
            self = .matching(try Self.filter(text))
          }
          return
        } catch {
          throw error.moved(by: position)
        }
      }
      if field.isEmpty { throw SettingError(SummaryMistake.noField(word), at: position) }
    }
  }

  private static func filter(_ text: Substring) throws(SettingError) -> Filter {
    // A bare word would search all values, which is more likely a typo here.
    guard text.contains(where: "=<>~".contains) else {
      throw SettingError(SummaryMistake.unknown(text.trimming))
    }
    return try Filter(String(text))
  }
}

extension SummarySpec: CustomStringConvertible {
  /// Text that parses to the same specification.
  package var description: String {
    switch self {
    case .automatic: Keyword.automatic.rawValue
    case .none: Keyword.hidden.rawValue
    case .items(let items): items.map(\.description).joined(separator: ",")
    }
  }
}

extension SummarySpec.Item: CustomStringConvertible {
  /// Text that parses to the same item.
  package var description: String {
    switch self {
    case .count: SummarySpec.Keyword.count.rawValue
    case .fold(let fold, let field): "\(fold.rawValue):\(field)"
    case .tally(let field): "\(SummarySpec.Keyword.tally.rawValue):\(field)"
    case .matching(let filter): filter.text
    case .figure(let figure): figure.description
    case .rate: SummarySpec.Keyword.rate.rawValue
    case .last: SummarySpec.Keyword.last.rawValue
    }
  }
}
