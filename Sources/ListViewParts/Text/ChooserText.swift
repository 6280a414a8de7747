/// The texts of choosers.
package enum ChooserText {
  package static let nothing = "nothing has these letters"
  package static let arrows = "↑ ↓"
  package static let letters = "letters"
  package static let find = "find"
  package static let enter = "⏎"
  package static let escape = "Esc"
  package static let cancel = "cancel"
  package static func found(_ count: Int, of all: Int) -> String {
    "\(grouped(count)) of \(grouped(all))"
  }
}
