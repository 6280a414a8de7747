/// Finds the values at many paths in one walk over an object.
///
/// Names are compared as bytes in place, without creating strings.
public struct PathReader: Sendable {
  /// A name on a path, next to others in the same object.
  private struct Name: Sendable {
    /// Up to eight first bytes as a word, the first byte the lowest.
    let word: UInt64
    let bytes: [UInt8]
    /// The node below the name.
    let node: Int

    init(_ name: String, node: Int) {
      bytes = Array(name.utf8)
      word = bytes.prefix(8).reversed().reduce(0) { $0 << 8 | UInt64($1) }
      self.node = node
    }

    @inline(__always)
    func matches(_ word: UInt64, _ text: UnsafeBufferPointer<UInt8>) -> Bool {
      word == self.word && text.count == bytes.count
        && (text.count <= 8 || bytes.withUnsafeBufferPointer { $0.hasSameBytes(as: text) })
    }
  }

  private struct Node: Sendable {
    var names: [Name] = []
    /// The numbers of the paths that end here, and their continuations in the elements of an array.
    var paths: [(number: Int, rest: ArraySlice<String>?)] = []
  }

  private var nodes = [Node()]
  private let count: Int

  /// Creates a reader of paths, which are numbered in order.
  public init(_ paths: some Collection<FieldPath>) {
    count = paths.count
    for (number, path) in paths.enumerated() {
      var node = 0
      let container = path.container
      for name in container.names {
        if let known = nodes[node].names.first(where: { $0.bytes.elementsEqual(name.utf8) }) {
          node = known.node
        } else {
          nodes.append(Node())
          nodes[node].names.append(Name(name, node: nodes.count - 1))
          node = nodes.count - 1
        }
      }
      let isContainer = container.names.count == path.names.count
      nodes[node].paths.append(
        (number, isContainer ? nil : path.names[container.names.count...])
      )
    }
  }

  /// The values at all paths; nil where there is none.
  ///
  /// If a name is repeated, its first member counts.
  ///
  /// - Complexity: O(*n*) in the length of the value's text, and for each member of an object in the
  ///   number of paths through it.
  public func values(of value: JSONValue) -> [JSONValue?] {
    var values = [JSONValue?](repeating: nil, count: count)
    take(value, at: 0, &values)
    guard !nodes[0].names.isEmpty, value.kind == .object else { return values }
    value.text.withBytes { bytes in
      withUnsafeTemporaryAllocation(of: Bool.self, capacity: nodes.count) { isFound in
        isFound.initialize(repeating: false)
        var cursor = JSONCursor(bytes, at: 1)
        read(&cursor, at: 0, of: value, isFound, &values)
      }
    }
    return values
  }

  /// Reads the members of an object up to its end, or until all outermost names have been found.
  private func read(
    _ cursor: inout JSONCursor,
    at node: Int,
    of value: JSONValue,
    _ isFound: UnsafeMutableBufferPointer<Bool>,
    _ values: inout [JSONValue?]
  ) {
    let names = nodes[node].names
    var (left, next) = (names.count, 0)
    while left > 0 || node != 0, let name = cursor.nextName() {
      guard left > 0,
        let number = number(of: name, in: cursor.bytes, among: names, from: next),
        !isFound[names[number].node]
      else {
        _ = cursor.skipValue()
        continue
      }
      let child = names[number].node
      isFound[child] = true
      left -= 1
      // Members usually have the same order as in the previous row.
      next = number + 1 == names.count ? 0 : number + 1
      let start = cursor.position
      if !nodes[child].names.isEmpty, cursor.bytes[start] == UInt8(ascii: "{") {
        cursor.position += 1
        read(&cursor, at: child, of: value, isFound, &values)
        cursor.position += 1
      } else {
        _ = cursor.skipValue()
      }
      if !nodes[child].paths.isEmpty { take(value.at(start..<cursor.position), at: child, &values) }
    }
  }

  @inline(__always)
  private func take(_ value: JSONValue, at node: Int, _ values: inout [JSONValue?]) {
    for path in nodes[node].paths { values[path.number] = path.rest.map { value[$0] } ?? value }
  }

  /// The index of the name at a range, searched cyclically from a given index.
  @inline(__always)
  private func number(
    of range: Range<Int>,
    in bytes: UnsafeBufferPointer<UInt8>,
    among names: [Name],
    from start: Int
  ) -> Int? {
    let text = UnsafeBufferPointer(rebasing: bytes[range])
    let head = range.lowerBound..<range.lowerBound + min(range.count, 8)
    let word = head.isEmpty ? 0 : shortWord(bytes, head)
    var number = start
    repeat {
      if names[number].matches(word, text) { return number }
      number = number + 1 == names.count ? 0 : number + 1
    } while number != start
    // A name may be spelled with escapes, but rarely is.
    guard text.contains(UInt8(ascii: "\\")) else { return nil }
    let name = unescaped(text, repairingSurrogates: false)
    return names.firstIndex { $0.bytes == name }
  }
}
