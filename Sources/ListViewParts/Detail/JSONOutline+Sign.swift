extension JSONOutline.Line.Content {
  /// The sign before the name: whether there is something to open.
  package var sign: String {
    switch self {
    case .folded: "▸ "
    case .open: "▾ "
    case .value, .text, .removed, .more: "  "
    }
  }
}
