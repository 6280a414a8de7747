/// The texts that programs print in place of a missing value.
package enum SignOfNothing {
  package static let texts: Set<String> = [
    "-", "--", "—", "?", "*", "n/a", "N/A", "null", "none", "None", "<none>", "<nil>", "(none)",
  ]
}

extension FoundValue {
  /// Whether the value is a text without a visible character.
  package var isBlank: Bool {
    text.first == UInt8(ascii: "\"")
      && text.dropFirst().dropLast().allSatisfy { $0 == UInt8(ascii: " ") }
  }

  /// Whether the value is a blank text, or one such as `-` or `n/a`, which stands for a missing value.
  package var isSignOfNothing: Bool {
    guard text.first == UInt8(ascii: "\"") else { return false }
    let inner = text.dropFirst().dropLast()
    return isBlank
      || inner.count <= 8 && SignOfNothing.texts.contains(String(decoding: inner, as: UTF8.self))
  }
}
