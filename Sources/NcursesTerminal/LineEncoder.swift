import CNcurses
import TerminalCore

/// Translates a line of cells into the cells of ncurses.
struct LineEncoder {
  /// The line, one element for each character; the right half of a wide one has none.
  private(set) var glyphs: [cchar_t] = []
  private var lastStyle: Style = .plain
  private var lastPair: (attributes: attr_t, pair: Int32) = (0, 0)

  /// Encodes `cells` into `glyphs`.
  mutating func encode(_ cells: ArraySlice<Cell>, pairs: inout ColorPairs) {
    glyphs.removeAll(keepingCapacity: true)
    glyphs.reserveCapacity(cells.count)
    // A style is looked up once for consecutive cells that share it; the cache does not outlive the
    // call, because pairs may not.
    lastStyle = .plain
    lastPair = (0, 0)
    var index = cells.startIndex
    while index < cells.endIndex {
      if isPlainSpace(cells[index]) {
        let end = endOfSpaces(cells, from: index)
        appendSpaces(cells, index..<end, pairs: &pairs)
        index = end
      } else {
        append(cells[index], pairs: &pairs)
        index += 1
      }
    }
  }

  /// A space whose foreground is invisible.
  private func isPlainSpace(_ cell: Cell) -> Bool {
    cell.isSpace && cell.style.attributes.isDisjoint(with: LineEncoder.visibleOnSpaces)
  }

  private static let visibleOnSpaces: Style.Attributes = [.underline, .reverse]

  private func endOfSpaces(_ cells: ArraySlice<Cell>, from start: Int) -> Int {
    let first = cells[start]
    var end = start + 1
    while end < cells.endIndex {
      let cell = cells[end]
      // Nearly all spaces of a run are the same cell.
      if cell != first {
        guard cell.style.background == first.style.background, isPlainSpace(cell) else { break }
      }
      end += 1
    }
    return end
  }

  /// Spaces take the style of the text beside them, so that fewer styles are sent.
  private mutating func appendSpaces(
    _ cells: ArraySlice<Cell>,
    _ range: Range<Int>,
    pairs: inout ColorPairs
  ) {
    var style = Style(background: cells[range.lowerBound].style.background)
    if range.upperBound < cells.endIndex {
      let neighbours = [range.lowerBound - 1, range.upperBound].filter(cells.indices.contains)
      for neighbour in neighbours.map({ cells[$0].style })
      where neighbour.background == style.background
        && neighbour.attributes.isDisjoint(with: LineEncoder.visibleOnSpaces)
      {
        style = neighbour
        break
      }
    } else if style.background != .default, range.lowerBound > cells.startIndex {
      // At the end of a line a plain background may be cleared to; a foreground does not prevent
      // that.
      let neighbour = cells[range.lowerBound - 1].style
      if neighbour.background == style.background { style.foreground = neighbour.foreground }
    }
    choose(style, pairs: &pairs)
    let space = cchar_t(
      attr: lastPair.attributes,
      chars: (0x20, 0, 0, 0, 0),
      ext_color: lastPair.pair
    )
    glyphs.append(contentsOf: repeatElement(space, count: range.count))
  }

  private mutating func choose(_ style: Style, pairs: inout ColorPairs) {
    guard style != lastStyle else { return }
    lastStyle = style
    lastPair = (LineEncoder.attributes(style.attributes), pairs.pair(for: style))
  }

  private mutating func append(_ cell: Cell, pairs: inout ColorPairs) {
    guard !cell.isContinuation else { return }
    choose(cell.style, pairs: &pairs)
    // ncurses lays out by the C library's widths. If its Unicode version differs from that of
    // TerminalCore's table, the character is replaced, so that the line stays aligned.
    let base = wchar_t(bitPattern: cell.base.value)
    if cell.base.value > 0x7F, wcwidth(base) != Int32(cell.width) {
      append((0xFFFD, 0, 0, 0, 0))
      if cell.width == 2 { append((0x20, 0, 0, 0, 0)) }
      return
    }
    guard cell.mark(0) != nil else {
      append((base, 0, 0, 0, 0))
      return
    }
    // ncurses sends what it takes for a combining mark unchanged.
    func mark(_ index: Int) -> wchar_t {
      let value = wchar_t(bitPattern: cell.mark(index)?.value ?? 0)
      return wcwidth(value) == 0 ? value : 0
    }
    append((base, mark(0), mark(1), mark(2), mark(3)))
  }

  private mutating func append(_ chars: (wchar_t, wchar_t, wchar_t, wchar_t, wchar_t)) {
    glyphs.append(cchar_t(attr: lastPair.attributes, chars: chars, ext_color: lastPair.pair))
  }

  private static func attributes(_ attributes: Style.Attributes) -> attr_t {
    var result: attr_t = 0
    if attributes.contains(.bold) { result |= NC_BOLD }
    if attributes.contains(.dim) { result |= NC_DIM }
    if attributes.contains(.reverse) { result |= NC_REVERSE }
    if attributes.contains(.underline) { result |= NC_UNDERLINE }
    if attributes.contains(.italic) { result |= NC_ITALIC }
    return result
  }
}
