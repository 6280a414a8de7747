import FeedStore
internal import FeedValues
internal import ListViewParts
internal import TableModel

/// Composes what is shown instead of rows.
extension App {
  /// Whether there are no rows to draw.
  func isEmpty(_ presentation: TablePresentation<Row, FieldPath>) -> Bool {
    columns.columns.isEmpty || list.table.displayedRows.isEmpty && presentation.isBlank
  }

  /// Whether an empty table has room for the placeholder, so that the status bar need not show the reason.
  var explainsEmptyTable: Bool {
    list.table.displayedRows.isEmpty && Placeholder.hasRoom(in: layout)
  }

  func placeholder(_ context: Context) -> Placeholder {
    let keyMap = context.keyMap
    let isEnded = feed.status.isEnded
    let hiddenCount = list.previewHiddenCount ?? hiddenCount
    var placeholder = Placeholder(context: context)
    placeholder.reason =
      if hiddenCount > 0 {
        Placeholder.Text.hidden(hiddenCount, context.closeKey)
      } else if feed.player.count > 0 {
        Placeholder.Text.empty(isEnded: isEnded)
      } else if isEnded {
        setup.isOutput ? Placeholder.Text.endedOutput : Placeholder.Text.endedEmpty
      } else if isReading {
        Placeholder.Text.reading(setup.configuration.feedName)
      } else {
        Placeholder.Text.waiting(for: setup.configuration.feedName)
      }
    placeholder.problem = problem(context)
    guard hiddenCount == 0 else { return placeholder }
    placeholder.outlook =
      if isEnded, setup.isOutput {
        Placeholder.Text.closes(context.closeKey)
      } else if isEnded {
        Placeholder.Text.quits(keyMap.label(of: [.program(.quit)]))
      } else if feed.player.isPaused {
        Placeholder.Text.paused(keyMap.label(of: [.feed(.pause)]))
      } else if feed.isStopped {
        Placeholder.Text.stopped(keyMap.label(of: [.feed(.stop)]))
      } else {
        isReading ? nil : setup.configuration.outlook
      }
    return placeholder
  }

  /// Whether a file is being read that is so long that none of its rows is there yet.
  private var isReading: Bool { feed.isLoading && setup.configuration.isRecorded }
}
