/// An error in a regular expression, with its position.
package struct PatternError: Error, Hashable, Sendable {
  /// A construct of other programs that this one does not support, because no bound could be set to its time.
  package enum Construct: Hashable, Sendable {
    /// A group that begins with `(?`, except one with a name.
    case groupModifier
    /// A repetition that gives nothing back, such as `a++`.
    case possessiveRepetition
    /// A reference to what a group matched, such as `\1`.
    case backreference
  }

  /// The reason of the error.
  package enum Reason: Hashable, Sendable {
    /// An opening bracket without a closing one: the missing character.
    case unclosed(Character)
    /// A closing bracket without an opening one.
    case unopened(Character)
    /// A repetition operator without an operand.
    case nothingToRepeat(Character)
    /// A backslash before a character without a meaning, or at the end.
    case unknownEscape(Character?)
    /// A range of characters or repetitions whose end is before its start.
    case reversedRange
    /// A construct that is not supported.
    case unsupported(Construct)
    /// A duplicate group name, or an empty one.
    case groupName(String)
    /// The automaton would have too many states.
    case tooLarge
  }

  /// The reason of the error.
  package var reason: Reason
  /// The offset in characters from the start of the expression.
  package var offset: Int
}

extension PatternError: CustomStringConvertible {
  /// The fault, and how to fix it.
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
