/// How far a walk came for each number of edits, taken as it goes on.
///
/// The buffer belongs to the owner, who calls `deallocate()` once. Whoever writes at a position has
/// reserved it, and reads only what was written.
@usableFromInline
struct WalkHistory {
  @usableFromInline var offsets: UnsafeMutablePointer<Int32>
  @usableFromInline var capacity = 1024

  @inlinable
  init() {
    offsets = .allocate(capacity: 1024)
  }

  @inlinable
  subscript(position: Int) -> Int32 {
    @inline(__always) get { offsets[position] }
    @inline(__always) nonmutating set { offsets[position] = newValue }
  }

  /// Makes room for at least so many offsets.
  @inlinable
  @inline(__always)
  mutating func reserve(_ count: Int) {
    if count > capacity { grow(to: count) }
  }

  @usableFromInline
  mutating func grow(to count: Int) {
    let larger = UnsafeMutablePointer<Int32>.allocate(capacity: max(count, 2 * capacity))
    larger.update(from: offsets, count: capacity)
    offsets.deallocate()
    offsets = larger
    capacity = max(count, 2 * capacity)
  }

  @inlinable
  func deallocate() {
    offsets.deallocate()
  }
}
