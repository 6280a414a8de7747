import CNcurses
import CTTY
import Glibc
import TerminalCore

/// Renders frames with the fewest bytes: ncurses compares them with the physical screen and writes
/// the difference into memory.
///
/// ncurses writes its output piece by piece to a descriptor; this is a file in memory, so that a
/// frame reaches the terminal in one write.
final class CursesRenderer {
  /// The terminal's name in terminfo, which may be a fallback.
  let term: String
  /// The number of colours in the terminal's entry.
  let terminalColors: Int
  /// The number of colours that are used.
  private(set) var depth: ColorDepth
  private let screen: OpaquePointer
  private let file: UnsafeMutablePointer<FILE>
  private let memory: Int32
  private var pairs: ColorPairs
  private var encoder = LineEncoder()
  /// Nil if the terminal does not use ECMA-48 sequences.
  private var filter: RenditionFilter?
  /// Whether the scrolling region may belong to another size: most terminals reset it when they are
  /// resized, but those based on libvterm, such as Neovim's and Emacs', keep it.
  private var isRegionUnknown = false
  /// Whether ncurses has initialised the screen.
  private var hasScreen = false
  /// The lines that ncurses was given last.
  private var shown: CellBuffer?
  /// Whether links are sent.
  private let sendsLinks: Bool
  /// The links on the screen, with their cells.
  private var shownLinks: Set<LinkedCells> = []

  /// A link and how its cells look: cells that are drawn anew lose their link.
  private struct LinkedCells: Hashable {
    let link: Hyperlink
    let cells: ArraySlice<Cell>
  }

  /// The entries to try, in this order, after the terminal's own: nearly every current terminal
  /// understands the first.
  static let fallbacks = ["xterm-256color", "xterm", "vt100"]

  /// Opens a screen that renders into memory.
  ///
  /// - Parameters:
  ///   - term: The terminal's name.
  ///   - sendsLinks: Whether the terminal knows links.
  ///   - depth: Chooses how many colours to use, given how many the terminal's entry has.
  /// - Throws: ``TerminalError/noTerminfo(term:)``, ``TerminalError/cannotDraw(term:)``, or
  ///   ``TerminalError/system(call:errno:)``.
  init(
    term: String,
    sendsLinks: Bool = false,
    depth: (_ terminalColors: Int) -> ColorDepth
  ) throws(TerminalError) {
    TextLocale.useUTF8()
    self.sendsLinks = sendsLinks
    let memory = tty_memory_file()
    guard memory >= 0 else { throw .system(call: "memfd_create", errno: -memory) }
    let file = try Self.stream(over: memory)
    // The size is set later; LINES and COLUMNS in the environment describe the shell's window.
    use_env(false)
    let names = [term] + CursesRenderer.fallbacks
    guard let name = names.first(where: { nc_entry_open($0, memory) }) else {
      fclose(file)
      throw .noTerminfo(term: term)
    }
    let canDraw = nc_string("cup") != nil
    let colors = max(0, Int(nc_number("colors")))
    filter = CursesRenderer.supportsECMA48 ? RenditionFilter() : nil
    terminalColors = colors
    self.depth = depth(colors)
    var entry: TerminfoEntry?
    let isDirect = self.depth == .trueColor && !nc_flag("RGB")
    if isDirect || nc_number("lines") < 1 || nc_number("cols") < 1 {
      entry = TerminfoEntry(currentNamed: name)
      entry?.useSize(columns: 80, lines: 24)
      if isDirect { entry?.useDirectColors() }
    }
    nc_entry_close()
    guard canDraw else {
      fclose(file)
      throw .cannotDraw(term: name)
    }
    guard let screen = CursesRenderer.open(name, entry, file) else {
      fclose(file)
      throw .noTerminfo(term: name)
    }
    (self.term, self.screen, self.file, self.memory) = (name, screen, file, memory)
    set_term(screen)
    nonl()
    noecho()
    typeahead(-1)
    curs_set(0)
    nc_configure()
    pairs = ColorPairs(maximum: self.depth)
  }

  /// A stream that owns a descriptor, which is closed if there can be none.
  ///
  /// - Throws: ``TerminalError/system(call:errno:)``.
  static func stream(
    over descriptor: Int32,
    mode: String = "w+"
  ) throws(TerminalError) -> UnsafeMutablePointer<FILE> {
    if let file = fdopen(descriptor, mode) { return file }
    let code = errno
    Glibc.close(descriptor)
    throw .system(call: "fdopen", errno: code)
  }

