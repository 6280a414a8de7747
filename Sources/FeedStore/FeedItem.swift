package import FeedIdentity
package import FeedValues
package import Values

/// The content of one value of a feed.
package enum FeedItem: Equatable, Sendable {
  /// The whole list.
  case snapshot(Snapshot)
  /// A row that replaces the row with its identity, or is inserted if there is none.
  case upsert(Row, at: FeedTime?)
  /// A row of a text that reads downwards: it replaces the row with its identity, or is inserted at the end.
  case append(Row, at: FeedTime?)
  /// A row of a text that reads downwards, like ``append(_:at:)``, but inserted in front of the row with an identity,
  /// because it is older than that one.
  case insert(Row, inFrontOf: RowID, at: FeedTime?)
  /// The row with an identity is deleted.
  case delete(RowID, at: FeedTime?)
}

/// The whole list at an instant.
package struct Snapshot: Equatable, Sendable {
  /// When it was taken, if the feed has times.
  package var time: FeedTime?
  /// The rows in the feed's order; no two have the same identity.
  package var rows: [Row]

  /// Whether more rows of the same list follow one by one, because there are too many for one list: a long text is no
  /// recording.
  package var isBeginning = false

  /// The rule that identifies rows from here on, if it was different before; nil otherwise.
  package var identity: IdentityRule?

  /// Creates a snapshot.
  package init(time: FeedTime? = nil, rows: [Row], identity: IdentityRule? = nil) {
    self.time = time
    self.rows = rows
    self.identity = identity
  }
}

extension FeedItem {
  /// When the item happened, if the feed has times.
  package var time: FeedTime? {
    switch self {
    case .snapshot(let snapshot): snapshot.time
    case .upsert(_, let time), .append(_, let time), .insert(_, _, let time),
      .delete(_, let time):
      time
    }
  }

  /// The row that is inserted, or replaces another one; nil if there is no single one.
  package var row: Row? {
    switch self {
    case .upsert(let row, _), .append(let row, _), .insert(let row, _, _): row
    case .snapshot, .delete: nil
    }
  }
}

/// Why a source delivers nothing although it should.
package enum FeedOutage: Hashable, Sendable {
  /// The last run of its command has failed.
  case failing
  /// Its command has ended and is to be started again.
  case reconnecting
  /// The file does not exist.
  case missing
  /// The last run gave more than is held back.
  case tooLarge
}

/// A malformed value of a feed.
package struct MalformedInput: Hashable, Sendable {
  /// The line of the stream on which the value begins, from 1.
  package var line: Int
  /// The offset in the stream, in bytes, of the first invalid byte.
  package var offset: Int
  /// The fault, in a few words.
  package var reason: String
  /// The first bytes of the value, 256 at most.
  package var bytes: [UInt8]

  /// Creates a description of a malformed value.
  package init(line: Int, offset: Int, reason: String, bytes: [UInt8]) {
    self.line = line
    self.offset = offset
    self.reason = reason
    self.bytes = bytes
  }
}

/// A log of malformed input: all values are counted, the newest are kept.
package struct MalformedInputLog: Hashable, Sendable {
  /// The number of values that are kept.
  package static let capacity = 256

  /// The number of malformed values.
  package private(set) var count = 0
  /// The newest values, oldest first, `capacity` at most.
  package private(set) var newest: [MalformedInput] = []

  /// Creates an empty log.
  package init() {}

  /// Counts a value and keeps it as the newest.
  package mutating func append(_ input: MalformedInput) {
    count += 1
    if newest.count == Self.capacity { newest.removeFirst() }
    newest.append(input)
  }
}
