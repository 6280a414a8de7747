/// The texts of counts.
package enum CountText {
  /// The name of rows without a value.
  static let none = "(none)"
  package static func chip(_ title: String) -> String { "by \(title)" }
  package static let nothing = "Rows that the filter shows are counted."
  package static func counting(_ count: Int, of all: Int) -> String {
    "counting \(grouped(count)) of \(grouped(all))"
  }
  package static func sizes(_ groups: Int, _ rows: Int, columns: Int) -> String {
    columns < 60
      ? "\(grouped(groups))/\(grouped(rows))"
      : "\(plural(groups, "group")) of \(plural(rows, "row"))"
  }
  static let count = "COUNT"
  static let share = "%"
  static let rate = "RATE /s"
  static func title(_ fold: CountSpec.Fold, _ column: String) -> String {
    switch fold {
    case .sum: "\(column) Σ"
    case .avg: "\(column) ⌀"
    default: "\(column) \(fold.rawValue.uppercased())"
    }
  }
}