  /// Whether the entry resets with `ESC [ m` and has the default colours 39 and 49.
  private static var supportsECMA48: Bool {
    guard let reset = nc_string("sgr0").map({ String(cString: $0) }) else { return false }
    let colors = nc_string("op").map { String(cString: $0) }
    return (reset.contains("\u{1B}[m") || reset.contains("\u{1B}[0m"))
      && (colors ?? "39;49").contains("39;49")
  }

  /// Opens a screen with the entry of that name in the database, or with the given one.
  private static func open(
    _ name: String,
    _ entry: TerminfoEntry?,
    _ file: UnsafeMutablePointer<FILE>
  ) -> OpaquePointer? {
    tty_dispositions_save()
    defer { tty_dispositions_restore() }
    guard let entry else { return newterm(name, file, file) }
    // ncurses reads the environment only while it opens a screen.
    let variable = "TERMINFO"
    let previous = getenv(variable).map { String(cString: $0) }
    setenv(variable, "hex:" + entry.compiled.map(hexadecimal).joined(), 1)
    defer { if let previous { setenv(variable, previous, 1) } else { unsetenv(variable) } }
    return newterm(name, file, file)
  }

  deinit {
    delscreen(screen)
    fclose(file)
  }

  /// A string of the terminal's entry in terminfo.
  func string(_ name: String) -> [UInt8] {
    set_term(screen)
    return nc_string(name).map(TerminfoEntry.bytes) ?? []
  }

  /// Sets the window's new size; everything is redrawn, because terminals treat their cells
  /// differently when they are resized.
  func resize(to size: TerminalSize) {
    set_term(screen)
    resize_term(Int32(max(1, size.lines)), Int32(max(1, size.columns)))
    repaint()
    // The output of ncurses at the start sets the region.
    isRegionUnknown = hasScreen && filter != nil && nc_string("csr") != nil
  }

  /// Starts colours on a screen that was opened without.
  ///
  /// A terminal with 16 million colours gets 256: whether its entry counts them as red, green and
  /// blue is decided when a screen is opened.
  func startColors(_ depth: ColorDepth) {
    guard self.depth == .none, depth > .none else { return }
    set_term(screen)
    self.depth = min(depth, .indexed256)
    pairs = ColorPairs(maximum: self.depth)
    repaint()
  }

  /// Forgets what is on the screen, so that the next frame is drawn whole.
  func repaint() {
    set_term(screen)
    nc_repaint()
    (shown, shownLinks) = (nil, [])
    // Another program may also have changed the attributes.
    if filter != nil { filter = RenditionFilter() }
  }

  /// The bytes that make the screen show `buffer`; empty if it already does.
  func render(_ buffer: CellBuffer) -> [UInt8] {
    set_term(screen)
    let lines = min(buffer.size.lines, Int(nc_lines()))
    let isSame = shown?.size == buffer.size
    if !isSame {
      nc_erase()
      shownLinks = []
    }
    let links = linkedCells(of: buffer)
    // Cells that are scrolled take their links with them.
    nc_scrolling(links.isEmpty && shownLinks.isEmpty)
    // A cell is linked, or no longer, only when it is drawn: it becomes a blank before. In a line that changes, ncurses may
    // draw or shift any cell.
    var redrawn = Dictionary(grouping: links.union(shownLinks), by: \.link.line)
    for line in 0..<lines {
      let cells = buffer.line(line)
      if isSame, let shown, shown.line(line) == cells {
        redrawn[line]?.removeAll { links.contains($0) && shownLinks.contains($0) }
        if redrawn[line]?.isEmpty ?? true {
          redrawn[line] = nil
          continue
        }
      }
      put(cells, at: line, without: redrawn[line] ?? [])
    }
    (shown, shownLinks) = (buffer, links)
    nc_stage()
    doupdate()
    for (line, parts) in redrawn where line < lines {
      draw(parts.filter(links.contains), on: line, of: buffer)
    }
    return takeOutput()
  }

  private func linkedCells(of buffer: CellBuffer) -> Set<LinkedCells> {
    guard sendsLinks, filter != nil else { return [] }
    return Set(
      buffer.links.map { link in
        let line = buffer.line(link.line)
        let start = line.startIndex
        let columns = start + link.columns.lowerBound..<start + link.columns.upperBound
        return LinkedCells(link: link, cells: line[columns])
      }
    )
  }

  /// Gives ncurses a line in which some parts are blank.
  private func put(_ cells: ArraySlice<Cell>, at line: Int, without parts: [LinkedCells]) {
    var cells = cells
    for column in Set(parts.map(\.link.columns).joined()) {
      let style = cells[cells.startIndex + column].style
      cells[cells.startIndex + column] = .blank(Style(background: style.background))
    }
    put(cells, at: line)
  }

