public import Feeds

/// Columns as people write them: `id,created:time,Total=amount:money:12,-livemode,*`.
///
/// Items are separated by commas. Each is the path of a field; the rest is optional:
///
/// | Item | Meaning |
/// |---|---|
/// | `amount` | show the field |
/// | `amount:money`, `amount:12`, `amount:money:12` | with a format, with a width |
/// | `Total=amount` | with a title |
/// | `?message` | show it if there is room |
/// | `-livemode` | never show it |
/// | `*` | after these, the default columns |
///
/// Without `*` nothing else is shown. A backslash escapes a comma, colon, equals sign, dot or
/// backslash.
public struct ColumnSpec: Hashable, Sendable {
  /// One column.
  public struct Item: Hashable, Sendable {
    /// The field.
    public var path: FieldPath
    /// The title of the column; nil for one made from the path.
    public var title: String?
    /// How the value is written; nil for what the values suggest.
    public var format: Column.FormatName?
    /// How many columns of the screen it takes; nil for as many as it needs.
    public var width: Int?
    /// When it is on the screen.
    public var visibility = Column.Visibility.shown

    package init(
      path: FieldPath,
      title: String? = nil,
      format: Column.FormatName? = nil,
      width: Int? = nil,
      visibility: Column.Visibility = .shown
    ) {
      (self.path, self.title, self.format) = (path, title, format)
      (self.width, self.visibility) = (width, visibility)
    }
  }

  /// The columns, from left to right.
  public var items: [Item]
  /// Whether the others follow as the program chooses.
  public var includesOthers: Bool

  /// Creates the specification that leaves all to the program.
  public init() { (items, includesOthers) = ([], true) }

  /// Asks for some columns, in their order, and for no others.
  public init(_ columns: [Column]) {
    let items = columns.map {
      Item(path: $0.path, title: $0.chosenTitle, format: $0.chosenFormat, width: $0.chosenWidth)
    }
    self.init(items: items, includesOthers: false)
  }

  /// Creates a specification of columns.
  public init(items: [Item], includesOthers: Bool) {
    (self.items, self.includesOthers) = (items, includesOthers)
  }

  /// Reads a specification.
  ///
  /// ```swift
  /// let spec = try ColumnSpec("id,created:ago,Amount=data.object.amount:money")
  /// ```
  /// - Throws: `ColumnSpecError`, which says where and what is possible.
  public init(_ text: some StringProtocol) throws(ColumnSpecError) {
    (items, includesOthers) = ([], false)
    var position = 1
    for part in Self.split(text, at: ",") {
      defer { position += part.count + 1 }
      if part == "*" {
        includesOthers = true
        continue
      }
      let item = try Item(part, at: position)
      guard !items.contains(where: { $0.path == item.path }) else {
        throw ColumnSpecError(.repeated(item.path.description), in: part, at: position)
      }
      items.append(item)
    }
  }

  /// The widths that a column may be given.
  public static let widths = 1...Column.maximumWidth

  /// Splits text at a character without a backslash before it.
  fileprivate static func split(_ text: some StringProtocol, at separator: Character) -> [Substring]
  {
    var parts: [Substring] = []
    let text = Substring(text)
    var start = text.startIndex
    var index = start
    while index < text.endIndex {
      if text[index] == "\\" {
        index = text.index(after: index)
        guard index < text.endIndex else { break }
      } else if text[index] == separator {
        parts.append(text[start..<index])
        start = text.index(after: index)
      }
      index = text.index(after: index)
    }
    parts.append(text[start...])
    return parts
  }

  /// The item at the end of a specification that is being typed.
  package static func lastItem(of text: String) -> Substring { split(text, at: ",").last ?? "" }

  fileprivate static func unescaped(_ text: Substring) -> String {
    var result = ""
    var isEscaped = false
    for character in text {
      if character == "\\", !isEscaped {
        isEscaped = true
      } else {
        result.append(character)
        isEscaped = false
      }
    }
    return result
  }

