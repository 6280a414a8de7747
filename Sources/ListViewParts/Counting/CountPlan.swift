import Ordering
package import Columns
package import FeedIdentity
package import FeedValues
internal import Values

/// A count, resolved to the columns of a feed.
package struct CountPlan: Sendable {
  /// A field that forms groups.
  struct Key: Sendable {
    /// The name of the field in the rows of groups.
    let name: String
    let column: Column
    /// The width of a range; nil for each value by itself.
    let step: CountStep?
  }

  /// A figure of each group.
  struct Figure: Sendable {
    /// The name of the figure in the rows of groups.
    let name: String
    let title: String
    let measure: CountSpec.Measure
    let filter: Filter?
    /// The column whose values are combined; nil for none.
    let column: Column?
    /// The order by which they are read as numbers.
    let order: ValueOrder
    /// The path at which the column of the list of groups finds the figure.
    let path: FieldPath
    let format: Column.FormatName
  }

  /// The count as the user asked for it, with the standard figures if those were meant.
  package let spec: CountSpec
  let keys: [Key]
  let pivot: Key?
  let figures: [Figure]
  /// Reads the values of keys, then the pivot, then the figures with their currencies.
  let reader: FieldReader
  let times: TimeReader
  /// The column with the times of rows, if only those of the last minutes are counted.
  private let clock: Column?

  /// Resolves a specification.
  ///
  /// - Parameters:
  ///   - spec: The count.
  ///   - sample: Some rows.
  ///   - context: The columns of the feed, and the time.
  /// - Throws: `SettingError` if there is no such field, or its values are no numbers.
  package init(
    _ spec: CountSpec,
    sample: [Row],
    in context: Context
  ) throws(SettingError) {
    times = context.timeReader
    clock =
      spec.window == nil
      ? nil : context.columns.first { $0.isTime && $0.visibility != .hidden }
    var names: Set<String> = []
    let resolver = Resolver(sample: sample, context: context)
    var keys: [Key] = []
    for key in spec.keys { keys.append(try resolver.key(key, &names)) }
    self.keys = keys
    if let pivot = spec.pivot { self.pivot = try resolver.key(pivot, &names) } else { pivot = nil }
    var spec = spec
    if spec.figures.isEmpty, pivot == nil {
      spec.figures = [.init(.count), .init(.share)] + resolver.standardSums(besides: keys)
    } else if spec.figures.isEmpty {
      spec.figures = [.init(.count)]
    }
    var figures: [Figure] = []
    for figure in spec.figures { figures.append(try resolver.figure(figure, &names)) }
    (self.spec, self.figures) = (spec, figures)
    let columns = keys.map(\.column) + (pivot.map { [$0.column] } ?? [])
    reader = FieldReader(columns + figures.flatMap { Self.columns(of: $0.column) })
  }

  /// The columns that are read for a figure: its values, and their currencies.
  private static func columns(of column: Column?) -> [Column] {
    guard let column else { return [] }
    var currency = column
    currency.paths = column.currencyPaths
    return [column, currency]
  }

  /// The figures of a group without rows.
  var newFigures: [CountFigure] { figures.map { CountFigure($0.measure) } }

  /// Whether the first figure is a rate.
  var isRate: Bool { if case .rate? = figures.first?.measure { true } else { false } }

  /// The name of the first figure beside its value.
  var figureName: String {
    guard let figure = spec.figures.first else { return "" }
    if let name = figure.name { return name }
    let condition = figure.filter.map { " \($0.text)" } ?? ""
    return switch figure.measure {
    case .count: Summary.Text.rows + condition
    case .share: figure.filter?.text ?? Summary.Text.rows
    case .rate: Summary.Text.rate + condition
    case .fold(let fold, let field): "\(fold.rawValue) \(field)\(condition)"
    }
  }

  /// The rule that identifies the groups.
  package var keyRule: KeyRule { .fields(keys.map { FieldPath([$0.name]) }) }

  /// The columns of the list of groups.
  package var columns: ColumnSpec {
    let keys = keys.map { key in
      ColumnSpec.Item(
        path: FieldPath([key.name]),
        title: key.column.title,
        format: key.step == nil ? key.column.formatName : key.boundFormat
      )
    }
    let figures = figures.map {
      ColumnSpec.Item(path: $0.path, title: $0.title, format: $0.format)
    }
    return ColumnSpec(items: keys + figures, includesOthers: pivot != nil)
  }

  /// The initial order: ranges in their own order, everything else by the first figure.
  package var order: String {
    if let first = keys.first, first.step != nil { return first.name }
    return figures.first.map { "-\($0.path)" } ?? keys[0].name
  }

  /// The order that the user asked for by the name of a key or a figure, as in `-sum(bytes)`.
  package func sort(named text: String) -> String {
    guard var spec = SortSpec(text) else { return text }
    for (offset, key) in spec.keys.enumerated() {
      let figure = figures.first { $0.name == key.name || "\($0.measure)" == key.name }
      spec.keys[offset].name = figure?.path.description ?? key.name
    }
    return spec.description
  }

  /// The time of a row; nil if it has none.
  func time(of row: Row) -> FeedTime? {
    clock.flatMap { $0.value(of: row) }.flatMap { times.time($0) }
  }

  /// A description for the title: `PATH · count`.
  package var title: String {
    keys.map(\.column.title).joined(separator: ", ") + (pivot.map { " > \($0.column.title)" } ?? "")
      + (spec.window.map { " in \($0.countText)" } ?? "")
  }

  /// The filter that shows the rows of a group.
  ///
  /// - Parameters:
  ///   - group: The row of the group.
  ///   - isNegated: Whether it shows all others instead.
  /// - Returns: The text of the filter.
  package func filter(for group: Row, isNegated: Bool = false) -> String {
    let terms = keys.map { key -> String in
      let field = CountParser.quoted(key.column.path.description)
      guard let value = group.value[FieldPath([key.name])], value.kind != .null else {
        return "\(field)=\"\""
      }
      let text = value.string
      // The value of the feed is meant, not what the cell shows of it.
      let raw = key.isShownOtherwise ? "\(field).raw" : field
      guard let step = key.step else { return "\(raw)=\(Self.quoted(text))" }
      let (start, end) = (key.boundText(text), key.boundText(step.end(of: text)))
      return "\(raw)>=\(Self.quoted(start)) \(raw)<\(Self.quoted(end))"
    }
    let recent = spec.window.flatMap { window in
      clock.map { ["\(CountParser.quoted($0.path.description))>-\(window.countText)"] }
    }
    let filter = (terms + (isNegated ? [] : recent ?? [])).joined(separator: " ")
    guard isNegated else { return filter }
    return terms.count == 1 && keys[0].step == nil ? "-\(filter)" : "-(\(filter))"
  }

  /// A value in quotation marks, so that it means exactly what it says.
  static func quoted(_ text: String) -> String {
    if DecimalNumber(text) != nil, !text.hasPrefix("-") { return text }
    return inMarks(text)
  }

  private static func inMarks(_ text: String) -> String {
    "\"\(text.split(separator: "\"", omittingEmptySubsequences: false).joined(separator: "\\\""))\""
  }
}

