/// The items of the summary bar, as people write them: `count,sum:amount,status=failed,last`.
///
/// | Item | Shows |
/// |---|---|
/// | `count` | how many rows there are |
/// | `sum:FIELD`, `avg:FIELD` | the sum of a field, and its mean |
/// | `min:FIELD`, `max:FIELD` | the least and the greatest value of a field |
/// | `by:FIELD` | how many rows have each value of a field |
/// | `status=failed` | how many rows match a ``Filter`` |
/// | `rate` | how many rows arrive per second |
/// | `last` | how long ago the rows last changed |
///
/// Items are separated by commas. `auto` alone leaves the choice to the program, and `none` alone
/// hides the bar. Amounts of money are summed by currency.
public enum SummarySpec: Hashable, Sendable {
  /// What says the most, where something does.
  case automatic
  /// No summary.
  case none
  /// These items, from left to right.
  case items([Item])

  /// One item.
  public enum Item: Hashable, Sendable {
    /// How many rows there are.
    case count
    /// A fold of the values of a field.
    case fold(Fold, field: String)
    /// How many rows have each value of a field.
    case tally(field: String)
    /// How many rows fit.
    case matching(Filter)
    /// How many rows come in a second.
    case rate
    /// How long ago the rows last changed.
    case last
  }

  /// How many values become one.
  public enum Fold: String, Hashable, Sendable, CaseIterable {
    case sum, avg, min, max
  }

  /// The words of the syntax, besides those of ``Fold``.
  enum Keyword: String, CaseIterable {
    case automatic = "auto"
    case hidden = "none"
    case count, rate, last
    case tally = "by"
  }

  /// The maximum number of items of a summary.
  static let maximumCount = 16

  /// Reads a specification.
  ///
  /// ```swift
  /// let spec = try SummarySpec("count,sum:amount,last")
  /// ```
  /// - Throws: `SummarySpecError`, which says where and what is possible.
  public init(_ text: String) throws(SummarySpecError) {
    switch Keyword(rawValue: String(text.trimming)) {
    case .automatic: self = .automatic
    case .hidden: self = .none
    default:
      var items: [Item] = []
      var position = 1
      for part in Self.split(text) {
        items.append(try Item(part, at: position))
        guard items.count <= Self.maximumCount else {
          throw SummarySpecError(.tooMany, in: part, at: position)
        }
        position += part.count + 1
      }
      self = .items(items)
    }
  }

  /// Splits text at commas outside quotation marks.
  private static func split(_ text: String) -> [Substring] {
    var parts: [Substring] = []
    var start = text.startIndex
    var isQuoted = false
    for index in text.indices {
      if text[index] == "\"" { isQuoted.toggle() }
      guard text[index] == ",", !isQuoted else { continue }
      parts.append(text[start..<index])
      start = text.index(after: index)
    }
    return parts + [text[start...]]
  }
}

extension SummarySpec.Item {
  fileprivate init(_ text: Substring, at position: Int) throws(SummarySpecError) {
    let word = text.trimming
    guard !word.isEmpty else { throw SummarySpecError(.noItem, in: text, at: position) }
    switch SummarySpec.Keyword(rawValue: String(word)) {
    case .count: self = .count
    case .rate: self = .rate
    case .last: self = .last
    case .automatic, .hidden:
      throw SummarySpecError(.notAlone, in: text, at: position)
    case .tally, nil:
      let name = word.prefix { $0 != ":" }
      let field = String(word.dropFirst(name.count + 1))
      if name.count < word.count, let fold = SummarySpec.Fold(rawValue: String(name)) {
        self = .fold(fold, field: field)
      } else if name.count < word.count, name == SummarySpec.Keyword.tally.rawValue {
        self = .tally(field: field)
      } else {
        self = .matching(try Self.filter(text, at: position))
        return
      }
      if field.isEmpty { throw SummarySpecError(.noField, in: text, at: position) }
    }
  }

  private static func filter(
    _ text: Substring,
    at position: Int
  ) throws(SummarySpecError) -> Filter {
    // A word alone would be searched for in all values: it is rather a slip of the pen.
    guard text.contains(where: "=<>~".contains) else {
      throw SummarySpecError(.unknown, in: text, at: position)
    }
    do {
      return try Filter(String(text))
    } catch {
      throw SummarySpecError(.filter(error), in: text, at: position + error.offset)
    }
  }
}

extension SummarySpec: CustomStringConvertible {
  /// The text from which the specification can be read again.
  public var description: String {
    switch self {
    case .automatic: Keyword.automatic.rawValue
    case .none: Keyword.hidden.rawValue
    case .items(let items): items.map(\.description).joined(separator: ",")
    }
  }
}

extension SummarySpec.Item: CustomStringConvertible {
  /// The text from which the item can be read again.
  public var description: String {
    switch self {
    case .count: SummarySpec.Keyword.count.rawValue
    case .fold(let fold, let field): "\(fold.rawValue):\(field)"
    case .tally(let field): "\(SummarySpec.Keyword.tally.rawValue):\(field)"
    case .matching(let filter): filter.text
    case .rate: SummarySpec.Keyword.rate.rawValue
    case .last: SummarySpec.Keyword.last.rawValue
    }
  }
}
