/// The structure of a valid JSON value, found in one pass over its text.
///
/// A cursor finds the end of a nested value before it enters it, so that reading a value of *d* levels
/// with it takes *d* passes. A tree takes one: each node knows its text and where its next sibling is.
struct ContentTree {
  private struct Node {
    /// The inside of the member's name; empty for an element and for the root.
    var name: Range<Int>
    var text: Range<Int>
    /// The offset of the node after this one and its contents.
    var next: Int
  }

  private let bytes: UnsafeBufferPointer<UInt8>
  /// The nodes in the order of their beginnings, so that a container precedes its contents.
  private var nodes: [Node] = []

  /// Reads a value.
  ///
  /// - Parameter bytes: Valid JSON without space around it; it has to outlive the tree.
  /// - Complexity: O(*n*) in the length of the text.
  init(_ bytes: UnsafeBufferPointer<UInt8>) {
    self.bytes = bytes
    var cursor = JSONCursor(bytes, at: 0)
    var open: [Int] = []
    repeat {
      let container = open.last
      if let container, isAtEnd(of: container, &cursor) {
        cursor.position += 1
        close(container, at: cursor.position)
        open.removeLast()
        continue
      }
      let isMember =
        container.map { bytes[nodes[$0].text.lowerBound] == UInt8(ascii: "{") } ?? false
      let name = isMember ? cursor.nextName() ?? 0..<0 : 0..<0
      let start = cursor.position
      nodes.append(Node(name: name, text: start..<start, next: 0))
      if bytes[start] == UInt8(ascii: "{") || bytes[start] == UInt8(ascii: "[") {
        open.append(nodes.count - 1)
        cursor.position += 1
      } else {
        close(nodes.count - 1, at: cursor.skipValue().upperBound)
      }
    } while !open.isEmpty
  }

  private func isAtEnd(of container: Int, _ cursor: inout JSONCursor) -> Bool {
    cursor.skipSpaceAndCommas()
    return bytes[cursor.position] == UInt8(ascii: "}")
      || bytes[cursor.position] == UInt8(ascii: "]")
  }

  private mutating func close(_ node: Int, at end: Int) {
    nodes[node].text = nodes[node].text.lowerBound..<end
    nodes[node].next = nodes.count
  }

  /// Whether two values have the same content, and thus the same canonical spelling.
  ///
  /// - Complexity: O(*n* log *n*) in the length of the texts.
  func hasSameContent(as other: ContentTree) -> Bool {
    var (text, otherText): ([UInt8], [UInt8]) = ([], [])
    append(0, to: &text)
    other.append(0, to: &otherText)
    return text == otherText
  }

  /// Appends the canonical spelling, which all values with the same content share.
  ///
  /// - Complexity: O(*n* log *n*) in the length of the text.
  func appendCanonicalText(to result: inout [UInt8]) { append(0, to: &result) }

  private func append(_ node: Int, to result: inout [UInt8]) {
    let text = nodes[node].text
    switch bytes[text.lowerBound] {
    case UInt8(ascii: "{"):
      result.append(UInt8(ascii: "{"))
      for (offset, member) in sorted(children(of: node)).enumerated() {
        if offset > 0 { result.append(UInt8(ascii: ",")) }
        result.appendJSONString(member.name)
        result.append(UInt8(ascii: ":"))
        append(member.node, to: &result)
      }
      result.append(UInt8(ascii: "}"))
    case UInt8(ascii: "["):
      result.append(UInt8(ascii: "["))
      for (offset, child) in children(of: node).enumerated() {
        if offset > 0 { result.append(UInt8(ascii: ",")) }
        append(child, to: &result)
      }
      result.append(UInt8(ascii: "]"))
    case UInt8(ascii: "\""):
      result.appendJSONString(unescapedName(bytes, text.lowerBound + 1..<text.upperBound - 1))
    default: result.append(contentsOf: bytes[text])
    }
  }

  private func children(of node: Int) -> [Int] {
    var children: [Int] = []
    var child = node + 1
    while child < nodes[node].next {
      children.append(child)
      child = nodes[child].next
    }
    return children
  }

  /// The members sorted by name; members of the same name keep their order.
  private func sorted(_ members: [Int]) -> [(name: [UInt8], node: Int)] {
    members.map { (name: unescapedName(bytes, nodes[$0].name), node: $0) }.sorted { left, right in
      left.name == right.name
        ? left.node < right.node : left.name.lexicographicallyPrecedes(right.name)
    }
  }
}

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
