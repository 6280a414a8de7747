extension JSONOutline.Line.Content {
  /// The fold indicator before the name.
  package var sign: String {
    switch self {
    case .folded: "▸ "
    case .open: "▾ "
    case .value, .text, .removed, .more: "  "
    }
  }
}
