/// What is wrong with a regular expression, and where.
package struct PatternError: Error, Hashable, Sendable {
  /// What other programs support and this one does not, because no bound could be set to its time.
  package enum Construct: Hashable, Sendable {
    /// A group that begins with `(?`, except one with a name.
    case groupModifier
    /// A repetition that gives nothing back, such as `a++`.
    case possessiveRepetition
    /// A reference to what a group matched, such as `\1`.
    case backreference
  }

  /// What was found to be wrong.
  package enum Reason: Hashable, Sendable {
    /// Something is opened and not closed: the sign that is missing.
    case unclosed(Character)
    /// A bracket closes what was not opened.
    case unopened(Character)
    /// A repetition without anything before it.
    case nothingToRepeat(Character)
    /// A backslash before what has no meaning after one, or at the end.
    case unknownEscape(Character?)
    /// A range of characters, or a number of repetitions, whose end is before its beginning.
    case reversedRange
    /// A construct that is not supported.
    case unsupported(Construct)
    /// Two groups of one name, or a group without one.
    case groupName(String)
    /// More states than are worth their time.
    case tooLarge
  }

  /// What was found to be wrong.
  package var reason: Reason
  /// Where, in characters from the beginning of the expression.
  package var offset: Int
}

extension PatternError: CustomStringConvertible {
  /// What is wrong, in words that say what to do.
  package var description: String {
    switch reason {
    case .unclosed(let sign): "expected \(sign)"
    case .unopened(let sign): "unmatched \(sign): write \\\(sign) for the character"
    case .nothingToRepeat(let sign): "nothing to repeat: write \\\(sign) for the character"
    case .unknownEscape(let sign?): "unknown escape \\\(sign)"
    case .unknownEscape(nil): "expected a character after \\"
    case .reversedRange: "invalid range: its end is before its start"
    case .unsupported(.groupModifier): "groups that begin with (? are not supported"
    case .unsupported(.possessiveRepetition): "possessive repetitions are not supported"
    case .unsupported(.backreference): "references to groups are not supported"
    case .groupName(""): "expected the name of the group: letters, digits, _, . and -"
    case .groupName(let name): "duplicate group name \(name)"
    case .tooLarge: "expression too large"
    }
  }
}
