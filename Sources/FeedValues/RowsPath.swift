/// The path from a value of a feed to its rows, in the notation of `jq`: `.items[]`, `.data.nodes[]`,
/// `.[]`, `.groups[].members[]`.
///
/// A path with `[]` selects the rows of a snapshot. A path without it selects one value in each value
/// of the feed, which is read as if it had arrived itself: `.payload` unwraps.
package struct RowsPath: Hashable, Sendable {
  /// One step of the path.
  package enum Step: Hashable, Sendable {
    /// To the member with a name.
    case member(String)
    /// To each element of an array.
    case elements
  }

  /// The steps, outermost first.
  package let steps: [Step]

  /// Parses a path; nil if the text is not one.
  ///
  /// - Parameter text: Names after dots, each followed by any number of `[]`; the first dot may be
  ///   omitted.
  package init?(_ text: String) {
    var steps: [Step] = []
    let path = text.hasPrefix(".") ? text.dropFirst() : text[...]
    for (offset, part) in path.split(separator: ".", omittingEmptySubsequences: false).enumerated()
    {
      var name = part
      var depth = 0
      while name.hasSuffix("[]") {
        name.removeLast(2)
        depth += 1
      }
      guard !name.contains(where: { "[]".contains($0) }) else { return nil }
      if name.isEmpty {
        guard offset == 0, depth > 0 || path.isEmpty else { return nil }
      } else {
        steps.append(.member(String(name)))
      }
      steps += Array(repeating: .elements, count: depth)
    }
    guard !text.isEmpty else { return nil }
    self.steps = steps
  }

  /// Whether the path selects many values, which are the rows of a snapshot.
  package var selectsMany: Bool { steps.contains(.elements) }

  /// The values at the end of the path; nil if the value has no such path.
  ///
  /// A string on the path, or at its end, that contains a JSON object or array is replaced by that.
  package func select(from value: JSONValue) -> [JSONValue]? {
    var values = [value]
    for step in steps {
      switch step {
      case .member(let name):
        let next = values.compactMap { $0.member(name)?.unwrapped }
        guard !next.isEmpty || values.isEmpty else { return nil }
        values = next
      case .elements:
        guard values.allSatisfy({ $0.kind == .array }) else { return nil }
        values = values.flatMap(\.elements).map(\.unwrapped)
      }
    }
    return values
  }
}

extension RowsPath: CustomStringConvertible {
  /// The path as an argument of `--rows`.
  package var description: String {
    let text = steps.map { step in
      switch step {
      case .member(let name): ".\(name)"
      case .elements: "[]"
      }
    }.joined()
    return text.hasPrefix(".") ? text : ".\(text)"
  }
}

extension String {
  /// A percent-decoded text; a percent sign that no two hexadecimal digits follow stands for itself.
  package init(percentDecoding text: some Sequence<UInt8>) {
    var bytes: [UInt8] = []
    var rest = Array(text)[...]
    while let byte = rest.popFirst() {
      let digits = rest.prefix(2)
      // A sign would be read as part of the number.
      if byte == UInt8(ascii: "%"), digits.count == 2, digits.first != UInt8(ascii: "+"),
        let value = UInt8(String(decoding: digits, as: UTF8.self), radix: 16)
      {
        bytes.append(value)
        rest = rest.dropFirst(2)
      } else {
        bytes.append(byte)
      }
    }
    self = String(decoding: bytes, as: UTF8.self)
  }
}
