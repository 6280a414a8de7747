extension DetailView {
  /// The texts of the detail besides the row itself.
  package enum Text {
    package static let notThere = "− not in the list at this time"
    package static func deleted(since time: String?) -> String {
      "− \(RowChange.Text.deleted)\(time.map { " at \($0)" } ?? "")"
    }
    package static let changed = "changed"
    package static func changed(_ count: Int) -> String { "~ \(count) changed" }
    package static func more(_ key: String) -> String { "… more: \(key) shows them" }
    package static func moreText(_ key: String) -> String { "… more text: \(key) shows it" }
    package static func row(_ number: String) -> String { "row \(number)" }
    package static let gone = "gone"
    package static let none = "none"
    package static let now = "now"
    package static func secondsAgo(_ count: Int64) -> String { "\(count) s ago" }
    package static func minutesAgo(_ count: Int64) -> String { "\(count) min ago" }
    package static let history = "History"
    package static let forgotten = "older changes are not kept"
    package static let noValue = "removed"
    package static func moreFields(_ count: Int) -> String { "… \(plural(count, "more field"))" }
  }
}
