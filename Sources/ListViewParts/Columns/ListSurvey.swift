internal import Feeds
internal import Values

/// What is known of the fields of a feed's rows, gathered row by row in bounded memory.
///
/// A row costs O(*m*) in the length of its text; what came before is never examined again.
package struct ListSurvey {
  /// How many rows were examined.
  package private(set) var rowCount = 0
  /// Goes up when a field comes, begins to differ, or turns out to be something else, and when the
  /// rows are twice as many as before, up to `settledCount`: when columns are worth another look.
  private(set) var revision = 0

  /// Reads times; their zone is the reader's own.
  private let reader: TimeReader
  private var nodes = [Node(FieldPath([]))]

  /// From so many rows on, only what the rows say is news, not how many they are.
  package static let settledCount = 256
  /// Objects further in are not looked into.
  static let maximumDepth = 4
  /// Fields beyond these are not examined.
  static let maximumFields = 400
  /// An object with more names than this, most of them rare, is a map and not a record.
  static let maximumNames = 48

  init(reader: TimeReader = .utc) { self.reader = reader }

  private struct Node {
    var survey: FieldSurvey
    var children: [String: Int] = [:]

    init(_ path: FieldPath) { survey = FieldSurvey(path) }
  }

  /// Looks at a row.
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

  /// Looks at what the elements of an array say together.
  ///
  /// That is how many of them are so, and how often something happened to all of them; the sum of other
  /// numbers, such as identifiers, says nothing.
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

  /// Whether the names in an object are data: too many of them, and seldom the same.
  private func isMap(_ node: Int) -> Bool {
    let children = nodes[node].children
    guard children.count > Self.maximumNames else { return false }
    let met = children.values.reduce(0) { sum, child in
      sum + nodes[child].survey.count + nodes[child].survey.objectCount
    }
    return met * 4 < children.count * nodes[node].survey.objectCount
  }

  /// The fields that may be columns, in their order in the rows.
  ///
  /// A field that is a scalar in some rows and an object in others is one column, or the fields of
  /// the object are, whichever is more frequent.
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

  /// The fields that may be columns, with those of one name that stand in for each other as one.
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

  /// The names at the top of the rows that at least half of them have, in alphabetical order.
  var commonNames: [String] {
    nodes[0].children
      .filter { _, child in
        (nodes[child].survey.count + nodes[child].survey.objectCount) * 2 >= rowCount
      }
      .keys.sorted()
  }
}
