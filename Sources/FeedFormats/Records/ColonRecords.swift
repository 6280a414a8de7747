import FeedValues
import Values

/// Lines of colon-separated cells without a header: `/etc/passwd` and similar files.
enum ColonRecords {
  static let separator = UInt8(ascii: ":")

  /// The column names, and the reason for them.
  struct Finding: Hashable {
    /// The names of the columns, for a known file.
    let names: [String]
    let reason: String
  }

  /// A file with documented column names, given by its manual page.
  private struct Known {
    let page: String
    let names: [String]
    /// The numeric columns, some of which may be empty.
    let numbers: [Int]
    /// The columns with paths, which may be empty.
    let paths: [Int]
    /// The minimum number of digits of a number.
    var digits = 1
  }

  private static let known: [Known] = [
    Known(
      page: "passwd(5)",
      names: ["name", "password", "uid", "gid", "gecos", "home", "shell"],
      numbers: [2, 3],
      paths: [5, 6]
    ),
    Known(
      page: "shadow(5)",
      names: [
        "name", "password", "changed", "minimum", "maximum", "warning", "inactive", "expires",
        "reserved",
      ],
      numbers: [2, 3, 4, 5, 6, 7],
      paths: [],
      digits: 0
    ),
    Known(
      page: "group(5)",
      names: ["name", "password", "gid", "members"],
      numbers: [2],
      paths: []
    ),
    Known(
      page: "subuid(5)",
      names: ["name", "start", "count"],
      numbers: [1, 2],
      paths: [],
      digits: 4
    ),
  ]

  /// Recognises records between colons, all with the same number of cells; nil for other text.
  static func find(_ lines: [UnsafeBufferPointer<UInt8>]) -> Finding? {
    var records: [[Slice<UnsafeBufferPointer<UInt8>>]] = []
    for line in lines where !line.allSatisfy(\.isJSONSpace) && line.first != UInt8(ascii: "#") {
      let cells = line.split(separator: separator, omittingEmptySubsequences: false)
      guard cells.count > 2, cells.count == records.first?.count ?? cells.count,
        let name = cells.first, let first = name.first, first.isNamePart || first >= 0x80,
        !name.contains(where: \.isBlank),
        !cells.contains(where: { $0.first?.isBlank == true })
      else { return nil }
      records.append(cells)
    }
    guard let width = records.first?.count else { return nil }
    let isDistinct = Set(records.map { Array($0[0]) }).count == records.count
    for file in known where file.names.count == width && isDistinct && fits(records, file) {
      return Finding(names: file.names, reason: FeedText.Format.records(of: file.page))
    }
    guard records.count > 2, isTable(records, width) else { return nil }
    return Finding(
      names: [],
      reason: FeedText.Format.colons(width)
    )
  }

  private static func fits(_ records: [[Slice<UnsafeBufferPointer<UInt8>>]], _ file: Known) -> Bool
  {
    records.allSatisfy { record in
      guard !record[0].allSatisfy(\.isDigit) else { return false }
      let isPassword =
        file.names[1] != "password" || record[1].first == UInt8(ascii: "$")
        || record[1].count > 12
        || record[1].allSatisfy { "x*!".utf8.contains($0) }
      return isPassword
        && file.numbers.allSatisfy { column in
          record[column].count >= file.digits && record[column].allSatisfy(\.isDigit)
        } && file.paths.allSatisfy { record[$0].isEmpty || record[$0].first == UInt8(ascii: "/") }
    }
  }

  /// Whether the cells are parts neither of times and addresses nor of sentences: each column has
  /// either only numbers or no numbers, and at least two columns are words.
  private static func isTable(
    _ records: [[Slice<UnsafeBufferPointer<UInt8>>]],
    _ width: Int
  ) -> Bool {
    var words = 0
    for column in 0..<width {
      let cells = records.map { $0[column] }.filter { !$0.isEmpty }
      let numbers = cells.count { $0.allSatisfy { $0.isDigit || $0 == UInt8(ascii: ".") } }
      guard numbers == 0 || numbers == cells.count else { return false }
      let isText = cells.allSatisfy { cell in
        cell.count > 2 && cell.contains { $0.isLetter && ($0 | 0x20) > UInt8(ascii: "f") }
      }
      if !cells.isEmpty, isText { words += 1 }
      guard cells.allSatisfy({ $0.count(where: \.isBlank) <= 3 }) else { return false }
    }
    return words > 1
  }
}
