public import Feeds
public import ListViewParts
public import TableModel
public import TerminalCore

/// What the owner of an app sees of it, and sets.
extension App {
  /// The size of the screen.
  public var size: TerminalSize { setup.size }

  /// The colours of the screen.
  public var theme: Theme {
    get { setup.theme }
    set { setup.theme = newValue }
  }

  /// What is known of the feed beside its rows.
  public var status: FeedStatus {
    get { feed.status }
    set {
      feed.status = newValue
      columns.adopt(newValue)
    }
  }

  /// The fields that are running clocks: they advance without counting as a change.
  public var clocks: VolatileFields {
    get { feed.clocks }
    set {
      guard newValue != feed.clocks else { return }
      feed.clocks = newValue
      list.setClocks(newValue)
    }
  }

  /// The time of day; to be set again where the clock on the wall was put forward or back.
  public var wallClock: WallClock? {
    get { setup.configuration.wallClock }
    set { setup.configuration.wallClock = newValue }
  }

  /// Whether changes are shown without motion, because the terminal cannot follow.
  public var holdsMotion: Bool {
    get { setup.holdsMotion }
    set {
      guard newValue != setup.holdsMotion else { return }
      setup.holdsMotion = newValue
      list.setMotion(newValue ? .none : setup.configuration.motion)
    }
  }

  /// The rows and what of them is shown.
  public var table: TableView<Row, FieldPath> { list.table }

  /// The feed's time.
  public var player: Player { feed.player }

  /// Which of the rows are shown; nil for all.
  public var filter: Filter? { find.filter }

  /// Whether the user stopped the source.
  public var isStopped: Bool { feed.isStopped }

  /// Whether the source should be read on.
  public var wantsMore: Bool { feed.wantsMore }

  /// Whether nothing will ever be shown that is not shown yet.
  public var isOver: Bool { feed.isOver }

  /// When the app wants to be asked again, though nothing has arrived; nil for never.
  public var nextInstant: ContinuousClock.Instant? {
    [
      feed.player.nextInstant, find.search?.nextInstant(rowCount: list.table.displayedRows.count),
      nextSummaryInstant, nextFilterInstant, columns.layoutDue, feed.bannerDue, feed.timelineDue,
      list.nextPreviewInstant, list.rearrangement?.nextInstant,
      list.nextKeyReading,
      find.nextFactsInstant,
    ].compactMap(\.self).min()
  }

  // MARK: Changes

  /// What the row that is waited for says, in a line without control characters.
  public var awaitedText: String? {
    mutating get {
      guard let row = watch.match else { return nil }
      watch.log.learn(from: feed.player.rows, key: feed.status.keyRule)
      return watch.log.text(of: row)
    }
  }

  /// How many changes were shown so far; what was there at first is no change.
  public var changeCount: Int { watch.count }

  /// Whether ``takeChanges()`` has something.
  public var hasChanges: Bool { watch.hasChanges }

  /// What changed since the last call, where ``Configuration/keepsChanges`` asks for it; nil if
  /// nothing did.
  public mutating func takeChanges() -> ChangeDigest? { watch.takeChanges() }
}
