/// The columns that were picked for feeds of one shape, as text that is kept from one run to the
/// next.
///
/// | Line | says |
/// |---|---|
/// | `listview columns 1` | what the file is, and its version |
/// | `5e3f… id,created:ago,-object,*` | the shape of a feed, and its columns as a `ColumnSpec` |
///
/// The shapes that were picked last stand at the end; the oldest are forgotten where they are too
/// many.
public struct ColumnMemory: Hashable, Sendable {
  private var entries: [(shape: String, spec: ColumnSpec)] = []

  /// The most shapes that are kept.
  public static let capacity = 100
  /// The most bytes of one line.
  private static let lineLimit = 1 << 16
  private static let head = "listview columns 1"

  /// Makes a memory of nothing.
  public init() {}

  /// Reads a memory; nil where the text is none, or one of another version.
  public init?(_ text: String) {
    let lines = text.split(separator: "\n" as Character)
    guard lines.first == Self.head[...] else { return nil }
    for line in lines.dropFirst().suffix(Self.capacity) {
      let parts = line.split(separator: " ", maxSplits: 1)
      guard parts.count == 2, let spec = try? ColumnSpec(parts[1]) else { return nil }
      self[String(parts[0])] = spec
    }
  }

  /// The columns that were picked for a shape; nil where none were.
  public subscript(shape: String) -> ColumnSpec? {
    get { entries.last { $0.shape == shape }?.spec }
    set {
      entries.removeAll { $0.shape == shape }
      guard let newValue, newValue.description.utf8.count < Self.lineLimit else { return }
      entries.append((shape, newValue))
      if entries.count > Self.capacity { entries.removeFirst() }
    }
  }

  /// The text from which the memory can be read again.
  public var text: String {
    ([Self.head] + entries.map { "\($0.shape) \($0.spec)" }).joined(separator: "\n") + "\n"
  }

  /// The shape of a feed: a fingerprint of the names that most of its rows have.
  ///
  /// Source: Fowler, Noll, Vo, "FNV hash", FNV-1a with 64 bits.
  static func shape(of names: [String]) -> String {
    var hash: UInt64 = 0xCBF2_9CE4_8422_2325
    for name in names {
      for byte in Array(name.utf8) + [0] { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01B3 }
    }
    return String(hash, radix: 16)
  }
}

extension ColumnMemory {
  /// Whether two memories hold the same.
  public static func == (left: ColumnMemory, right: ColumnMemory) -> Bool {
    left.text == right.text
  }

  /// Feeds what is remembered into the hasher.
  public func hash(into hasher: inout Hasher) { hasher.combine(text) }
}
