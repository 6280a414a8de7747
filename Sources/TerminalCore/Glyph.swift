/// A base scalar with up to four marks and its width in columns, in sixteen bytes.
struct Glyph: Hashable, Sendable {
  /// The base scalar, then the first two marks, 21 bits each.
  private var first: UInt64
  /// The third mark, two bits of width from bit 21, the fourth mark from bit 24.
  private var second: UInt64

  static let space = Glyph(base: " ", width: 1)
  /// The second column of a wide character.
  static let rightHalf = Glyph(base: "\0", width: 0)

  @inline(__always)
  init(base: Unicode.Scalar, width: Int) {
    first = UInt64(base.value)
    second = UInt64(width) << 21
  }

  @inline(__always) var width: Int { Int(second >> 21 & 3) }

  var base: Unicode.Scalar { Glyph.scalar(first) ?? "\0" }

  func mark(_ index: Int) -> Unicode.Scalar? {
    switch index {
    case 0: Glyph.scalar(first >> 21)
    case 1: Glyph.scalar(first >> 42)
    case 2: Glyph.scalar(second)
    default: Glyph.scalar(second >> 24)
    }
  }

  /// Sets the mark at `index`, which must be empty.
  mutating func add(_ mark: Unicode.Scalar, at index: Int) {
    let value = UInt64(mark.value)
    switch index {
    case 0: first |= value << 21
    case 1: first |= value << 42
    case 2: second |= value
    default: second |= value << 24
    }
  }

  /// The scalar in the low 21 bits; nil if they are 0.
  private static func scalar(_ bits: UInt64) -> Unicode.Scalar? {
    let value = UInt32(truncatingIfNeeded: bits & 0x1F_FFFF)
    return value == 0 ? nil : Unicode.Scalar(value)
  }
}

/// Lays text out into glyphs, one grapheme cluster after another.
///
/// The rule, which gives the same widths as glibc, ncurses and tmux:
///
/// - A scalar to which wcwidth(3) gives one or two columns begins a glyph; one with no columns
///   joins the glyph before it as a mark, up to four of them.
/// - Whatever only affects how other scalars look or join is dropped: joiners and what an emoji
///   joins, skin tones, variation selectors, emoji tags, direction marks, soft hyphens.
/// - Whatever disguises text becomes U+FFFD: bidirectional embeddings, overrides and isolates,
///   zero-width spaces, fillers, other tags.
/// - Tab, line feed, carriage return and Unicode's line and paragraph separators become spaces; all
///   other controls, and scalars that the C library does not know, become U+FFFD.
struct GlyphLayout {
  private let text: Substring
  private let scalars: Substring.UnicodeScalarView
  private var index: String.Index
  private var ahead: Unicode.Scalar?
  /// The glyphs of the cluster that the last `next()` read.
  private(set) var glyphs: [Glyph] = []

  /// Lays out `text`, or as much of it as can matter to the first `columns` columns.
  ///
  /// A cluster may be arbitrarily long, and finding its end reads it whole; so at most sixteen
  /// scalars per column are examined.
  init(_ text: Substring, columns: Int = .max) {
    var text = text
    let limit = columns.addingReportingOverflow(4).overflow ? Int.max / 64 : columns + 4
    if text.utf8.count / 64 > limit {
      let end = text.unicodeScalars.index(
        text.startIndex,
        offsetBy: max(limit, 4) * 16,
        limitedBy: text.endIndex
      )
      text = Substring(String(text.unicodeScalars[..<(end ?? text.endIndex)]))
    }
    self.text = text
    scalars = text.unicodeScalars
    index = text.startIndex
    ahead = scalars.first
  }

  /// Reads the next cluster into `glyphs` and returns its width in columns; nil at the end of the
  /// text.
  ///
  /// A cluster may be empty: zero columns, no glyph.
  @inline(__always)
  mutating func next() -> Int? {
    guard let scalar = ahead else { return nil }
    let following = scalars.index(after: index)
    let successor = following < scalars.endIndex ? scalars[following] : nil
    // Two such scalars never belong to one cluster.
    let width = GlyphLayout.simpleWidth(scalar)
    if width > 0, successor.map({ GlyphLayout.simpleWidth($0) > 0 }) ?? true {
      glyphs.removeAll(keepingCapacity: true)
      glyphs.append(Glyph(base: scalar, width: width))
      index = following
      ahead = successor
      return width
    }
    return nextCluster()
  }

