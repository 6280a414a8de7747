internal import Feeds
internal import Values

/// A list that is recognised by the names of its columns: how they are shown, and its order as long as
/// the user asks for nothing else.
package struct ListPreset: Hashable, Sendable {
  /// The noun for the rows.
  package let name: String
  /// The names, in small letters, that all have to be there.
  let fields: Set<String>
  /// The titles of columns whose own ones say too little.
  var titles: [String: String] = [:]
  /// The columns of sizes, by how many bytes their numbers count.
  var sizes: [String: Int] = [:]
  /// The columns that are shown even if all their values are equal.
  var telling: Set<String> = []
  /// The column that the rows are sorted by, after a `-` in descending order; nil for the order of the feed.
  package var sort: String?

  /// The lists that are recognised.
  package static let all = [
    ListPreset(
      name: "processes",
      fields: ["pid", "%cpu", "%mem", "rss"],
      sizes: ["rss": 1_024, "vsz": 1_024],
      telling: ["user", "pid", "%cpu", "%mem", "rss", "command"],
      sort: "-%cpu"
    ),
    // A selection of the columns of ps(1), which counts in KiB.
    ListPreset(
      name: "processes",
      fields: ["pid", "rss", "command"],
      sizes: ["rss": 1_024, "vsz": 1_024],
      telling: ["pid", "rss", "command"]
    ),
    ListPreset(
      name: "network interfaces",
      fields: ["face", "receive bytes", "transmit bytes"],
      titles: Dictionary(
        uniqueKeysWithValues: ["bytes", "packets", "errs", "drop", "fifo", "compressed"].flatMap {
          [
            ("receive \($0)", "RX \($0.uppercased())"),
            ("transmit \($0)", "TX \($0.uppercased())"),
          ]
        }
      ),
      sizes: ["receive bytes": 1, "transmit bytes": 1],
      telling: ["receive bytes", "transmit bytes"]
    ),
  ]

  /// The preset for some columns; nil if there is none.
  package static func matching(_ columns: [Column]) -> ListPreset? {
    let names = Set(columns.compactMap(name))
    return all.first { $0.fields.isSubset(of: names) }
  }

  /// The name of a column's field at the top of the rows.
  private static func name(of column: Column) -> String? {
    column.path.names.count == 1 ? column.path.name.lowercased() : nil
  }

  /// Applies what is known to columns that the program has chosen.
  func apply(to columns: inout [Column]) {
    for offset in columns.indices {
      guard let name = Self.name(of: columns[offset]) else { continue }
      if let title = titles[name] { columns[offset].title = title }
      if let size = sizes[name], [.number, .bytes].contains(columns[offset].format) {
        columns[offset].format = .bytes
        columns[offset].look = .number
        columns[offset].bytesPerUnit = size
      }
      if telling.contains(name) { columns[offset].weight = max(columns[offset].weight, 90) }
    }
  }
}

extension Column {
  /// A number of the column as a size; nil if it is none.
  func sizeText(of number: String) -> String? {
    guard bytesPerUnit > 1, let exact = DecimalNumber(number) else {
      return Magnitude.bytes(number)
    }
    return exact.multiplied(by: UInt32(bytesPerUnit)).text.flatMap(Magnitude.bytes)
  }
}
