internal import ListViewParts
internal import Feeds
internal import TableModel
internal import TerminalCore

extension App {
  /// What the screen is divided into now.
  var frame: Frame {
    Frame(size, hasSummary: summary.hasLine, hasDetail: detail != nil)
  }

  /// The columns and lines of the detail's contents.
  private var detailSize: TerminalSize {
    guard let place = Frame(size, hasSummary: summary.hasLine, hasDetail: true).detail else {
      return TerminalSize(columns: 0, lines: 0)
    }
    let contents = Pane(place, Self.border(of: place), title: []).contents
    return TerminalSize(columns: contents.columns.count, lines: contents.lines.count)
  }

  /// What sets the detail off: at the right of the table a line, else its title.
  static func border(of place: Rectangle) -> Pane.Border {
    place.columns.lowerBound > 0 ? .left : .bar
  }

  /// Opens what is selected: of a row the detail, which gets the keys; of a section its rows.
  mutating func openSelected(at instant: ContinuousClock.Instant) {
    if let section = table.selectedSection { return table.toggle(section: section, at: instant) }
    if currentRow == nil { _ = perform(.move(.nextRow), at: instant) }
    guard let row = currentRow else {
      message = "there is no row to open"
      return
    }
    if detail?.row.id != row.id { detail = Detail(row, size: detailSize) }
    mode = .detail
    layOut(at: instant)
    updateDetail(at: instant)
  }

  /// Closes the detail; the table has the whole screen and the keys.
  mutating func closeDetail(at instant: ContinuousClock.Instant) {
    detail = nil
    mode = .table
    layOut(at: instant)
  }

  /// Gives the keys to the detail, or back to the table.
  mutating func switchFocus() {
    switch mode {
    case .detail where frame.showsTable: mode = .table
    case .detail:
      let keys = configuration.keyMap.label(of: [.detail(.nextRow), .detail(.previousRow)])
      message = "\(keys) choose the row; a larger window shows the table too"
    case .table where detail != nil: mode = .detail
    default: message = "no row is open"
    }
  }

  /// Does what a key asks for while the detail has the keys.
  mutating func handleInDetail(
    _ event: InputEvent,
    at instant: ContinuousClock.Instant
  ) -> [Effect] {
    guard let action = configuration.keyMap.actionInDetail(for: event) else { return [] }
    clearNotices()
    switch action {
    case .move(.track): return perform(action, at: instant)
    case .move(let action): detail?.move(action)
    case .row(.open): detail?.toggle()
    case .row(.copyKey): return copyValue()
    default: return perform(action, at: instant)
    }
    return []
  }

  /// Divides the screen anew; a selected row that was in view stays there.
  mutating func layOut(at instant: ContinuousClock.Instant) {
    layOutColumns()
    let wasVisible = isSelectionVisible
    fitTable(at: instant)
    if wasVisible, !isSelectionVisible, let offset = table.selectedOffset {
      table.scrollTo(row: offset, at: instant)
    }
    let size = detailSize
    let columns = detail?.size.columns
    detail?.resize(to: size)
    if let resized = detail, columns != size.columns {
      let history = lines(of: resized)
      detail?.historyLines = history
    }
    lookInDetail()
  }

  private var isSelectionVisible: Bool {
    let first = table.firstVisibleRow
    return table.selectedOffset.map { (first..<first + table.height).contains($0) } ?? false
  }

  /// Brings the detail to the selected row, and to what the feed says of it now.
  mutating func updateDetail(at instant: ContinuousClock.Instant) {
    guard var detail else { return }
    self.detail = nil  // so that it is not copied
    if let row = currentRow, row.id != detail.row.id {
      detail = Detail(row, size: detail.size, searchingFor: detail.search?.pattern)
    }
    let id = detail.row.id
    let current = player.row(of: id)
    var time = configuration.wallClock?.time(at: instant)
    var hasNews = detail.isGone != (current == nil)
    if detail.position != player.position {
      let isAhead = player.position > detail.position
      let history = player.history(
        of: id,
        after: isAhead ? detail.position : 0,
        limit: Detail.historyLimit
      )
      hasNews = hasNews || !isAhead || !history.changes.isEmpty || detail.position == 0
      detail.update(history, upTo: player.position)
      if isAhead, let change = history.changes.first { time = change.time ?? time }
    }
    detail.update(
      to: current,
      changed: { [clocks] in clocks.changedFields(from: $0, to: $1) },
      time: time,
      at: instant
    )
    if hasNews { detail.historyLines = lines(of: detail) }
    detail.settle()
    self.detail = detail
    lookInDetail()
  }

  // MARK: The clipboard

  /// Copies the keys of the marked rows, a line each, or that of the selected one.
  mutating func copyKeys() -> [Effect] {
    let (rows, areMarked) = rowsToCopy
    let keys = rows.map { RowID(key: $0.id.key).description }
    guard let first = keys.first else { return [] }
    let name = areMarked ? "the keys of \(plural(rows.count, "marked row"))" : first
    return copy(Array(keys.joined(separator: "\n").utf8), as: name)
  }

  /// Copies the JSON of the marked rows, a line each, or of the selected one, exactly as it is
  /// written.
  mutating func copyJSON() -> [Effect] {
    let (rows, areMarked) = rowsToCopy
    let texts = rows.map { $0.value.text.withBytes(Array.init) }
    guard let first = rows.first else { return [] }
    let name = areMarked ? plural(rows.count, "marked row") : first.id.description
    return copy(Array(texts.joined(separator: [UInt8(ascii: "\n")])), as: "the JSON of \(name)")
  }

  /// The rows that are copied: the marked ones, or the one that is selected or open.
  private var rowsToCopy: (rows: [Row], areMarked: Bool) {
    mutating get {
      let marked = mode == .detail ? [] : markedRows
      if marked.count > 0 { return (marked, true) }
      if let row = mode == .detail ? detail?.row : currentRow ?? detail?.row {
        return ([row], false)
      }
      message = "no row is selected: \(scrollKeys) choose one"
      return ([], false)
    }
  }

  /// Copies the value at the cursor of the detail as a person reads it.
  private mutating func copyValue() -> [Effect] {
    guard let (path, value) = detail?.valueAtCursor else {
      message = "no field is at the cursor"
      return []
    }
    return copy(Array(value.string.utf8), as: path.description)
  }

  private mutating func copy(_ bytes: [UInt8], as name: String) -> [Effect] {
    let count = plural(bytes.count, "byte")
    guard bytes.count <= Clipboard.maximumCount else {
      let most = Money.grouped(String(Clipboard.maximumCount))
      message = "not copied: \(name) has \(count), and terminals take \(most) at most"
      return []
    }
    message = "copied \(DisplayWidth.cut(name, to: 60)), \(count)"
    return [.copy(bytes)]
  }
}
