internal import TerminalCore

/// A name and a figure of the summary.
package struct SummaryLabel: Sendable {
  /// Which label it is, so that it keeps its place and its room.
  var id: String
  /// What the figure is of.
  var name: String
  /// The figure; several if it cannot be one, such as amounts in several currencies.
  var values: [String]
  /// Whether there are more values than these.
  var hasMore = false
  /// How many more values there are; 0 if that is not known.
  var moreCount = 0
  /// The coloured sign before the figure: the dot of a status, an arrow.
  var sign = ""
  /// Whether the name comes after the figure.
  var isNameLast = false
  /// How the figure has changed in a minute.
  var change: (text: String, role: Theme.Role)?
  /// What the figure means.
  var role = Theme.Role.text
  /// The currencies of the values.
  var order: [String] = []
  /// What the figure was in the last minutes.
  var trend: Trend?
  /// The columns of the label with one value, with two and with three, without its trend.
  var rooms: [Int] = []

  /// The maximum number of values of a label.
  static let maximumValues = 3
  /// A label gets narrower only by more columns than this.
  private static let slack = 3
  /// No name and no value is wider than this.
  static let maximumWidth = 32

  init(
    id: String,
    name: String,
    values: [String],
    hasMore: Bool = false,
    role: Theme.Role = .text,
    trend: Trend? = nil
  ) {
    (self.id, self.role, self.trend) = (id, role, trend)
    self.name = Self.cut(name)
    self.values = values.prefix(Self.maximumValues).map(Self.cut)
    moreCount = max(0, values.count - Self.maximumValues)
    self.hasMore = hasMore
    fit(nil)
  }

  /// Takes the room that the label had a moment ago, unless it is far too much.
  mutating func fit(_ old: SummaryLabel?) {
    rooms = (1...Self.maximumValues).map { count in
      let width = pieces(values: count).reduce(0) { $0 + $1.text.displayWidth }
      return Self.room(width, old?.rooms[count - 1])
    }
  }

  private static func room(_ width: Int, _ old: Int?) -> Int {
    guard let old, width <= old, width + slack >= old else { return width }
    return old
  }

  private static func cut(_ text: String) -> String {
    let width = DisplayWidth.width(of: text, limit: maximumWidth + 1)
    guard width > maximumWidth else { return text }
    // As many characters as can have so many columns, and a sign that some are missing.
    var result = ""
    var columns = 0
    for character in text.prefix(maximumWidth) {
      columns += String(character).displayWidth
      guard columns < maximumWidth else { break }
      result.append(character)
    }
    return result + "…"
  }

  /// What the label is made of.
  ///
  /// - Parameters:
  ///   - count: How many values are shown.
  ///   - picture: How many columns the trend gets.
  /// - Returns: Texts from left to right, each with its role.
  package func pieces(values count: Int, picture: Int = 0) -> [Segment] {
    var pieces: [Segment] = []
    if !name.isEmpty, !isNameLast { pieces.append(Segment(text: name + " ", role: .dim)) }
    if !sign.isEmpty { pieces.append(Segment(text: sign + " ", role: role)) }
    let shown = values.prefix(count)
    pieces.append(
      Segment(text: shown.first ?? "–", role: shown.isEmpty ? .dim : role, isBold: !shown.isEmpty)
    )
    if let change { pieces.append(Segment(text: " " + change.text, role: change.role)) }
    if isNameLast { pieces.append(Segment(text: " " + name, role: .dim)) }
    for value in shown.dropFirst() {
      pieces.append(Segment(text: "   ", role: .dim))
      pieces.append(Segment(text: value, role: role, isBold: true))
    }
    // Where there is room for all values that a label has, it says how many it lacks.
    if count == Self.maximumValues, moreCount > 0 || hasMore {
      let text = "   " + (moreCount > 0 ? Summary.Text.more(moreCount) : Summary.Text.andMore)
      pieces.append(Segment(text: text, role: .dim))
    }
    if picture > 0, let trend {
      let text = trend.picture(width: picture)
      pieces.append(Segment(text: " " + text, role: .success))
    }
    return pieces
  }

  /// The columns that the label takes.
  package func width(values count: Int, picture: Int) -> Int {
    rooms[count - 1] + (picture > 0 && trend != nil ? picture + 1 : 0)
  }
}

/// What of the labels fits a line, and how.
package struct SummaryLayout: Hashable, Sendable {
  /// How many values of a label are shown.
  package var values = 1
  /// How many columns a trend gets.
  package var picture = 0
  /// How many labels there are room for.
  package var count = 0

  /// The columns between two labels.
  package static let gap = 3

  /// Lays labels out: if they do not all fit, first values go, then pictures become smaller, then
  /// the last labels go; of the first one something always stays.
  package init(_ labels: [SummaryLabel], width: Int) {
    let pictures = width >= 110 ? [24, 12, 8] : width >= 60 ? [12, 8] : width >= 36 ? [8] : []
    for values in (1...SummaryLabel.maximumValues).reversed() {
      for picture in pictures {
        (self.values, self.picture) = (values, picture)
        if Self.width(of: labels, values, picture) <= width {
          count = labels.count
          return
        }
      }
    }
    values = 1
    picture = pictures.last ?? 0
    // A picture is worth less than what does not fit because of it.
    if Self.width(of: labels.prefix(2), 1, picture) > width { picture = 0 }
    while count < labels.count, Self.width(of: labels.prefix(count + 1), 1, picture) <= width {
      count += 1
    }
    count = max(count, min(labels.count, 1))
  }

  private static func width(
    of labels: some Collection<SummaryLabel>,
    _ values: Int,
    _ picture: Int
  ) -> Int {
    labels.reduce(-gap) { $0 + gap + $1.width(values: values, picture: picture) }
  }
}
