import FeedValues
import Glibc

/// Decides how much of a file that has been read is examined again, and when.
///
/// A writer may replace bytes that were read by others, leaving the length as it was or adding more.
/// Whenever the file has changed in any way, a small file is examined completely. A large one that has
/// grown, as a log does line by line, is examined in rotating samples; one that changed without growing
/// is examined completely, in slices.
///
/// The modification time alone decides nothing: two writes within one tick of the clock have the same.
struct FileCheck {
  /// Blocks that are still to be examined.
  private var open = 0..<0
  /// The position of the next samples.
  private var nextSample = 0
  /// The earliest time to examine a whole file again after only a kernel notification.
  private var nextWhole: ContinuousClock.Instant?
  /// When to examine a file whose last examination was too recent; nil if not needed.
  private(set) var deadline: ContinuousClock.Instant?
  private var lastState: State?
  private var sameStates = 0

  /// The state of the file by fstat(2).
  private struct State: Equatable {
    var size: Int
    var seconds: Int
    var nanoseconds: Int

    init?(of file: Int32) {
      var status = stat()
      guard fstat(file, &status) == 0 else { return nil }
      size = Int(status.st_size)
      (seconds, nanoseconds) = (status.st_mtim.tv_sec, status.st_mtim.tv_nsec)
    }
  }

  /// The number of blocks examined in one turn of the loop.
  private static let sliceLength = 16
  /// A file of up to this many blocks is always examined completely.
  private static let smallLength = 4
  /// A larger file is examined completely only if its modification time has changed.
  private static let largeLength = 1 << 10
  /// The maximum rate of repeated examinations, in bytes a second: a fraction of what a disk or the
  /// page cache delivers.
  private static let rate = 100 << 20

  /// Whether blocks are still to be examined.
  var isOpen: Bool { !open.isEmpty }

  /// Records that the file, which was read to its end, may have changed.
  ///
  /// - Parameters:
  ///   - known: The part of the file that was read.
  ///   - file: The file.
  ///   - hasGrown: Whether bytes were read after that part.
  ///   - isReported: Whether the kernel reported a change; otherwise the check is periodic.
  ///   - instant: The present.
  mutating func begin(
    _ known: FileGuard,
    in file: Int32,
    hasGrown: Bool,
    isReported: Bool,
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
    } else if known.blockCount <= Self.largeLength, isReported || sameStates < 3 {
      // Possibly about bytes that were read already; possibly a second write within one tick.
      if let nextWhole, instant < nextWhole {
        deadline = nextWhole
        return
      }
      nextWhole = instant + .seconds(1) * known.length / Self.rate
      open = 0..<known.blockCount
    }
  }

  /// Examines the next blocks.
  ///
  /// - Returns: Whether they are unchanged.
  mutating func isUnchanged(_ known: FileGuard, in file: Int32) -> Bool {
    let slice = open.prefix(Self.sliceLength)
    open = open.dropFirst(Self.sliceLength)
    return slice.allSatisfy { known.isUnchanged(block: $0, in: file) }
  }

  /// Resets the state for different content.
  mutating func reset() {
    open = 0..<0
    lastState = nil
  }
}
