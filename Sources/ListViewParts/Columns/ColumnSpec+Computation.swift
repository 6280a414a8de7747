internal import Feeds

/// Numbers shown as what they change by: the steps of a column through its change, that per second, and a graph.
extension ColumnSpec.Item {
  private static let functions: [HistoryFunction] = [.delta, .rate, .spark]

  /// The field that the item shows, or computes one of the steps of.
  private var computation: (field: FieldPath, step: Int?) {
    guard let expression, case .tracked(0) = expression.root, expression.trackers.count == 1,
      case let tracker = expression.trackers[0], case .field(let name)? = tracker.argument,
      let step = Self.functions.firstIndex(of: tracker.function)
    else { return (path, nil) }
    return (FieldPath(name.text), step)
  }

  /// The item for the next step; nil after the last one, and for other expressions.
  var nextComputation: ColumnSpec.Item? {
    let (field, step) = computation
    guard expression == nil || step != nil, !field.names.isEmpty else { return nil }
    let next = step.map { $0 + 1 } ?? 0
    guard Self.functions.indices.contains(next) else { return nil }
    let name = field.names.map(Self.quoted).joined(separator: ".")
    guard let expression = try? Expression("\(Self.functions[next].rawValue)(\(name))") else {
      return nil
    }
    var item = self
    (item.path, item.expression) = (FieldPath([expression.text]), expression)
    (item.title, item.width) = (nil, nil)
    item.format = Self.functions[next] == .delta ? .delta : nil
    return item
  }

  /// The item of the field itself, if this one computes one of the steps.
  var withoutComputation: ColumnSpec.Item? {
    let (field, step) = computation
    return step.map { _ in ColumnSpec.Item(path: field) }
  }

  /// A name as it is written in an expression.
  private static func quoted(_ name: String) -> String {
    let isPlain = name.first?.isNumber == false && name.allSatisfy(ExpressionParser.isPartOfName)
    return isPlain ? name : "\"\(name)\""
  }
}

extension ColumnSpec {
  /// Shows another item in the place of one with a path, and not the field that it computes something of besides.
  mutating func replace(_ path: FieldPath, by item: Item) {
    let fields = [item.withoutComputation?.path].compactMap(\.self)
    items.removeAll {
      $0.path != path && ($0.path == item.path || fields.contains($0.path))
    }
    guard let index = items.firstIndex(where: { $0.path == path }) else { return }
    items[index] = item
    items += fields.map { Item(path: $0, visibility: .hidden) }
  }
}
