/// A walk through an object for the field of a name: the one whose path is spelled so, otherwise the one that is nearest
/// to the top.
struct FieldSearch {
  /// The name of a member.
  private struct Member {
    let range: Range<Int>
    /// Whether its text has to be decoded.
    let hasEscapes: Bool
  }

  /// The names on the path to an object, from the last one to the first: on the stack, where each of them is as long
  /// as its object is visited.
  private struct Path {
    let name: Member
    let parent: UnsafePointer<Path>?
  }

  private let letters: UnsafeBufferPointer<UInt8>
  /// The last of the letters.
  private let last: UInt8
  private let spelling: UnsafeBufferPointer<UInt8>
  private let bytes: UnsafeBufferPointer<UInt8>
  /// The depth below which no path has as many names as the spelling.
  private let deepest: Int
  /// The range of the field's value; nil if none was found so far.
  private(set) var found: Range<Int>?
  /// Fields at this depth and below are of interest only if their paths are spelled as the name.
  private var limit = 64
  /// Whether such a field was found: no other is better.
  private var isExact = false

  /// Creates a walk.
  ///
  /// - Parameters:
  ///   - letters: The letters that all spellings of the name have in common; see ``FieldName/letters``.
  ///   - last: The last of these letters.
  ///   - spelling: The name as it was written.
  ///   - bytes: The text of the object.
  init(
    _ letters: UnsafeBufferPointer<UInt8>,
    last: UInt8,
    _ spelling: UnsafeBufferPointer<UInt8>,
    in bytes: UnsafeBufferPointer<UInt8>
  ) {
    (self.letters, self.last, self.spelling, self.bytes) = (letters, last, spelling, bytes)
    deepest = spelling.reduce(0) { $1 == UInt8(ascii: ".") ? $0 + 1 : $0 }
  }

  /// Visits the members of an object, and moves the cursor from after its opening bracket to after its end.
  mutating func visitMembers(_ cursor: inout JSONCursor) { visitMembers(&cursor, 0, of: nil) }

  private mutating func visitMembers(
    _ cursor: inout JSONCursor,
    _ depth: Int,
    of path: UnsafePointer<Path>?
  ) {
    /// The member that is the field, or contains it, and what had been found before it.
    var taken: (name: Member, before: (Range<Int>?, Int, Bool))?
    while let range = cursor.nextName() {
      let name = Member(range: range, hasEscapes: cursor.nameHasEscapes)
      // The last of members with the same name counts.
      if let last = taken, isSame(last.name, name) {
        (found, limit, isExact) = last.before
        taken = nil
      }
      let before = (found, limit, isExact)
      visitMember(name, &cursor, depth, of: path)
      if (limit, isExact) != (before.1, before.2) { taken = (name, before) }
    }
    cursor.position += 1
  }

  @inline(__always)
  private mutating func visitMember(
    _ name: Member,
    _ cursor: inout JSONCursor,
    _ depth: Int,
    of path: UnsafePointer<Path>?
  ) {
    if !isExact, depth < limit || depth <= deepest, hasLetters(name, path) {
      let value = cursor.skipValue()
      if isSpelled(name, path) {
        (found, isExact) = (value, true)
      } else if depth < limit {
        (found, limit) = (value, depth)
      }
    } else if !isExact, depth + 1 < limit || depth < deepest,
      bytes[cursor.position] == UInt8(ascii: "{")
    {
      cursor.position += 1
      withUnsafePointer(to: Path(name: name, parent: path)) { path in
        visitMembers(&cursor, depth + 1, of: path)
      }
    } else {
      cursor.skipValue()
    }
  }

  /// Whether two names are the same.
  @inline(__always)
  private func isSame(_ left: Member, _ right: Member) -> Bool {
    guard left.range.count == right.range.count || left.hasEscapes || right.hasEscapes else {
      return false
    }
    return withName(left) { left in withName(right) { left.hasSameBytes(as: $0) } }
  }

  /// Whether the path's names end with the letters, starting at the beginning of a name.
  @inline(__always)
  private func hasLetters(_ name: Member, _ path: UnsafePointer<Path>?) -> Bool {
    // Most names end with another letter.
    if !name.hasEscapes {
      guard let end = name.range.last.map({ FieldName.lowered(bytes[$0]) }),
        end == last || FieldName.isSeparator(end)
      else { return false }
    }
    guard var left = rest(of: letters.count, before: name) else { return false }
    var path = path?.pointee
    while left > 0, let last = path {
      guard let next = rest(of: left, before: last.name) else { return false }
      (left, path) = (next, last.parent?.pointee)
    }
    return left == 0
  }

  /// The number of the first `count` letters that precede those of the name; nil if the letters do not end
  /// with the name.
  @inline(__always)
  private func rest(of count: Int, before name: Member) -> Int? {
    withName(name) { name in
      var left = count
      for byte in name.reversed() {
        let byte = FieldName.lowered(byte)
        if FieldName.isSeparator(byte) { continue }
        guard left > 0, letters[left - 1] == byte else { return nil }
        left -= 1
      }
      return left
    }
  }

  /// Whether the names of the path, joined by dots, are the spelling.
  private func isSpelled(_ name: Member, _ path: UnsafePointer<Path>?) -> Bool {
    var end = spelling.count
    func takesOff(_ name: Member) -> Bool {
      withName(name) { name in
        guard name.count <= end, name.elementsEqual(spelling[end - name.count..<end]) else {
          return false
        }
        end -= name.count
        return true
      }
    }
    guard takesOff(name) else { return false }
    var path = path?.pointee
    while let last = path {
      guard end > 0, spelling[end - 1] == UInt8(ascii: ".") else { return false }
      end -= 1
      guard takesOff(last.name) else { return false }
      path = last.parent?.pointee
    }
    return end == 0
  }

  /// Calls a closure with the bytes of a name, decoded.
  @inline(__always)
  private func withName<Result>(
    _ name: Member,
    _ body: (UnsafeBufferPointer<UInt8>) -> Result
  ) -> Result {
    guard name.hasEscapes else { return body(UnsafeBufferPointer(rebasing: bytes[name.range])) }
    return unescapedName(bytes, name.range).withUnsafeBufferPointer(body)
  }
}
