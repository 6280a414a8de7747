import FeedValues

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
