package import Columns
package import FeedValues
package import Values

/// The number of rows at each time, and of errors among them: in bounded memory, kept up to date by each row.
package struct TimeHistogram: Sendable {
  /// The rows of a range of times.
  package struct Bin: Hashable, Sendable {
    package var count = 0
    package var errors = 0

    static func += (left: inout Bin, right: Bin) {
      left.count += right.count
      left.errors += right.errors
    }
  }

  /// The bins, by their number: the seconds since 1970 by the clock of the user, divided by ``step``.
  private var bins: [Int: Bin] = [:]
  /// The length of a bin in seconds, which grows with the span of the rows.
  private var step = 1

  /// The most bins that are kept.
  private static let maximumBins = 1_024

  /// Lengths that a reader of clocks expects, each of which divides the next one.
  private static let steps = [
    1, 5, 15, 60, 300, 900, 3_600, 10_800, 21_600, 43_200, 86_400, 604_800, 2_419_200, 31_449_600,
  ]

  /// The lengths of cells that are drawn.
  private static let lengths = [
    1, 2, 3, 5, 10, 15, 20, 30, 60, 120, 180, 300, 600, 900, 1_200, 1_800, 3_600, 7_200, 10_800,
    14_400, 21_600, 43_200, 86_400, 172_800, 259_200, 604_800, 1_209_600, 2_419_200, 4_838_400,
    7_257_600, 14_515_200, 31_449_600,
  ]

  /// Adds a row, or removes one that was added.
  ///
  /// - Parameters:
  ///   - seconds: The time of the row, in seconds since 1970 by the clock of the user.
  ///   - isError: Whether the row reports an error.
  ///   - isRemoved: Whether the row has gone.
  /// - Complexity: O(1) on average.
  mutating func count(_ seconds: Int, isError: Bool, isRemoved: Bool) {
    let one = isRemoved ? -1 : 1
    let number = Self.quotient(seconds, step)
    var bin = bins[number] ?? Bin()
    bin += Bin(count: one, errors: isError ? one : 0)
    // Rows may go before they were counted: only a bin with nothing to make up for is dropped.
    bins[number] = bin == Bin() ? nil : bin
    if bins.count > Self.maximumBins { coarsen() }
  }

  /// Makes the bins longer until they are few enough; times of any age fit the longest ones.
  private mutating func coarsen() {
    while bins.count > Self.maximumBins, let longer = Self.steps.first(where: { $0 > step }) {
      let factor = longer / step
      var merged: [Int: Bin] = [:]
      for (number, bin) in bins { merged[Self.quotient(number, factor), default: Bin()] += bin }
      (bins, step) = (merged, longer)
    }
  }

  /// The quotient, rounded down.
  private static func quotient(_ number: Int, _ divisor: Int) -> Int {
    number >= 0 ? number / divisor : -((-number - 1) / divisor) - 1
  }

  /// The rows of successive ranges of times, as many as fit.
  ///
  /// - Parameter count: The maximum number of cells, at least two.
  /// - Returns: nil without rows.
  /// - Complexity: O(*b*) for *b* bins.
  package func strip(cells count: Int) -> TimeStrip? {
    let known = bins.filter { $0.value.count > 0 }
    guard count > 1, let first = known.keys.min(), let last = known.keys.max() else { return nil }
    let (start, end) = (first * step, (last + 1) * step)
    // Centuries need longer ones than any calendar has.
    let lengths = Self.lengths + (1...16).map { 31_449_600 << $0 }
    let length = lengths.first { length in
      length % step == 0
        && Self.quotient(end - 1, length) - Self.quotient(start, length) < count
    }
    guard let length else { return nil }
    let origin = Self.quotient(start, length)
    var cells = [Bin](repeating: Bin(), count: Self.quotient(end - 1, length) - origin + 1)
    for (number, bin) in known { cells[Self.quotient(number * step, length) - origin] += bin }
    return TimeStrip(start: origin * length, length: length, cells: cells)
  }
}

