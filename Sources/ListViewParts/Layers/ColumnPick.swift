import Columns
package import FeedValues
package import Ordering
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

/// The choice of a span of time among the rows at each time.
package struct SpanPick: LayerContents {
  /// The rows at each time, as of when the choice began.
  package let strip: TimeStrip
  /// The cell at which the selection began, and the one at which it ends now.
  private var (anchor, cursor): (Int, Int)

  /// Creates a choice of one cell.
  package init(_ strip: TimeStrip, cell: Int) {
    self.strip = strip
    (anchor, cursor) = (cell, cell)
  }

  /// The selected cells.
  package var cells: ClosedRange<Int> { min(anchor, cursor)...max(anchor, cursor) }

  private enum Step { case left, right, wider, narrower, first, last }

  private static let keys: [(step: Step, keys: [InputEvent])] = [
    (.left, [.key(.left), .character("h")]), (.right, [.key(.right), .character("l")]),
    (.wider, [.character("<"), .key(.left, .shift)]),
    (.narrower, [.character(">"), .key(.right, .shift)]),
    (.first, [.key(.home)]), (.last, [.key(.end)]),
  ]

  package mutating func handle(_ event: InputEvent, in context: Context) -> Outcome {
    if case .mouse(let mouse) = event { return handle(mouse, in: context) }
    if event == .key(.enter) { return chosen }
    if event == .key(.escape) { return .consumed([.close]) }
    guard let step = Self.keys.first(where: { $0.keys.contains(event) })?.step else {
      return .ignored
    }
    let last = strip.cells.count - 1
    switch step {
    case .left: anchor = max(0, cursor - 1)
    case .right: anchor = min(last, cursor + 1)
    case .wider: return extend(to: cursor - 1)
    case .narrower: return extend(to: cursor + 1)
    case .first: anchor = 0
    case .last: anchor = last
    }
    cursor = anchor
    return .consumed
  }

  private mutating func extend(to cell: Int) -> Outcome {
    cursor = min(max(0, cell), strip.cells.count - 1)
    return .consumed
  }

  private mutating func handle(_ event: MouseEvent, in context: Context) -> Outcome {
    let cell = TimeStripView.cell(at: event.column, of: strip, in: context.size)
    switch event.kind {
    case .press(button: 0) where event.line == context.screen.strip:
      (anchor, cursor) = (cell, cell)
      return .consumed
    case .press: return .consumed([.close])
    case .drag(button: 0): return extend(to: cell)
    case .release: return chosen
    default: return .consumed
    }
  }

  private var chosen: Outcome { .consumed([.close, .showTimes(strip, cells)]) }

  package func draw(into buffer: inout CellBuffer, in context: Context) -> KeyLine {
    if let line = context.screen.strip {
      buffer.fill(line: line, style: context.theme.style(.text))
      TimeStripView(strip, selection: cells, in: context).draw(on: line, of: &buffer)
    }
    return .hints([
      KeyHint("← →", HintText.move), KeyHint("< >", Text.extend),
      KeyHint(ChooserText.enter, Text.show), KeyHint(ChooserText.escape, ChooserText.cancel),
    ])
  }

  /// The texts of the choice.
  package enum Text {
    package static let extend = "select more"
    package static let show = "show these rows"
    package static let noTimes = "no line of times: the rows have no times in order, or are few"
    package static let noRoom = "the window is too low for the line of times"
    package static let noSummary = "the line of times is part of the summary, which is hidden"
  }
}

/// The choice of a theme, which is shown while the user moves through the list.
package struct ThemePick: LayerContents {
  private let names: [String]
  private let current: String
  private var chooser: Chooser<String>

  /// Creates the choice among some names, one of which is in use.
  package init(_ names: [String], current: String) {
    (self.names, self.current) = (names, current)
    chooser = Chooser(current)
  }

  private var entries: [Chooser<String>.Entry] { names.map { Chooser.Entry($0, $0) } }

  package mutating func handle(_ event: InputEvent, in context: Context) -> Outcome {
    let before = chooser.selection
    switch chooser.handle(event, among: entries) {
    case .chosen(let name): return .consumed([.close, .theme(name, isKept: true)])
    case .cancelled: return .consumed([.close, .theme(current, isKept: false)])
    case .ignored, .moved, .missing:
      guard chooser.selection != before else { return .consumed }
      return .consumed([.theme(chooser.selection, isKept: false)])
    }
  }

  package func draw(into buffer: inout CellBuffer, in context: Context) -> KeyLine {
    chooser.draw(entries, title: Text.title, into: &buffer, in: context)
  }

  /// The texts of the choice.
  package enum Text {
    package static let title = "theme"
  }
}
