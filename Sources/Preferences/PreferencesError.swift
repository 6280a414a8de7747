/// Why a configuration file cannot be used; each case names the line.
public enum PreferencesError: Error, Hashable, Sendable {
  /// The file is no TOML.
  case syntax(line: Int, column: Int, reason: String)
  /// Nothing is called that; the name that is nearest to it.
  case unknownName(line: Int, key: String, nearest: String?)
  /// The value is not what the key takes.
  case badValue(line: Int, key: String, expected: String)
}

extension PreferencesError: CustomStringConvertible {
  /// What is wrong, where, and what would be right; without the name of the file.
  public var description: String {
    switch self {
    case .syntax(let line, let column, let reason):
      "line \(line), column \(column): \(reason)"
    case .unknownName(let line, let key, let nearest):
      "line \(line): nothing is called \(key)" + (nearest.map { "; is \($0) meant?" } ?? "")
    case .badValue(let line, let key, let expected):
      "line \(line): \(key) needs \(expected)"
    }
  }
}
