/// What a table looks like at one instant: a value, to be drawn and forgotten.
///
/// ```swift
/// let presentation = table.presentation(at: .now)
/// for (y, line) in presentation.lines.enumerated() { draw(line, y) }
/// wait(until: presentation.nextChange)  // nil: nothing will move until somebody acts
/// ```
public struct TablePresentation<Row: Sendable, Field: Hashable & Sendable>: Sendable {
  /// What one line of the viewport shows.
  public struct Line: Sendable {
    /// What to draw; see `Content`.
    public var content: Content
    /// What batches did to the row of late, each with how fresh that is: 1 at first, and less with
    /// its age, whatever came after.
    public var marks: [Mark: Double] = [:]
    /// The colour that lies over the whole line, because the row came, travels or goes.
    public var tint: Tint?
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

    /// Creates a line that is at rest.
    public init(content: Content) {
      self.content = content
    }

    /// What batches did to the row of late, in one mark, for who has room for one.
    ///
    /// It is the freshest; of those that are equally fresh, that the row came, went, or moved goes
    /// before that it was updated, as the fields that were updated flash. To set it leaves no other.
    public var mark: Mark? {
      get {
        let kinds = [Mark.insertion, .deletion, .move, .update].filter { marks[$0] != nil }
        // The first of those that are equally fresh.
        return kinds.max { (marks[$0] ?? 0) < (marks[$1] ?? 0) }
      }
      set { marks = newValue.map { [$0: 1] } ?? [:] }
    }
  }

  /// A colour over a whole line; it shows what motion alone would not.
  public struct Tint: Hashable, Sendable {
    /// What happened to the row.
    public var mark: Mark
    /// How strong the tint is: 1 at first, and less in equal steps.
    public var strength: Double

    /// Creates a tint of its parts.
    public init(mark: Mark, strength: Double) {
      (self.mark, self.strength) = (mark, strength)
    }
  }

  /// The kinds of content of a line.
  public enum Content: Sendable {
    /// A row of the table, with its offset in the rows shown.
    case row(Row, offset: Int)
    /// A row that was deleted and is leaving, with its last content.
    case ghost(Row)
    /// A row that was deleted and stays for the reader, with its last content.
    case tombstone(Row)
    /// The header of a section.
    case header(SectionHeader)
    /// A line of a row that is still seen to leave from another one.
    case gap
    /// No row: the list ends before this line, or does not reach up to it.
    case empty
  }

  /// The lines of the viewport from its top, as many as it is high.
  public var lines: [Line] = []
  /// The instant at which the table next looks different if nothing happens; nil for never.
  public var nextChange: ContinuousClock.Instant?

  /// Creates a presentation of its parts.
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
    case .header, .gap, .empty: nil
    }
  }

  /// The header of a section on the line.
  public var header: SectionHeader? {
    if case .header(let header) = self { header } else { nil }
  }
}

extension TablePresentation: Equatable where Row: Equatable {}
extension TablePresentation.Line: Equatable where Row: Equatable {}
extension TablePresentation.Content: Equatable where Row: Equatable {}