  private mutating func nextCluster() -> Int {
    glyphs.removeAll(keepingCapacity: true)
    let end = text.index(after: index)
    var (columns, marks, joins) = (0, 0, false)
    while index < end {
      let scalar = scalars[index]
      index = scalars.index(after: index)
      if scalar == "\u{200D}" {
        joins = true
        continue
      }
      let (drawn, width) = GlyphLayout.drawn(scalar)
      // The flag of England is a black flag followed by five letters as tags.
      if GlyphLayout.isTag(scalar), glyphs.last?.width == 2 { continue }
      // The part that a joiner adds to an emoji belongs to one picture, which only some terminals have.
      let isTail = joins && (width == 2 || glyphs.last?.width == 2)
      let isSkinTone = (0x1F3FB...0x1F3FF).contains(scalar.value) && !glyphs.isEmpty
      joins = false
      if isTail || isSkinTone { continue }
      if width > 0 {
        glyphs.append(Glyph(base: drawn, width: width))
        columns += width
        marks = 0
      } else if width == 0, !glyphs.isEmpty, marks < Cell.maximumMarks {
        glyphs[glyphs.count - 1].add(drawn, at: marks)
        marks += 1
      }
    }
    ahead = index < scalars.endIndex ? scalars[index] : nil
    return columns
  }

  /// The width of a scalar that always stands alone; 0 for one that needs a closer look.
  @inline(__always)
  private static func simpleWidth(_ scalar: Unicode.Scalar) -> Int {
    switch scalar.value {
    case 0x20...0x7E: 1
    case 0xA0...0x2FF: scalar == "\u{AD}" || scalar == "\u{A9}" || scalar == "\u{AE}" ? 0 : 1
    case 0x391...0x3A1, 0x3A3...0x482, 0x48A...0x52F, 0x2010...0x2027, 0x2500...0x25A9: 1
    case 0x3041...0x3096, 0x30A1...0x30FA, 0x4E00...0x9FFF, 0xAC00...0xD7A3: 2
    default: 0
    }
  }

  /// The scalar drawn for `scalar`, and its width; −1 columns for none.
  private static func drawn(_ scalar: Unicode.Scalar) -> (Unicode.Scalar, width: Int) {
    switch scalar.value {
    case 0x20...0x7E: return (scalar, 1)
    case 0x09, 0x0A, 0x0D, 0x2028, 0x2029: return (" ", 1)
    case 0..<0x20, 0x7F..<0xA0: return ("\u{FFFD}", 1)
    default: break
    }
    if isDisguise(scalar) { return ("\u{FFFD}", 1) }
    if scalar.properties.isDefaultIgnorableCodePoint { return (scalar, -1) }
    let width = WidthTable.glibc[scalar]
    if width < 0 { return ("\u{FFFD}", 1) }
    if width == 0, scalar.properties.generalCategory == .format { return (scalar, -1) }
    return (scalar, width)
  }

  private static func isTag(_ scalar: Unicode.Scalar) -> Bool {
    (0xE0020...0xE007F).contains(scalar.value)
  }

  /// Whether a scalar only serves to make a text look like another one: it must be visible to the
  /// reader.
  private static func isDisguise(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    // Embeddings, overrides and isolates.
    case 0x202A...0x202E, 0x2066...0x2069: true
    // Zero-width space and no-break space, word joiner, invisible operators, deprecated controls.
    case 0x200B, 0xFEFF, 0x2060...0x2064, 0x206A...0x206F: true
    // Hangul fillers, annotations, tags.
    case 0x3164, 0xFFA0, 0xFFF9...0xFFFB, 0xE0001, 0xE0020...0xE007F: true
    default: false
    }
  }
}
