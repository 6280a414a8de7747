/// The name of a member as the key of a table: names are the same if they have the same bytes.
///
/// Strings are not: `==` takes `é` and `e` with a combining accent for the same text, and they are two fields.
package struct MemberKey: Hashable, Sendable {
  /// The name.
  package let name: String

  /// Creates a key.
  package init(_ name: String) { self.name = name }

  package static func == (left: MemberKey, right: MemberKey) -> Bool {
    left.name.hasSameBytes(as: right.name)
  }

  package func hash(into hasher: inout Hasher) { name.hashBytes(into: &hasher) }
}

extension String {
  /// Whether two texts have the same bytes, in UTF-8.
  package func hasSameBytes(as other: String) -> Bool {
    let result = utf8.withContiguousStorageIfAvailable { left in
      other.utf8.withContiguousStorageIfAvailable { left.hasSameBytes(as: $0) }
    }
    return result?.flatMap(\.self) ?? utf8.elementsEqual(other.utf8)
  }

  /// Hashes the bytes, in UTF-8.
  func hashBytes(into hasher: inout Hasher) {
    let isDone: Void? = utf8.withContiguousStorageIfAvailable {
      hasher.combine(bytes: UnsafeRawBufferPointer($0))
    }
    if isDone == nil { for byte in utf8 { hasher.combine(byte) } }
    // So that the end of a name is not the beginning of the next one.
    hasher.combine(0xFF as UInt8)
  }
}
