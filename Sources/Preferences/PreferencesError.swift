/// An error in a configuration file, with its position.
package struct PreferencesError: Error, Hashable, Sendable {
  /// The reason of the error.
  package enum Reason: Hashable, Sendable {
    /// The file is not valid TOML.
    case malformed(TOMLProblem)
    /// The file uses a feature of TOML that is not supported.
    case unsupported(TOMLFeature)
    /// Unknown table, option, action or colour; with the nearest name.
    case unknownName(path: [String], nearest: String?)
    /// The value is invalid for the key.
    case badValue(path: [String], expected: String)
    /// The name of a table is invalid.
    case badName(path: [String], expected: String)
    /// A key is bound to two actions.
    case sharedKey(path: [String], key: String, other: String)
  }

  /// The position in the file.
  package let position: TextPosition
  /// The reason of the error.
  package let reason: Reason

  init(_ position: TextPosition, _ reason: Reason) {
    self.position = position
    self.reason = reason
  }
}

extension PreferencesError: CustomStringConvertible {
  /// Position, problem, reason and remedy, without the name of the file.
  package var description: String { "\(position): \(reason)" }
}

extension TextPosition: CustomStringConvertible {
  /// The position in words.
  package var description: String { "line \(line), column \(column)" }
}

extension PreferencesError.Reason: CustomStringConvertible {
  /// Problem, reason and remedy.
  package var description: String {
    switch self {
    case .malformed(let problem): "\(problem)"
    case .unsupported(let feature): "\(feature)"
    case .unknownName(let path, let nearest):
      "\(TOMLProblem.text(path)): no such name; "
        + (nearest.map { "did you mean \($0)?" } ?? "`listview config` lists all names")
    case .badValue(let path, let expected):
      "\(TOMLProblem.text(path)): wrong value; it must be \(expected)"
    case .badName(let path, let expected):
      "\(TOMLProblem.text(path)): wrong name; it must be \(expected)"
    case .sharedKey(let path, let key, let other):
      "\(TOMLProblem.text(path)): \(key) is also set for \(other); remove it from one of them"
    }
  }
}

/// A position in a text file, in the numbering of editors.
package struct TextPosition: Hashable, Comparable, Sendable {
  /// The line, counted from 1; lines end with a newline.
  package var line: Int
  /// The column, counted from 1 in Unicode scalars.
  package var column: Int

  /// Creates a position from its line and column.
  package init(line: Int, column: Int) {
    self.line = line
    self.column = column
  }

  /// The position of a byte.
  ///
  /// - Complexity: O(`offset`).
  init(of offset: Int, in bytes: [UInt8]) {
    let before = bytes[..<min(offset, bytes.count)]
    let start = before.lastIndex(of: UInt8(ascii: "\n")).map { $0 + 1 } ?? 0
    line = before.count { $0 == UInt8(ascii: "\n") } + 1
    // Continuation bytes begin with the bits 10.
    column = before[start...].count { $0 & 0xC0 != 0x80 } + 1
  }

  /// Orders positions by line, then by column.
  package static func < (first: TextPosition, second: TextPosition) -> Bool {
    (first.line, first.column) < (second.line, second.column)
  }
}
