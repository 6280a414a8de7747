import FeedValues

/// A column of a printed table: its name, and the observed positions of its cells.
struct TableColumn: Sendable {
  /// The name as it is printed.
  var name: [UInt8]
  /// The range of the name in the header, in characters.
  var header: Range<Int>
  /// The number of cells that began, and that ended, at each character.
  private var starts: [Int: Int] = [:]
  private var ends: [Int: Int] = [:]
  /// The number of rows, of cells in this column, and of cells with several words.
  private(set) var rowCount = 0
  private(set) var cellCount = 0
  private(set) var phraseCount = 0
  private(set) var side = Side.unknown

  /// The edge at which cells are aligned.
  enum Side: Hashable, Sendable {
    case unknown
    case left(Int)
    case right(Int)
    /// Cells of one width.
    case both(Int, Int)
  }

  init(name: [UInt8], header: Range<Int>) {
    self.name = name
    self.header = header
  }

  /// The maximum number of positions that are counted.
  private static let placeLimit = 64

  /// Records a row's cell; nil if it is empty.
  mutating func note(_ cell: Range<Int>?, isPhrase: Bool) {
    rowCount += 1
    guard let cell else { return }
    cellCount += 1
    if isPhrase { phraseCount += 1 }
    if starts.count < Self.placeLimit || starts[cell.lowerBound] != nil {
      starts[cell.lowerBound, default: 0] += 1
    }
    if ends.count < Self.placeLimit || ends[cell.upperBound] != nil {
      ends[cell.upperBound, default: 0] += 1
    }
  }

  /// Determines the alignment from all observations.
  mutating func settle() {
    guard cellCount > 0 else { return }
    let left = Self.most(starts, near: header.lowerBound)
    let right = Self.most(ends, near: header.upperBound)
    if max(left.count, right.count) * 2 < cellCount {
      side = .unknown
    } else if left.count == right.count {
      side = .both(left.place, right.place)
    } else {
      side = left.count > right.count ? .left(left.place) : .right(right.place)
    }
  }

  private static func most(_ counts: [Int: Int], near place: Int) -> (place: Int, count: Int) {
    var best = (place: place, count: 0)
    for (offset, count) in counts {
      let isNearer = abs(offset - place) < abs(best.place - place)
      if count > best.count
        || count == best.count
          && (isNearer
            || best.place > offset && !isNearer
              && abs(offset - place) == abs(best.place - place))
      {
        best = (offset, count)
      }
    }
    return best
  }

  /// The displacement of a cell to the right of the others; negative for the left.
  func deviation(of cell: Range<Int>) -> Int {
    switch side {
    case .left(let edge): return cell.lowerBound - edge
    case .right(let edge): return cell.upperBound - edge
    case .both(let left, let right):
      let (start, end) = (cell.lowerBound - left, cell.upperBound - right)
      return abs(start) <= abs(end) ? start : end
    case .unknown:
      let (start, end) = (cell.lowerBound - header.lowerBound, cell.upperBound - header.upperBound)
      return abs(start) <= abs(end) ? start : end
    }
  }

  /// Whether one of the edges is displaced by exactly this distance.
  func isDisplaced(_ cell: Range<Int>, by shift: Int) -> Bool {
    switch side {
    case .left(let edge): cell.lowerBound - edge == shift
    case .right(let edge): cell.upperBound - edge == shift
    case .both(let left, let right):
      cell.lowerBound - left == shift || cell.upperBound - right == shift
    case .unknown:
      cell.lowerBound - header.lowerBound == shift || cell.upperBound - header.upperBound == shift
    }
  }

  /// The cost of an empty cell in this column.
  var emptinessCost: Int {
    guard rowCount > 0 else { return 6 }
    if cellCount == rowCount { return 12 }
    return cellCount * 2 > rowCount ? 4 : 2
  }

  /// Whether cells do not end below each other, as numbers do.
  var mayBeText: Bool {
    if case .right = side { false } else { true }
  }

  /// Whether the rows have always had a cell here.
  var isAlwaysFilled: Bool { cellCount > 0 && cellCount == rowCount }

  /// Whether most rows have a cell here.
  var isMostlyFilled: Bool { cellCount * 2 > rowCount }

  /// Forgets the positions of cells, but not whether there were any: another run lays out its columns anew.
  mutating func move(to header: Range<Int>) {
    self.header = header
    starts = [:]
    ends = [:]
    side = .unknown
    (rowCount, cellCount, phraseCount) = (0, 0, 0)
  }
}
