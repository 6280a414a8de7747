import FeedValues

/// An account of the lines of a text: the sum of all kinds is the number of its lines, so that none is lost.
package struct LineAccount: Hashable, Sendable {
  /// The kinds of lines.
  package enum Role: Int, CaseIterable, Hashable, Sendable {
    /// The first line of a row.
    case row
    /// Another line of a row.
    case continuation
    /// The names of columns, or of the section below it.
    case header
    /// A line above rows that says what they are.
    case caption
    /// A line that is drawn.
    case ruler
    /// A comment, or a line below rows that sums them up or explains them.
    case legend
    /// A part of a document whose rows are not lines.
    case document
    case blank
    case malformed
  }

  /// A line that is neither a row nor blank.
  package struct Entry: Hashable, Sendable {
    package let line: Int
    package let role: Role
  }

  private var counts = [Int](repeating: 0, count: Role.allCases.count)
  /// The first lines that are neither rows nor parts of rows or documents, nor blank.
  package private(set) var entries: [Entry] = []
  /// The maximum number of entries that are kept.
  package static let capacity = 256

  package init() {}

  /// The number of all lines.
  package var total: Int { counts.reduce(0, +) }

  /// The number of lines of a kind.
  package subscript(role: Role) -> Int { counts[role.rawValue] }

  /// Enters a line.
  package mutating func note(_ role: Role, line: Int) {
    counts[role.rawValue] += 1
    switch role {
    case .row, .continuation, .document, .blank: break
    case .header, .caption, .ruler, .legend, .malformed:
      if entries.count < Self.capacity { entries.append(Entry(line: line, role: role)) }
    }
  }

  /// Adds the account of another part of the text.
  package static func += (left: inout LineAccount, right: LineAccount) {
    for role in Role.allCases { left.counts[role.rawValue] += right[role] }
    left.entries = Array((left.entries + right.entries).prefix(capacity))
  }
}
