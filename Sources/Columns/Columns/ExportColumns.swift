package import FeedValues

/// The columns of rows that are written for other programs, whose cells contain whole values.
///
/// Without a choice, rows without nested objects are written with all their fields, in the order in which they first
/// occur, and others with the columns of the screen. A choice of columns is followed as on the screen, except that `*`
/// stands for all fields. Objects are never written as such: each of their fields has a column of its own.
package struct ExportColumns {
  /// A column.
  package struct Column {
    /// The title that the user gave it, or the name of its field.
    package let title: String
    /// The paths of the value: the first one that leads to a value counts.
    fileprivate let paths: [FieldPath]
    /// The way from there to a field inside it.
    fileprivate var way: [Step] = []
  }

  /// A step into an object or an array.
  fileprivate enum Step: Hashable {
    case name(String)
    case element(Int)
  }

  /// The columns, from left to right.
  package let columns: [Column]
  /// The offsets of the columns of fields at the top of the rows, by the names of these.
  private let offsets: [MemberKey: [Int]]
  /// The offsets of all other columns.
  private let others: [Int]

  /// The name for rows that are not objects.
  private static let scalarName = "value"
  /// The maximum number of names that are told apart.
  private static let manyNames = 4_096

  /// Creates the columns.
  ///
  /// - Parameters:
  ///   - spec: The choice; nil for none.
  ///   - rows: The rows to write.
  ///   - screen: The columns of the screen, which nested rows are written with; nil if there is none.
  /// - Complexity: O(*n*) in the length of the rows.
  package init(
    _ spec: ColumnSpec?,
    of rows: [JSONValue],
    screen: [Columns.Column]? = nil
  ) {
    let isNested = rows.contains(where: Self.isNested)
    if spec == nil, isNested, let screen, !screen.isEmpty {
      self.init(Self.named(Self.withCurrencies(screen, rows)), isNested, rows)
      return
    }
    let spec = spec ?? ColumnSpec()
    var columns: [Column] = []
    var seen: Set<MemberKey> = []
    var hidden: Set<FieldPath> = []
    for item in spec.items {
      let path = Self.resolved(item.path, in: rows)
      if path.names.count <= 1 { seen.insert(MemberKey(path.names.first ?? Self.scalarName)) }
      hidden.insert(path)
      guard item.visibility != .hidden else { continue }
      let name = path.names.isEmpty ? Self.scalarName : item.path.description
      columns.append(Column(title: item.title ?? name, paths: [path]))
    }
    if spec.showsOthers {
      for row in rows {
        guard row.kind == .object else {
          if seen.insert(MemberKey(Self.scalarName)).inserted {
            columns.append(Self.top(Self.scalarName))
          }
          continue
        }
        row.forEachMember { name, _ in
          if seen.insert(MemberKey(name)).inserted { columns.append(Self.top(name)) }
          return seen.count < Self.manyNames
        }
      }
    }
    self.init(columns, isNested, rows, without: hidden)
  }

  private init(
    _ columns: [Column],
    _ isNested: Bool,
    _ rows: [JSONValue],
    without hidden: Set<FieldPath> = []
  ) {
    self.init(isNested ? Self.unfolded(columns, rows, without: hidden) : columns)
  }

  private init(_ columns: [Column]) {
    self.columns = columns
    var (offsets, others): ([MemberKey: [Int]], [Int]) = ([:], [])
    for (offset, column) in columns.enumerated() {
      if column.paths.count == 1, column.paths[0].names.count == 1 {
        offsets[MemberKey(column.paths[0].name), default: []].append(offset)
      } else {
        others.append(offset)
      }
    }
    (self.offsets, self.others) = (offsets, others)
  }

  private static func top(_ name: String) -> Column {
    Column(title: name, paths: [FieldPath([name])])
  }

  /// Whether a row has an object in it.
  private static func isNested(_ row: JSONValue) -> Bool {
    guard row.kind == .object else { return false }
    var isNested = false
    row.forEachMember { _, value in
      isNested = value.hasObjects
      return !isNested
    }
    return isNested
  }

  /// The columns with those of the currencies behind amounts, which cells show as one.
  private static func withCurrencies(
    _ columns: [Columns.Column],
    _ rows: [JSONValue]
  ) -> [Columns.Column] {
    var known = Set(columns.flatMap(\.paths))
    return columns.flatMap { column -> [Columns.Column] in
      guard column.format.isMoney else { return [column] }
      var currency = column
      currency.paths = column.currencyPaths.filter { path in
        rows.contains { $0[path]?.kind == .string }
      }
      guard !currency.paths.isEmpty, known.isDisjoint(with: currency.paths) else { return [column] }
      known.formUnion(currency.paths)
      currency.chosenTitle = nil
      return [column, currency]
    }
  }

  /// The columns of the screen, each with the last name of its path if no other one has that, or the whole path.
  private static func named(_ columns: [Columns.Column]) -> [Column] {
    let counts = Dictionary(columns.map { ($0.path.name, 1) }, uniquingKeysWith: +)
    return columns.map { column in
      let isAlone = counts[column.path.name] == 1 && column.path.name != FieldPath.elements
      let name = isAlone ? column.path.name : column.path.description
      return Column(
        title: column.chosenTitle ?? (name.isEmpty ? scalarName : name),
        paths: column.paths
      )
    }
  }

  /// The columns, with one for each field instead of those of objects.
  private static func unfolded(
    _ columns: [Column],
    _ rows: [JSONValue],
    without hidden: Set<FieldPath>
  ) -> [Column] {
    var count = columns.count
    var ways = [[[Step]]](repeating: [], count: columns.count)
    var known = [Set<[Step]>](repeating: [], count: columns.count)
    func visit(_ value: JSONValue, _ way: [Step], of column: Int) {
      guard count < manyNames else { return }
      if !value.hasObjects || way.count == deepest {
        if known[column].insert(way).inserted {
          ways[column].append(way)
          count += 1
        }
      } else if value.kind == .array {
        for (number, element) in value.elements.enumerated() {
          visit(element, way + [.element(number)], of: column)
        }
      } else {
        value.forEachMember { name, member in
          visit(member, way + [.name(name)], of: column)
          return count < manyNames
        }
      }
    }
    let whole = ExportColumns(columns)
    for row in rows {
      for (offset, value) in whole.values(of: row).enumerated() {
        if let value { visit(value, [], of: offset) }
      }
    }
    return zip(columns, ways).flatMap { column, ways -> [Column] in
      guard !ways.isEmpty, ways != [[]] else { return [column] }
      return ways.compactMap { way in
        let path = column.paths.first.map { FieldPath($0.names + way.map(\.text)) }
        guard way.isEmpty || path.map({ !hidden.contains($0) }) ?? true else { return nil }
        let title = ([column.title] + way.map(\.text)).joined(separator: ".")
        return Column(title: title, paths: column.paths, way: way)
      }
    }
  }

  /// The value at the first path that has one.
  private static func value(of row: JSONValue, _ paths: [FieldPath]) -> JSONValue? {
    for path in paths {
      guard row.kind == .object else {
        if path.names.isEmpty || path.names == [scalarName] { return row }
        continue
      }
      if let value = row[path], value.kind != .null || paths.count == 1 { return value }
    }
    return nil
  }

  /// The values of a row's cells; nil if it has no such field.
  ///
  /// - Complexity: O(*n*) in the length of the row for each column of a field that is not at the top.
  package func cells(of row: JSONValue) -> [JSONValue?] {
    zip(values(of: row), columns).map { $0?.value(on: $1.way[...]) }
  }

  /// The values in which those of the cells are.
  private func values(of row: JSONValue) -> [JSONValue?] {
    var values = [JSONValue?](repeating: nil, count: columns.count)
    guard row.kind == .object else {
      for (offset, column) in columns.enumerated() where column.way.isEmpty {
        values[offset] = Self.value(of: row, column.paths)
      }
      return values
    }
    if !offsets.isEmpty {
      row.forEachMember { name, value in
        for offset in offsets[MemberKey(name)] ?? [] where values[offset] == nil {
          values[offset] = value
        }
        return true
      }
    }
    for offset in others { values[offset] = Self.value(of: row, columns[offset].paths) }
    return values
  }

  /// The field that a path refers to in some rows.
  private static func resolved(_ path: FieldPath, in rows: [JSONValue]) -> FieldPath {
    guard !path.names.isEmpty, !rows.contains(where: { $0[path] != nil }) else { return path }
    var paths: [FieldPath] = []
    var seen: Set<FieldPath> = []
    func visit(_ value: JSONValue, _ parent: FieldPath) {
      guard seen.count < manyNames else { return }
      if value.kind == .array {
        value.firstElement.map { visit($0, parent.appending(FieldPath.elements)) }
      }
      guard value.kind == .object else { return }
      value.forEachMember { name, member in
        let path = parent.appending(name)
        if seen.insert(path).inserted { paths.append(path) }
        if path.names.count < deepest { visit(member, path) }
        return true
      }
    }
    for row in rows { visit(row, FieldPath([])) }
    return path.resolved(among: paths)
  }

  /// The depth below which no field is looked for by an abbreviated name.
  fileprivate static let deepest = 16
}

extension ExportColumns.Step {
  fileprivate var text: String {
    switch self {
    case .name(let name): name
    case .element(let number): "\(number)"
    }
  }
}

extension JSONValue {
  /// Whether the value is an object with members, or an array that contains one.
  fileprivate var hasObjects: Bool {
    switch kind {
    case .object: true
    case .array: firstElement.map { $0.kind == .object || $0.kind == .array } ?? false
    default: false
    }
  }

  /// The value inside this one; for a value that is an object in other rows, nothing but the value itself.
  fileprivate func value(on way: ArraySlice<ExportColumns.Step>) -> JSONValue? {
    // Below a certain depth an object is written as such.
    guard let step = way.first else {
      return hasObjects && way.startIndex < ExportColumns.deepest ? nil : self
    }
    switch step {
    case .name(let name): return member(name)?.value(on: way.dropFirst())
    case .element(let number):
      guard kind == .array else { return nil }
      let elements = elements
      return number < elements.count ? elements[number].value(on: way.dropFirst()) : nil
    }
  }
}
