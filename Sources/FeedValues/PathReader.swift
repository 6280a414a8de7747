/// Finds the values at many paths in one walk over an object.
///
/// Names are compared as bytes in place, without creating strings.
package struct PathReader: Sendable {
  // Nodes and names contain no references, because they are looked at for every member of every row.

  /// A place in a row: the ranges of the names below it, and of the paths that end there.
  fileprivate struct Node: Sendable {
    var names = 0..<0
    var ends = 0..<0
  }

  /// A name on a path, next to others in the same object.
  fileprivate struct Name: Sendable {
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
  private let hasRests: Bool

  /// Creates a reader of paths, which are numbered in order.
  package init(_ paths: some Collection<FieldPath>) {
    let containers = paths.map { $0.container.names.count }
    rests = zip(paths, containers).map { path, count in
      count < path.names.count ? path.names[count...] : nil
    }
    hasRests = rests.contains { $0 != nil }
    let routes = zip(paths, containers).enumerated().map { number, path in
      Route(number: number, names: path.0.names[..<path.1])
    }
    _ = addNode(routes)
  }

  /// The rest of a path below a node.
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

  /// The values at all paths; nil if there is none.
  ///
  /// If a name is repeated, its last member counts.
  ///
  /// - Complexity: O(*n*) in the length of the value's text, and for each member of an object in the
  ///   number of paths through it.
  package func values(of value: JSONValue) -> [JSONValue?] {
    withValues(of: value) { values in values.map { $0?.value } }
  }

  /// Calls a closure with the values at all paths, which are valid during the call only; see ``values(of:)``.
  ///
  /// Nothing is allocated, unless there are very many paths, or some lead into the elements of arrays.
  package func withValues<Result>(
    of value: JSONValue,
    _ body: (UnsafeBufferPointer<FoundValue?>) -> Result
  ) -> Result {
    var result: Result?
    read(value) { result = body($0) }
    guard let result else { preconditionFailure("the values were not read") }
    return result
  }

  /// Calls a closure once with the values at all paths; see ``withValues(of:_:)``.
  ///
  /// A generic function would not be specialized for callers in other modules.
  package func read(_ value: JSONValue, _ body: (UnsafeBufferPointer<FoundValue?>) -> Void) {
    withUnsafeTemporaryAllocation(of: FoundValue?.self, capacity: rests.count) { values in
      values.initialize(repeating: nil)
      // Values that are made of several are in texts of their own.
      let made = read(value, into: values)
      withExtendedLifetime((made, value)) { body(UnsafeBufferPointer(values)) }
    }
  }

  /// Reads the values at all paths; returns those that are not part of the value.
  private func read(
    _ value: JSONValue,
    into values: UnsafeMutableBufferPointer<FoundValue?>
  ) -> [JSONValue] {
    var made: [JSONValue] = []
    value.withFound { whole in
      if whole.kind == .object, !nodes[0].names.isEmpty {
        walk(whole, values)
      }
      for end in nodes[0].ends { values[ends[end]] = whole }
    }
    guard hasRests else { return made }
    for (number, rest) in rests.enumerated() {
      guard let rest, let found = values[number] else { continue }
      guard let part = found.value[rest] else {
        values[number] = nil
        continue
      }
      made.append(part)
      values[number] = part.withFound { $0 }
    }
    return made
  }

  private func walk(
    _ object: FoundValue,
    _ values: UnsafeMutableBufferPointer<FoundValue?>
  ) {
    withUnsafeTemporaryAllocation(of: Bool.self, capacity: nodes.count) { isFound in
      isFound.initialize(repeating: false)
      nodes.withUnsafeBufferPointer { nodes in
        names.withUnsafeBufferPointer { names in
          ends.withUnsafeBufferPointer { ends in
            let walk = Walk(
              reader: self,
              object: object,
              nodes: nodes,
              names: names,
              ends: ends,
              isFound: isFound,
              values: values
            )
            _ = walk.read(from: JSONCursor(object.text, at: 1), at: 0)
          }
        }
      }
    }
  }

  /// Whether a name that is longer than a word has the bytes.
  fileprivate func hasLetters(_ name: Name, _ text: UnsafeBufferPointer<UInt8>) -> Bool {
    letters.withUnsafeBufferPointer {
      UnsafeBufferPointer(rebasing: $0[name.letters]).hasSameBytes(as: text)
    }
  }

  /// The index of a name that is spelled with escapes, as few are.
  @inline(never)
  fileprivate func number(
    ofEscaped text: UnsafeBufferPointer<UInt8>,
    among names: Range<Int>
  ) -> Int? {
    let name = unescaped(text, repairingSurrogates: false)
    return names.first { letters[self.names[$0].letters].elementsEqual(name) }
  }
}

/// A walk over an object, which counts no references.
private struct Walk {
  let reader: PathReader
  let object: FoundValue
  let nodes: UnsafeBufferPointer<PathReader.Node>
  let names: UnsafeBufferPointer<PathReader.Name>
  let ends: UnsafeBufferPointer<Int>
  /// Whether each node was found.
  let isFound: UnsafeMutableBufferPointer<Bool>
  let values: UnsafeMutableBufferPointer<FoundValue?>

  /// Reads the members of an object; the last one with a name counts.
  ///
  /// - Parameters:
  ///   - start: The cursor after the object's opening bracket.
  ///   - node: The node of the names.
  /// - Returns: The cursor at the end of the object.
  func read(from start: JSONCursor, at node: Int) -> JSONCursor {
    var cursor = start
    let range = nodes[node].names
    var next = range.lowerBound
    while let name = cursor.nextName() {
      guard let number = number(of: name, at: cursor, among: range, from: next) else {
        cursor.skipValue()
        continue
      }
      let child = names[number].node
      if isFound[child] { forget(child) }
      isFound[child] = true
      // Members usually have the same order as in the previous row.
      next = number &+ 1 == range.upperBound ? range.lowerBound : number &+ 1
      let start = cursor.position
      if !nodes[child].names.isEmpty, cursor.bytes[start] == UInt8(ascii: "{") {
        cursor.position &+= 1
        cursor = read(from: cursor, at: child)
        cursor.position &+= 1
      } else {
        cursor.skipValue()
      }
      for end in nodes[child].ends {
        values[ends[end]] = object.part(start..<cursor.position)
      }
    }
    return cursor
  }

  /// Forgets what was found below a node.
  private func forget(_ node: Int) {
    for end in nodes[node].ends { values[ends[end]] = nil }
    for name in nodes[node].names where isFound[names[name].node] { forget(names[name].node) }
    isFound[node] = false
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
        range.count <= 8
          || reader.hasLetters(
            self.names[number],
            UnsafeBufferPointer(rebasing: cursor.bytes[range])
          )
      {
        return number
      }
      number = number &+ 1 == names.upperBound ? names.lowerBound : number &+ 1
    } while number != start
    guard cursor.nameHasEscapes else { return nil }
    return reader.number(
      ofEscaped: UnsafeBufferPointer(rebasing: cursor.bytes[range]),
      among: names
    )
  }
}
