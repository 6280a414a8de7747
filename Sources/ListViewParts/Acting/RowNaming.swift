package import Columns
internal import FeedValues

extension [Column] {
  /// The column that says what a row is called besides its key: a command or a name; nil if there is none.
  package var naming: Column? {
    first { $0.look == .command }
      ?? first { !$0.isKey && $0.format == .text && FieldWords($0.path.name).isName }
  }
}

extension FieldWords {
  /// Whether the values are what people call things.
  fileprivate var isName: Bool {
    words.last.map { ["name", "names", "title", "subject", "comm"].contains($0) } ?? false
  }
}