  /// Gives ncurses cells, which begin at a column of a line.
  private func put(_ cells: ArraySlice<Cell>, at line: Int, column: Int = 0) {
    encoder.encode(cells, pairs: &pairs)
    encoder.glyphs.withUnsafeBufferPointer {
      if let glyphs = $0.baseAddress {
        nc_put(Int32(line), Int32(column), glyphs, Int32($0.count))
      }
    }
  }

  /// Draws the links of a line, which is blank there, and what is no longer linked.
  private func draw(_ links: [LinkedCells], on line: Int, of buffer: CellBuffer) {
    put(buffer.line(line), at: line, without: links)
    nc_stage()
    doupdate()
    for part in links {
      let columns = part.link.columns
      // The cursor is there before the link begins: ncurses may move it over characters by drawing them.
      nc_place(Int32(line), Int32(columns.lowerBound))
      nc_stage()
      doupdate()
      append(part.link.beginning)
      put(part.cells, at: line, column: columns.lowerBound)
      nc_place(Int32(line), Int32(min(columns.upperBound, buffer.size.columns - 1)))
      nc_stage()
      doupdate()
      append(Hyperlink.end)
    }
    nc_leave()
  }

  /// Appends a control sequence to the output.
  private func append(_ bytes: [UInt8]) {
    fflush(file)
    _ = bytes.withUnsafeBytes { write(memory, $0.baseAddress, $0.count) }
  }

  /// The bytes that restore the screen.
  func end() -> [UInt8] {
    set_term(screen)
    endwin()
    (shown, shownLinks) = (nil, [])
    defer { hasScreen = false }
    // Some terminals restore, with the normal screen, whether the cursor was hidden when its place
    // was last stored, which may have been in the middle of a frame.
    return takeOutput() + string("cnorm")
  }

  private func takeOutput() -> [UInt8] {
    fflush(file)
    let count = Int(lseek(memory, 0, SEEK_CUR))
    guard count > 0 else { return [] }
    let bytes = [UInt8](unsafeUninitializedCapacity: count) { buffer, initialized in
      initialized = max(0, pread(memory, buffer.baseAddress, count, 0))
    }
    lseek(memory, 0, SEEK_SET)
    ftruncate(memory, 0)
    let output = filter?.filter(bytes) ?? bytes
    hasScreen = true
    guard isRegionUnknown else { return output }
    isRegionUnknown = false
    // A frame of a new size first clears the screen from its first cell on, to which this moves.
    return ControlStrings.resetRegion + output
  }
}

private func hexadecimal(_ byte: UInt8) -> String {
  (byte < 16 ? "0" : "") + String(byte, radix: 16)
}

/// The colour pairs of ncurses, each created on first use and never redefined: changing a pair
/// would repaint every cell that uses it.
struct ColorPairs {
  private let colors: Int
  private let limit: Int32
  /// Whether colours are red, green and blue values instead of palette indices.
  private let isDirect: Bool
  private var pairs: [Style: Int32] = [:]
  private var next: Int32 = 1

  /// Starts ncurses' colours if the terminal has any; others are not asked for pairs, for which
  /// ncurses 6.4 reads through a null pointer.
  ///
  /// - Parameter maximum: With ``ColorDepth/none`` no colours are started, whatever the terminal
  ///   has.
  init(maximum: ColorDepth) {
    guard maximum > .none, has_colors() else {
      (colors, limit, isDirect) = (0, 0, false)
      return
    }
    start_color()
    use_default_colors()
    colors = Int(nc_colors())
    limit = nc_pairs()
    isDirect = colors > 256
  }

  /// The pair for a style's two colours; 0, the terminal's default, if none are left.
  mutating func pair(for style: Style) -> Int32 {
    guard colors > 0 else { return 0 }
    var key = style
    key.attributes = []
    if key == .plain { return 0 }
    if let pair = pairs[key] { return pair }
    var pair: Int32 = 0
    if next < limit, init_extended_pair(next, number(key.foreground), number(key.background)) == OK
    {
      pair = next
      next += 1
    }
    pairs[key] = pair
    return pair
  }

  /// The terminal's number for a colour; −1 is the default colour.
  private func number(_ color: TerminalColor) -> Int32 {
    switch color {
    case .default: return -1
    case .indexed(let index):
      if isDirect, index >= 8 { return Int32(RGBColor.palette(index).value) }
      if Int(index) < colors { return Int32(index) }
      return index < 16 ? Int32(index & 7) : -1
    case .rgb(let color):
      // Direct-colour terminals use their first eight colour numbers for ANSI's.
      return isDirect ? Int32(max(color.value, 8)) : number(.indexed(color.nearestIndex))
    }
  }
}
