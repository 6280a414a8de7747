/// The way to a field of a row: names of members, outermost first, as in `data.object.amount`.
public struct FieldPath: Hashable, Sendable {
  /// The names; none means the row itself.
  public let names: [String]

  /// Makes a path of names.
  public init(_ names: [String]) {
    self.names = names
  }

  /// Makes a path of names joined by dots.
  public init(_ text: some StringProtocol) {
    names = text.isEmpty ? [] : text.split(separator: "." as Character).map { String($0) }
  }

  /// The last name, or an empty string for the row itself.
  public var name: String { names.last ?? "" }

  /// The path without its last name.
  public var parent: FieldPath { FieldPath(Array(names.dropLast())) }

  /// The path one name further in.
  public func appending(_ name: String) -> FieldPath { FieldPath(names + [name]) }
}

extension FieldPath: CustomStringConvertible {
  /// The names joined by dots.
  public var description: String { names.joined(separator: ".") }
}

extension JSONValue {
  /// The value at a path; nil where a name on the way is missing.
  public subscript(_ path: FieldPath) -> JSONValue? {
    var value = self
    for name in path.names {
      guard let next = value.member(name) else { return nil }
      value = next
    }
    return value
  }
}
