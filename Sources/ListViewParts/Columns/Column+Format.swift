package import Feeds
public import Values

extension Column {
  /// How a value is written.
  public enum Format: Hashable, Sendable {
    /// As it is; the scalars of an array one after the other.
    case text
    /// A number, exactly as it is written in the feed, with the points in a line.
    case number
    /// An instant; see `TimeStyle`.
    case time(TimeStyle)
    /// An amount in the minor unit of its currency, which is beside or around it.
    case money
    /// An amount in that currency as it is written.
    case amount
    /// A number of bytes: `1.2 GiB`.
    case bytes
    /// A number that is a span of time: `350ms`, `3h12m`.
    case duration(DurationUnit)
    /// A word with a dot before it, coloured by its meaning.
    case status
    /// How grave an entry of a log is: the word, coloured by its meaning; a number becomes one.
    case level(LevelScale)
    /// `yes` or `no`.
    case boolean
    /// The text of any value without white space.
    case json
  }

  /// What formats are called on the command line.
  public enum FormatName: String, Hashable, Sendable, CaseIterable {
    case text, number
    /// A clock, or a date and a clock where the values span days.
    case time
    case clock, date
    /// The time since then: `3m ago`.
    case ago
    /// In the minor unit of the currency, and as it is written.
    case money, amount
    case bytes
    /// A span of time in the unit that the name of the field ends in, or in seconds.
    case duration
    case seconds, ms, us, ns
    case status, level, boolean, json
    /// A whole number in groups of three.
    case count
    /// A number that is coloured by its sign, and written with one.
    case delta
    /// A share of a hundred, with a meter if there is room.
    case percent
    /// A dotted name of which the family steps back.
    case dotted
    /// A path of which the directories step back, and a command line.
    case path, command
    /// A status code or a method of HTTP.
    case http
    /// Letters that nobody reads, shortened in the middle.
    case id
  }

  /// The format of a name.
  ///
  /// - Parameters:
  ///   - name: What it is called.
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
    case .bytes: .bytes
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

  /// Writes the values in a format from now on, and draws them accordingly.
  ///
  /// - Parameters:
  ///   - name: What the format is called.
  ///   - spansDays: Whether the values are times of different days.
  package mutating func setFormat(_ name: FormatName, spansDays: Bool) {
    chosenFormat = name
    format = Column.format(name, of: path, spansDays: spansDays)
    look = CellLook.asked(for: name, of: path, suggested: look)
  }

  /// What the format of the column is called.
  package var formatName: FormatName {
    if let name = chosenFormat ?? look.formatName { return name }
    return switch format {
    case .text: .text
    case .number: .number
    case .time(.clock): .clock
    case .time(.dateAndClock): .date
    case .time(.ago): .ago
    case .money: .money
    case .amount: .amount
    case .bytes: .bytes
    case .duration: .duration
    case .status: .status
    case .level: .level
    case .boolean: .boolean
    case .json: .json
    }
  }

  /// The formats in which a value can be written, text first: those that a key goes through.
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
      names += [.number, .count, .delta, .percent, .amount, .money, .bytes, .duration, .ms]
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
  /// Whether the values are amounts in a currency, in whatever unit.
  package var isMoney: Bool { self == .money || self == .amount }
}
