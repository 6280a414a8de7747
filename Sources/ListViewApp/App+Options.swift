internal import FeedStore
internal import ListViewParts

/// The options of the command line that have to wait for columns.
extension App {
  /// Applies the arrangement given on the command line if the last batch has brought the column.
  mutating func adoptLateOptions(from rows: FeedRows, at instant: ContinuousClock.Instant) {
    let pending = list.pendingOptions
    guard !pending.isEmpty else { return }
    let report = list.adoptOptions(from: rows, in: context(at: instant))
    guard list.pendingOptions != pending else { return }
    notices.clearMessage()
    notices.report(report)
    list.showArranged(in: context(at: instant))
  }
}
