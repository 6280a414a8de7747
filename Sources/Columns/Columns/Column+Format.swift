package import FeedValues
package import Values

extension Column {
  /// The format in which a value is written.
  package enum Format: Hashable, Sendable {
    /// Unchanged; the scalars of an array are joined with commas.
    case text
    /// A number exactly as it is written in the feed, aligned at the decimal point.
    case number
    /// An instant; see `TimeStyle`.
    case time(TimeStyle)
    /// An amount in the minor unit of its currency, which is a field next to it or around it.
    case money
    /// An amount in the major unit of its currency.
    case amount
    /// A number of bytes: `1.2 GiB`.
    case bytes
    /// A duration given as a number: `350ms`, `3h12m`.
    case duration(DurationUnit)
    /// A word after a dot, coloured by its meaning.
    case status
    /// A log level as a word, coloured by its severity; numeric levels become words.
    case level(LevelScale)
    /// `yes` or `no`.
    case boolean
    /// Any value as JSON without white space.
    case json
  }

  /// The names of formats on the command line.
  package enum FormatName: String, Hashable, Sendable, CaseIterable {
    case text, number
    /// A clock, or a date and a clock if the values span days.
    case time
    case clock, date
    /// Relative to the current time: `3m ago`.
    case ago
    /// An amount in the minor unit of the currency, and one in the major unit.
    case money, amount
    case bytes
    /// A size whose number counts units of 1,024 bytes.
    case kib
    /// A duration in the unit that the field's name ends in, or in seconds.
    case duration
    case seconds, ms, us, ns
    case status, level, boolean, json
    /// A whole number with thousands separators.
    case count
    /// A number coloured by its sign, and written with one.
    case delta
    /// A percentage, with a meter if there is room.
    case percent
    /// A dotted name whose family is dimmed.
    case dotted
    /// A path and a command line, with the directories dimmed.
    case path, command
    /// An HTTP status code or method.
    case http
    /// An opaque identifier, shortened in the middle.
    case id
  }

  /// The format with a given name.
  ///
  /// - Parameters:
  ///   - name: The name.
  ///   - path: The field.
  ///   - spansDays: Whether the values are times of different days.
  /// - Returns: The format.
  package static func format(_ name: FormatName, of path: FieldPath, spansDays: Bool) -> Format {
    switch name {
    case .text: .text
    case .number, .count, .delta, .percent: .number
    case .dotted, .path, .command, .http, .id: .text
    case .time: .time(spansDays ? .dateAndClock : .clock)
    case .clock: .time(.clock)
    case .date: .time(.dateAndClock)
    case .ago: .time(.ago)
    case .money: .money
    case .amount: .amount
    case .bytes, .kib: .bytes
    case .duration: .duration(DurationUnit(fieldName: path.name) ?? .seconds)
    case .seconds: .duration(.seconds)
    case .ms: .duration(.milliseconds)
    case .us: .duration(.microseconds)
    case .ns: .duration(.nanoseconds)
    case .status: .status
    case .level: .level(LevelScale(fieldName: path.name) ?? .common)
    case .boolean: .boolean
    case .json: .json
    }
  }

  /// Sets the format, and the look that goes with it.
  ///
  /// - Parameters:
  ///   - name: The name of the format.
  ///   - spansDays: Whether the values are times of different days.
  package mutating func setFormat(_ name: FormatName, spansDays: Bool) {
    chosenFormat = name
    format = Column.format(name, of: path, spansDays: spansDays)
    look = CellLook.asked(for: name, of: path, suggested: look)
    if name == .kib { bytesPerUnit = 1_024 }
  }

  /// The name of the column's format.
  package var formatName: FormatName {
    if let name = chosenFormat ?? look.formatName { return name }
    return switch format {
    case .text: .text
    case .number: .number
    case .time(.clock): .clock
    case .time(.dateAndClock): .date
    case .time(.ago): .ago
    case .time(.elapsed): .duration
    case .money: .money
    case .amount: .amount
    case .bytes: bytesPerUnit > 1 ? .kib : .bytes
    case .duration: .duration
    case .status: .status
    case .level: .level
    case .boolean: .boolean
    case .json: .json
    }
  }

  /// The formats that suit a value, text first: those that the format key cycles through.
  package static func formats(for value: JSONValue?, reader: TimeReader) -> [FormatName] {
    guard let value else { return FormatName.allCases }
    switch value.kind {
    case .object, .array: return [.text, .json]
    case .boolean: return [.text, .boolean, .status]
    case .number, .string, .null: break
    }
    var names: [FormatName] = [.text]
    let text = value.string
    if NumberText.isNumber(text) {
      names += [.number, .count, .delta, .percent, .amount, .money, .bytes, .kib, .duration, .ms]
    } else {
      names.append(.status)
    }
    if HTTP.isStatus(text) || HTTP.methods[text.uppercased()] != nil { names.append(.http) }
    if value.kind == .string {
      if text.contains(".") { names.append(.dotted) }
      if text.contains("/") { names += [.path, .command] }
      if !text.contains(" ") { names.append(.id) }
    }
    if LevelScale.common.level(of: text) != nil { names.append(.level) }
    if reader.time(value) != nil { names += [.clock, .date, .ago] }
    return names
  }
}

extension Column.Format {
  /// Whether the text of a time depends on the current one.
  package var isRelative: Bool { self == .time(.ago) || self == .time(.elapsed) }

  /// Whether the values are amounts of money, in minor or major units.
  package var isMoney: Bool { self == .money || self == .amount }
}
