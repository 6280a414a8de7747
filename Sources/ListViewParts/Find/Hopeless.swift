package import Patterns

/// Tells what is wrong from what is only not finished yet.
extension Filter {
  /// Whether a text is no filter, and cannot become one by more text at its end.
  package static func isHopeless(_ text: String) -> Bool {
    !Continuation.all(of: text).contains { (try? Filter(text + $0)) != nil }
  }
}

extension Pattern {
  /// Whether a text is no pattern, and cannot become one by more text at its end.
  package static func isHopeless(_ text: String) -> Bool {
    !Continuation.all(of: text).contains { (try? Pattern(text + $0)) != nil }
  }
}

/// Texts of which one mends all that more text can mend: a term or value that is missing, and what
/// is open still.
private enum Continuation {
  static func all(of text: String) -> some Sequence<String> {
    // No filter has more brackets in each other.
    let open = min(32, text.count { $0 == "(" })
    let ends = ["", "x", "d", "d]", "0}", "x>", "x>x", "P{L}", "{L}", "L}", ":]]", "41"]
    return ends.lazy.flatMap { end in
      ["", "\"", "x\""].lazy.flatMap { quote in
        (0...open).lazy.map { end + quote + String(repeating: ")", count: $0) }
      }
    }
  }
}
