package import FeedValues

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
