package import Feeds
package import TerminalCore

/// The choice of a column to sort, group or count by.
package struct ColumnPick: Hashable, Sendable, LayerContents {
  /// The purpose for which the column is chosen.
  package enum Purpose: Hashable, Sendable {
    case sort
    case group
    case count
  }

  package let purpose: Purpose
  /// The choice among the paths of all columns; nil stands for none of them.
  package private(set) var chooser: Chooser<FieldPath?>
  /// Whether the column decides between rows with equal values of those that they are sorted by.
  private var isFurther = false

  package init(purpose: Purpose, current: FieldPath?) {
    self.purpose = purpose
    chooser = Chooser(current)
  }

  package var readsFields: Bool { true }

  /// All columns, those on the screen first, with the numbers that their headers show.
  private func entries(in context: Context) -> [Chooser<FieldPath?>.Entry] {
    let shown = context.layout.places.map(\.column)
    let hidden = context.columns.indices.filter { !shown.contains($0) }
    var entries = (shown + hidden).enumerated().map { place, offset in
      let column = context.columns[offset]
      var entry = Chooser<FieldPath?>.Entry(column.path, column.title)
      entry.number = place < min(9, shown.count) ? place + 1 : nil
      entry.isDim = place >= shown.count
      entry.details = context.facts(on: column, forGroups: purpose != .sort) ?? []
      return entry
    }
    if purpose != .count {
      var none = Chooser<FieldPath?>.Entry(
        nil,
        purpose == .sort ? Text.feedOrder : Text.ungrouped
      )
      none.number = 0
      entries.append(none)
    }
    return entries
  }

  /// The key after which a column is sorted by after the others, which separates them in `:sort`.
  package static let further = InputEvent.character(",")

  package mutating func handle(_ event: InputEvent, in context: Context) -> Outcome {
    if purpose == .sort, event == Self.further {
      isFurther.toggle()
      return .consumed
    }
    switch chooser.handle(event, among: entries(in: context)) {
    case .ignored, .moved: return .consumed
    case .cancelled: return .consumed([.close])
    case .missing(let number):
      let count = context.layout.places.count
      return .consumed([.close, .say(Text.noColumn(number, of: count))])
    case .chosen(let path):
      let column = path.flatMap { path in context.columns.first { $0.path == path } }
      return .consumed([.close, request(for: column)])
    }
  }

  private func request(for column: Column?) -> Request {
    switch purpose {
    case .sort: .sort(column, isFurther: isFurther)
    case .group: .group(column)
    case .count: .count(column)
    }
  }

  package func draw(into buffer: inout CellBuffer, in context: Context) -> KeyLine {
    let count = min(9, context.layout.places.count)
    let title =
      switch purpose {
      case .sort: isFurther ? Text.further : Text.sort
      case .group: Text.group
      case .count: Text.count
      }
    var hints = count == 0 ? [] : [KeyHint(count > 1 ? "1–\(count)" : "1", Text.column)]
    switch purpose {
    case .sort:
      hints.append(KeyHint("0", Text.feedOrder))
      hints.append(KeyHint(Self.further.keyLabel, Text.further))
    case .group: hints.append(KeyHint("0", Text.ungrouped))
    case .count: break
    }
    let entries = entries(in: context)
    return chooser.draw(entries, title: title, into: &buffer, in: context, hints: hints)
  }

  /// The texts of the choice.
  package enum Text {
    package static let sort = "sort by"
    package static let further = "then by"
    package static let group = "group by"
    package static let count = "count by"
    package static let column = "a column"
    package static let feedOrder = "feed order"
    package static let ungrouped = "ungrouped"
    package static let noColumns = "no columns yet"
    package static func noColumn(_ number: Int, of count: Int) -> String {
      "no column \(number) on the screen: there are \(grouped(count))"
    }
  }
}
