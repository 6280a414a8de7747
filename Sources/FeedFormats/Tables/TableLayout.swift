import FeedValues
import Values

/// The columns of a table, and the positions of their cells.
struct TableLayout: Sendable {
  private(set) var columns: [TableColumn]
  /// Whether the columns have exactly the ranges of their names.
  private(set) var isRuled = false
  /// The columns in which all rows have numbers, if all have one cell for each column.
  private var numbers: [Int] = []

  /// Creates a layout from headers alone.
  init(_ columns: [TableColumn]) {
    self.columns = columns
  }

  /// Creates a layout of columns whose ranges a ruler shows.
  init(ruled columns: [TableColumn]) {
    self.columns = columns
    isRuled = true
  }

  /// Creates a layout of the columns of a header, from some rows.
  init(_ columns: [TableColumn], over rows: [TableLine]) {
    self.columns = columns
    numbers = rows.numericColumns(columns.count) { $0.singleCells(columns.count) } ?? []
    // The first pass knows only the header, the second also the positions found by the first; only
    // those found by the second are kept.
    if let cells = oneToOne(rows) {
      for (row, cells) in zip(rows, cells) { note(row, cells) }
      settle()
    } else {
      learn(rows)
    }
    let seen = self
    self.columns = columns
    let alignment = seen.alignment
    for row in rows { note(row, alignment.cells(of: row)) }
    settle()
  }

  /// The cells of rows that have one for each column, none of which begins before its name: cells that are too wide have
  /// pushed them to the names of the next columns; nil if the rows are others.
  private func oneToOne(_ rows: [TableLine]) -> [[Range<Int>]]? {
    var all: [[Range<Int>]] = []
    for row in rows {
      let count = columns.count
      guard let cells = row.singleCells(count) ?? row.cellsButLast(count) else { return nil }
      let ranges = cells.filter { !$0.isEmpty }.map(row.range)
      var before = (left: 0, right: 0)
      for (offset, cell) in ranges.enumerated() {
        let name = columns[offset].header
        let (left, right) = (cell.lowerBound - name.lowerBound, cell.upperBound - name.upperBound)
        guard max(left, right) >= 0 else { return nil }
        // A cell below the next name that nothing pushes there is one of that name.
        let isPushed =
          left <= before.left || right <= before.right
          || offset > 0 && cell.lowerBound - ranges[offset - 1].upperBound <= 2
        if !isPushed, offset + 1 < count {
          let next = columns[offset + 1].header
          guard cell.lowerBound != next.lowerBound, cell.lowerBound < next.upperBound,
            offset > 0 || cell.distance(to: name) <= cell.distance(to: next)
          else { return nil }
        }
        before = (left, right)
      }
      all.append(cells)
    }
    return all
  }

  var alignment: TableAlignment {
    TableAlignment(columns, isRuled: isRuled, numbers: numbers)
  }

  /// Records the positions of the cells of some rows.
  mutating func learn(_ rows: [TableLine]) {
    let alignment = alignment
    for row in rows { note(row, alignment.cells(of: row)) }
    settle()
  }

  mutating func note(_ row: TableLine, _ cells: [Range<Int>]) {
    for (offset, cell) in cells.enumerated() {
      guard let first = cell.first, let last = cell.last else {
        columns[offset].note(nil, isPhrase: false)
        continue
      }
      columns[offset].note(
        row.words[first].lowerBound..<row.words[last].upperBound,
        isPhrase: cell.count > 1
      )
    }
  }

  mutating func settle() {
    for offset in columns.indices { columns[offset].settle() }
  }

  /// Inserts a column without a name at the front, for labels such as those of free(1).
  mutating func insertLabel(below groups: TableGroups?) {
    let range = 0..<max(columns[0].header.lowerBound - 1, 0)
    let name = groups?.name(above: 0..<1) ?? []
    columns.insert(TableColumn(name: name, header: range), at: 0)
  }

  /// Whether there is something without a name behind the cells of the last column: behind numbers that end below each
  /// other, as in `/proc/interrupts`, or behind words, at a place of its own, as the options of iptables(8).
  func hasRest(_ rows: [TableLine]) -> Bool { startOfRest(rows) != nil }

  /// Adds a column without a name for what is behind the last one.
  mutating func appendRest(over rows: [TableLine], at place: Int?) {
    guard let last = columns.last else { return }
    let start = max(place ?? startOfRest(rows) ?? 0, last.header.upperBound + 1)
    columns.append(TableColumn(name: [], header: start..<start + 1))
  }

  private func startOfRest(_ rows: [TableLine]) -> Int? {
    guard columns.count > 1, let end = columns.last?.header.upperBound else { return nil }
    let alignment = alignment
    let cells = rows.compactMap { row in
      alignment.cells(of: row).last.flatMap { $0.isEmpty ? nil : Array(row.words[$0]) }
    }
    let long = cells.filter { $0.count > 1 }
    guard long.count > 1 else { return nil }
    let areNumbers = cells.allSatisfy { $0[0].upperBound == end }
    if areNumbers, long.count * 2 >= cells.count, areNumbersBefore(end, rows) {
      return long.map { $0[1].lowerBound }.min()
    }
    let places = long.compactMap { cell in
      cell[1].lowerBound - cell[0].upperBound > 1 && cell[1].lowerBound > end
        ? cell[1].lowerBound : nil
    }
    guard places.count * 4 >= long.count * 3, let place = places.min(),
      places.count(where: { $0 <= place + 2 }) * 4 >= places.count * 3
    else { return nil }
    return place
  }

  /// Whether the word that ends at a place is a number in all rows that have one there.
  private func areNumbersBefore(_ end: Int, _ rows: [TableLine]) -> Bool {
    rows.allSatisfy { row in
      row.words.first { $0.upperBound == end }.map { row.trimmed($0).allSatisfy(\.isDigit) } ?? true
    }
  }

  /// Whether rows have words before the first name, and others below it.
  func hasLabels(_ rows: [TableLine]) -> Bool {
    guard let first = columns.first, first.header.lowerBound > 1 else { return false }
    var labels = 0
    for row in rows {
      guard let label = row.words.first, label.upperBound < first.header.lowerBound,
        row.words.count > 1
      else { continue }
      if isPhrase(row, endingAt: first.header.upperBound) { continue }
      let next = row.words[1]
      // A label before cells that are aligned without one.
      if next.lowerBound == first.header.lowerBound || next.upperBound == first.header.upperBound {
        labels += 1
      } else if row.words.count > columns.count {
        labels += 1
      }
    }
    return labels > 0
  }

  /// Whether a row begins with words a space apart, the last of which ends below a name: one cell at the right.
  private func isPhrase(_ row: TableLine, endingAt end: Int) -> Bool {
    guard let last = row.words.firstIndex(where: { $0.upperBound == end }), last > 0,
      row.trimmed(row.words[0]).last != UInt8(ascii: ":")
    else { return false }
    return zip(row.words[...last], row.words[1...last]).allSatisfy {
      $1.lowerBound - $0.upperBound == 1
    }
  }

  /// Whether the column contains only a label that is part of the header, such as `avg-cpu:`, or a colon between others.
  func isLabelOnly(_ offset: Int) -> Bool {
    let name = columns[offset].name
    return name.last == UInt8(ascii: ":")
      && (name.count == 1 || offset == 0 && columns[0].cellCount == 0)
  }
}

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
