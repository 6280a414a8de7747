import FeedValues

@testable import ListViewApp
@testable import ListViewParts
@testable import TableModel

/// Looks whether what the reader looks at keeps its line while only the feed changes things.
///
/// The selected row stands on the line where the user left it, also where the list begins below the first line or
/// ends above the last one, unless all of it fits; its tombstone as near to it as the list allows. Without one, some row that was in view and still is does. A table that
/// follows the live edge stands at it. A table that tracks its row brings it back into view, where the
/// user has scrolled away from it, as soon as the feed changes what is in view.
struct AnchorOracle {
  /// The view at rest.
  struct Look {
    var selection: RowID?
    var section: SectionID?
    var selectedLine: Int?
    var lines: [RowID: Int] = [:]
    var top: Int
    var count: Int
    var height: Int
    var isFollowing: Bool
    /// Whether the selected row has been deleted, or the group whose header is selected.
    var isGone: Bool

    init(_ app: App, at instant: ContinuousClock.Instant) {
      let table = app.table
      let presentation = table.presentation(at: instant + Simulation.settling)
      (selection, section) = (table.selection, table.selectedSection)
      selectedLine = presentation.lines.firstIndex(where: \.isSelected)
      (top, count, height) = (table.contentOffset, table.lineCount, table.height)
      isFollowing = table.isFollowing
      isGone =
        table.selectedOffset == nil && !table.sections.contains { [section] in $0.id == section }
      for (line, content) in presentation.lines.enumerated() {
        if case .row(let row, _) = content.content { lines[row.id] = line }
      }
    }

    var maximumTop: Int { max(0, count - height) }

    /// Whether lines beside the list are blank.
    var hasBlanks: Bool { !(0...maximumTop).contains(top) }

    /// The line at which a line of the content is in view that should stand on another one, without blank lines.
    func filledLine(of content: Int, wanted: Int) -> Int {
      content - min(max(0, content - wanted), maximumTop)
    }

    /// The line at which a line of the content is in view that should stand on another one, and stood on a third.
    ///
    /// Lines beside the list are blank so that the selected row keeps its line, but not if all of the list fits. A
    /// tombstone keeps its line only if there were such lines before.
    func line(of content: Int, wanted: Int, before: Int, hadBlanks: Bool) -> Int {
      let filled = filledLine(of: content, wanted: wanted)
      guard count > height, !isGone || hadBlanks else { return filled }
      return abs(before - wanted) <= abs(filled - wanted) ? before : filled
    }
  }

  /// The lines on which the selected row may have been left: one that stands elsewhere for want of
  /// rows returns, unless the user chose the place where it stands.
  private var wanted: Set<Int> = []
  /// Whether lines beside the list were blank when the selected row was last there.
  private var hadBlanks = false
  /// The view after the last turn of the program.
  private var last: Look

  init(_ app: App, at instant: ContinuousClock.Instant) { last = Look(app, at: instant) }

  /// Compares the view with that after the last turn.
  mutating func check(
    _ app: App,
    isByUser: Bool,
    at instant: ContinuousClock.Instant
  ) throws(Violation) {
    let (before, after) = (last, Look(app, at: instant))
    last = after
    guard after.height > 0 else { return }
    if after.isFollowing, after.top != 0 {
      throw Violation(.anchor, "the table follows the live edge, and stands \(after.top) lines off")
    }
    if after.hasBlanks, after.selectedLine == nil {
      throw Violation(
        .anchor,
        "lines past the end are in view: \(after.top) of \(after.maximumTop)"
      )
    }
    if let problem = try checkSelection(before, after, isByUser: isByUser) {
      throw Violation(.anchor, problem)
    }
    if app.table.isTracking, !isByUser, before.height == after.height {
      guard after.selectedLine == nil, before.lines != after.lines else { return }
      throw Violation(.anchor, "the table tracks its row, and has moved without it")
    }
    guard !isByUser, before.selectedLine == nil, !before.isFollowing, !after.isFollowing,
      before.height == after.height, app.table.lastBatch.moves == 0, app.table.sections.isEmpty,
      [before, after].allSatisfy({ (1..<max(1, $0.maximumTop)).contains($0.top) })
    else { return }
    let stayed = before.lines.filter { after.lines[$0.key] != nil }
    if !stayed.isEmpty, !stayed.contains(where: { after.lines[$0.key] == $0.value }) {
      throw Violation(.anchor, "no row in view kept its line: \(stayed.map(\.key.description))")
    }
  }

  private mutating func checkSelection(
    _ before: Look,
    _ after: Look,
    isByUser: Bool
  ) throws(Violation) -> String? {
    guard let line = after.selectedLine, !after.isFollowing else {
      defer { wanted = [] }
      let isLost =
        !isByUser && before.selectedLine != nil && before.selection == after.selection
        && before.section == after.section && before.height == after.height
        && !before.isFollowing && !after.isFollowing
      return isLost ? "the selected row left the screen" : nil
    }
    let content = after.top + line
    let former = before.selectedLine ?? line
    // A tombstone has those of the row, until all of the list is in view.
    if !before.isGone || before.count <= before.height {
      hadBlanks = before.hasBlanks
    }
    // A turn may move a row past the end of the list, and then delete it.
    if !before.isGone, after.isGone, after.hasBlanks { hadBlanks = true }
    let fitting = wanted.filter {
      after.line(of: content, wanted: $0, before: former, hadBlanks: hadBlanks) == line
    }
    if isByUser || before.selectedLine == nil || before.isFollowing || wanted.isEmpty
      || before.height != after.height
    {
      wanted = isByUser ? fitting.union([line]) : [line]
      return nil
    }
    guard !fitting.isEmpty || isCovered(before, after, line) else {
      let (old, new) = (
        before.selection?.description ?? "head", after.selection?.description ?? "head"
      )
      return
        "the selected row \(old) was on line \(before.selectedLine ?? -1), \(new) is on \(line)"
    }
    wanted = fitting.isEmpty ? [line] : fitting
    return nil
  }

  /// A tombstone has no header over it; the row that comes back has, and stands below.
  private func isCovered(_ before: Look, _ after: Look, _ line: Int) -> Bool {
    before.selectedLine == 0 && line == 1
  }
}
