package import FeedValues
internal import TerminalCore
internal import Values

/// Detects comparisons that match no row because of their types.
extension Filter {
  /// The maximum number of rows examined, spread evenly over the list.
  private static let sampleSize = 1_000

  /// A message if a comparison can hold for no value of its field, which names the values that the field has
  /// and what to write instead; nil if every comparison may hold, or no row has the field.
  ///
  /// - Complexity: O(1) in the number of rows: a sample is examined.
  package func typeProblem<Rows: RandomAccessCollection<Row>>(
    in rows: Rows
  ) -> String? where Rows.Index == Int {
    let step = max(1, rows.count / Self.sampleSize)
    let sample = stride(from: 0, to: rows.count, by: step).map { rows[$0] }
    for (field, comparison) in root.comparisons where comparison.isOrdering {
      let found = sample.lazy.compactMap { row in field.value(in: row.value).map { (row, $0) } }
        .filter { $0.1.kind != .null }
      let values = found.map(\.1)
      guard let (row, value) = found.first, let operand = comparison.operands.first else {
        continue
      }
      // Amounts in this currency may still come.
      guard operand.quantity?.currency == nil || DecimalNumber(value) == nil else { continue }
      let kind = Self.kind(of: value, in: field)
      // Texts have an order, but that of times, sizes and durations is not alphabetical.
      let isMeaningless =
        operand.isText && kind.isMeasure
        && values.allSatisfy { Self.kind(of: $0, in: field) == kind }
        && !values.contains { operand.isWritten(like: $0.string) }
      guard
        isMeaningless
          || !found.contains(where: { row, value in
            value.withFound { comparison.order(of: $0, in: row) != nil }
          })
      else { continue }
      let shown = value.withFound { operand.shownText(of: $0, in: row) }
      let example = Self.quoted(shown ?? value.string(limit: 64).text)
      let sign = comparison.operator.rawValue
      let advice =
        switch kind {
        case .number, .size, .span: Text.write("\(field.text)\(sign)\(example)")
        case .time:
          Text.write(
            "\(field.text)\(sign)\(shown == nil ? "2026-11-22" : example)",
            or: "\(field.text)\(sign)-5m"
          )
        case .level: Text.write("\(field.text)\(sign)warn")
        case .boolean: Text.write("\(field.text)=true", or: "\(field.text)=false")
        case .text: Text.write("\(field.text)=\(example)", or: "\(field.text)~\(example)")
        case .container: Text.nameField
        }
      return Text.typeProblem(
        field.text,
        holds: kind.name,
        example: kind == .container ? nil : example,
        not: operand.kindName,
        advice: advice
      )
    }
    return nil
  }

  private enum Kind {
    case number, size, span, time, level, boolean, text, container

    /// Whether the values are texts whose order is not alphabetical.
    var isMeasure: Bool { [.size, .span, .time].contains(self) }

    var name: String {
      switch self {
      case .number: Text.numbers
      case .size: Text.sizes
      case .span: Text.spans
      case .time: Text.times
      case .level: Text.levels
      case .boolean: Text.booleans
      case .text: Text.text
      case .container: Text.containers
      }
    }
  }

  /// The texts of these messages.
  package enum Text {
    package static let numbers = "numbers"
    package static let numbersWithUnit = "numbers with a unit"
    package static let sizes = "sizes"
    package static let spans = "durations"
    package static let times = "times"
    package static let levels = "levels"
    package static let booleans = "true or false"
    package static let text = "text"
    package static let containers = "objects or lists"
    package static func write(_ term: String, or other: String? = nil) -> String {
      "write \(term)" + (other.map { " or \($0)" } ?? "")
    }
    package static func since(_ time: String) -> String { "since \(time)" }
    package static func until(_ time: String) -> String { "until \(time)" }
    package static let nameField = "name one of its fields"
    package static func typeProblem(
      _ field: String,
      holds kind: String,
      example: String?,
      not operand: String,
      advice: String
    ) -> String {
      let values = kind + (example.map { " such as \($0)" } ?? "")
      return "\(field) contains \(values), not \(operand): \(advice)"
    }
  }

  private static func kind(of value: JSONValue, in field: FieldName) -> Kind {
    let text = value.string
    switch value.kind {
    case .object, .array: return .container
    case .boolean, .null: return .boolean
    case .number, .string: break
    }
    let meaning = FieldMeaning(field)
    if let scale = meaning.levels, scale.level(of: text) != nil { return .level }
    if let number = DecimalNumber(value) {
      return meaning.isTime && FeedTime(number) != nil ? .time : .number
    }
    if TimeReader(.utc, present: .latest).date(text) != nil { return .time }
    if DurationText.seconds(text) != nil { return .span }
    return Quantity(text) == nil ? .text : .size
  }

  /// The start of a value, quoted as in a filter.
  private static func quoted(_ text: String) -> String {
    let text = DisplayWidth.cut(text, to: 24)
    let isPlain = !text.isEmpty && !text.contains { $0.isWhitespace || "\"()".contains($0) }
    return isPlain ? text : "\"\(text.filter { $0 != "\"" })\""
  }
}

extension Operand {
  /// Whether the operand is nothing but a text.
  fileprivate var isText: Bool {
    distance == nil && time == nil && level == nil && quantity == nil && span == nil && !isInformal
  }

  /// Whether the text begins as a value is written, digits standing for digits, as `2026-03` does: then they are in
  /// alphabetical order.
  fileprivate func isWritten(like value: String) -> Bool {
    func form(_ text: some StringProtocol) -> [UInt8] {
      text.utf8.map { $0.isDigit ? UInt8(ascii: "0") : $0 }
    }
    return form(value).starts(with: form(text))
  }

  /// The type of the operand, for a message.
  fileprivate var kindName: String {
    if distance != nil || time != nil { return Filter.Text.times }
    if level != nil { return Filter.Text.levels }
    if let quantity {
      return quantity.unit == .none ? Filter.Text.numbers : Filter.Text.numbersWithUnit
    }
    return span == nil ? Filter.Text.text : Filter.Text.spans
  }
}
