package import FeedStore
package import FeedValues
package import Values

/// A list's evidence on how to read the values that a filter compares with.
package struct ListReading: Sendable {
  /// Reads times in the user's zone, relative to the current time.
  package var times: TimeReader
  /// The columns, whose cells show what may be typed.
  package var columns: [Column] = []
  /// The rows, which show how numbers are written, and when the list ends.
  package var rows = FeedRows()
  /// Whether the list is a file or a recording, in which relative times count from the newest time that it shows.
  package var isRecorded = false

  package init(
    _ times: TimeReader,
    columns: [Column] = [],
    rows: FeedRows = FeedRows(),
    isRecorded: Bool = false
  ) {
    (self.times, self.columns, self.rows, self.isRecorded) = (times, columns, rows, isRecorded)
  }

  /// The way in which the values of a field are read.
  ///
  /// - Parameters:
  ///   - field: The field.
  ///   - texts: The texts with which they are compared.
  /// - Returns: The reading.
  /// - Complexity: O(1) in the number of rows: a sample of a long list is examined.
  func reading(of field: FieldName, for texts: [String]) -> FieldReading {
    var column: Column?
    for candidate in columns {
      guard let path = candidate.paths.first(where: field.matches) else { continue }
      // The field of the name that is nearest to the top is meant.
      if column.map({ path.names.count < $0.path.names.count }) ?? true {
        column = candidate
        column?.paths = [path]
      }
    }
    guard column != nil || field.unformatted == nil else {
      var reading = reading(of: field.unformatted ?? field, for: texts)
      reading.isRaw = true
      return reading
    }
    // A name that no field has may be the title of a column.
    if column == nil, let titled = columns.titled(field.text) {
      return reading(of: FieldName(titled.path.description), for: texts)
    }
    // A computed field may be called as an object of the rows is, whose name is spelled otherwise.
    let computed = column.flatMap { $0.expression == nil ? nil : FieldName($0.path.name) }
    var reading = FieldReading(computed ?? field, times)
    reading.column = column
    if texts.contains(where: { Quantity($0, usesDecimalComma: true) != nil }) {
      let values = sample(Self.sampleSize / 32).compactMap { field.value(in: $0.value) }
      let texts = values.lazy.filter { $0.kind == .string }.map { $0.string }
      reading.usesDecimalComma = Quantity.useDecimalComma(texts)
    }
    if texts.contains(where: { FieldReading.refersToList($0, isRecorded: isRecorded) }) {
      reading.times = span(of: field)
      // A stream does not tell when the list ends.
      if isRecorded, let newest = reading.times?.upperBound {
        reading.present = min(newest, times.present ?? newest)
      }
    }
    return reading
  }

  /// The earliest and the latest time of a field; nil if it has none.
  private func span(of field: FieldName) -> ClosedRange<FeedTime>? {
    var span: ClosedRange<FeedTime>?
    for row in sample(Self.sampleSize) {
      guard let value = field.value(in: row.value), value.kind == .string || value.kind == .number,
        let time = times.time(value), time.seconds > FieldReading.leastSeconds
      else { continue }
      span = span.map { min($0.lowerBound, time)...max($0.upperBound, time) } ?? time...time
    }
    return span
  }

  /// Rows of the list: those at its ends, where the newest one usually is, and an evenly spread sample.
  package func sample(_ size: Int) -> [Row] {
    guard rows.count > size else { return Array(rows) }
    let part = size / 4
    let step = max(1, rows.count / (2 * part))
    return rows.prefix(part) + stride(from: 0, to: rows.count, by: step).map { rows[$0] }
      + rows.suffix(part)
  }

  private static let sampleSize = 4_096
}

/// The way in which the values of a field are read, and the meaning of a text with which they are compared.
struct FieldReading: Sendable {
  let field: FieldName
  let meaning: FieldMeaning
  /// The column that shows the field; nil if it is unknown.
  var column: Column?
  /// Whether the number of the feed is meant, not what the cell shows.
  var isRaw = false
  /// Whether numbers have a decimal comma; nil if that is unknown.
  var usesDecimalComma: Bool?
  /// The earliest and the latest time of the list; nil if there are none or they do not matter.
  var times: ClosedRange<FeedTime>?
  /// Reads the times of rows.
  let reader: TimeReader
  /// The time from which relative times count; nil if it is unknown.
  var present: FeedTime?

  init(_ field: FieldName, _ reader: TimeReader) {
    (self.field, self.reader, present) = (field, reader, reader.present)
    meaning = FieldMeaning(field)
  }

  /// Numbers of seconds up to this one, in 1973, are not times of a current feed.
  static let leastSeconds = 100_000_000

  /// Whether the meaning of a text depends on the times in the list.
  static func refersToList(_ text: String, isRecorded: Bool) -> Bool {
    if let (first, last) = Operand.ends(of: text) {
      return [first, last].contains { refersToList($0, isRecorded: isRecorded) }
    }
    return TimeOfDay(text) != nil
      || isRecorded && (Operand.distance(text) != nil || Operand.day(named: text) != nil)
  }

  /// Whether the column shows amounts of money, in minor or major units.
  var isMoney: Bool { !isRaw && column?.format.isMoney ?? false }

  /// Whether numbers of the field are times.
  var isTime: Bool {
    if case .time? = column?.format { return true }
    return meaning.isTime
  }

  /// Whether the cells show how long ago a time was.
  var isElapsed: Bool { !isRaw && column?.format == .time(.elapsed) }

  /// The unit of numbers that are durations; nil if they are none.
  var unit: DurationUnit? {
    if !isRaw, case .duration(let unit)? = column?.format { return unit }
    return meaning.unit
  }

  /// A number with a unit, as the values of the field are written.
  func quantity(_ text: String) -> Quantity? {
    switch usesDecimalComma {
    case true?: Quantity(text, usesDecimalComma: true) ?? Quantity(text)
    case false?: Quantity(text)
    case nil:
      Quantity(text)
        ?? (text.utf8.contains(UInt8(ascii: ","))
          ? Quantity(text, usesDecimalComma: true) : nil)
    }
  }

  /// The text of a value in its cell, if it may differ from that of the value; nil otherwise.
  func shownText(of value: FoundValue, in row: Row) -> String? {
    guard !isRaw, let column else { return nil }
    switch column.format {
    case .text, .number:
      let isPlain = value.kind == .string || value.kind == .number
      guard !isPlain || column.look.changesText else { return nil }
    default: break
    }
    return column.shownText(of: value.value, in: row, reader.calendar, at: reader.present)
  }

  /// The instants of the time of day that is meant: the last one in the list, or the nearest one if none is.
  func period(_ time: TimeOfDay, of text: String) -> Range<FeedTime>? {
    guard let end = times?.upperBound ?? reader.present,
      var start = reader.calendar.newest(time, notAfter: end)
    else { return nil }
    if let first = times?.lowerBound, start < first,
      let next = reader.calendar.newest(time, notAfter: end.advanced(by: .seconds(86_400))),
      next.seconds - end.seconds < first.seconds - start.seconds
    {
      start = next
    }
    return start..<start.advanced(by: .seconds(TimeOfDay.precision(text)))
  }
}

extension FieldName {
  /// The field without `.raw` at the end, which stands for the number of the feed if the cell shows another one;
  /// nil for another name.
  var unformatted: FieldName? {
    guard text.count > 4, text.lowercased().hasSuffix(".raw") else { return nil }
    return FieldName(String(text.dropLast(4)))
  }

  /// Whether a row has the field.
  package func occurs(in row: Row) -> Bool {
    value(in: row.value) != nil || unformatted?.value(in: row.value) != nil
  }
}
