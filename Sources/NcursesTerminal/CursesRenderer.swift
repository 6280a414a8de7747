import CNcurses
import CTTY
import TerminalCore

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// Turns frames into the fewest bytes that lead from the frame before: ncurses compares them with
/// the physical screen, and writes into memory what would make it so.
///
/// ncurses writes its output piece by piece to a descriptor; this gives it a file in memory, so that
/// a frame leaves for the terminal in one write, wrapped as a whole.
final class CursesRenderer {
  /// The terminal's name in terminfo, perhaps not the one that was asked for.
  let term: String
  private let screen: OpaquePointer
  private let file: UnsafeMutablePointer<FILE>
  private let memory: Int32
  private var pairs: ColorPairs
  private var encoder = LineEncoder()
  /// The lines that ncurses was last given.
  private var shown: CellBuffer?

  /// The names that are tried, in this order, after the terminal's own: nearly every terminal of
  /// today understands the first.
  static let fallbacks = ["xterm-256color", "xterm", "ansi", "vt100"]

  init(term: String) throws(TerminalError) {
    TextLocale.useUTF8()
    let memory = tty_memory_file()
    guard memory >= 0, let file = fdopen(memory, "w+") else {
      throw .system(call: "memfd_create", errno: -memory)
    }
    // The size is set below; LINES and COLUMNS of the environment are the shell's business.
    use_env(false)
    tty_dispositions_save()
    var opened: (name: String, screen: OpaquePointer)?
    for name in [term] + CursesRenderer.fallbacks where opened == nil {
      opened = newterm(name, file, file).map { (name, $0) }
    }
    tty_dispositions_restore()
    guard let opened else {
      fclose(file)
      throw .noTerminfo(term: term)
    }
    (self.term, screen, self.file, self.memory) = (opened.name, opened.screen, file, memory)
    pairs = ColorPairs(canColor: false)
    set_term(screen)
    guard nc_string("cup") != nil else {
      endwin()
      delscreen(screen)
      fclose(file)
      throw .cannotDraw(term: term)
    }
    nonl()
    noecho()
    typeahead(-1)
    curs_set(0)
    nc_configure()
    pairs = ColorPairs(canColor: true)
  }

  deinit {
    delscreen(screen)
    fclose(file)
  }

  /// The colours of the terminal's entry; 0 where it has none.
  var colors: Int { pairs.colors }

  /// A string of the terminal's entry in terminfo.
  func string(_ name: String) -> [UInt8] {
    set_term(screen)
    return nc_string(name).map { Array(String(cString: $0).utf8) } ?? []
  }

  /// Takes the window's new size; everything will be drawn anew, for nobody knows what a terminal
  /// did to its cells.
  func resize(to size: TerminalSize) {
    set_term(screen)
    resize_term(Int32(max(1, size.lines)), Int32(max(1, size.columns)))
    repaint()
  }

  /// Forgets what is on the screen, so that the next frame is drawn whole.
  func repaint() {
    set_term(screen)
    nc_repaint()
    shown = nil
  }

  /// The bytes that make the screen show `buffer`; empty where it does already.
  func render(_ buffer: CellBuffer) -> [UInt8] {
    set_term(screen)
    let lines = min(buffer.size.lines, Int(nc_lines()))
    let isSame = shown?.size == buffer.size
    if !isSame { nc_erase() }
    for line in 0..<lines {
      let cells = buffer.line(line)
      if isSame, let shown, shown.line(line) == cells { continue }
      encoder.encode(cells, pairs: &pairs)
      encoder.glyphs.withUnsafeBufferPointer {
        if let glyphs = $0.baseAddress { nc_put(Int32(line), 0, glyphs, Int32($0.count)) }
      }
    }
    shown = buffer
    nc_stage()
    doupdate()
    return takeOutput()
  }

  /// The bytes that leave the screen as it was found.
  func end() -> [UInt8] {
    set_term(screen)
    endwin()
    shown = nil
    return takeOutput()
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
    return bytes
  }
}
