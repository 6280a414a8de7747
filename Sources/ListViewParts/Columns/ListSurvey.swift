internal import Feeds
internal import Values

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
    var children: [String: Int] = [:]

    init(_ path: FieldPath) { survey = FieldSurvey(path) }
  }

  /// Examines a row.
  mutating func add(_ row: Row) {
    visit(row.value, at: 0, depth: 0)
    rowCount += 1
    if rowCount <= Self.settledCount, rowCount & (rowCount - 1) == 0 { revision += 1 }
  }

  private mutating func visit(_ value: JSONValue, at node: Int, depth: Int) {
    switch value.kind {
    case .null: break
    case .object where depth < Self.maximumDepth:
      if nodes[node].survey.addObject() { revision += 1 }
      guard node == 0 || !isMap(node) else { return }
      value.forEachMember { name, member in
        if let child = child(name, of: node, for: member) {
          visit(member, at: child, depth: depth + 1)
        }
        return true
      }
    case .object: if nodes[node].survey.addObject() { revision += 1 }
    default:
      if nodes[node].survey.add(value, row: rowCount, reader: reader) { revision += 1 }
      if depth < Self.maximumDepth, let element = value.firstElement {
        visitElements(of: value, like: element, at: node, depth: depth)
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
        let elements = child(FieldPath.elements, of: node, for: array),
        let field = child(name, of: elements, for: member),
        let value = array[FieldPath([FieldPath.elements, name])]
      else { return true }
      visit(value, at: field, depth: Self.maximumDepth)
      return true
    }
  }

  private mutating func child(_ name: String, of node: Int, for value: JSONValue) -> Int? {
    if let child = nodes[node].children[name] { return child }
    guard nodes.count <= Self.maximumFields, value.kind != .null else { return nil }
    nodes.append(Node(nodes[node].survey.path.appending(name)))
    nodes[node].children[name] = nodes.count - 1
    return nodes.count - 1
  }

  /// Whether the names in an object are data, because there are many of them and they rarely recur.
  private func isMap(_ node: Int) -> Bool {
    let children = nodes[node].children
    guard children.count > Self.maximumNames else { return false }
    let met = children.values.reduce(0) { sum, child in
      sum + nodes[child].survey.count + nodes[child].survey.objectCount
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
        if let elements = nodes[node].children[FieldPath.elements] { collect(elements) }
        return
      }
      for child in nodes[node].children.values.sorted() { collect(child) }
    }
    collect(0)
    return fields
  }

  /// The fields that may become columns, with fields of the same name merged if they stand in for each other.
  var mergedFields: [FieldSurvey] {
    var result: [FieldSurvey] = []
    var offsets: [String: Int] = [:]
    for field in fields {
      if let offset = offsets[field.name], result[offset].merge(field) { continue }
      offsets[field.name] = result.count
      result.append(field)
    }
    return result
  }

  /// The top-level names that at least half of the rows have, in alphabetical order.
  var commonNames: [String] {
    nodes[0].children
      .filter { _, child in
        (nodes[child].survey.count + nodes[child].survey.objectCount) * 2 >= rowCount
      }
      .keys.sorted()
  }
}
