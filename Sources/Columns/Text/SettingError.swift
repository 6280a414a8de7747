internal import TerminalCore

/// A mistake at a place of a text that the user has written: a filter, an expression, a command.
package struct SettingError: Error, Hashable, CustomStringConvertible {
  /// The mistake and the remedy.
  package let description: String
  /// The number of characters before the mistake.
  package let offset: Int

  package init(_ description: String, at offset: Int = 0) {
    (self.description, self.offset) = (description, offset)
  }

  /// The mistake in a text that has other characters before the one in which it was found.
  package func moved(by count: Int) -> SettingError {
    SettingError(description, at: offset + count)
  }

  /// The text with a mark below the mistake, and the mistake.
  ///
  /// - Parameter text: The user's text.
  /// - Returns: Two lines.
  package func diagnosis(of text: String) -> String {
    let lead = String(text.prefix(offset)).displayWidth
    return "\(text)\n\(String(repeating: " ", count: lead))^ \(self)"
  }
}
