#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// Decides how much of a file that has been read is examined again, and when.
///
/// A writer may put other bytes in place of those that were read, as many or with more after them.
/// Whenever something happened to the file, a small one is examined whole. A large one that has
/// grown, as a log does line by line, is examined in samples that go around; one that has not grown
/// was written into, and is examined whole, in slices.
///
/// The time of modification decides nothing alone: two writes within a tick of the clock have the
/// same.
struct FileCheck {
  /// Blocks that are still to be examined.
  private var open = 0..<0
  /// Where the next samples are.
  private var nextSample = 0
  /// The earliest time to examine a whole file again after a mere notification of the kernel.
  private var nextWhole: ContinuousClock.Instant?
  /// When a file is to be examined that was examined too short a time ago; nil for none.
  private(set) var deadline: ContinuousClock.Instant?
  private var lastState: State?
  private var sameStates = 0

  /// The state of the content by fstat(2).
  private struct State: Equatable {
    var size: Int
    var seconds: Int
    var nanoseconds: Int

    init?(of file: Int32) {
      var status = stat()
      guard fstat(file, &status) == 0 else { return nil }
      size = Int(status.st_size)
      #if canImport(Glibc)
        (seconds, nanoseconds) = (status.st_mtim.tv_sec, status.st_mtim.tv_nsec)
      #else
        (seconds, nanoseconds) = (status.st_mtimespec.tv_sec, status.st_mtimespec.tv_nsec)
      #endif
    }
  }

  /// Blocks that are examined in one turn of the loop.
  private static let sliceLength = 16
  /// A file of so many blocks is examined whole whatever happens to it.
  private static let smallLength = 4
  /// A file of more blocks is examined whole only when its time of modification has changed.
  private static let largeLength = 1 << 10
  /// How fast a file is examined again and again, in bytes a second: a small part of what a disk,
  /// or the memory, gives.
  private static let rate = 100 << 20

  /// Whether there is something to look at.
  var isOpen: Bool { !open.isEmpty }

  /// Records that the file, whose end has been reached, may have changed.
  ///
  /// - Parameters:
  ///   - known: What was read of the file.
  ///   - file: The file.
  ///   - hasGrown: Whether bytes were read after those that were known.
  ///   - isTold: Whether the kernel reported a change; else the name was checked by the clock.
  ///   - instant: The present.
  mutating func begin(
    _ known: FileGuard,
    in file: Int32,
    hasGrown: Bool,
    isTold: Bool,
    at instant: ContinuousClock.Instant
  ) {
    deadline = nil
    let state = State(of: file)
    let isSame = state == lastState
    sameStates = isSame ? sameStates + 1 : 0
    lastState = state
    if known.blockCount <= Self.smallLength {
      open = 0..<known.blockCount
    } else if hasGrown {
      let start = nextSample % known.blockCount
      open = start..<min(start + Self.smallLength, known.blockCount)
      nextSample = open.upperBound
    } else if !isSame {
      open = 0..<known.blockCount
    } else if known.blockCount <= Self.largeLength, isTold || sameStates < 3 {
      // Perhaps news of what was read already; perhaps a second write within one tick.
      if let nextWhole, instant < nextWhole {
        deadline = nextWhole
        return
      }
      nextWhole = instant + .seconds(1) * known.length / Self.rate
      open = 0..<known.blockCount
    }
  }

  /// Looks at the next blocks.
  ///
  /// - Returns: Whether they are as they were read.
  mutating func holds(_ known: FileGuard, in file: Int32) -> Bool {
    let slice = open.prefix(Self.sliceLength)
    open = open.dropFirst(Self.sliceLength)
    return slice.allSatisfy { known.holds(block: $0, in: file) }
  }

  /// Forgets the last time; what is asked for from now on is another content.
  mutating func reset() {
    open = 0..<0
    lastState = nil
  }
}
