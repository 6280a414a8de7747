package import FeedStore
import FeedValues

/// The first and the last row of a list, which tell whether a list that follows is the same window moved on.
package struct ListEnds: Hashable, Sendable {
  private let first: RowID?
  private let last: RowID?

  package init(of rows: FeedRows) { (first, last) = (rows.first?.id, rows.last?.id) }

  /// Whether rows that came in at one end have pushed out as many at the other one.
  package func slide(to rows: FeedRows, by count: Int) -> Bool {
    guard count > 0, count < rows.count else { return false }
    let (ends, rest) = (ListEnds(of: rows), rows.count - 1 - count)
    return rows[count].id == first && ends.last != last
      || rows[rest].id == last && ends.first != first
  }
}
