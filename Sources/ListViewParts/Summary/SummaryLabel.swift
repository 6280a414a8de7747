import Columns
internal import TerminalCore

/// A named figure of the summary bar.
package struct SummaryLabel: Sendable {
  /// The identity of the label, by which it keeps its place and width.
  var id: String
  /// The name of the figure.
  var name: String
  /// The figure; several values if they cannot be combined, such as amounts in different currencies.
  var values: [String]
  /// Whether there are more values than ``values`` holds.
  var hasMore = false
  /// The number of further values; 0 if unknown.
  var moreCount = 0
  /// A coloured sign before the figure: the dot of a status, or an arrow.
  var sign = ""
  /// Whether the name comes after the figure.
  var isNameLast = false
  /// The change of the figure over the last minute.
  var change: (text: String, role: Theme.Role)?
  /// The colour of the figure.
  var role = Theme.Role.text
  /// The term of a filter that shows the rows of the label alone; nil for none.
  package var term: String?
  /// The currencies of the values.
  var order: [String] = []
  /// The figure over the last minutes.
  var trend: Trend?
  /// The reserved width in screen columns with one, two and three values, without the trend.
  var rooms: [Int] = []

  /// The maximum number of values of a label.
  static let maximumValues = 3
  /// The reserved width shrinks only if it exceeds the need by more columns than this.
  private static let slack = 3
  /// The maximum width of a name or a value.
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

  /// Keeps the width that the label had before, unless it is far too wide.
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
    // The longest prefix that fits, and a sign that the rest is missing.
    var result = ""
    var columns = 0
    for character in text.prefix(maximumWidth) {
      columns += String(character).displayWidth
      guard columns < maximumWidth else { break }
      result.append(character)
    }
    return result + "…"
  }

  /// The segments of the label.
  ///
  /// - Parameters:
  ///   - count: The number of values that are shown.
  ///   - picture: The width of the trend's sparkline, in screen columns.
  /// - Returns: The segments from left to right.
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
    // With the maximum number of values the label says how many more there are.
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

  /// The width of the label in screen columns.
  package func width(values count: Int, picture: Int) -> Int {
    rooms[count - 1] + (picture > 0 && trend != nil ? picture + 1 : 0)
  }
}

/// The labels that fit a line, and their amount of detail.
package struct SummaryLayout: Hashable, Sendable {
  /// The number of values shown for each label.
  package var values = 1
  /// The width of each sparkline, in screen columns.
  package var picture = 0
  /// The number of labels that fit.
  package var count = 0

  /// The screen columns between two labels.
  package static let gap = 3

  /// Fits labels into a width.
  ///
  /// Additional values are dropped first, then sparklines shrink, then the last labels go. Part of the first
  /// label is always shown.
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
    // A sparkline is worth less than a label that does not fit because of it.
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
