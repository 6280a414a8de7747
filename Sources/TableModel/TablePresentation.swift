/// What a table looks like at one instant: a value, to be drawn and forgotten.
///
/// ```swift
/// let presentation = table.presentation(at: .now)
/// for (y, line) in presentation.lines.enumerated() { draw(line, y) }
/// wait(until: presentation.nextChange)  // nil: nothing will move until somebody acts
/// ```
public struct TablePresentation<Row: Sendable, Field: Hashable & Sendable>: Sendable {
  /// What stands on one line of the viewport.
  public struct Line: Sendable {
    /// What to draw; see `Content`.
    public var content: Content
    /// What the last batch did to the row: nothing, one thing, or two for a row that was moved and
    /// updated.
    public var marks: Set<Mark> = []
    /// Whether the row, or the tombstone of the row, is selected.
    public var isSelected = false
    /// How solid the row is: 0 not to be seen, 1 wholly there.
    public var opacity = 1.0
    /// How far the row is pushed to the side: 0 in place, 1 all the way of a slide.
    public var slide = 0.0
    /// The fields that changed lately, each with the strength of its flash in 0...1.
    public var flashes: [Field: Double] = [:]
    /// How long ago each of those fields changed.
    public var changedFields: [Field: Duration] = [:]

    /// Makes a line that is at rest.
    public init(content: Content) {
      self.content = content
    }

    /// What the last batch did to the row, in one mark.
    ///
    /// Of two it is that of the move, as the fields that were updated flash. To set it leaves no
    /// other.
    public var mark: Mark? {
      get { marks.first { $0 != .update } ?? marks.first }
      set { marks = newValue.map { [$0] } ?? [] }
    }
  }

  /// The kinds of things that stand on a line.
  public enum Content: Sendable {
    /// A row of the table, with its offset in the rows shown.
    case row(Row, offset: Int)
    /// A row that was deleted and is leaving, with its last content.
    case ghost(Row)
    /// A row that was deleted and stays for the reader, with its last content.
    case tombstone(Row)
    /// The head of a section.
    case head(SectionHead)
    /// A line that opened for a row that has not slid in yet, or that is closing behind one.
    case gap
    /// No row: the list ends before this line, or does not reach up to it.
    case empty
  }

  /// The lines of the viewport from its top, as many as it is high.
  public var lines: [Line] = []
  /// The instant at which the table looks different from now, if nobody acts; nil for never.
  public var nextChange: ContinuousClock.Instant?

  /// Makes a presentation of its parts.
  public init(lines: [Line] = [], nextChange: ContinuousClock.Instant? = nil) {
    self.lines = lines
    self.nextChange = nextChange
  }
}

extension TablePresentation.Content {
  /// The row to draw on the line, be it alive or gone.
  public var row: Row? {
    switch self {
    case .row(let row, _), .ghost(let row), .tombstone(let row): row
    case .head, .gap, .empty: nil
    }
  }

  /// The head of a section on the line.
  public var head: SectionHead? {
    if case .head(let head) = self { head } else { nil }
  }
}

extension TablePresentation: Equatable where Row: Equatable {}
extension TablePresentation.Line: Equatable where Row: Equatable {}
extension TablePresentation.Content: Equatable where Row: Equatable {}