extension CountPlan: Hashable {
  /// Whether two counts give the same figures of the same rows.
  package static func == (left: CountPlan, right: CountPlan) -> Bool {
    left.spec == right.spec && left.columns(of: \.paths) == right.columns(of: \.paths)
      && left.figures.map(\.format) == right.figures.map(\.format)
      && left.figures.map(\.order) == right.figures.map(\.order)
  }

  package func hash(into hasher: inout Hasher) { hasher.combine(spec) }

  private func columns<Part>(of part: (Column) -> Part) -> [Part] {
    (keys.map(\.column) + (pivot.map { [$0.column] } ?? []) + figures.compactMap(\.column)).map(
      part
    )
  }
}

extension CountPlan.Key {
  /// The format of the lower bound of a range.
  fileprivate var boundFormat: Column.FormatName {
    guard case .time(let step)? = step else { return column.formatName }
    return step >= .seconds(3_600) ? .date : .time
  }

  /// Whether cells show something else than the numbers of the feed.
  fileprivate var isShownOtherwise: Bool {
    switch column.format {
    // Amounts are counted as cells show them, with their currency.
    case .money, .amount: step != nil
    case .bytes, .duration: true
    default: false
    }
  }

  /// The bound of a range as a filter compares it.
  fileprivate func boundText(_ text: String) -> String {
    guard case .time? = step, let seconds = Int(text), let time = FeedTime(seconds: seconds) else {
      return text
    }
    let date = Calendar.utc.parts(of: time)
    func two(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
    return "\(date.year)-\(two(date.month))-\(two(date.day))"
      + "T\(two(date.hour)):\(two(date.minute)):\(two(date.second))Z"
  }
}

/// Finds the columns that a specification names.
private struct Resolver {
  let sample: [Row]
  let context: Context

  private func column(_ name: String) throws(SettingError) -> Column {
    if let column = context.column(named: name) { return column }
    let names = context.columns.map { $0.title.lowercased() }
    throw SettingError(
      CountMistake.unknownField(name, nearest: Spelling.nearest(to: name, among: names))
    )
  }

