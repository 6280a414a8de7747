/// The column to group by as the user names it, and the order of the groups: `status`, `status by count`.
package struct GroupSpec: Hashable, Sendable {
  /// The order of groups: by their values, or by a figure, the greatest first.
  package enum Ranking: String, Hashable, Sendable, CaseIterable {
    case value, count, sum
  }

  /// The title, name, path or expression of the column.
  package var name: String
  package var ranking: Ranking

  package init(_ name: String, ranking: Ranking) { (self.name, self.ranking) = (name, ranking) }

  package init(_ text: String) {
    let words = text.split(separator: " ").map(String.init)
    let ranking =
      words.count > 2 && words[words.count - 2].lowercased() == "by"
      ? Ranking(rawValue: words[words.count - 1].lowercased()) : nil
    let name = ranking == nil ? text : words.dropLast(2).joined(separator: " ")
    self.init(name, ranking: ranking ?? .value)
  }

  package var description: String { ranking == .value ? name : "\(name) by \(ranking.rawValue)" }
}
