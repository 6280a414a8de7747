package import FeedValues

/// A choice of columns in the syntax `id,created:time,Total=amount:money:12,-livemode,*`.
///
/// Items are separated by commas. Each is the path of a field, with optional additions:
///
/// | Item | Meaning |
/// |---|---|
/// | `amount` | show the field |
/// | `amount:money`, `amount:12`, `amount:money:12` | with a format, a width, or both |
/// | `Total=amount` | with a title |
/// | `Δ=delta(rss, 1m):bytes` | show an ``Expression`` |
/// | `?message` | show the field if there is room |
/// | `-livemode` | hide the field |
/// | `*` | followed by the default columns |
///
/// Without `*` no other columns are shown, unless all items hide a field. A backslash escapes a comma, colon, equals sign, dot or backslash.
package struct ColumnSpec: Hashable, Sendable {
  /// One column.
  package struct Item: Hashable, Sendable {
    /// The field.
    package var path: FieldPath
    /// The title of the column; nil to derive it from the path.
    package var title: String?
    /// The format of the values; nil to derive it from the values.
    package var format: Column.FormatName?
    /// The width in screen columns; nil for automatic.
    package var width: Int?
    /// The expression of a field that the rows do not have by themselves; nil for one that they have.
    package var expression: Expression?
    /// When it is on the screen.
    package var visibility = Column.Visibility.shown

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
  package var items: [Item]
  /// Whether the default columns follow.
  package var includesOthers: Bool

  /// Whether other columns are shown: the default ones follow, or all items hide a field.
  package var showsOthers: Bool {
    includesOthers || items.allSatisfy { $0.visibility == .hidden }
  }

  /// Creates a specification that leaves the choice to the program.
  package init() { (items, includesOthers) = ([], true) }

  /// Creates a specification of exactly the given columns, in order.
  package init(_ columns: [Column]) {
    let items = columns.map { $0.item }
    self.init(items: items, includesOthers: false)
  }

  /// Creates a specification of the given items.
  package init(items: [Item], includesOthers: Bool) {
    (self.items, self.includesOthers) = (items, includesOthers)
  }

  /// Parses a specification.
  ///
  /// ```swift
  /// let spec = try ColumnSpec("id,created:ago,Amount=data.object.amount:money")
  /// ```
  /// - Throws: `SettingError`, which gives the position and the possible values.
  package init(_ text: some StringProtocol) throws(SettingError) {
    (items, includesOthers) = ([], false)
    var position = 0
    var paths: Set<FieldPath> = []
    for part in Self.split(text, at: ",") {
      defer { position += part.count + 1 }
      if part == "*" {
        includesOthers = true
        continue
      }
      let item = try Item(part, at: position)
      guard paths.insert(item.path).inserted else {
        throw SettingError(ColumnMistake.repeated(item.path), at: position)
      }
      items.append(item)
    }
  }

  /// The item with a title, in any case, with what another one says of it besides its field; nil if there is none.
  func item(titled title: String, insteadOf other: Item) -> Item? {
    guard var item = items.first(where: { $0.title?.lowercased() == title.lowercased() }) else {
      return nil
    }
    item.title = other.title ?? item.title
    (item.format, item.width) = (other.format ?? item.format, other.width)
    item.visibility = other.visibility
    return item
  }

  /// The item of a specification that has a mistake, as it was written.
  package static func item(of text: String, at offset: Int) -> Substring {
    var end = -1
    return split(text, at: ",").first { part in
      end += part.count + 1
      return offset <= end
    } ?? ""
  }

  /// The permitted widths of a column.
  package static let widths = 1...Column.maximumWidth

  /// Splits text at an unescaped separator.
  ///
  /// The syntax is in scalars: a name may begin with one that combines with the character before it. Parentheses
  /// that are closed, and what is in them, belong together.
  package static func split(
    _ text: some StringProtocol,
    at separator: Unicode.Scalar
  ) -> [Substring] {
    var parts: [Substring] = []
    let text = Substring(text)
    let scalars = text.unicodeScalars
    var start = text.startIndex
    var index = start
    while index < text.endIndex {
      if scalars[index] == "\\" {
        index = scalars.index(after: index)
        guard index < text.endIndex else { break }
      } else if scalars[index] == "\"",
        let end = scalars[scalars.index(after: index)...].firstIndex(of: "\"")
      {
        index = end
      } else if scalars[index] == "(" {
        index = endOfParentheses(in: scalars, from: index) ?? index
      } else if scalars[index] == separator {
        parts.append(text[start..<index])
        start = scalars.index(after: index)
      }
      index = scalars.index(after: index)
    }
    parts.append(text[start...])
    return parts
  }

  /// The closing parenthesis of the one at an index; nil if there is none.
  private static func endOfParentheses(
    in scalars: Substring.UnicodeScalarView,
    from start: Substring.Index
  ) -> Substring.Index? {
    var (depth, isQuoted) = (0, false)
    for index in scalars[start...].indices {
      if scalars[index] == "\"" { isQuoted.toggle() }
      guard !isQuoted else { continue }
      if scalars[index] == "(" { depth += 1 }
      if scalars[index] == ")" { depth -= 1 }
      if depth == 0 { return index }
    }
    return nil
  }

  /// The last item of a specification that is being typed.
  package static func lastItem(of text: String) -> Substring { split(text, at: ",").last ?? "" }

  /// The name in quotation marks; nil for any other text.
  fileprivate static func unquoted(_ text: Substring) -> String? {
    guard text.count > 2, text.first == "\"", text.last == "\"" else { return nil }
    let inside = text.dropFirst().dropLast()
    return inside.contains("\"") ? nil : String(inside)
  }

  fileprivate static func unescaped(_ text: Substring) -> String {
    var result = ""
    var isEscaped = false
    for scalar in text.unicodeScalars {
      if scalar == "\\", !isEscaped {
        isEscaped = true
      } else {
        result.unicodeScalars.append(scalar)
        isEscaped = false
      }
    }
    return result
  }

  fileprivate static func escaped(_ text: String, _ special: String) -> String {
    var result = ""
    for scalar in text.unicodeScalars {
      if special.unicodeScalars.contains(scalar) { result += "\\" }
      result.unicodeScalars.append(scalar)
    }
    return result
  }
}

extension ColumnSpec.Item {
  /// Parses one item of a specification.
  package init(_ text: String) throws(SettingError) { try self.init(text[...], at: 0) }

  /// Parses one item whose field is an expression, whatever it looks like.
  ///
  /// - Throws: `SettingError` also for an expression that is the name of a field.
  package init(computing text: String) throws(SettingError) {
    try self.init(text)
    guard expression == nil else { return }
    let start = text.firstIndex(of: "=").map { text.index(after: $0) } ?? text.startIndex
    do throws(SettingError) {
      expression = try Expression(String(text[start...]))
    } catch {
      throw error.moved(by: text.distance(from: text.startIndex, to: start))
    }
    throw SettingError(ColumnMistake.noField(path))
  }

  fileprivate init(_ text: Substring, at position: Int) throws(SettingError) {
    var rest = text
    visibility = .shown
    if let sign = rest.unicodeScalars.first, sign == "-" || sign == "?" {
      visibility = sign == "-" ? .hidden : .automatic
      rest = Substring(rest.unicodeScalars.dropFirst())
    }
    let sides = ColumnSpec.split(rest, at: "=")
    if sides.count > 1 {
      title = ColumnSpec.unescaped(sides[0])
      rest = rest[sides[1].startIndex...]
    }
    let parts = ColumnSpec.split(rest, at: ":")
    do throws(SettingError) {
      // Behind a title, a sign is that of a number.
      let isSigned = sides.count > 1 && parts[0].first == "-" && parts[0].count > 1
      expression =
        try isSigned ? Expression(String(parts[0])) : Expression.unlessName(parts[0])
    } catch {
      let start = text.distance(from: text.startIndex, to: parts[0].startIndex)
      throw error.moved(by: position + start)
    }
    // A dot alone stands for the row itself, for rows that are scalars.
    let bare = ColumnSpec.unquoted(parts[0])
    let names =
      bare.map { [$0] }
      ?? (parts[0] == "." ? [] : ColumnSpec.split(parts[0], at: ".").map(ColumnSpec.unescaped))
    guard expression != nil || !names.contains("") else {
      throw SettingError(ColumnMistake.noPath, at: position)
    }
    let name = title
    path = expression.map { FieldPath([name ?? $0.text]) } ?? FieldPath(names)
    for part in parts.dropFirst() {
      if let name = Column.FormatName(rawValue: part.lowercased()), format == nil {
        format = name
      } else if let number = Int(part), width == nil {
        guard ColumnSpec.widths.contains(number) else {
          throw SettingError(ColumnMistake.badWidth(number), at: position)
        }
        width = number
      } else {
        throw SettingError(ColumnMistake.noFormat(part), at: position)
      }
    }
  }
}

extension ColumnSpec {
  /// The names of the fields to show.
  package var fields: [FieldName] {
    items.filter { $0.visibility != .hidden && !$0.path.names.isEmpty }
      .flatMap { item in
        item.expression.map(\.fields) ?? [FieldName(item.path.description)]
      }
  }

  /// The fields that the rows do not have by themselves.
  package var derived: [DerivedField] {
    items.compactMap { item in
      item.expression.map { DerivedField($0, name: item.path.name) }
    }
  }
}

extension ColumnSpec: CustomStringConvertible {
  /// Text that parses to the same specification.
  package var description: String {
    (items.map(\.description) + (includesOthers ? ["*"] : [])).joined(separator: ",")
  }
}

extension ColumnSpec.Item: CustomStringConvertible {
  /// Text that parses to the same item.
  package var description: String {
    let sign =
      switch visibility {
      case .automatic: "?"
      case .shown: ""
      case .hidden: "-"
      }
    // A parenthesis would make an expression of a name.
    let special = "\\,:=(\""
    var text = title.map { ColumnSpec.escaped($0, special) + "=" } ?? ""
    let names = path.names.map { ColumnSpec.escaped($0, special + ".") }
    // Behind a title, a sign is that of a number.
    if title != nil, expression == nil, names.first?.first == "-" { text += "\\" }
    text += expression?.text ?? (names.isEmpty ? "." : names.joined(separator: "."))
    // At the beginning of an item these have a meaning.
    if let first = text.unicodeScalars.first, ["-", "?", "*"].contains(first) {
      text = "\\" + text
    }
    text = sign + text
    if let format { text += ":\(format.rawValue)" }
    if let width { text += ":\(width)" }
    return text
  }
}

extension Column {
  /// The request of the user.
  package var item: ColumnSpec.Item {
    var item = ColumnSpec.Item(
      path: path,
      title: chosenTitle,
      format: chosenFormat,
      width: chosenWidth
    )
    item.expression = expression
    return item
  }

  /// Takes over what the user asked for.
  mutating func adopt(_ item: ColumnSpec.Item) {
    visibility = item.visibility
    expression = item.expression
    chosenWidth = item.width
    if let title = item.title { chosenTitle = title }
    naturalWidth = title.displayWidth
    if let format = item.format ?? item.expression?.format {
      var spansDays = false
      if case .time(.dateAndClock) = self.format { spansDays = true }
      setFormat(format, spansDays: spansDays)
      // A duration since a time.
      if item.expression?.isMoment ?? false, format == .duration { self.format = .time(.elapsed) }
    }
  }
}

/// Numbers shown as what they change by: the steps of a column through its change, that per second, and a graph.
extension ColumnSpec.Item {
  /// The functions in their order: of a counter, which only grows, the change per second says most.
  private static func functions(ofCounter isCounter: Bool) -> [HistoryFunction] {
    isCounter ? [.rate, .delta, .spark] : [.delta, .rate, .spark]
  }

  /// The field that the item shows, or computes one of the steps of.
  private var computation: (field: FieldPath, function: HistoryFunction?) {
    guard let expression, case .tracked(0) = expression.root, expression.trackers.count == 1,
      case let tracker = expression.trackers[0],
      Self.functions(ofCounter: false).contains(tracker.function)
    else { return (path, nil) }
    return switch tracker.argument {
    case .field(let name)?, .quoted(let name)?: (FieldPath(name.text), tracker.function)
    default: (path, nil)
    }
  }

  /// The field of which the item is a step, or shows all of.
  package var field: FieldPath { computation.field }

  /// The item for the next step; nil after the last one, and for other expressions.
  ///
  /// - Parameters:
  ///   - isCounter: Whether the numbers only grow.
  ///   - column: The column of the field.
  /// - Returns: The item; nil if there is none.
  package func nextComputation(isCounter: Bool, of column: Column) -> ColumnSpec.Item? {
    let (field, function) = computation
    guard expression == nil || function != nil, !field.names.isEmpty else { return nil }
    let functions = Self.functions(ofCounter: isCounter)
    let next = function.flatMap(functions.firstIndex).map { $0 + 1 } ?? 0
    guard functions.indices.contains(next) else { return nil }
    let name = field.names.map(ExpressionParser.written).joined(separator: ".")
    guard let expression = try? Expression("\(functions[next].rawValue)(\(name))") else {
      return nil
    }
    var item = self
    (item.expression, item.format, item.title, item.width) = (expression, nil, nil, nil)
    return item.named(after: [column])
  }

  /// The item of the field itself, if this one computes one of the steps.
  package var withoutComputation: ColumnSpec.Item? {
    let (field, function) = computation
    return function.map { _ in ColumnSpec.Item(path: field) }
  }

  /// The item with the title and the unit of its field, if it computes one of the steps and has none of its own.
  package func named(after columns: [Column]) -> ColumnSpec.Item {
    guard let function = computation.function, let column = columns.named(field.description) else {
      return self
    }
    let title: String
    var item = self
    switch function {
    case .delta: (title, item.format) = ("\(column.title) Δ", format ?? .delta)
    case .rate:
      title = "\(column.title)/s"
      item.format = format ?? (column.format == .bytes ? column.formatName : nil)
    default: title = "\(column.title) ↗"
    }
    if self.title == nil { (item.title, item.path) = (title, FieldPath([title])) }
    return item
  }
}

extension ColumnSpec {
  /// Shows another item in the place of one with a path, and not the field that it computes something of besides.
  package mutating func replace(_ path: FieldPath, by item: Item) {
    let fields = [item.withoutComputation?.path].compactMap(\.self)
    items.removeAll {
      $0.path != path && ($0.path == item.path || fields.contains($0.path))
    }
    guard let index = items.firstIndex(where: { $0.path == path }) else { return }
    items[index] = item
    items += fields.map { Item(path: $0, visibility: .hidden) }
  }
}
