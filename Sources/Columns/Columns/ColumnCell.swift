package import FeedValues
package import TerminalCore
package import Values

/// The contents of a table cell: its text, and the parts of it that are styled differently.
package struct ColumnCell: Hashable, Sendable {
  /// A styled part of the text.
  package struct Run: Hashable, Sendable {
    /// The screen columns of the part, relative to the start of the text.
    package var columns: Range<Int>
    /// The role of the part.
    package var role: Theme.Role
    /// The styling of the program that wrote the text; nil for a part styled by listview.
    package var pen: TextPen?
  }

  /// The text.
  package var text: String
  /// The role of the text; nil for that of the column.
  package var role: Theme.Role?
  /// The parts with roles of their own, in order.
  package var runs: [Run] = []
  /// The number of leading characters that are not part of the value.
  package var lead = 0
  /// The value, if lines of it are folded, and the screen columns of the sign that stands for them.
  package var folded: (text: String, sign: Range<Int>)? {
    get { foldedText.flatMap { text in foldedSign.map { (text, $0) } } }
    set { (foldedText, foldedSign) = (newValue?.text, newValue?.sign) }
  }
  private var foldedText: String?
  private var foldedSign: Range<Int>?

  package init(_ text: String, role: Theme.Role? = nil) {
    (self.text, self.role) = (text, role)
  }

  /// Creates a cell from pieces, from left to right; nil stands for the role of the column.
  init(_ pieces: [(text: Substring, role: Theme.Role?)], role: Theme.Role? = nil) {
    (text, self.role) = ("", role)
    var column = 0
    for piece in pieces where !piece.text.isEmpty {
      text += piece.text
      let width = DisplayWidth.width(of: piece.text, limit: Column.maximumWidth)
      if let role = piece.role { runs.append(Run(columns: column..<column + width, role: role)) }
      column += width
    }
  }

  /// Whether there is nothing to draw.
  package var isEmpty: Bool { text.isEmpty }
}

extension Column {
  /// The cell of a row whose value is already known.
  ///
  /// - Parameters:
  ///   - value: The value of the row in this column.
  ///   - row: The row.
  ///   - calendar: The time zone in which times are written.
  ///   - present: The current time, for relative times.
  ///   - width: The width of the cell in screen columns.
  ///   - foldsLines: Whether the first of several lines stands for all of them.
  /// - Returns: The cell; empty if there is no value.
  /// - Complexity: O(`width`) for a scalar, whatever its length.
  package func cell(
    of value: JSONValue,
    in row: Row,
    _ calendar: Calendar,
    at present: FeedTime?,
    width: Int,
    foldsLines: Bool = true
  ) -> ColumnCell {
    let limit = 16 * max(width, Self.maximumWidth)
    var text = shownText(of: value, in: row, calendar, at: present, limit: limit)
    guard !text.isEmpty else { return ColumnCell("") }
    switch format {
    case .status:
      var cell = ColumnCell("● " + text, role: StatusTone(text).role)
      cell.lead = 2
      return cell
    case .level(let scale):
      return ColumnCell(text, role: StatusTone(level: scale.level(of: value.string)).role)
    case .time(.clock) where width < 8: text = String(text.prefix(5))
    case .time(.dateAndClock) where width < 16: text = String(text.prefix(10))
    default: break
    }
    let whole = text
    let folded = foldsLines ? folded(text) : nil
    if let folded { text = folded.text }
    if cutsMiddle { text = text.shortenedInMiddle(to: width, isPath: look == .path) }
    if look == .command { text = text.withoutDirectories(toFit: width) }
    var spans = format == .text ? value.spans : []
    // The text below the first line has moved.
    if let folded {
      spans.removeAll { $0.bytes.lowerBound >= folded.sign.lowerBound }
      for index in spans.indices {
        spans[index].bytes = spans[index].bytes.clamped(to: 0..<folded.sign.lowerBound)
      }
    }
    let padding = isPointAligned ? fractionWidth - fractionWidth(of: text) : 0
    var cell = styled(text)
    if !spans.isEmpty { cell.take(spans, width: width) }
    if let folded { cell.mark(folded, of: whole) }
    // Decimal points are aligned as far as there is room for the longest fraction.
    if padding > 0 {
      let room = min(padding, width - DisplayWidth.width(of: text, limit: width))
      if room > 0 { cell.text += String(repeating: " ", count: room) }
    }
    return cell
  }

  /// The text on one line, if it has several, and the column does not say otherwise; nil if it stays as it is.
  func folded(_ text: String) -> FoldedText? { format == .text ? FoldedText(text) : nil }

  /// Whether text that does not fit is elided in the middle, because both ends are informative.
  var cutsMiddle: Bool { look == .identifier || look == .path }

  /// The text, styled according to the look.
  private func styled(_ text: String) -> ColumnCell {
    switch look {
    case .plain, .identifier: return ColumnCell(text)
    case .setting: return ColumnCell(text, role: .accent)
    case .number, .count, .percent:
      return ColumnCell(text, role: NumberText.isZero(text) ? .dim : nil)
    case .delta:
      return ColumnCell(text, role: NumberText.sign(of: text).map { Self.role(ofSign: $0) })
    case .dotted(let parts):
      return ColumnCell(text.cut(after: ".", count: parts))
    case .path: return ColumnCell(text.cutAfterLastSlash())
    case .command: return ColumnCell(text.cutAsCommand())
    case .response: return ColumnCell(text, role: HTTP.role(ofStatus: text))
    case .method: return ColumnCell(text, role: HTTP.role(ofMethod: text))
    case .readiness: return ColumnCell(text, role: Self.isUnready(text) ? .failure : nil)
    case .boolean(let tone):
      return ColumnCell(text, role: BooleanWord(text).map { $0 == .yes ? tone.role : .dim })
    case .line(let look): return ColumnCell(look.pieces(of: text))
    }
  }

