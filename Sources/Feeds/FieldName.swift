/// A field as a user names it: by its path, by the end of its path or by its last name, in any
/// case (of ASCII letters) and with any separators, including the percent sign: `cpu` is `%CPU`.
///
/// `data.object.failure_code`, `object.failure_code`, `failure_code`, `failureCode` and `FAILURE
/// CODE` are all names of the field at `data.object.failure_code`. If a name matches several fields
/// of a row, it means the one nearest to the top, and of those the first.
public struct FieldName: Hashable, Sendable {
  /// The name as it was written.
  public let text: String
  /// The name in lower case, without separators: what all its spellings have in common.
  public let letters: [UInt8]

  /// Creates a name from user input.
  public init(_ text: String) {
    self.text = text
    letters = text.utf8.filter { !Self.isSeparator($0) }.map(Self.lowered)
  }

  /// Whether the name can refer to the field at a path.
  public func matches(_ path: FieldPath) -> Bool {
    let names = path.names.isEmpty ? ["value"] : path.names.filter { $0 != FieldPath.elements }
    return names.indices.contains { FieldName(names[$0...].joined()).letters == letters }
  }

  /// The value of the field in a row; nil if the row has no such field.
  ///
  /// A row that is not an object is its own field `value`. If no field has the name, the elements of
  /// arrays are searched, and the value is the summary of theirs.
  ///
  /// - Complexity: O(*n*) in the length of the row's text, or up to the field if it is at the top.
  public func value(in row: JSONValue) -> JSONValue? { withValue(in: row) { $0?.value } }

  /// Calls a closure with the value of the field in a row, which is valid during the call only; see ``value(in:)``.
  public func withValue<Result>(in row: JSONValue, _ body: (FoundValue?) -> Result) -> Result {
    row.withFound { whole in
      guard whole.kind == .object else { return body(matches(FieldPath([])) ? whole : nil) }
      guard let last = letters.last else { return body(nil) }
      let found = letters.withUnsafeBufferPointer { letters in
        var search = FieldSearch(letters: letters, last: last, bytes: whole.text)
        var cursor = JSONCursor(whole.text, at: 1)
        search.visitMembers(&cursor)
        return search.found
      }
      if let found { return body(whole.part(found)) }
      guard whole.text.contains(UInt8(ascii: "[")),
        let value = pathIntoElements(of: row, FieldPath([])).flatMap({ row[$0] })
      else { return body(nil) }
      return value.withFound { body($0) }
    }
  }

  /// The path with that name that leads into the elements of an array; nil if there is none.
  private func pathIntoElements(of value: JSONValue, _ path: FieldPath) -> FieldPath? {
    guard path.names.count < Self.deepestArray else { return nil }
    var result: FieldPath?
    value.forEachMember { name, member in
      let path = path.appending(name)
      if member.kind == .object {
        result = pathIntoElements(of: member, path)
      } else if let element = member.firstElement, element.kind == .object {
        let elements = path.appending(FieldPath.elements)
        element.forEachMember { name, _ in
          let path = elements.appending(name)
          if matches(path) { result = path }
          return result == nil
        }
      }
      return result == nil
    }
    return result
  }

  /// The maximum depth at which arrays are searched.
  private static let deepestArray = 4

  @inline(__always)
  fileprivate static func lowered(_ byte: UInt8) -> UInt8 {
    byte &- UInt8(ascii: "A") < 26 ? byte | 0x20 : byte
  }

  @inline(__always)
  fileprivate static func isSeparator(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "."), UInt8(ascii: "_"), UInt8(ascii: "-"), UInt8(ascii: " "): true
    // Commands print `%CPU` and `Use%`.
    case UInt8(ascii: "%"): true
    default: false
    }
  }
}

/// A walk through an object for the field of a name that is nearest to the top.
private struct FieldSearch {
  let letters: UnsafeBufferPointer<UInt8>
  /// The last of the letters.
  let last: UInt8
  let bytes: UnsafeBufferPointer<UInt8>
  /// The names on the path to the current position.
  var path: [Range<Int>] = []
  var found: Range<Int>?
  /// Fields at this depth and below are ignored.
  var limit = 64

  /// Visits the members of an object, and moves the cursor from after its opening bracket to after
  /// its end; returns early if nothing nearer to the top can be found.
  mutating func visitMembers(_ cursor: inout JSONCursor) {
    let depth = path.count
    while let name = cursor.nextName() {
      if depth < limit, isFit(name) {
        (found, limit) = (cursor.skipValue(), depth)
        if depth == 0 { return }
      } else if depth + 1 < limit, bytes[cursor.position] == UInt8(ascii: "{") {
        path.append(name)
        cursor.position += 1
        visitMembers(&cursor)
        path.removeLast()
      } else {
        cursor.skipValue()
      }
    }
    cursor.position += 1
  }

  /// Whether the path's names end with the letters, starting at the beginning of a name.
  @inline(__always)
  private func isFit(_ name: Range<Int>) -> Bool {
    // Most names end with another letter.
    guard let end = name.last.map({ FieldName.lowered(bytes[$0]) }),
      end == last || FieldName.isSeparator(end), var left = rest(of: letters.count, before: name)
    else { return false }
    var depth = path.count
    while left > 0, depth > 0 {
      depth -= 1
      guard let next = rest(of: left, before: path[depth]) else { return false }
      left = next
    }
    return left == 0
  }

  /// How many of the first `count` letters precede those of the name; nil if the letters do not end
  /// with the name.
  @inline(__always)
  private func rest(of count: Int, before name: Range<Int>) -> Int? {
    var left = count
    var position = name.upperBound
    while position > name.lowerBound {
      position -= 1
      let byte = FieldName.lowered(bytes[position])
      if FieldName.isSeparator(byte) { continue }
      guard left > 0, letters[left - 1] == byte else { return nil }
      left -= 1
    }
    return left
  }
}