  func key(
    _ key: CountSpec.Key,
    _ names: inout Set<String>
  ) throws(SettingError) -> CountPlan.Key {
    let column = try column(key.field)
    let step = key.step.flatMap { CountStep($0) }
    if let step, let text = key.step {
      let order = ValueOrder(of: column, sample: sample, reader: context.timeReader)
      switch (order, step) {
      case (.time?, .time), (.number?, .number), (.money?, .number), (.size?, .number),
        (.duration?, .number):
        break
      default: throw SettingError(CountMistake.notDivisible(key.field, text))
      }
    }
    let name = unique(column.path.name.isEmpty ? "value" : column.path.name, column, &names)
    return CountPlan.Key(name: name, column: column, step: step)
  }

  func figure(
    _ figure: CountSpec.Figure,
    _ names: inout Set<String>
  ) throws(SettingError) -> CountPlan.Figure {
    var (column, order) = (Column?.none, ValueOrder.number)
    var (title, format) = ("", Column.FormatName.count)
    switch figure.measure {
    case .count: title = CountText.count
    case .share: (title, format) = (CountText.share, .percent)
    case .rate: (title, format) = (CountText.rate, .number)
    case .fold(let fold, let field):
      let found = try self.column(field)
      if fold != .uniq {
        order = try numbers(of: found, field)
        format = found.figureFormat(of: fold, order)
        // Amounts with the sign of their currency are written as they are.
        let hasSigns = sample.contains { row in
          found.value(of: row).map { Quantity($0.string)?.currency != nil } ?? false
        }
        if hasSigns, format != .money, format != .amount { format = .text }
      }
      column = found
      title = CountText.title(fold, found.title)
    }
    let standard = figure.filter.map { "\(figure.measure) where \($0.text)" }
    let name = unique(figure.name ?? standard ?? figure.measure.description, nil, &names)
    var path = FieldPath([name])
    if format == .money || format == .amount { path = path.appending("amount") }
    if let filter = figure.filter { title += " \(filter.text)" }
    return CountPlan.Figure(
      name: name,
      title: figure.name?.uppercased() ?? title,
      measure: figure.measure,
      filter: figure.filter?.resolved(
        in: ListReading(context.timeReader, columns: context.columns)
      ),
      column: column,
      order: order,
      path: path,
      format: format
    )
  }

  /// The order by which the values of a column are read as numbers.
  private func numbers(of column: Column, _ field: String) throws(SettingError) -> ValueOrder {
    let order = ValueOrder(of: column, sample: sample, reader: context.timeReader)
    switch order {
    case .number, .money, .size, .commaSize, .duration: return order ?? .number
    default:
      let value = sample.lazy.compactMap { column.value(of: $0) }.first
      // No row has a value yet, so that nothing speaks against numbers.
      guard let value else { return .number }
      if DecimalNumber(value) != nil { return .number }
      throw SettingError(CountMistake.notNumeric(field, example: value.string(limit: 32).text))
    }
  }

  /// The sum of the most important amount that is not a key.
  func standardSums(besides keys: [CountPlan.Key]) -> [CountSpec.Figure] {
    let keys = keys.map(\.column.paths)
    // The bytes that requests sent are worth adding up, the sizes of files and processes are not.
    let bytes = context.columns.first { column in
      column.format == .bytes && !keys.contains(column.paths)
        && FieldWords(column.path.name).words.last == "bytes"
    }
    guard let summed = context.columns.summed(besides: keys) ?? bytes,
      (try? numbers(of: summed, summed.title)) != nil
    else { return [] }
    return [.init(.fold(.sum, field: summed.path.description))]
  }

  private func unique(_ name: String, _ column: Column?, _ names: inout Set<String>) -> String {
    var result = names.contains(name) ? column?.path.description ?? name : name
    while !names.insert(result).inserted { result += "'" }
    return result
  }
}

extension Column {
  /// The format of a sum, a mean or a percentile of the values.
  fileprivate func figureFormat(of fold: CountSpec.Fold, _ order: ValueOrder) -> FormatName {
    switch (format, order) {
    case (.money, _): return .money
    case (.amount, _): return .amount
    case (.bytes, _): return formatName
    case (.duration(let unit), .number): return FormatName(rawValue: unit.rawValue) ?? .duration
    case (_, .duration): return .seconds
    case (_, .size), (_, .commaSize): return look.formatName == .percent ? .number : .bytes
    // A value of the rows is written as it is in them: the least year has no separator.
    default: return fold == .sum || fold == .avg || look == .count ? .count : .number
    }
  }
}
