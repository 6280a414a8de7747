package import FeedValues
package import TerminalCore

extension CellBuffer {
  /// Links the web addresses that a line shows to those that a row contains, also where they are cut off.
  ///
  /// - Parameters:
  ///   - line: The line, inside the buffer.
  ///   - columns: The columns in which the row is drawn.
  ///   - row: The row; an address that it does not contain is not linked.
  package mutating func linkAddresses(line: Int, columns: Range<Int>, of row: Row) {
    let columns = columns.clamped(to: 0..<size.columns)
    var (scalars, places): ([Unicode.Scalar], [Int]) = ([], [])
    for column in columns {
      let cell = self[line: line, column: column]
      guard !cell.isContinuation else { continue }
      scalars.append(cell.base)
      places.append(column)
    }
    let shown = WebAddress.ranges(in: scalars)
    guard !shown.isEmpty else { return }
    let addresses = WebAddress.all(in: row.value)
    for range in shown {
      guard let address = WebAddress.only(in: addresses, shownAs: scalars[range]) else { continue }
      let end = range.upperBound < places.count ? places[range.upperBound] : columns.upperBound
      link(line: line, columns: places[range.lowerBound]..<end, to: address)
    }
  }
}

/// Web addresses in texts.
enum WebAddress {
  private static let schemes = ["http", "https"].map { Array($0.unicodeScalars) }
  private static let cut: Unicode.Scalar = "…"

  /// The maximum number of bytes of a row, and of a text in it, that are examined.
  private static let (longestRow, longestText) = (1 << 14, 1 << 12)

  /// The addresses in the strings of a value, unless that is very long.
  static func all(in value: JSONValue) -> Set<[Unicode.Scalar]> {
    var result: Set<[Unicode.Scalar]> = []
    guard value.text.count <= longestRow else { return result }
    value.forEachLeaf { bytes in
      guard bytes.count <= longestText else { return true }
      let scalars = Array(String(decoding: bytes, as: UTF8.self).unicodeScalars)
      for range in ranges(in: scalars) { result.insert(Array(scalars[range])) }
      return true
    }
    return result
  }

  /// The one address that is shown by a text, in which a part may be left out; nil if there are none or several.
  static func only(
    in addresses: Set<[Unicode.Scalar]>,
    shownAs text: ArraySlice<Unicode.Scalar>
  ) -> String? {
    var found = addresses.contains(Array(text)) ? [Array(text)] : []
    if found.isEmpty {
      let parts = text.split(separator: cut, maxSplits: 1, omittingEmptySubsequences: false)
      found = addresses.filter { address in
        address.starts(with: parts[0])
          && (parts.count == 1 || address.reversed().starts(with: parts[1].reversed()))
      }
    }
    guard found.count == 1, let address = found.first else { return nil }
    return String(String.UnicodeScalarView(address))
  }

  /// The places of addresses in a text; one that is cut off contains `…`.
  static func ranges(in text: [Unicode.Scalar]) -> [Range<Int>] {
    var result: [Range<Int>] = []
    var position = 0
    while position + 2 < text.count {
      guard text[position] == ":", text[position + 1] == "/", text[position + 2] == "/" else {
        position += 1
        continue
      }
      let scheme = schemes.first { name in
        position >= name.count && text[position - name.count..<position].elementsEqual(name)
          && (position == name.count || !text[position - name.count - 1].properties.isAlphabetic)
      }
      var end = position + 3
      while end < text.count, isPart(text[end]) { end += 1 }
      if let scheme {
        let start = position - scheme.count
        let whole = start..<end
        end = endOfAddress(text[whole])
        if end > position + 3 { result.append(start..<end) }
      }
      position = max(end, position + 3)
    }
    return result
  }

  private static func isPart(_ scalar: Unicode.Scalar) -> Bool {
    if scalar.isASCII {
      return scalar.value > 0x20 && scalar.value < 0x7F
        && !"\"<>\\^`|".unicodeScalars.contains(scalar)
    }
    return scalar == cut || scalar.properties.isAlphabetic
  }

  /// The end of an address without the punctuation of the sentence in which it stands.
  private static func endOfAddress(_ text: ArraySlice<Unicode.Scalar>) -> Int {
    // How many more brackets of each kind are closed than opened.
    var excess: [Unicode.Scalar: Int] = [:]
    for scalar in text {
      if let closing = closings[scalar] { excess[closing, default: 0] -= 1 }
      if closings.values.contains(scalar) { excess[scalar, default: 0] += 1 }
    }
    var rest = text
    while let last = rest.last {
      if let count = excess[last] {
        guard count > 0 else { break }
        excess[last] = count - 1
      } else if !".,;:!?'\"".unicodeScalars.contains(last) {
        break
      }
      rest.removeLast()
    }
    return rest.endIndex
  }

  private static let closings: [Unicode.Scalar: Unicode.Scalar] = ["(": ")", "[": "]", "{": "}"]
}
