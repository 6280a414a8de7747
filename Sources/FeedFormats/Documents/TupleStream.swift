package import FeedValues

/// Successive arrays of the same length, each of which is a row, as ClickHouse's JSONCompactEachRow and
/// the ticks of exchanges are written.
///
/// A single array is a list of its elements.
package struct TupleStream: Sendable {
  /// The state after the values so far.
  private enum State {
    case nothing
    /// One array, which may be the first row or a header.
    case first(JSONValue)
    /// Rows with these names.
    case rows(names: [[UInt8]])
    case other
  }

  private var state = State.nothing
  /// The limit of the rows' length, given the arrays.
  private var budget = RowBudget()

  /// Creates a stream of which nothing was read.
  package init() {}

  /// The meaning of a value.
  package enum Outcome {
    /// It is not a row of this kind.
    case other
    /// It is held back until the next value arrives.
    case held
    /// These are rows; what was emitted so far is not a list.
    case rows([JSONValue])
    /// It is a row that the names would make too long.
    case refused(String)
  }

  /// Reads a value of a JSON feed.
  package mutating func take(_ value: JSONValue, isFirst: Bool) -> Outcome {
    if value.kind == .array { budget.note(read: value.text.count) }
    switch state {
    case .nothing where isFirst && value.isTuple:
      state = .first(value)
      return .held
    case .first(let first) where value.isTuple && value.elements.count == first.elements.count:
      let rows = [first.elements, value.elements]
      let header = ColumnarRows.header(of: rows)
      let cells = header.map { $0.map { Array($0.utf8)[...] } }
      let names = columnNames(cells ?? first.elements.map { _ in [] })
      state = .rows(names: names)
      return objects(header == nil ? rows : [rows[1]], names)
    case .rows(let names) where value.kind == .array: return objects([value.elements], names)
    case .rows: return .other
    default:
      state = .other
      return .other
    }
  }

  private mutating func objects(_ rows: [[JSONValue]], _ names: [[UInt8]]) -> Outcome {
    var objects: [JSONValue] = []
    for row in rows {
      guard let object = ColumnarRows.object(row, names, &budget) else {
        return .refused(FeedText.Malformed.repeatedNames(RowBudget.factor))
      }
      objects.append(object)
    }
    return .rows(objects)
  }

  /// The rows in the arrays that a run printed; nil if they are something else.
  package static func rows(of values: [JSONValue]) -> [JSONValue]? {
    guard values.count > 1, let count = values.first?.elements.count,
      values.allSatisfy({ $0.isTuple && $0.elements.count == count })
    else { return nil }
    return ColumnarRows.objects(of: values)
  }
}

extension JSONValue {
  /// Whether the value is an array of several values, all of them scalars.
  fileprivate var isTuple: Bool {
    guard kind == .array else { return false }
    let elements = elements
    return elements.count > 1 && elements.allSatisfy { $0.isScalar || $0.kind == .null }
  }
}
