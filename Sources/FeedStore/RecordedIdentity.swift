package import FeedIdentity
package import FeedValues

/// The identities of rows in a line of a recording, given by the members before the rows.
package struct RecordedIdentity {
  /// The rule that identifies rows from now on.
  package private(set) var rule: KeyRule?
  /// The keys of the rows of a snapshot, in their order, or of one row.
  package private(set) var keys: [ByteSlice]?
  /// The number of lines before this one that hold the first rows of its snapshot.
  package private(set) var parts = 0

  package init(_ line: JSONValue) {
    line.forEachMember { name, value in
      switch name {
      case "rows", "row":
        // All members about identity precede the rows, so the rest is not scanned.
        return false
      case "key": rule = Self.rule(value)
      case "ids" where value.kind == .array: keys = value.elements.map { KeyRule.text(of: $0) }
      case "parts": parts = Int(value.string) ?? 0
      case "id": keys = [KeyRule.text(of: value)]
      default: break
      }
      return true
    }
  }

  private static func rule(_ value: JSONValue) -> KeyRule? {
    switch value.kind {
    case .string where value.string == "arrival": return .arrival
    case .string where value.string == "content": return .content
    case .string where value.string == "position": return .position
    case .array:
      let paths = value.elements.map { FieldPath($0.string) }
      return paths.isEmpty || paths.contains { $0.names.isEmpty } ? nil : .fields(paths)
    default: return nil
    }
  }
}
