import FeedFormats
import FeedIdentity
import FeedValues

/// Finds the rows of a document: an object that is the whole feed.
extension ValueMeaning {
  /// The rows of a document; nil if it has none.
  ///
  /// They are the elements of its only array of objects, else of the array in the first member with a
  /// usual list name; else of the only such array further in; else its members, if they are objects of
  /// one kind, with their names as `key`.
  ///
  /// An array further in counts only if it has a usual list name or is most of the document, because most
  /// objects contain a list of something.
  ///
  /// - Complexity: O(*d* · *n*) in the length of the text and the depth of the rows.
  static func documentRows(of value: JSONValue) -> (member: String, rows: [JSONValue])? {
    guard value.kind == .object else { return nil }
    if let found = ColumnarRows.rows(of: value) { return found }
    var arrays: [(member: String, rows: JSONValue)] = []
    var named: [String: JSONValue] = [:]
    value.forEachMember { name, value in
      guard value.kind == .array else { return true }
      if value.firstElement?.kind == .object { arrays.append((name, value)) }
      if documentNames.contains(name), named[name] == nil { named[name] = value }
      return true
    }
    if arrays.count == 1 {
      return (arrays[0].member, innermost(arrays[0].rows).elements)
    }
    for name in documentNames {
      if let rows = named[name] { return (name, rows.elements) }
    }
    guard arrays.isEmpty else { return nil }
    if let found = deepRows(of: value) { return found }
    return mapRows(of: value).map { ("key", $0) } ?? deepMapRows(of: value)
  }

  /// The maximum depth at which rows are searched for.
  private static let maximumDepth = 8

  private struct Candidate {
    var path: [String]
    var rows: JSONValue

    var isNamed: Bool { path.last.map(listNames.contains) ?? false }
  }

  /// The rows of the only array of objects below the members.
  private static func deepRows(of value: JSONValue) -> (member: String, rows: [JSONValue])? {
    var candidates: [Candidate] = []
    var empty: [Candidate] = []
    func visit(_ value: JSONValue, _ path: [String]) {
      guard path.count < maximumDepth, candidates.count < 64 else { return }
      value.forEachMember { name, member in
        switch member.kind {
        case .object: visit(member, path + [name])
        case .array:
          let candidate = Candidate(path: path + [name], rows: member)
          if member.firstElement?.kind == .object {
            candidates.append(candidate)
          } else if member.firstElement == nil, candidate.isNamed {
            empty.append(candidate)
          }
        default: break
        }
        return true
      }
    }
    visit(value, [])
    // An empty search result is a list too.
    if candidates.isEmpty, empty.count == 1 { return (empty[0].path.joined(separator: "."), []) }
    let named = candidates.filter(\.isNamed)
    let chosen = candidates.count == 1 ? candidates[0] : named.count == 1 ? named[0] : nil
    guard let chosen else { return nil }
    let isMost = chosen.rows.text.count * 2 >= value.text.count
    guard chosen.isNamed || isMost, value.member("apiVersion") == nil else { return nil }
    let rows = innermost(chosen.rows)
    return (chosen.path.joined(separator: "."), unwrappingNodes(rows.elements))
  }

  /// The innermost array: an array that holds one object with one array of objects is replaced by that
  /// one, and so on, because mpstat(1) nests its hosts this way.
  private static func innermost(_ array: JSONValue, depth: Int = 0) -> JSONValue {
    let elements = array.elements
    guard elements.count == 1, depth < maximumDepth else { return array }
    var arrays: [JSONValue] = []
    elements[0].forEachMember { _, member in
      if member.kind == .array, member.firstElement?.kind == .object { arrays.append(member) }
      return true
    }
    guard arrays.count == 1, arrays[0].text.count * 2 >= elements[0].text.count else {
      return array
    }
    return innermost(arrays[0], depth: depth + 1)
  }

  /// The nodes in the edges of a GraphQL connection; other rows unchanged.
  private static func unwrappingNodes(_ rows: [JSONValue]) -> [JSONValue] {
    let nodes = rows.compactMap { row -> JSONValue? in
      var node: JSONValue?
      var isEdge = true
      row.forEachMember { name, value in
        if name == "node", value.kind == .object {
          node = value
        } else if name != "cursor", name != "__typename" {
          isEdge = false
        }
        return isEdge
      }
      return isEdge ? node : nil
    }
    return nodes.count == rows.count ? nodes : rows
  }

  /// The members of an object that are objects of one kind, each with its name as `key`.
  private static func mapRows(of value: JSONValue, depth: Int = 0) -> [JSONValue]? {
    var members: [(name: String, value: JSONValue)] = []
    var isMap = true
    value.forEachMember { name, member in
      isMap = member.kind == .object
      if isMap { members.append((name, member)) }
      return isMap
    }
    guard isMap, !members.isEmpty, depth < maximumDepth else { return nil }
    guard members.count > 1 else { return mapRows(of: members[0].value, depth: depth + 1) }
    return rows(ofMap: members)
  }

