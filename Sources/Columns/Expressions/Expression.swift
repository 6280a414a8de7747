package import FeedValues
package import Patterns
package import Values

/// A value computed from the fields of a row, and from the values that they have had.
///
/// | Syntax | Means |
/// |---|---|
/// | `used / size * 100`, `a.b."C D"` | arithmetic with exact decimals; without an operand there is no value |
/// | `delta(f)`, `delta(f, 1m)` | the change since the last update, or in the last minute |
/// | `rate(f)`, `rate(f, 1m)` | the same per second |
/// | `avg(f, 1m)`, `min`, `max`, `sum`, `p50`, `p90`, `p99` | of the row's values in the last minute |
/// | `ewma(f, 30s)` | the average, older values counting less |
/// | `spark(f, 2m)` | a graph |
/// | `prev(f)`, `since(f)`, `changes()`, `changed(f, 5m)` | the value before; since when it has this one; how often the row changed; whether it did |
/// | `age()`, `gap()` | when the row arrived; the time since the row before |
/// | `if(FILTER, a, b)`, `a ?? b`, `f in (x, y)` | a choice; the first value that there is; whether it is one of these |
/// | `lower upper trim len split match round floor ceil abs date hour bucket` | functions of text, numbers and times |
///
/// A text in quotation marks is the field of that name, or the text itself in rows without such a field.
package struct Expression: Sendable {
  /// The expression as it was written, without surrounding white space.
  package let text: String
  let root: Node
  /// The functions of the past in the expression, in order.
  let trackers: [Tracker]

  /// A parsed expression.
  package indirect enum Node: Sendable {
    case number(DecimalNumber)
    case text(String)
    case field(FieldName)
    /// A text in quotation marks.
    case quoted(FieldName)
    case negative(Node)
    case arithmetic(Operator, Node, Node)
    case coalesced(Node, Node)
    case choice(Filter, Node, Node)
    case membership(Node, [String])
    case call(RowFunction, [Node])
    case match(Node, Pattern)
    case bucket(Node, CountStep)
    /// The status of a Kubernetes pod.
    case podStatus
    /// The function of the past with an index.
    case tracked(Int)
  }

  package enum Operator: Sendable { case plus, minus, times, over, remainder }

  /// A function of the values that a row has had.
  struct Tracker: Sendable {
    let function: HistoryFunction
    /// The argument; nil for the row itself.
    let argument: Node?
    /// The time for which values are considered; nil for the last two.
    let window: Duration?
  }

  /// Parses an expression.
  ///
  /// ```swift
  /// let usage = try Expression("used / size * 100")
  /// ```
  /// - Throws: `SettingError` with the position of the mistake.
  package init(_ text: String) throws(SettingError) {
    var parser = ExpressionParser(text)
    try self.init(text, &parser)
  }

  private init(_ text: String, _ parser: inout ExpressionParser) throws(SettingError) {
    let root = try parser.whole()
    self.init(String(text.trimming), root, parser.trackers)
  }

  init(_ text: String, _ root: Node, _ trackers: [Tracker]) {
    (self.text, self.root, self.trackers) = (text, root, trackers)
  }

  /// The expression that a text is; nil if it is the name of a field.
  ///
  /// Only signs that are not found in names make an expression of a text: a call of a known function, an operator
  /// beside a space, `*`, or parentheses at the beginning.
  package static func unlessName(_ text: some StringProtocol) throws(SettingError) -> Expression? {
    let text = String(text)
    guard ExpressionParser.looksLikeExpression(text) else { return nil }
    var parser = ExpressionParser(text)
    let expression: Expression
    do throws(SettingError) {
      expression = try Expression(text, &parser)
    } catch {
      // A sign alone may be part of a name: `C++`.
      guard !parser.lacksWindow, ExpressionParser.hasCall(Array(text.trimming)) else { return nil }
      throw error
    }
    if case .field = expression.root { return nil }
    if case .quoted = expression.root { return nil }
    return expression
  }

  /// The mistake in a text that was taken for the name of a field, but looks like a call; nil for other names.
  package static func mistake(inName text: String) -> String? {
    guard ExpressionParser.hasCall(Array(text)) else { return nil }
    do throws(SettingError) {
      _ = try Expression(text)
      return nil
    } catch {
      return error.description
    }
  }

  /// Whether the value is a time, shown as the span since then.
  package var isMoment: Bool {
    if case .tracked(let index) = root { trackers[index].function.isMoment } else { false }
  }

  /// Whether the value depends on those that the row has had.
  package var dependsOnHistory: Bool { !trackers.isEmpty }

  /// The names of the fields that it refers to.
  package var fields: [FieldName] {
    root.fields + trackers.flatMap { $0.argument?.fields ?? [] }
  }

  /// The format in which its values are shown unless the user chooses another one.
  package var format: Column.FormatName? { isMoment ? .duration : nil }
}

extension Expression: Hashable {
  /// Whether two expressions have the same text.
  package static func == (left: Expression, right: Expression) -> Bool { left.text == right.text }

  /// Hashes the text.
  package func hash(into hasher: inout Hasher) { hasher.combine(text) }
}

extension Expression.Node {
  /// The fields whose values are needed; those in quotation marks may be texts.
  var fields: [FieldName] {
    switch self {
    case .field(let name): [name]
    case .number, .text, .quoted, .tracked, .podStatus: []
    case .negative(let node), .membership(let node, _), .match(let node, _), .bucket(let node, _):
      node.fields
    case .arithmetic(_, let left, let right), .coalesced(let left, let right):
      left.fields + right.fields
    case .choice(let filter, let left, let right): filter.fields + left.fields + right.fields
    case .call(_, let arguments): arguments.flatMap(\.fields)
    }
  }
}
