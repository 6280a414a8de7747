/// A piece of a feed that could not be read.
public struct MalformedInput: Hashable, Sendable {
  /// The line of the stream on which the piece begins, from 1.
  public var line: Int
  /// The offset in the stream, in bytes, of the first byte that is wrong.
  public var offset: Int
  /// What is wrong, in a few words.
  public var reason: String
  /// The first bytes of the piece, 256 at most.
  public var bytes: [UInt8]

  /// Creates a note of a piece that could not be read.
  public init(line: Int, offset: Int, reason: String, bytes: [UInt8]) {
    self.line = line
    self.offset = offset
    self.reason = reason
    self.bytes = bytes
  }
}

/// All malformed input is counted; the newest is kept.
public struct MalformedInputLog: Hashable, Sendable {
  /// The number of pieces that are kept.
  public static let capacity = 256

  /// The number of pieces that could not be read.
  public private(set) var count = 0
  /// The newest of them, oldest first, `capacity` at most.
  public private(set) var newest: [MalformedInput] = []

  /// Creates an empty log.
  public init() {}

  /// Counts a piece and keeps it as the newest.
  public mutating func append(_ input: MalformedInput) {
    count += 1
    if newest.count == Self.capacity { newest.removeFirst() }
    newest.append(input)
  }
}
