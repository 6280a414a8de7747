import FeedFormats
import FeedIdentity
package import FeedStore
import FeedValues

/// The beginning of a text, kept so that the decisions about how to read it can be revised.
///
/// The format, the header, the columns and the identity of rows are decided from what has arrived when the feed first rests.
/// Later lines may contradict that. So the beginning is kept, and read again as if it had arrived at once whenever the feed
/// rests: the same bytes give the same rows, however they arrive. Beyond the capacity the reading stays as it is.
struct Opening: Sendable {
  /// The maximum number of bytes that are kept.
  static let capacity = 1 << 20
  /// The number of bytes that are read again at every rest; more only when there are twice as many as the last time, or
  /// when the feed has been silent for a while.
  private static let alwaysRead = 1 << 14

  private(set) var bytes: [UInt8] = []
  /// The last bytes, which have not been read at all since they are about to be read with the others.
  private(set) var unread: [UInt8] = []
  /// The rows that the bytes have been so far.
  private(set) var list = RowList()
  /// Whether the feed has rested, so that the reading may differ from that of all bytes at once.
  private(set) var hasRested = false
  /// The number of bytes at the last review.
  private var reviewedCount = 0

  /// Whether something has arrived since the last review.
  var isChanged: Bool { bytes.count != reviewedCount }

  /// Whether a review is worth its time.
  var isDue: Bool {
    isChanged && (bytes.count <= Self.alwaysRead || bytes.count >= 2 * reviewedCount)
  }

  /// Adds bytes; returns false if there are too many now.
  mutating func append(_ chunk: [UInt8]) -> Bool {
    guard bytes.count + chunk.count <= Self.capacity else { return false }
    bytes += chunk
    return true
  }

  /// Takes bytes that were added, and returns those that have to be read now: none while all are read again soon.
  mutating func next(_ chunk: [UInt8]) -> [UInt8] {
    let next = unread + chunk
    unread = hasRested && bytes.count <= Self.alwaysRead ? next : []
    return unread.isEmpty ? next : []
  }

  /// Follows the rows.
  mutating func apply(_ items: [FeedItem]) { for item in items { list.apply(item) } }

  /// Notes that the feed rests for the first time.
  mutating func rest() {
    if !bytes.isEmpty { (hasRested, reviewedCount) = (true, bytes.count) }
  }

  /// Takes over the reading of all bytes at once.
  ///
  /// - Parameters:
  ///   - items: The items made of the bytes.
  ///   - readsDownwards: Whether new rows come at the end.
  ///   - identity: The rule that identifies them, if it is new.
  /// - Returns: The changes of the rows.
  mutating func adopt(
    _ items: [FeedItem],
    readsDownwards: Bool,
    _ identity: IdentityRule?
  ) -> [FeedItem] {
    (reviewedCount, unread) = (bytes.count, [])
    let old = list
    list = RowList()
    for item in items { list.apply(item) }
    if old.count == 0 { return items }
    let same = zip(list.rows, old.rows).prefix { $0.id == $1.id && $0.hasText(of: $1) }.count
    if same == old.count, identity == nil, readsDownwards || same == list.count {
      return list.rows.dropFirst(same).map { .append($0, at: nil) }
    }
    return [.snapshot(Snapshot(rows: Array(list.rows), identity: identity))]
  }
}

extension Row {
  fileprivate func hasText(of other: Row) -> Bool {
    isSameText(as: other)
      || value.text.withBytes { own in other.value.text.withBytes { own.elementsEqual($0) } }
  }
}

extension FeedDecoder {
  /// The state of the source when the beginning is read again.
  enum Extent {
    /// It rests; the flag says whether all of a file has arrived.
    case rest(isWhole: Bool)
    /// There is no more of it.
    case end
  }

  /// Keeps bytes of the beginning.
  ///
  /// - Parameter chunk: The bytes that arrived; then those that have to be read now.
  /// - Returns: The changes of the rows if the beginning is over: from here on it is read as it would have been at once.
  mutating func keep(_ chunk: inout [UInt8]) -> [FeedItem] {
    guard opening != nil, isRevisable else {
      opening = nil
      return []
    }
    if opening?.append(chunk) == true {
      if opening?.hasRested == true { openLine = nil }
      chunk = opening?.next(chunk) ?? chunk
      return []
    }
    defer { opening = nil }
    return opening?.hasRested == true ? review(.rest(isWhole: false)) : []
  }

  /// Whether there is something to do once nothing has arrived for a while; see ``endOpenLine(isWhole:)``.
  package var awaitsSilence: Bool { hasOpenLine || awaitsReview || awaitsEndOfList }

  /// Whether there is the beginning of a list whose end the source does not tell.
  var awaitsEndOfList: Bool { options.isPolled && frames != nil && !run.isEmpty }

  /// The time without bytes after which that is done.
  package var silence: Duration { awaitsEndOfList ? FrameDetector.pause : .seconds(1) }

  /// Whether something has arrived whose effect on the reading is not known yet.
  var awaitsReview: Bool { opening.map { $0.hasRested && $0.isChanged } ?? false }

  /// Reads what has been held back to be read with the others.
  package mutating func readHeldBack() -> [FeedItem] {
    opening?.unread.isEmpty == false ? review(.rest(isWhole: false)) : []
  }

  /// Reads the beginning as the whole, at the end of a feed that came slowly.
  ///
  /// - Returns: The changes of the rows; nil if there is nothing to read again.
  mutating func reviewEnd() -> [FeedItem]? {
    guard opening?.hasRested == true, isRevisable else { return nil }
    openLine = nil
    defer { opening = nil }
    return review(.end)
  }

  /// Reads the beginning again if what has arrived since may change how it is read.
  ///
  /// - Parameters:
  ///   - extent: The state of the source.
  ///   - isForced: Whether to do so even if little has arrived.
  /// - Returns: The changes of the rows.
  /// - Complexity: O(*n*) in the length of the beginning: amortised O(1) for each byte that arrives, and 16 KiB a call.
  mutating func review(_ extent: Extent, isForced: Bool = true) -> [FeedItem] {
    guard var opening, openLine == nil, opening.hasRested, isForced || opening.isDue else {
      return []
    }
    guard isRevisable else {
      self.opening = nil
      return []
    }
    var options = options
    options.key = interpreter.builder.choice
    var other = FeedDecoder(options, after: pastMalformedInput, byteCount: pastByteCount)
    other.arrival = arrival
    other.pastAccount = pastAccount
    other.declare(contentType)
    var items = other.append(opening.bytes)
    switch extent {
    case .rest(let isWhole): items += other.reachEnd(isWhole: isWhole)
    case .end: items += other.finish()
    }
    let identity = other.keyRule != keyRule && opening.list.count > 0 ? other.keyRule : nil
    let problem = interpreter.builder.rechoice(to: other.keyInference)
    (framing, interpreter, format) = (other.framing, other.interpreter, other.format)
    (formatReason, textLayout, tableMemory) = (
      other.formatReason, other.textLayout, other.tableMemory
    )
    interpreter.builder.rechoice = problem
    let changes = opening.adopt(
      items,
      readsDownwards: readsDownwards,
      identity.map { IdentityRule($0) }
    )
    self.opening = opening
    return changes
  }

  /// Whether the bytes are read as text, whose reading is a guess.
  private var isRevisable: Bool {
    switch format {
    case nil, .csv, .tsv, .table, .log, .settings, .lines, .yaml: true
    case .json, .sse: textLayout.isGuess
    case .auto, .metrics, .rss: false
    }
  }
}