/// The rows of successive ranges of times, a cell for each.
package struct TimeStrip: Hashable, Sendable {
  /// The start of the first cell, in seconds since 1970 by the clock of the user.
  package let start: Int
  /// The length of a cell in seconds.
  package let length: Int
  package let cells: [TimeHistogram.Bin]

  /// Whether the rows are of several days.
  package var isOfSeveralDays: Bool { cells.count * length > 86_400 }

  /// The times of some cells, in seconds since 1970 by the clock of the user.
  package func seconds(of cells: ClosedRange<Int>) -> Range<Int> {
    start + cells.lowerBound * length..<start + (cells.upperBound + 1) * length
  }

  /// The rows of some cells.
  package func sum(of cells: ClosedRange<Int>) -> TimeHistogram.Bin {
    self.cells[cells].reduce(into: TimeHistogram.Bin()) { $0 += $1 }
  }

  /// The range of times of some cells, as a filter has it: `10:00..10:04`.
  ///
  /// - Parameters:
  ///   - cells: The cells.
  ///   - needsDate: Whether the list has rows of several days.
  /// - Returns: The range, both ends of which are included.
  package func range(of cells: ClosedRange<Int>, needsDate: Bool) -> String {
    let seconds = seconds(of: cells)
    func text(_ second: Int) -> String {
      let date = Calendar.utc.dateAndClock(
        of: FeedTime(nanoseconds: 0).advanced(by: .seconds(Int64(second)))
      )
      let text = needsDate ? date.replacing(" ", with: "T") : String(date.suffix(8))
      // Both ends are included: a minute goes on to its last second.
      return length % 60 == 0 ? String(text.dropLast(3)) : text
    }
    return "\(text(seconds.lowerBound))..\(text(seconds.upperBound - (length % 60 == 0 ? 60 : 1)))"
  }
}

/// The column by whose times the rows are in order, and its reader.
package struct TimeScale: Hashable, Sendable {
  package let column: Column
  /// Reads the times, as of when the rows were found to be in order.
  let reader: TimeReader
  /// Tells which rows report an error.
  private(set) var severity: Severity?

  /// Finds the first column in whose order the rows are; nil if there is none.
  ///
  /// - Parameters:
  ///   - columns: The columns of the list.
  ///   - sample: Rows from all of it, in the order of the feed.
  ///   - reader: Reads the times.
  package init?(_ columns: [Column], sample: [Row], reader: TimeReader) {
    guard sample.count >= Self.fewRows else { return nil }
    let column = columns.first { column in
      guard case .time = column.format, column.visibility != .hidden else { return false }
      let times = sample.compactMap { column.value(of: $0).flatMap { reader.time($0) } }
      guard times.count * 10 >= sample.count * 9, times.first != times.last else { return false }
      let pairs = zip(times, times.dropFirst())
      let descents = pairs.count { $0 > $1 }
      let ascents = pairs.count { $0 < $1 }
      return min(ascents, descents) * 20 <= times.count
    }
    guard let column else { return nil }
    (self.column, self.reader) = (column.withoutLayout, reader)
  }

  /// Fewer rows show their times themselves.
  package static let fewRows = 20

  /// The scale with what tells which rows report an error.
  package func judged(by severity: Severity?) -> TimeScale {
    var scale = self
    scale.severity = severity?.withoutLayout
    return scale
  }

  /// The time of a row; nil if it has none.
  package func time(of row: Row) -> FeedTime? {
    column.value(of: row).flatMap { reader.time($0) }
  }

  /// A term of a filter for the rows with times in a range.
  package func term(_ range: String) -> String {
    "\(CountParser.quoted(column.path.description))=\(range)"
  }

  /// The times of some rows, in seconds since 1970; nil if they have none.
  package static func span(of rows: [Row], _ scale: TimeScale) -> ClosedRange<Int>? {
    let times = rows.compactMap { scale.time(of: $0)?.seconds }
    guard let first = times.min(), let last = times.max() else { return nil }
    return first...last
  }

  /// The time of a value in seconds since 1970 by the clock of the user; nil if it is none.
  func seconds(of value: FoundValue) -> Int? {
    reader.time(value).map { $0.seconds + reader.calendar.offset(at: $0.seconds) }
  }
}
