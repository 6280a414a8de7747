/// A count as it is written everywhere on the screen: `2,307`.
package func grouped(_ count: Int) -> String { Money.grouped(String(count)) }

/// A count with its noun.
package func plural(_ count: Int, _ noun: String) -> String {
  "\(grouped(count)) \(noun)\(count == 1 ? "" : "s")"
}
