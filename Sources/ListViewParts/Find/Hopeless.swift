package import Patterns

/// Distinguishes mistakes from input that is merely unfinished.
extension Filter {
  /// Whether a text is not a filter and cannot become one by appending text.
  package static func isHopeless(_ text: String) -> Bool {
    !Continuation.all(of: text, quotes: ["", "\"", "x\""]).contains {
      (try? Filter(text + $0)) != nil
    }
  }
}

extension Pattern {
  /// Whether a text is not a pattern and cannot become one by appending text.
  package static func isHopeless(_ text: String) -> Bool {
    !Continuation.all(of: text, quotes: [""]).contains { (try? Pattern(text + $0)) != nil }
  }
}

/// Endings, one of which completes any text that can be completed: they supply a missing term or value, and
/// close what is open.
private enum Continuation {
  static func all(of text: String, quotes: [String]) -> some Sequence<String> {
    // Filters with deeper nesting are rejected anyway.
    let open = min(32, text.count { $0 == "(" })
    let ends = ["", "x", "d", "d]", "0}", "x>", "x>x", "P{L}", "{L}", "L}", ":]]", "41"]
    return ends.lazy.flatMap { end in
      quotes.lazy.flatMap { quote in
        (0...open).lazy.map { end + quote + String(repeating: ")", count: $0) }
      }
    }
  }
}