  /// Whether fewer are ready than there are.
  private static func isUnready(_ text: String) -> Bool {
    let parts = text.split(separator: "/", omittingEmptySubsequences: false).map { Int($0) }
    guard parts.count == 2, let ready = parts[0], let all = parts[1] else { return false }
    return ready < all
  }

  private static func role(ofSign sign: FloatingPointSign?) -> Theme.Role {
    switch sign {
    case .plus: .success
    case .minus: .failure
    case nil: .dim
    }
  }

  /// Whether numbers are aligned at the decimal point.
  private var isPointAligned: Bool {
    switch format {
    case .number, .amount: true
    default: false
    }
  }
}

extension Column {
  /// The text of a row in a cell, including what the look adds.
  ///
  /// - Complexity: O(`limit`), because cells are drawn in every frame.
  package func shownText(
    of value: JSONValue,
    in row: Row,
    _ calendar: Calendar,
    at present: FeedTime?,
    limit: Int = Column.longestCell
  ) -> String {
    let text = cellText(of: value, in: row, calendar, at: present, limit: limit)
    switch look {
    case .count: return NumberText.grouped(text) ?? text
    case .delta(let isPercent, _):
      guard NumberText.isNumber(String(NumberText.withoutPercentSign(text))) else { return text }
      let sign = NumberText.sign(of: text) == .some(.plus) && !text.hasPrefix("+") ? "+" : ""
      return sign + text + (isPercent ? percentSign(after: text) : "")
    case .percent(let scale):
      guard scale.full == 100, NumberText.isNumber(text) else { return text }
      return text + percentSign(after: text)
    default: return text
    }
  }

  /// A percent sign, unless the text or the title already has one.
  private func percentSign(after text: String) -> String {
    text.hasSuffix("%") || title.contains("%") ? "" : "%"
  }
}

extension HTTP {
  /// The role of a status code.
  static func role(ofStatus text: String) -> Theme.Role? {
    switch Int(text) ?? 0 {
    case 200..<300: .success
    case 400..<500: .pending
    case 500..<600: .failure
    case 100..<200, 300..<400: .dim
    default: nil
    }
  }

  /// The role of a request method, by its effect on the resource.
  static func role(ofMethod text: String) -> Theme.Role? {
    switch methods[text.uppercased()] {
    case .reads: .accent
    case .writes: .success
    case .removes: .failure
    case .neither: .dim
    case nil: nil
    }
  }
}

extension ColumnCell {
  /// Styles the parts of the text as the program that wrote it did, replacing listview's own styling.
  ///
  /// - Parameters:
  ///   - spans: The styled spans of the text, from the start of the cell.
  ///   - width: The width of the cell in screen columns.
  mutating func take(_ spans: [TextSpan], width: Int) {
    runs = []
    for span in spans {
      let count = text.utf8.count
      guard span.bytes.lowerBound < count else { break }
      let lower = text.utf8.index(text.startIndex, offsetBy: span.bytes.lowerBound)
      let upper = text.utf8.index(text.startIndex, offsetBy: min(span.bytes.upperBound, count))
      let start = DisplayWidth.width(of: text[..<lower], limit: width)
      guard start < width else { break }
      let end = min(start + DisplayWidth.width(of: text[lower..<upper], limit: width), width)
      runs.append(Run(columns: start..<end, role: span.pen.role, pen: span.pen))
    }
  }
}

extension TextPen {
  /// The role in the theme nearest to the colour, legible on the theme's background.
  package var role: Theme.Role {
    let color = isReversed ? background : foreground
    guard let color else { return isDim ? .dim : .text }
    return color.role
  }

  /// The role that fills the background; nil for none.
  package var fill: Theme.Role? {
    if isReversed { return foreground?.role ?? .dim }
    guard let background else { return nil }
    return background.role
  }
}

extension TextPen.Color {
  /// The role nearest to the colour by hue; grey is dim and white is text.
  var role: Theme.Role {
    switch self {
    case .indexed(0), .indexed(8): return .dim
    case .indexed(1), .indexed(9): return .failure
    case .indexed(2), .indexed(10): return .success
    case .indexed(3), .indexed(11): return .warning
    case .indexed(4), .indexed(12): return .moved
    case .indexed(5), .indexed(6), .indexed(13), .indexed(14): return .accent
    case .indexed(7), .indexed(15): return .text
    case .indexed(let number): return Self.role(of: RGBColor.palette(number))
    case .rgb(let red, let green, let blue):
      return Self.role(of: RGBColor(red: red, green: green, blue: blue))
    }
  }

  private static func role(of color: RGBColor) -> Theme.Role {
    let (red, green, blue) = (Int(color.red), Int(color.green), Int(color.blue))
    let (most, least) = (max(red, green, blue), min(red, green, blue))
    let span = most - least
    // A nearly grey colour is classified by its lightness.
    guard span * 4 > most, most > 40 else { return most < 168 ? .dim : .text }
    let hue =
      if most == red {
        (green - blue) * 60 / span + (green < blue ? 360 : 0)
      } else if most == green {
        (blue - red) * 60 / span + 120
      } else {
        (red - green) * 60 / span + 240
      }
    switch hue {
    case 20..<70: return .warning
    case 70..<165: return .success
    case 200..<265: return .moved
    case 165..<200, 265..<330: return .accent
    default: return .failure
    }
  }
}

extension String {
  /// The width of the text in screen columns.
  package var displayWidth: Int { DisplayWidth.width(of: self) }
}
