import TerminalCore

/// Cuts frames for a slow terminal into as much as it takes in a moment.
///
/// Output that was sent cannot be overtaken. So the answer to a key begins with the line that the user
/// looks at, alone if that fills the moment, and the rest of the answer follows before all else.
struct FrameSlicer {
  /// Lines that the user waits for and that have not been sent, the most wanted first.
  private(set) var urgent: [Int] = []
  /// The line that has waited longest.
  private var nextLine = 0

  /// Puts lines before all others that wait.
  mutating func want(_ lines: [Int]) {
    urgent = lines + urgent.filter { !lines.contains($0) }
  }

  /// As many lines of a frame as fit into a slice, on top of what is shown.
  ///
  /// - Parameters:
  ///   - buffer: The frame.
  ///   - shown: The frame that the terminal shows; nil if unknown.
  ///   - length: About how many bytes fit; nil for any number. A line that is longer is sent all the
  ///     same.
  /// - Returns: The frame, or `shown` with some of its lines.
  mutating func slice(of buffer: CellBuffer, over shown: CellBuffer?, length: Int?) -> CellBuffer {
    guard let length, var slice = shown, slice.size == buffer.size else {
      urgent = []
      return buffer
    }
    let costs = LineCosts(from: slice, to: buffer)
    guard costs.total > length else {
      urgent = []
      return buffer
    }
    let lines = buffer.size.lines
    urgent.removeAll { $0 >= lines || costs[$0] == 0 }
    // The other lines take turns: from top to bottom the last line would always be drawn last.
    let turns = urgent.isEmpty ? (0..<lines).map { (nextLine + $0) % lines } : urgent
    var used = 0
    for line in turns where costs[line] > 0 {
      guard used == 0 || used + costs[line] <= length else { break }
      slice.replaceLine(line, with: buffer)
      used += costs[line]
      if urgent.isEmpty { nextLine = (line + 1) % lines }
    }
    urgent.removeAll { slice.line($0) == buffer.line($0) }
    return slice
  }
}

/// Estimates how many bytes it takes to turn the lines of one frame into those of another.
struct LineCosts {
  private var costs: [Int] = []

  /// Estimates the costs between two frames of one size.
  ///
  /// - Complexity: O(*n*) in the number of cells.
  init(from old: CellBuffer, to new: CellBuffer) {
    let known = Set((0..<old.size.lines).map { old.line($0) })
    costs = (0..<new.size.lines).map { line in
      let (cells, others) = (new.line(line), old.line(line))
      if cells == others { return 0 }
      // A line that is elsewhere on the screen is scrolled.
      if known.contains(cells) { return 8 }
      let changes = zip(cells, others).reduce(0) { $0 + ($1.0 == $1.1 ? 0 : 1) }
      return 12 + 3 * changes
    }
  }

  /// The bytes of all lines.
  var total: Int { costs.reduce(0, +) }

  /// The bytes of a line.
  subscript(line: Int) -> Int { costs[line] }
}
