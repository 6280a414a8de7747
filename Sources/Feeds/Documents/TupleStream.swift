/// Arrays of as many values, one after the other: each is a row, as JSONCompactEachRow of ClickHouse
/// and the ticks of exchanges are.
///
/// One array alone is a list of its elements.
struct TupleStream: Sendable {
  /// What has come so far.
  private enum State {
    case nothing
    /// One array, which may be the first row or the names.
    case first(JSONValue)
    /// Rows, under these names.
    case rows(names: [[UInt8]])
    case other
  }

  private var state = State.nothing

  /// What became of a value.
  enum Outcome {
    /// It is no row of this kind.
    case other
    /// It waits for the next.
    case held
    /// These are rows; the list so far is no list.
    case rows([JSONValue])
  }

  /// Takes a value of a feed of JSON.
  mutating func take(_ value: JSONValue, isFirst: Bool) -> Outcome {
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
      return .rows((header == nil ? rows : [rows[1]]).map { ColumnarRows.object($0, names) })
    case .rows(let names) where value.kind == .array:
      return .rows([ColumnarRows.object(value.elements, names)])
    case .rows: return .other
    default:
      state = .other
      return .other
    }
  }

  /// The rows of the arrays that a run printed; nil where they are something else.
  static func rows(of values: [JSONValue]) -> [JSONValue]? {
    guard values.count > 1, let count = values.first?.elements.count,
      values.allSatisfy({ $0.isTuple && $0.elements.count == count })
    else { return nil }
    return ColumnarRows.objects(of: values)
  }
}

extension JSONValue {
  /// Whether the value is an array of several values, none of which holds others.
  fileprivate var isTuple: Bool {
    guard kind == .array else { return false }
    let elements = elements
    return elements.count > 1 && elements.allSatisfy { $0.isScalar || $0.kind == .null }
  }
}