  /// The members of the largest such map further in, if it is most of the document: the services of a
  /// Compose file, the packages of a lock file.
  private static func deepMapRows(of value: JSONValue) -> (member: String, rows: [JSONValue])? {
    guard value.member("apiVersion") == nil else { return nil }
    var best: (member: String, rows: [JSONValue])?
    func visit(_ value: JSONValue, _ path: [String]) {
      value.forEachMember { name, member in
        // Only one map can be more than half of the document.
        guard member.kind == .object, member.text.count * 2 >= whole else { return best == nil }
        var members: [(name: String, value: JSONValue)] = []
        var isMap = true
        member.forEachMember { name, member in
          isMap = member.kind == .object
          if isMap { members.append((name, member)) }
          return isMap
        }
        if isMap, members.count > 1, let rows = rows(ofMap: members) {
          best = ((path + [name]).joined(separator: "."), rows)
        } else if path.count < maximumDepth {
          visit(member, path + [name])
        }
        return best == nil
      }
    }
    let whole = value.text.count
    visit(value, [])
    return best
  }

  /// Named members of an object as rows, if they are objects of one kind; else nil.
  private static func rows(ofMap members: [(name: String, value: JSONValue)]) -> [JSONValue]? {
    var counts: [MemberKey: Int] = [:]
    var total = 0
    for member in members {
      member.value.forEachMember { name, _ in
        counts[MemberKey(name), default: 0] += 1
        total += 1
        return true
      }
    }
    // They are of one kind if most of their names occur in most of them.
    let common = counts.values.reduce(0) { $1 * 2 > members.count ? $0 + $1 : $0 }
    guard total > 0, common * 2 >= total else { return nil }
    let key = counts[MemberKey("key")] == nil ? "key" : "name"
    guard counts[MemberKey(key)] == nil else { return nil }
    let rows = members.compactMap { $0.value.adding(key, $0.name) }
    return rows.count == members.count ? rows : nil
  }

  /// The rows of a document, with nested objects as separate rows.
  ///
  /// Each follows its parent, which keeps everything but its `children`; an object with several
  /// parents is listed once. lsblk(8) and findmnt(8) print such trees.
  static func outline(_ rows: [JSONValue]) -> [JSONValue] {
    guard rows.contains(where: { $0.children != nil }) else { return rows }
    var result: [JSONValue] = []
    var seen: Set<ByteSlice> = []
    func visit(_ row: JSONValue) {
      guard let children = row.children else {
        if seen.insert(row.canonicalText).inserted { result.append(row) }
        return
      }
      let parent = row.removing("children")
      guard seen.insert(parent.canonicalText).inserted else { return }
      result.append(parent)
      for child in children.elements { visit(child) }
    }
    for row in rows { visit(row) }
    return result
  }

  private static let documentNames = [
    "data", "items", "results", "rows", "entries", "nodes", "value",
  ]

  /// Usual names of nested lists: in Elasticsearch, GraphQL, Prometheus and reddit.
  private static let listNames: Set<String> = [
    "hits", "edges", "result", "results", "children", "nodes", "items", "data", "rows", "entries",
    "records", "value",
  ]
}

extension JSONValue {
  /// The objects below this one, as a non-empty array.
  fileprivate var children: JSONValue? {
    guard let children = member("children"), children.firstElement?.kind == .object else {
      return nil
    }
    return children
  }

  /// The object with a string member added in front of the others; nil if it is longer than a value may be.
  fileprivate func adding(_ name: String, _ text: String) -> JSONValue? {
    var result = Array("{".utf8)
    result.appendJSONString(name.utf8)
    result.append(UInt8(ascii: ":"))
    result.appendJSONString(text.utf8)
    var isEmpty = true
    forEachMember { _, _ in
      isEmpty = false
      return false
    }
    if !isEmpty { result.append(UInt8(ascii: ",")) }
    self.text.withBytes { result.append(contentsOf: $0.dropFirst()) }
    return .made(result)
  }
}

/// The order of the objects of a file: they are inserted at the front, so that the last one is on top, unless their times
/// show that the newest is the first one of the file already.
struct ObjectOrder: Sendable {
  private var rows: [Row] = []
  private var byteCount = 0
  private var ids: Set<RowID> = []
  /// Whether the rows have been emitted, or have no order of their own.
  private var isOver = false

  /// The maximum number of bytes of rows that are ordered.
  static let capacity = 64 << 20
  private static let sampleSize = 64

  /// Adds an object; if it replaces another one, the rows have no order of their own.
  mutating func append(_ row: Row) {
    guard !isOver else { return }
    byteCount += row.textCount
    rows.append(row)
    if byteCount > Self.capacity || !ids.insert(row.id).inserted { return end() }
    // Most feeds show early that their times do not fall.
    if rows.count == Self.sampleSize, !isFalling { end() }
  }

  private mutating func end() {
    isOver = true
    (rows, ids) = ([], [])
  }

  /// The rows in the order of the file, once; nil if they are to stay as they were inserted.
  mutating func take() -> [Row]? {
    guard !isOver, rows.count > 1 else { return nil }
    defer { end() }
    return isFalling ? rows : nil
  }

  /// Whether most objects have a time, none of them later than the one above it.
  private var isFalling: Bool {
    let sample = rows.prefix(Self.sampleSize).map { LogLine.time(of: $0.value) }
    let times = sample.compactMap(\.self)
    guard times.count * 2 > sample.count, times.first != times.last else { return false }
    return zip(times, times.dropFirst()).allSatisfy { $0 >= $1 }
  }
}
