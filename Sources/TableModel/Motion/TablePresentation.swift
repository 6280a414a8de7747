/// A snapshot of what a table looks like at an instant.
///
/// ```swift
/// let presentation = table.presentation(at: .now)
/// for (y, line) in presentation.lines.enumerated() { draw(line, y) }
/// wait(until: presentation.nextChange)  // nil: nothing will move until somebody acts
/// ```
public struct TablePresentation<Row: Sendable, Field: Hashable & Sendable>: Sendable {
  /// The appearance of a line of the viewport.
  public struct Line: Sendable {
    /// The content to draw.
    public var content: Content
    /// The recent changes of the row with the strength of each mark: 1 at first, decreasing with its age.
    public var marks: [Mark: Double] = [:]
    /// The colour of the whole line, if the row was inserted, is moving or is leaving; nil for none.
    public var tint: Tint?
    /// Whether the row or its tombstone is selected.
    public var isSelected = false
    /// The opacity of the row, from 0 (invisible) to 1.
    public var opacity = 1.0
    /// The horizontal displacement of the row, from 0 (in place) to 1 (the full distance of a slide).
    public var slide = 0.0
    /// The fields that changed recently, with the strength of their flashes, from 0 to 1.
    public var flashes: [Field: Double] = [:]
    /// The time since each of these fields changed.
    public var changedFields: [Field: Duration] = [:]

    /// Creates a line at rest.
    public init(content: Content) {
      self.content = content
    }

    /// The most recent change of the row, for views with room for only one mark.
    ///
    /// Among equally recent changes, insertions, deletions and moves take precedence over updates, because
    /// updated fields also flash. Setting this replaces all marks.
    public var mark: Mark? {
      get {
        let kinds = [Mark.insertion, .deletion, .move, .update].filter { marks[$0] != nil }
        // The first of those that are equally fresh.
        return kinds.max { (marks[$0] ?? 0) < (marks[$1] ?? 0) }
      }
      set { marks = newValue.map { [$0: 1] } ?? [:] }
    }
  }

  /// A colour over a whole line, which shows what the animation alone would not.
  public struct Tint: Hashable, Sendable {
    /// The change of the row.
    public var mark: Mark
    /// The strength: 1 at first, decreasing in equal steps.
    public var strength: Double

    /// Creates a tint.
    public init(mark: Mark, strength: Double) {
      (self.mark, self.strength) = (mark, strength)
    }
  }

  /// The content of a line.
  public enum Content: Sendable {
    /// A row of the table, with its offset among the displayed rows.
    case row(Row, offset: Int)
    /// A deleted row that is leaving, with its last content.
    case ghost(Row)
    /// A deleted row that remains as a tombstone, with its last content.
    case tombstone(Row)
    /// A section header.
    case header(SectionHeader)
    /// A line reserved for a row that is still leaving from another line.
    case gap
    /// Nothing: the line is outside the list.
    case empty
  }

  /// The lines of the viewport, from top to bottom.
  public var lines: [Line] = []
  /// When the table next looks different even if nothing happens; nil for never.
  public var nextChange: ContinuousClock.Instant?

  /// Creates a presentation.
  public init(lines: [Line] = [], nextChange: ContinuousClock.Instant? = nil) {
    self.lines = lines
    self.nextChange = nextChange
  }
}

extension TablePresentation.Content {
  /// The row to draw, whether it exists or was deleted.
  public var row: Row? {
    switch self {
    case .row(let row, _), .ghost(let row), .tombstone(let row): row
    case .header, .gap, .empty: nil
    }
  }

  /// The section header to draw.
  public var header: SectionHeader? {
    if case .header(let header) = self { header } else { nil }
  }
}

extension TablePresentation: Equatable where Row: Equatable {}
extension TablePresentation.Line: Equatable where Row: Equatable {}
extension TablePresentation.Content: Equatable where Row: Equatable {}

/// The place for a row in the viewport when scrolling to it.
public enum TableScrollPosition: Hashable, Sendable, CaseIterable {
  /// On the first line, or below the section header that is there.
  case top
  /// In the middle.
  case middle
  /// On the last line.
  case bottom
  /// Wherever requires the least scrolling.
  case nearest
}
