package import FeedValues
internal import Values

/// A list that is recognised by the names of its columns: how they are shown, and its order as long as
/// the user asks for nothing else.
package struct ListPreset: Hashable, Sendable {
  /// The noun for the rows.
  package let name: String
  /// The names, in small letters and with those of the objects around them, that all have to be there.
  let fields: Set<String>
  /// The titles of columns whose own ones say too little.
  var titles: [String: String] = [:]
  /// The columns of sizes, by how many bytes their numbers count.
  var sizes: [String: Int] = [:]
  /// The columns that are shown even if all their values are equal.
  var telling: Set<String> = []
  /// The columns, as `--columns` takes them, without those that no row has; nil for those that the program chooses.
  var columns: String?
  /// The field that people call a row by if its key is an opaque identifier.
  var label: String?
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
        uniqueKeysWithValues: [("face", "INTERFACE")]
          + ["bytes", "packets", "errs", "drop", "fifo", "compressed"].flatMap {
            [
              ("receive \($0)", "RX \($0.uppercased())"),
              ("transmit \($0)", "TX \($0.uppercased())"),
            ]
          }
      ),
      sizes: ["receive bytes": 1, "transmit bytes": 1],
      telling: ["receive bytes", "transmit bytes"],
      columns: """
        face,RX/s=rate("Receive bytes"):bytes,TX/s=rate("Transmit bytes"):bytes,*
        """
    ),
    // As kubectl(1) shows them.
    ListPreset(
      name: "pods",
      fields: ["metadata.name", "status.phase", "status.containerstatuses.[].ready"],
      columns: """
        NAME=metadata.name,READY=status.containerStatuses.[].ready,STATUS=podstatus():status,\
        RESTARTS=status.containerStatuses.[].restartCount,AGE=metadata.creationTimestamp:ago,\
        ?NAMESPACE=metadata.namespace,?NODE=spec.nodeName,?IP=status.podIP,-status.phase,-metadata.uid,\
        -metadata.resourceVersion,*
        """,
      label: "metadata.name"
    ),
  ]

  /// The preset for some columns; nil if there is none.
  package static func matching(_ columns: [Column]) -> ListPreset? {
    let names = Set(columns.compactMap(name))
    return all.first { $0.fields.isSubset(of: names) }
  }

  /// The name of a column's field, with those of the objects around it.
  private static func name(of column: Column) -> String? {
    column.path.names.isEmpty ? nil : column.path.description.lowercased()
  }

  /// The columns that are shown unless the user asks for others; nil for those that the program chooses.
  package func spec(among known: [Column]) -> ColumnSpec? {
    guard var spec = columns.flatMap({ try? ColumnSpec($0) }) else { return nil }
    let paths = Set(known.flatMap(\.paths))
    spec.items.removeAll { $0.expression == nil && !paths.contains($0.path) }
    return spec
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
      columns[offset].isName = label.map { $0 == columns[offset].path.description } ?? false
      if telling.contains(name) { columns[offset].weight = max(columns[offset].weight, 90) }
    }
  }
}

extension [Column] {
  /// The text that people call a row by: a field of its kind of list, or what a log entry says; nil for its key.
  package func label(of row: Row) -> String? {
    let path = ListPreset.matching(self)?.label.map { FieldPath($0) }
    let value = path.flatMap { row.value[$0] } ?? first(where: \.isMessage)?.value(of: row)
    return value.map(\.string).flatMap { $0.isEmpty ? nil : $0 }
  }
}

extension Column {
  /// A number of the column as a size; nil if it is none.
  package func sizeText(of number: String) -> String? {
    guard bytesPerUnit > 1, let exact = DecimalNumber(number) else {
      return Magnitude.bytes(number)
    }
    return exact.multiplied(by: UInt32(bytesPerUnit)).text.flatMap(Magnitude.bytes)
  }
}