  fileprivate static func escaped(_ text: String, _ special: String) -> String {
    var result = ""
    for character in text {
      if special.contains(character) { result.append("\\") }
      result.append(character)
    }
    return result
  }
}

extension ColumnSpec.Item {
  fileprivate init(_ text: Substring, at position: Int) throws(ColumnSpecError) {
    var rest = text
    visibility = .shown
    if let sign = rest.first, sign == "-" || sign == "?" {
      visibility = sign == "-" ? .hidden : .automatic
      rest = rest.dropFirst()
    }
    let sides = ColumnSpec.split(rest, at: "=")
    if sides.count > 1 {
      title = ColumnSpec.unescaped(sides[0])
      rest = rest[sides[1].startIndex...]
    }
    let parts = ColumnSpec.split(rest, at: ":")
    // A dot alone is the row itself, where rows are scalars.
    let names =
      parts[0] == "." ? [] : ColumnSpec.split(parts[0], at: ".").map(ColumnSpec.unescaped)
    guard !names.contains("") else { throw ColumnSpecError(.noPath, in: text, at: position) }
    path = FieldPath(names)
    for part in parts.dropFirst() {
      if let name = Column.FormatName(rawValue: part.lowercased()), format == nil {
        format = name
      } else if let number = Int(part), width == nil {
        guard ColumnSpec.widths.contains(number) else {
          throw ColumnSpecError(.badWidth(number), in: text, at: position)
        }
        width = number
      } else {
        throw ColumnSpecError(.noFormat(String(part)), in: text, at: position)
      }
    }
  }
}

extension ColumnSpec {
  /// The names of the fields that are to be shown.
  package var fields: [FieldName] {
    items.filter { $0.visibility == .shown && !$0.path.names.isEmpty }
      .map { FieldName($0.path.description) }
  }
}

extension ColumnSpec: CustomStringConvertible {
  /// The text from which the specification can be read again.
  public var description: String {
    (items.map(\.description) + (includesOthers ? ["*"] : [])).joined(separator: ",")
  }
}

extension ColumnSpec.Item: CustomStringConvertible {
  /// The text from which the item can be read again.
  public var description: String {
    let sign =
      switch visibility {
      case .automatic: "?"
      case .shown: ""
      case .hidden: "-"
      }
    let special = "\\,:="
    var text = sign
    if let title { text += ColumnSpec.escaped(title, special + "-?*") + "=" }
    let names = path.names.map { ColumnSpec.escaped($0, special + ".*-?") }
    text += names.isEmpty ? "." : names.joined(separator: ".")
    if let format { text += ":\(format.rawValue)" }
    if let width { text += ":\(width)" }
    return text
  }
}

/// Why text is no specification of columns.
public struct ColumnSpecError: Error, Hashable {
  /// What is wrong.
  public enum Reason: Hashable, Sendable {
    /// There is no path, or a name of it is missing.
    case noPath
    /// A format that does not exist.
    case noFormat(String)
    /// A width that no column can have.
    case badWidth(Int)
    /// A field is given twice.
    case repeated(String)
  }

  /// What is wrong.
  public let reason: Reason
  /// The item, as it was written.
  public let item: String
  /// Where the item begins, in characters from 1.
  public let position: Int

  init(_ reason: Reason, in item: Substring, at position: Int) {
    (self.reason, self.item, self.position) = (reason, String(item), position)
  }
}

extension ColumnSpecError: CustomStringConvertible {
  /// Where, what, and what is possible.
  public var description: String {
    "column '\(item)' at character \(position): \(explanation)"
  }

  /// What is wrong, and what is possible.
  var explanation: String {
    switch reason {
    case .noPath: return "expected the path of a field, such as id or data.object.amount"
    case .noFormat(let name):
      let names = Column.FormatName.allCases.map(\.rawValue).joined(separator: ", ")
      return "unknown format '\(name)': use \(names), or a width in columns"
    case .badWidth(let width):
      let widths = ColumnSpec.widths
      return "invalid width \(width): use \(widths.lowerBound) to \(widths.upperBound)"
    case .repeated(let path): return "duplicate field \(path): remove one of them"
    }
  }
}
