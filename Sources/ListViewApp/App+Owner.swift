package import Columns
package import FeedIdentity
package import FeedStore
package import FeedValues
package import ListViewParts
import Ordering
package import TableModel
package import TerminalCore

/// The interface to the owner of an app.
extension App {
  /// The size of the screen.
  package var size: TerminalSize { setup.size }

  /// The theme.
  package var theme: Theme {
    get { setup.theme }
    set {
      setup.theme = newValue
      for index in counts.indices { counts[index].app.theme = newValue }
      for index in acting.outputs.indices { acting.outputs[index].app.theme = newValue }
    }
  }

  /// The facts known about the feed besides its rows.
  package var status: FeedStatus {
    get { feed.status }
    set {
      feed.status = newValue
      columns.adopt(newValue)
    }
  }

  /// The fields that are running clocks, whose progress does not count as a change.
  package var clocks: VolatileFields {
    get { feed.clocks }
    set {
      guard newValue != feed.clocks else { return }
      feed.clocks = newValue
      list.setClocks(newValue)
    }
  }

  /// Converts instants to the time of day; to be set again when the system clock is adjusted.
  package var wallClock: WallClock? {
    get { setup.configuration.wallClock }
    set {
      setup.configuration.wallClock = newValue
      for index in counts.indices { counts[index].app.wallClock = newValue }
    }
  }

  /// Whether animation is suspended, because the terminal cannot keep up.
  package var holdsMotion: Bool {
    get { setup.holdsMotion }
    set {
      guard newValue != setup.holdsMotion else { return }
      setup.holdsMotion = newValue
      for index in counts.indices { counts[index].app.holdsMotion = newValue }
      list.setMotion(newValue ? .none : setup.configuration.motion)
    }
  }

  /// Whether all that is in view has been replaced by each of the last batches, too fast to be read.
  package var replacesView: Bool { front.list.table.replacedViews > Self.tooManyViews }

  private static let tooManyViews = 8

  /// The table.
  package var table: TableView<Row, FieldPath> { list.table }

  /// The player of the feed's items.
  package var player: Player { feed.player }

  /// The current filter; nil if all rows are shown.
  package var filter: Filter? { find.filter }

  /// Whether the user stopped the source.
  package var isStopped: Bool { feed.isStopped }

  /// Whether to continue reading the source.
  package var wantsMore: Bool { feed.wantsMore }

  /// Whether everything has been shown and nothing more can arrive.
  package var isOver: Bool { feed.isOver }

  /// When the owner should call ``advance(to:)`` next even if nothing arrives; nil if never.
  package var nextInstant: ContinuousClock.Instant? {
    [
      feed.player.nextInstant, find.search?.nextInstant(rowCount: list.searchedRows.count),
      nextSummaryInstant, nextFilterInstant, columns.layoutDue, feed.bannerDue, feed.timelineDue,
      list.nextPreviewInstant, list.rearrangement?.nextInstant, find.nextFactsInstant,
      nextCountInstant, nextDerivationInstant, list.nextRankingInstant, list.errors.nextInstant,
      list.tints.nextInstant,
      acting.outputs.lazy.compactMap(\.nextInstant).min(), acting.marks.nextInstant,
    ].compactMap(\.self).min()
  }

  // MARK: Changes

  /// The awaited row on one line without control characters; nil until it appears.
  package var awaitedText: String? {
    mutating get {
      guard let row = watch.match else { return nil }
      watch.log.learn(from: feed.player.rows, key: feed.status.keyRule)
      return watch.log.text(of: row)
    }
  }

  /// The number of changes shown so far, not counting the rows that existed at the start.
  package var changeCount: Int { watch.count }

  /// Whether ``takeChanges()`` would return something.
  package var hasChanges: Bool { watch.hasChanges }

  /// Returns what changed since the last call, if ``Configuration/keepsChanges`` is set; nil if nothing did.
  package mutating func takeChanges() -> ChangeDigest? { watch.takeChanges() }
}
