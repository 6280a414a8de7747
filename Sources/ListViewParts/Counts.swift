import Columns

/// Formats a count with thousands separators: `2,307`.
package func grouped(_ count: Int) -> String { Money.grouped(String(count)) }

/// Formats a count followed by its noun, in the plural unless the count is 1.
package func plural(_ count: Int, _ noun: String) -> String {
  "\(grouped(count)) \(noun)\(count == 1 ? "" : "s")"
}
