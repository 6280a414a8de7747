internal import TerminalCore

/// A mistake at a place of a text that the user has written.
package protocol PositionedError: Error, CustomStringConvertible {
  /// The number of characters before the mistake.
  var offset: Int { get }
}

extension PositionedError {
  /// The text with a mark below the mistake, and the mistake.
  ///
  /// - Parameter text: The user's text.
  /// - Returns: Two lines.
  package func diagnosis(of text: String) -> String {
    let lead = String(text.prefix(offset)).displayWidth
    return "\(text)\n\(String(repeating: " ", count: lead))^ \(self)"
  }
}

/// A mistake in the text of a setting: of a view, of the colour of rows.
package struct SettingError: Hashable, PositionedError {
  /// The mistake and the remedy.
  package let description: String
  /// The number of characters before the mistake.
  package let offset: Int

  init(_ description: String, at offset: Int) {
    (self.description, self.offset) = (description, offset)
  }
}
