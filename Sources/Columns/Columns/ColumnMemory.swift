internal import FeedValues

/// The columns that the user chose for feeds with the same fields, as text that is kept between runs.
///
/// | Line | Contains |
/// |---|---|
/// | `listview columns 1` | the file type and version |
/// | `5e3f… id,created:ago,-object,*` | the schema fingerprint of a feed, and its columns as a `ColumnSpec` |
///
/// Field names may contain anything: control characters and the percent sign are escaped as `%` and two
/// hexadecimal digits per byte. A malformed line affects no other.
///
/// The most recently used fingerprints are at the end; beyond the capacity the oldest are dropped.
package struct ColumnMemory: Hashable, Sendable {
  private var entries: [(fingerprint: String, spec: ColumnSpec)] = []

  /// The maximum number of fingerprints kept.
  package static let capacity = 100
  /// The maximum number of bytes of one line.
  private static let lineLimit = 1 << 16
  private static let name = "listview columns "
  private static let head = name + "1"

  /// Creates an empty memory.
  package init() {}

  /// The number of malformed lines.
  package private(set) var skipped = 0

  /// The reason why a whole text could not be read.
  package enum Failure: Error, Hashable {
    /// It was written by another version of the program.
    case version
    /// The text is not a column memory.
    case damaged
  }

  /// Parses a memory.
  ///
  /// - Throws: `Failure` if the text is not a memory, or has another version.
  package init(_ text: String) throws(Failure) {
    // In bytes: a name may begin with a scalar that combines with the space before it.
    let lines = text.utf8.split(separator: UInt8(ascii: "\n"))
    guard let first = lines.first, first.elementsEqual(Self.head.utf8) else {
      throw lines.first?.starts(with: Self.name.utf8) ?? false ? .version : .damaged
    }
    for line in lines.dropFirst().suffix(Self.capacity) {
      let parts = line.split(separator: UInt8(ascii: " "), maxSplits: 1)
      guard parts.count == 2, case let fingerprint = String(Substring(parts[0])),
        Self.isFingerprint(fingerprint), parts[1].count < 3 * Self.lineLimit,
        let spec = try? ColumnSpec(String(percentDecoding: parts[1]))
      else {
        skipped += 1
        continue
      }
      self[fingerprint] = spec
    }
  }

  private static func isFingerprint(_ text: String) -> Bool {
    1...64 ~= text.utf8.count
      && text.unicodeScalars.allSatisfy {
        $0.isASCII && $0.properties.isAlphabetic || "0"..."9" ~= $0
      }
  }

  /// The columns chosen for a fingerprint; nil if none were.
  package subscript(fingerprint: String) -> ColumnSpec? {
    get { entries.last { $0.fingerprint == fingerprint }?.spec }
    set {
      entries.removeAll { $0.fingerprint == fingerprint }
      guard Self.isFingerprint(fingerprint), let newValue = newValue?.writable,
        newValue.description.utf8.count < Self.lineLimit
      else { return }
      entries.append((fingerprint, newValue))
      if entries.count > Self.capacity { entries.removeFirst() }
    }
  }

  /// Text that parses to the same memory.
  package var text: String {
    let lines = entries.map { "\($0.fingerprint) \(Self.escaped($0.spec.description))" }
    return ([Self.head] + lines).joined(separator: "\n") + "\n"
  }

  private static func escaped(_ text: String) -> String {
    var result = ""
    for scalar in text.unicodeScalars {
      let isPlain = scalar.value >= 0x20 && !(0x7F...0x9F).contains(scalar.value)
      if isPlain, scalar != "%", scalar.value != 0x2028, scalar.value != 0x2029 {
        result.unicodeScalars.append(scalar)
      } else {
        for byte in String(scalar).utf8 {
          result += (byte < 16 ? "%0" : "%") + String(byte, radix: 16, uppercase: true)
        }
      }
    }
    return result
  }

  /// The schema fingerprint of a feed: a hash of the field names that most of its rows have.
  ///
  /// Source: Fowler, Noll, Vo, "FNV hash", FNV-1a with 64 bits.
  static func fingerprint(of names: [String]) -> String {
    var hash: UInt64 = 0xCBF2_9CE4_8422_2325
    for name in names {
      for byte in Array(name.utf8) + [0] { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01B3 }
    }
    return String(hash, radix: 16)
  }
}

extension ColumnSpec {
  /// The specification without items that cannot be parsed again, such as a field without a name.
  fileprivate var writable: ColumnSpec {
    func isWritable(_ spec: ColumnSpec) -> Bool { (try? ColumnSpec(spec.description)) == spec }
    if isWritable(self) { return self }
    let kept = items.filter { isWritable(ColumnSpec(items: [$0], includesOthers: false)) }
    return ColumnSpec(items: kept, includesOthers: includesOthers)
  }
}

extension ColumnMemory {
  /// Returns whether two memories have the same contents.
  package static func == (left: ColumnMemory, right: ColumnMemory) -> Bool {
    left.text.utf8.elementsEqual(right.text.utf8)
  }

  /// Hashes the contents.
  package func hash(into hasher: inout Hasher) { hasher.combine(text) }
}
