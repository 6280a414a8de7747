/// Why a configuration file cannot be used, and where it says so.
public struct PreferencesError: Error, Hashable, Sendable {
  /// What is wrong.
  public enum Reason: Hashable, Sendable {
    /// The file is not TOML.
    case malformed(TOMLProblem)
    /// The file is TOML, and uses what a configuration does not support.
    case unsupported(TOMLFeature)
    /// There is no such table, option, action or colour; the name that is nearest to it.
    case unknownName(path: [String], nearest: String?)
    /// The value is not what the key takes.
    case badValue(path: [String], expected: String)
    /// Two actions are to have one key.
    case sharedKey(path: [String], key: String, other: String)
  }

  /// Where it is.
  public let position: TextPosition
  /// What it is.
  public let reason: Reason

  init(_ position: TextPosition, _ reason: Reason) {
    self.position = position
    self.reason = reason
  }
}

extension PreferencesError: CustomStringConvertible {
  /// Where, what and why, and what to do; without the name of the file.
  public var description: String { "\(position): \(reason)" }
}

extension TextPosition: CustomStringConvertible {
  /// The place in the words of a message.
  public var description: String { "line \(line), column \(column)" }
}

extension PreferencesError.Reason: CustomStringConvertible {
  /// What is wrong, why, and what to do.
  public var description: String {
    switch self {
    case .malformed(let problem): "\(problem)"
    case .unsupported(let feature): "\(feature)"
    case .unknownName(let path, let nearest):
      "\(TOMLProblem.text(path)): no such name; "
        + (nearest.map { "did you mean \($0)?" } ?? "`listview config` lists all names")
    case .badValue(let path, let expected):
      "\(TOMLProblem.text(path)): wrong value; it must be \(expected)"
    case .sharedKey(let path, let key, let other):
      "\(TOMLProblem.text(path)): \(key) is also set for \(other); remove it from one of them"
    }
  }
}
