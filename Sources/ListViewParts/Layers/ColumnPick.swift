package import Ordering
import Columns
package import FeedValues
package import TerminalCore

/// The choice of a column to sort, group or count by.
package struct ColumnPick: Hashable, Sendable, LayerContents {
  /// The purpose for which the column is chosen.
  package enum Purpose: Hashable, Sendable {
    case sort
    case group
    case count
  }

  /// A column, none of them, or an order of the groups that rows are in.
  package enum Choice: Hashable, Sendable {
    case column(FieldPath)
    case none
    case groups(GroupSpec.Ranking)
  }

  /// The titles of the column that rows are grouped by, and of the one that is summed in each group.
  package struct Groups: Hashable, Sendable {
    let title: String
    let summed: String?

    package init(_ grouping: Grouping) {
      (title, summed) = (grouping.column.title, grouping.summed?.title)
    }
  }

  package let purpose: Purpose
  package private(set) var chooser: Chooser<Choice>
  /// The groups that rows are in, and can be ordered; nil for none.
  private let groups: Groups?
  /// Whether the column decides between rows with equal values of those that they are sorted by.
  private var isFurther = false

  package init(purpose: Purpose, current: FieldPath, groups: Groups? = nil) {
    self.purpose = purpose
    self.groups = groups
    chooser = Chooser(.column(current))
  }

  package var readsFields: Bool { true }

  /// All columns, those on the screen first, with the numbers that their headers show.
  private func entries(in context: Context) -> [Chooser<Choice>.Entry] {
    let shown = context.layout.places.map(\.column)
    let hidden = context.columns.indices.filter { !shown.contains($0) }
    var entries = (shown + hidden).enumerated().map { place, offset in
      let column = context.columns[offset]
      var entry = Chooser<Choice>.Entry(.column(column.path), column.title)
      entry.number = place < min(9, shown.count) ? place + 1 : nil
      entry.isDim = place >= shown.count
      entry.details = context.facts(on: column, forGroups: purpose != .sort) ?? []
      return entry
    }
    if purpose != .count {
      var none = Chooser<Choice>.Entry(.none, purpose == .sort ? Text.feedOrder : Text.ungrouped)
      none.number = 0
      entries.append(none)
    }
    if purpose == .sort, let groups {
      for ranking in GroupSpec.Ranking.allCases {
        let text = Text.groups(groups, ranking)
        if let text { entries.append(Chooser<Choice>.Entry(.groups(ranking), text)) }
      }
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
    case .chosen(.groups(let ranking)): return .consumed([.close, .rankGroups(ranking)])
    case .chosen(.none): return .consumed([.close, request(for: nil)])
    case .chosen(.column(let path)):
      let column = context.columns.first { $0.path == path }
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
    /// An order of groups; nil if they have no sums to be ordered by.
    package static func groups(_ groups: Groups, _ ranking: GroupSpec.Ranking) -> String? {
      switch ranking {
      case .value: "groups by \(groups.title)"
      case .count: "groups by count"
      case .sum: groups.summed.map { "groups by sum of \($0)" }
      }
    }
    package static let noColumns = "no columns yet"
    package static func noColumn(_ number: Int, of count: Int) -> String {
      "no column \(number) on the screen: there are \(grouped(count))"
    }
  }
}
