/// Finds the first row of an identity: an open-addressing table of offsets with linear probing.
///
/// The table is at most half full. A slot of 32 bits holds an offset, and in the bits that the
/// offset leaves free a part of the hash, so that identities are compared if it matches, and
/// seldom otherwise. A hash that says little makes long runs of slots: once the probes are many
/// times the rows, a search ends without an answer, and the rows have to be found another way.
/// The slots belong to the owner, who calls `deallocate()` once.
@usableFromInline
struct IdentityTable {
  /// The end of a search.
  @usableFromInline
  enum Place {
    /// The identity stands at this offset first.
    case found(Int)
    /// The identity is not in the table; it may be put into this slot.
    case empty(Int)
    /// The search took too long.
    case givenUp
  }

  @usableFromInline let slots: UnsafeMutablePointer<UInt32>
  @usableFromInline let mask: Int
  @usableFromInline let tagShift: UInt32
  @usableFromInline var probesLeft: Int
  @usableFromInline var probes = 0

  /// Makes room for `count` offsets, below `Int32.max`, to be searched `searches` times.
  @inlinable
  init(count: Int, searches: Int) {
    var capacity = 16
    while capacity < 2 * count { capacity *= 2 }
    // Every access is masked with `capacity - 1`, a power of two less one. An offset plus one, so
    // that 0 is an empty slot, fits below `tagShift` bits, which are 31 at most.
    slots = .allocate(capacity: capacity)
    slots.initialize(repeating: 0, count: capacity)
    mask = capacity - 1
    tagShift = UInt32(Int.bitWidth - count.leadingZeroBitCount)
    probesLeft = 32 * searches + 1_048_576
  }

  /// Passes by the slots that other hashes took.
  ///
  /// - Parameter hash: The hash of an identity.
  /// - Returns: The slot to go on from with `find`.
  @inlinable
  @inline(__always)
  mutating func skip(_ hash: Int) -> Int {
    let offsetMask: UInt32 = (1 &<< tagShift) &- 1
    let tag = tag(of: hash)
    var index = hash & mask
    var steps = 0
    while steps < 8 {
      let slot = slots[index]
      if slot == 0 || slot & ~offsetMask == tag { break }
      index = (index + 1) & mask
      steps += 1
    }
    note(steps)
    return index
  }

  /// Looks an identity up.
  ///
  /// - Parameters:
  ///   - hash: The hash of the identity.
  ///   - start: The slot that `skip` returned, now or before other offsets were put in.
  ///   - isSame: Whether the row at an offset has it.
  /// - Returns: The end of the search.
  @inlinable
  @inline(__always)
  mutating func find(_ hash: Int, from start: Int, isSame: (Int) -> Bool) -> Place {
    let offsetMask: UInt32 = (1 &<< tagShift) &- 1
    let tag = tag(of: hash)
    var index = start
    var steps = 0
    while true {
      let slot = slots[index]
      if slot == 0 {
        note(steps)
        return .empty(index)
      }
      if slot & ~offsetMask == tag {
        let offset = Int(slot & offsetMask) - 1
        if isSame(offset) {
          note(steps)
          return .found(offset)
        }
      }
      index = (index + 1) & mask
      steps += 1
      if steps >= probesLeft, steps >= 8 {
        note(steps)
        return .givenUp
      }
    }
  }

  /// Puts an offset into an empty slot that a search for its hash ended at.
  @inlinable
  @inline(__always)
  func insert(_ offset: Int, _ hash: Int, at index: Int) {
    slots[index] = tag(of: hash) | UInt32(truncatingIfNeeded: offset + 1)
  }

  @inlinable
  @inline(__always)
  func tag(of hash: Int) -> UInt32 {
    UInt32(truncatingIfNeeded: hash >> 32) &<< tagShift
  }

  @inlinable
  @inline(__always)
  mutating func note(_ steps: Int) {
    probesLeft -= steps
    probes += steps
  }

  /// The number of slots that were passed by since the last call.
  @inlinable
  mutating func takeProbes() -> Int {
    defer { probes = 0 }
    return probes
  }

  @inlinable
  func deallocate() {
    slots.deallocate()
  }
}

/// The place of each identity before and after a change.
///
/// ```swift
/// let offsets = IdentityOffsets(from: old, to: new, identity: \.id)
/// let (before, after) = offsets[selected]
/// ```
public struct IdentityOffsets<Identity: Hashable> {
  private var offsets: [Identity: (before: Int?, after: Int?)] = [:]

  /// Looks up every row of both lists.
  ///
  /// - Parameters:
  ///   - old: The list before the change.
  ///   - new: The list after the change.
  ///   - identity: The identity of a row. Of an identity that a list holds more than once, its first row
  ///     there counts.
  /// - Complexity: O(*n*) for lists of *n* rows.
  public init<Element>(
    from old: some Collection<Element>,
    to new: some Collection<Element>,
    identity: (Element) -> Identity
  ) {
    offsets.reserveCapacity(max(old.count, new.count))
    for (offset, row) in old.enumerated() {
      let key = identity(row)
      if offsets[key] == nil { offsets[key] = (offset, nil) }
    }
    for (offset, row) in new.enumerated() {
      let entry = offsets[identity(row), default: (nil, nil)]
      if entry.after == nil { offsets[identity(row)] = (entry.before, offset) }
    }
  }

  /// The offset of an identity in the old list and in the new one, nil if it is not in it.
  ///
  /// - Complexity: O(1) on average.
  public subscript(identity: Identity) -> (before: Int?, after: Int?) {
    offsets[identity] ?? (nil, nil)
  }
}

extension IdentityOffsets: Sendable where Identity: Sendable {}
