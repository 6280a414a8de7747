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

/// Statistics of the fields of a feed, gathered row by row in bounded memory.
///
/// Adding a row costs O(*m*) in the length of its text; earlier rows are never examined again.
package struct ListSurvey {
  /// The number of rows examined.
  package private(set) var rowCount = 0
  /// A counter of changes that make columns worth deriving again: it goes up when a field appears, is no
  /// longer constant, or changes its nature, and whenever the number of rows doubles, up to `settledCount`.
  private(set) var revision = 0

  /// Reads times in the user's time zone.
  private let reader: TimeReader
  private var nodes = [Node(FieldPath([]))]

  /// The number of rows from which growth alone no longer raises the revision.
  package static let settledCount = 256
  /// The maximum depth of objects that are examined.
  static let maximumDepth = 4
  /// The maximum number of fields that are examined.
  static let maximumFields = 400
  /// An object with more names than this, most of them rare, is treated as a map rather than a record.
  static let maximumNames = 48

  init(reader: TimeReader = .utc) { self.reader = reader }

  private struct Node {
    var survey: FieldSurvey
    /// The fields below it, in the order in which they appeared.
    var children: [Child] = []
    /// The offsets of the children by their names.
    var offsets: [MemberKey: Int] = [:]

    init(_ path: FieldPath) { survey = FieldSurvey(path) }
  }

  private struct Child {
    let name: [UInt8]
    let node: Int
  }

  /// Examines a row.
  mutating func add(_ row: Row) {
    row.value.withFound { visit($0, at: 0, depth: 0) }
    rowCount += 1
    if rowCount <= Self.settledCount, rowCount & (rowCount - 1) == 0 { revision += 1 }
  }

  private mutating func visit(_ value: FoundValue, at node: Int, depth: Int) {
    switch value.kind {
    case .null: break
    case .object where depth < Self.maximumDepth:
      if nodes[node].survey.addObject() { revision += 1 }
      guard node == 0 || !isMap(node) else { return }
      // Members usually have the same order as in the rows before.
      var next = 0
      value.forEachMember { name, member in
        guard let offset = child(name, of: node, expecting: next, for: member.kind) else { return }
        next = offset + 1
        visit(member, at: nodes[node].children[offset].node, depth: depth + 1)
      }
    case .object: if nodes[node].survey.addObject() { revision += 1 }
    case let kind:
      if nodes[node].survey.add(value, row: rowCount, reader: reader) { revision += 1 }
      guard kind == .array, depth < Self.maximumDepth else { return }
      let array = value.value
      if let element = array.firstElement {
        visitElements(of: array, like: element, at: node, depth: depth)
      }
    }
  }

  /// Aggregates the elements of an array.
  ///
  /// The aggregates are how many elements are true, and the sum of counts over all of them; the sum of other
  /// numbers, such as identifiers, would be meaningless.
  private mutating func visitElements(
    of array: JSONValue,
    like element: JSONValue,
    at node: Int,
    depth: Int
  ) {
    element.forEachMember { name, member in
      let isCounted = member.kind == .number && FieldWords(name).isCount
      guard member.kind == .boolean || isCounted,
        let elements = self.node(FieldPath.elements, below: node, for: array.kind),
        let field = self.node(name, below: elements, for: member.kind),
        let value = array[FieldPath([FieldPath.elements, name])]
      else { return true }
      value.withFound { visit($0, at: field, depth: Self.maximumDepth) }
      return true
    }
  }

  private mutating func node(_ name: String, below node: Int, for kind: JSONValue.Kind) -> Int? {
    child(name, of: node, for: kind).map { nodes[node].children[$0].node }
  }

  /// The offset of the child with a name, which is probably the expected one.
  private mutating func child(
    _ name: FoundName,
    of node: Int,
    expecting offset: Int,
    for kind: JSONValue.Kind
  ) -> Int? {
    if offset < nodes[node].children.count, name.isSpelled(nodes[node].children[offset].name) {
      return offset
    }
    return child(name.string, of: node, for: kind)
  }

  /// The offset of the child with a name; nil if there is none, and it cannot be added.
  private mutating func child(_ name: String, of node: Int, for kind: JSONValue.Kind) -> Int? {
    if let offset = nodes[node].offsets[MemberKey(name)] { return offset }
    guard nodes.count <= Self.maximumFields, kind != .null else { return nil }
    let offset = nodes[node].children.count
    nodes[node].offsets[MemberKey(name)] = offset
    nodes[node].children.append(Child(name: Array(name.utf8), node: nodes.count))
    nodes.append(Node(nodes[node].survey.path.appending(name)))
    return offset
  }

  /// Whether the names in an object are data, because there are many of them and they rarely recur.
  private func isMap(_ node: Int) -> Bool {
    let children = nodes[node].children
    guard children.count > Self.maximumNames else { return false }
    let met = children.reduce(0) { sum, child in
      sum + nodes[child.node].survey.count + nodes[child.node].survey.objectCount
    }
    return met * 4 < children.count * nodes[node].survey.objectCount
  }

  /// The fields that may become columns, in the order of the rows.
  ///
  /// A field that is a scalar in some rows and an object in others yields either one column or the fields of
  /// the object, whichever is more frequent.
  var fields: [FieldSurvey] {
    var fields: [FieldSurvey] = []
    func collect(_ node: Int) {
      let survey = nodes[node].survey
      let isLeaf = survey.count > 0 && !survey.isObject || node != 0 && isMap(node)
      if survey.count > 0 || isLeaf { fields.append(survey) }
      guard !isLeaf else {
        if let elements = nodes[node].offsets[MemberKey(FieldPath.elements)] {
          collect(nodes[node].children[elements].node)
        }
        return
      }
      for child in nodes[node].children { collect(child.node) }
    }
    collect(0)
    return fields
  }

  /// The fields that may become columns, with fields of the same name merged if they stand in for each other.
  var mergedFields: [FieldSurvey] {
    var result: [FieldSurvey] = []
    var offsets: [MemberKey: Int] = [:]
    for field in fields {
      if let offset = offsets[MemberKey(field.name)], result[offset].merge(field) { continue }
      offsets[MemberKey(field.name)] = result.count
      result.append(field)
    }
    return result
  }

  /// The top-level names that at least half of the rows have, in alphabetical order.
  var commonNames: [String] {
    nodes[0].offsets
      .filter { _, offset in
        let survey = nodes[nodes[0].children[offset].node].survey
        return (survey.count + survey.objectCount) * 2 >= rowCount
      }
      .keys.map(\.name).sorted()
  }
}
