/// The fields of a feed's rows that are running clocks, such as `AGE` or `Up 3 hours`: they go on
/// without anything having happened.
///
/// A field is a clock where a well-known name says so, or where its readings changed in nearly every
/// row of two snapshots in a row. A value of such a field is the same as another one when the two
/// differ in nothing but the readings: `Up 3 hours` becomes `Up 4 hours` unremarked, but not
/// `Exited (0) 1 second ago`, nor does `2 (3m ago)` become `3 (1s ago)`.
public struct VolatileFields: Hashable, Sendable {
  /// The fields that were found to be clocks by how they change.
  public private(set) var learned: Set<FieldPath> = []

  private var suspects: Set<FieldPath> = []
  private var sample: [RowID: JSONValue] = [:]

  /// The most rows of a snapshot that are looked at.
  private static let sampleSize = 64
  /// How many rows have to change, of 100, for a field to be a clock.
  private static let share = 80

  private static let names: Set<String> = [
    "age", "elapsed", "etime", "uptime", "runningfor", "status", "restarts", "created",
    "createdsince", "lastseen", "last seen", "since", "idle",
  ]

  /// Makes the rule of a feed that has not begun.
  public init() {}

  /// Makes a rule of fields that are known to be clocks, beside those with well-known names.
  public init(learned: Set<FieldPath>) {
    self.learned = learned
  }

  /// Whether the field is a clock wherever its values read like one.
  public func contains(_ path: FieldPath) -> Bool {
    Self.names.contains(path.name.lowercased()) || learned.contains(path)
  }

  /// Whether two rows say the same but for what clocks read.
  ///
  /// - Complexity: O(*n*) in the length of both texts.
  public func isContentEqual(_ old: Row, _ new: Row) -> Bool {
    old == new || old.id == new.id && changedFields(from: old, to: new).isEmpty
  }

  /// The fields whose values differ between a row before and after a change by more than what a
  /// clock reads.
  public func changedFields(from old: Row, to new: Row) -> Set<FieldPath> {
    Row.changedFields(from: old, to: new).filter { path in
      guard contains(path), let before = old.value[path], let after = new.value[path] else {
        return true
      }
      return !Self.differOnlyInReadings(before, after)
    }
  }

  /// Learns from a snapshot, beside the one before.
  mutating func observe(_ rows: [Row]) {
    let before = sample
    sample = [:]
    for row in rows.prefix(Self.sampleSize) where row.value.kind == .object {
      sample[row.id] = row.value
    }
    guard before.count > 1, sample.count > 1 else { return }
    var counts: [FieldPath: (rows: Int, clocks: Int)] = [:]
    for (id, value) in sample {
      guard let old = before[id] else { continue }
      value.forEachMember { name, new in
        let path = FieldPath([name])
        guard new.kind == .string, let old = old.member(name) else { return true }
        counts[path, default: (0, 0)].rows += 1
        if !old.hasSameContent(as: new), Self.differOnlyInReadings(old, new) {
          counts[path]?.clocks += 1
        }
        return true
      }
    }
    let clocks = counts.filter { $1.rows > 1 && $1.clocks * 100 >= $1.rows * Self.share }
    learned.formUnion(suspects.intersection(clocks.keys))
    suspects = Set(clocks.keys)
  }

  private static func differOnlyInReadings(_ old: JSONValue, _ new: JSONValue) -> Bool {
    guard old.kind == .string, new.kind == .string, let before = ClockText(old.string),
      let after = ClockText(new.string)
    else { return false }
    return before.rest == after.rest
  }

  /// Whether a value is a number, a share, a size or a time rather than a word.
  static func isMeasure(_ value: JSONValue) -> Bool {
    switch value.kind {
    case .number: return true
    case .string:
      let text = value.string
      guard let first = text.utf8.first,
        first &- UInt8(ascii: "0") < 10 || "-+.".utf8.contains(first)
      else { return text.isEmpty || ClockText(text)?.rest == "*" }
      let digits = text.utf8.count { $0 &- UInt8(ascii: "0") < 10 || ".,:-+%".utf8.contains($0) }
      return text.utf8.count - digits <= 2 || ClockText(text) != nil
    default: return false
    }
  }
}
