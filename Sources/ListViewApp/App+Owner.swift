public import Feeds
public import ListViewParts
public import TableModel
public import TerminalCore

/// The interface to the owner of an app.
extension App {
  /// The size of the screen.
  public var size: TerminalSize { setup.size }

  /// The theme.
  public var theme: Theme {
    get { setup.theme }
    set { setup.theme = newValue }
  }

  /// What is known about the feed besides its rows.
  public var status: FeedStatus {
    get { feed.status }
    set {
      feed.status = newValue
      columns.adopt(newValue)
    }
  }

  /// The fields that are running clocks, whose progress does not count as a change.
  public var clocks: VolatileFields {
    get { feed.clocks }
    set {
      guard newValue != feed.clocks else { return }
      feed.clocks = newValue
      list.setClocks(newValue)
    }
  }

  /// Converts instants to the time of day; to be set again when the system clock is adjusted.
  public var wallClock: WallClock? {
    get { setup.configuration.wallClock }
    set { setup.configuration.wallClock = newValue }
  }

  /// Whether animation is suspended, because the terminal cannot keep up.
  public var holdsMotion: Bool {
    get { setup.holdsMotion }
    set {
      guard newValue != setup.holdsMotion else { return }
      setup.holdsMotion = newValue
      list.setMotion(newValue ? .none : setup.configuration.motion)
    }
  }

  /// Whether all that is in view has been replaced by each of the last batches, too fast to be read.
  public var replacesView: Bool { list.table.replacedViews > Self.tooManyViews }

  private static let tooManyViews = 8

  /// The table.
  public var table: TableView<Row, FieldPath> { list.table }

  /// The player of the feed's items.
  public var player: Player { feed.player }

  /// The current filter; nil if all rows are shown.
  public var filter: Filter? { find.filter }

  /// Whether the user stopped the source.
  public var isStopped: Bool { feed.isStopped }

  /// Whether to continue reading the source.
  public var wantsMore: Bool { feed.wantsMore }

  /// Whether everything has been shown and nothing more can arrive.
  public var isOver: Bool { feed.isOver }

  /// When the owner should call ``advance(to:)`` next even if nothing arrives; nil if never.
  public var nextInstant: ContinuousClock.Instant? {
    [
      feed.player.nextInstant, find.search?.nextInstant(rowCount: list.table.displayedRows.count),
      nextSummaryInstant, nextFilterInstant, columns.layoutDue, feed.bannerDue, feed.timelineDue,
      list.nextPreviewInstant, list.rearrangement?.nextInstant,
      readsKeys ? list.nextKeyReading(isChoosing: isChoosingOrder) : nil, find.nextFactsInstant,
    ].compactMap(\.self).min()
  }

  // MARK: Changes

  /// The awaited row on one line without control characters; nil until it appears.
  public var awaitedText: String? {
    mutating get {
      guard let row = watch.match else { return nil }
      watch.log.learn(from: feed.player.rows, key: feed.status.keyRule)
      return watch.log.text(of: row)
    }
  }

  /// The number of changes shown so far, not counting the rows that existed at the start.
  public var changeCount: Int { watch.count }

  /// Whether ``takeChanges()`` would return something.
  public var hasChanges: Bool { watch.hasChanges }

  /// Returns what changed since the last call, if ``Configuration/keepsChanges`` is set; nil if nothing did.
  public mutating func takeChanges() -> ChangeDigest? { watch.takeChanges() }
}
