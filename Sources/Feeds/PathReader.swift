/// Finds the values at many paths in one walk over an object.
///
/// Names are compared as bytes in place, without creating strings.
public struct PathReader: Sendable {
  // Nodes and names contain no references, as they are looked at for every member of every row.

  /// A place in a row: the ranges of the names below it, and of the paths that end there.
  private struct Node: Sendable {
    var names = 0..<0
    var ends = 0..<0
  }

  /// A name on a path, next to others in the same object.
  private struct Name: Sendable {
    /// Up to eight first bytes as a word, the first byte the lowest.
    let word: UInt64
    /// The range of its bytes.
    let letters: Range<Int>
    /// The node below the name.
    var node = 0
  }

  private var nodes: [Node] = []
  private var names: [Name] = []
  /// The bytes of all names.
  private var letters: [UInt8] = []
  /// The numbers of the paths that end at nodes.
  private var ends: [Int] = []
  /// For each path, its continuation in the elements of an array; nil for none.
  private let rests: [ArraySlice<String>?]

  /// The number of paths.
  @usableFromInline var count: Int { rests.count }

  /// Creates a reader of paths, which are numbered in order.
  public init(_ paths: some Collection<FieldPath>) {
    let containers = paths.map { $0.container.names.count }
    rests = zip(paths, containers).map { path, count in
      count < path.names.count ? path.names[count...] : nil
    }
    let routes = zip(paths, containers).enumerated().map { number, path in
      Route(number: number, names: path.0.names[..<path.1])
    }
    _ = addNode(routes)
  }

  /// What is left of a path below a node.
  private struct Route {
    let number: Int
    var names: ArraySlice<String>
  }

  /// Adds the node that some paths lead through, and all nodes below; returns its index.
  private mutating func addNode(_ routes: [Route]) -> Int {
    let node = nodes.count
    nodes.append(Node())
    let firstEnd = ends.count
    var (below, bytes): ([[Route]], [[UInt8]]) = ([], [])
    for var route in routes {
      guard let name = route.names.popFirst().map({ Array($0.utf8) }) else {
        ends.append(route.number)
        continue
      }
      if let known = bytes.firstIndex(of: name) {
        below[known].append(route)
      } else {
        bytes.append(name)
        below.append([route])
      }
    }
    nodes[node].ends = firstEnd..<ends.count
    let first = names.count
    nodes[node].names = first..<first + below.count
    for name in bytes {
      let word = name.prefix(8).reversed().reduce(0) { $0 << 8 | UInt64($1) }
      names.append(Name(word: word, letters: letters.count..<letters.count + name.count))
      letters += name
    }
    for (offset, routes) in below.enumerated() { names[first + offset].node = addNode(routes) }
    return node
  }

  /// The values at all paths; nil where there is none.
  ///
  /// If a name is repeated, its first member counts.
  ///
  /// - Complexity: O(*n*) in the length of the value's text, and for each member of an object in the
  ///   number of paths through it.
  public func values(of value: JSONValue) -> [JSONValue?] { withValues(of: value) { Array($0) } }

  /// Calls a closure with the values at all paths, which are valid during the call only; see ``values(of:)``.
  ///
  /// Nothing is allocated, unless there are very many paths.
  @inlinable
  public func withValues<Result>(
    of value: JSONValue,
    _ body: (UnsafeBufferPointer<JSONValue?>) -> Result
  ) -> Result {
    withUnsafeTemporaryAllocation(of: JSONValue?.self, capacity: count) { values in
      values.initialize(repeating: nil)
      defer { values.deinitialize() }
      read(value, into: values)
      return body(UnsafeBufferPointer(values))
    }
  }

  @usableFromInline
  func read(_ value: JSONValue, into values: UnsafeMutableBufferPointer<JSONValue?>) {
    take(value, at: 0, values)
    guard !nodes[0].names.isEmpty else { return }
    value.text.withBytes { bytes in
      guard bytes.first == UInt8(ascii: "{") else { return }
      withUnsafeTemporaryAllocation(of: Bool.self, capacity: nodes.count) { isFound in
        isFound.initialize(repeating: false)
        _ = read(from: JSONCursor(bytes, at: 1), at: 0, of: value, isFound, values)
      }
    }
  }

  /// Reads the members of an object up to its end, or until all outermost names have been found.
  ///
  /// - Returns: The cursor at the end of the object, or after the last of these names.
  private func read(
    from start: JSONCursor,
    at node: Int,
    of value: JSONValue,
    _ isFound: UnsafeMutableBufferPointer<Bool>,
    _ values: UnsafeMutableBufferPointer<JSONValue?>
  ) -> JSONCursor {
    var cursor = start
    let names = nodes[node].names
    var (left, next) = (names.count, names.lowerBound)
    while left > 0 || node != 0, let name = cursor.nextName() {
      guard left > 0, let number = number(of: name, at: cursor, among: names, from: next),
        case let child = self.names[number].node, !isFound[child]
      else {
        cursor.skipValue()
        continue
      }
      isFound[child] = true
      left -= 1
      // Members usually have the same order as in the previous row.
      next = number + 1 == names.upperBound ? names.lowerBound : number + 1
      let start = cursor.position
      if !nodes[child].names.isEmpty, cursor.bytes[start] == UInt8(ascii: "{") {
        cursor.position += 1
        cursor = read(from: cursor, at: child, of: value, isFound, values)
        cursor.position += 1
      } else {
        cursor.skipValue()
      }
      if !nodes[child].ends.isEmpty { take(value.at(start..<cursor.position), at: child, values) }
    }
    return cursor
  }

  @inline(__always)
  private func take(
    _ value: JSONValue,
    at node: Int,
    _ values: UnsafeMutableBufferPointer<JSONValue?>
  ) {
    for end in nodes[node].ends {
      let number = ends[end]
      values[number] = if let rest = rests[number] { value[rest] } else { value }
    }
  }

  /// The index of the name at a range, which the cursor has just passed, searched cyclically from a given index.
  @inline(__always)
  private func number(
    of range: Range<Int>,
    at cursor: JSONCursor,
    among names: Range<Int>,
    from start: Int
  ) -> Int? {
    let end = range.lowerBound &+ min(range.count, 8)
    let head = Range(uncheckedBounds: (range.lowerBound, end))
    let word = head.isEmpty ? 0 : shortWord(cursor.bytes, head)
    var number = start
    repeat {
      if self.names[number].word == word, self.names[number].letters.count == range.count,
        range.count <= 8 || hasLetters(number, UnsafeBufferPointer(rebasing: cursor.bytes[range]))
      {
        return number
      }
      number = number &+ 1 == names.upperBound ? names.lowerBound : number &+ 1
    } while number != start
    guard cursor.nameHasEscapes else { return nil }
    return self.number(ofEscaped: UnsafeBufferPointer(rebasing: cursor.bytes[range]), among: names)
  }

  /// The index of a name that is spelled with escapes, as few are.
  @inline(never)
  private func number(ofEscaped text: UnsafeBufferPointer<UInt8>, among names: Range<Int>) -> Int? {
    let name = unescaped(text, repairingSurrogates: false)
    return names.first { letters[self.names[$0].letters].elementsEqual(name) }
  }

  private func hasLetters(_ number: Int, _ text: UnsafeBufferPointer<UInt8>) -> Bool {
    letters.withUnsafeBufferPointer {
      UnsafeBufferPointer(rebasing: $0[names[number].letters]).hasSameBytes(as: text)
    }
  }
}
