import CVTerm

/// A terminal in the process (libvterm), which reads what programs draw.
package final class TerminalEmulator {
  private let terminal: OpaquePointer
  private let screen: OpaquePointer
  private let state: State
  /// Cells across.
  package private(set) var columns: Int
  /// Cells down.
  package private(set) var lines: Int
  /// The private modes that were set or reset by name, from the bytes themselves: libvterm does not
  /// tell all that it knows.
  package private(set) var modes: [Int: Bool] = [:]
  private var modeScanner = ModeScanner()
  private var unfinished: [UInt8] = []

  /// The state that libvterm tells by callbacks.
  private final class State {
    var isCursorVisible = true
    var isAlternate = false
    var mouse = 0
    var titles = 0
    var bells = 0
    /// The link of what is drawn now, and the links of cells by line and column.
    var link: String?
    var links: [[Int]: String] = [:]
  }

  /// One cell as it is shown.
  package struct Cell: Equatable {
    /// The character and its marks; a space if there is nothing.
    package var text: String
    /// 1 or 2.
    package var width: Int
    /// Bold.
    package var isBold: Bool
    /// Foreground and background exchanged.
    package var isReverse: Bool
    /// Underlined.
    package var isUnderlined: Bool
    /// −1 for the default, 0 to 255 for the palette, 0x1RRGGBB for any other.
    package var foreground: Int
    /// As the foreground.
    package var background: Int
  }

  /// Creates a terminal that has just been switched on.
  package init(columns: Int, lines: Int) {
    self.columns = columns
    self.lines = lines
    terminal = vterm_new(Int32(lines), Int32(columns))
    vterm_set_utf8(terminal, 1)
    screen = vterm_obtain_screen(terminal)
    state = State()
    vterm_screen_enable_altscreen(screen, 1)
    vterm_screen_set_callbacks(screen, callbacks, Unmanaged.passUnretained(state).toOpaque())
    vterm_screen_reset(screen, 1)
    state.titles = 0
  }

  deinit {
    vterm_free(terminal)
    callbacks.deallocate()
  }

  private let callbacks: UnsafeMutablePointer<VTermScreenCallbacks> = {
    let callbacks = UnsafeMutablePointer<VTermScreenCallbacks>.allocate(capacity: 1)
    callbacks.initialize(to: VTermScreenCallbacks())
    callbacks.pointee.settermprop = { property, value, user in
      guard let value, let user else { return 0 }
      let state = Unmanaged<State>.fromOpaque(user).takeUnretainedValue()
      switch property {
      case VTERM_PROP_CURSORVISIBLE: state.isCursorVisible = vt_boolean(value) != 0
      case VTERM_PROP_ALTSCREEN: state.isAlternate = vt_boolean(value) != 0
      case VTERM_PROP_MOUSE: state.mouse = Int(vt_number(value))
      case VTERM_PROP_TITLE, VTERM_PROP_ICONNAME: state.titles += 1
      default: break
      }
      return 1
    }
    callbacks.pointee.damage = { area, user in
      guard let user else { return 0 }
      let state = Unmanaged<State>.fromOpaque(user).takeUnretainedValue()
      for line in area.start_row..<area.end_row {
        for column in area.start_col..<area.end_col {
          state.links[[Int(line), Int(column)]] = state.link
        }
      }
      return 1
    }
    callbacks.pointee.bell = { user in
      guard let user else { return 0 }
      Unmanaged<State>.fromOpaque(user).takeUnretainedValue().bells += 1
      return 1
    }
    return callbacks
  }()

  /// Whether the cursor is shown.
  package var isCursorVisible: Bool { state.isCursorVisible }
  /// Whether the alternate screen is shown.
  package var isAlternate: Bool { state.isAlternate }
  /// Whether the mouse is reported.
  package var isMouseOn: Bool { state.mouse != 0 }
  /// The number of times that a title was set.
  package var titles: Int { state.titles }
  /// The number of times that the bell rang.
  package var bells: Int { state.bells }

  /// The place of the cursor.
  package var cursor: (line: Int, column: Int) {
    var position = VTermPos()
    vterm_state_get_cursorpos(vterm_obtain_state(terminal), &position)
    return (Int(position.row), Int(position.col))
  }

  /// Takes output of a program and returns what the terminal answers to it.
  @discardableResult
  package func feed(_ bytes: some Collection<UInt8>) -> [UInt8] {
    let bytes = Array(bytes)
    for byte in bytes where byte == 0x1B || modeScanner.isInside {
      if let (mode, isOn) = modeScanner.take(byte) { modes[mode] = isOn }
    }
    // libvterm knows no links: they are told by what is drawn between their sequences.
    for part in parts(of: bytes) {
      part.bytes.withUnsafeBytes {
        if let base = $0.baseAddress {
          _ = vterm_input_write(terminal, base.assumingMemoryBound(to: CChar.self), $0.count)
        }
      }
      if let link = part.link { state.link = link.isEmpty ? nil : link }
    }
    var answer = [CChar](repeating: 0, count: 4096)
    let count = vterm_output_read(terminal, &answer, answer.count)
    return answer.prefix(count).map { UInt8(bitPattern: $0) }
  }

  /// The link of the cell at a place; nil for none.
  package func link(line: Int, column: Int) -> String? { state.links[[line, column]] }

  /// Bytes, divided by the sequences that begin or end a link; the beginning of one waits for its rest.
  private func parts(of bytes: [UInt8]) -> [(bytes: ArraySlice<UInt8>, link: String?)] {
    let opening = Array("\u{1B}]8;;".utf8)
    var parts: [(bytes: ArraySlice<UInt8>, link: String?)] = []
    var rest = (unfinished + bytes)[...]
    while let start = rest.firstRange(of: opening),
      let end = rest[start.upperBound...].firstRange(of: Array("\u{1B}\\".utf8))
    {
      let link = String(decoding: rest[start.upperBound..<end.lowerBound], as: UTF8.self)
      parts.append((rest[..<start.lowerBound], link))
      rest = rest[end.upperBound...]
    }
    let start =
      rest.firstRange(of: opening)?.lowerBound
      ?? rest.indices.suffix(opening.count - 1).first { opening.starts(with: rest[$0...]) }
    unfinished = start.map { Array(rest[$0...]) } ?? []
    return parts + [(rest[..<(start ?? rest.endIndex)], nil)]
  }

  /// Changes the size; what does not fit is gone.
  package func resize(columns: Int, lines: Int) {
    (self.columns, self.lines) = (columns, lines)
    vterm_set_size(terminal, Int32(lines), Int32(columns))
  }

  /// The cell at a place.
  package func cell(line: Int, column: Int) -> Cell {
    var cell = vt_cell(screen, Int32(line), Int32(column))
    var text = ""
    withUnsafeBytes(of: &cell.chars) {
      for value in $0.bindMemory(to: UInt32.self) {
        // libvterm marks the right half of a wide character by all ones.
        guard value != 0, value != UInt32.max else { break }
        text.unicodeScalars.append(Unicode.Scalar(value) ?? "\u{FFFD}")
      }
    }
    return Cell(
      text: text.isEmpty ? " " : text,
      width: Int(cell.width),
      isBold: cell.bold != 0,
      isReverse: cell.reverse != 0,
      isUnderlined: cell.underline != 0,
      foreground: Int(cell.foreground),
      background: Int(cell.background)
    )
  }

  /// The part of a cell that needs no string, for a caller that looks at all cells of many screens.
  package struct Look: Equatable {
    /// The first scalar; a space if there is nothing.
    package var scalar: UInt32
    /// 1 or 2.
    package var width: Int
    /// As in ``Cell``.
    package var foreground: Int
    /// As in ``Cell``.
    package var background: Int
  }

  /// The look of the cell at a place, without the marks on it.
  package func look(line: Int, column: Int) -> Look {
    let cell = vt_cell(screen, Int32(line), Int32(column))
    return Look(
      scalar: cell.chars.0 == 0 ? 0x20 : cell.chars.0,
      width: Int(cell.width),
      foreground: Int(cell.foreground),
      background: Int(cell.background)
    )
  }

  /// A line's text without the spaces at its end.
  package func line(_ line: Int) -> String {
    var (text, column) = ("", 0)
    while column < columns {
      let cell = cell(line: line, column: column)
      text += cell.text
      column += max(1, cell.width)
    }
    while text.last == " " { text.removeLast() }
    return text
  }

  /// All lines.
  package var text: [String] { (0..<lines).map { line($0) } }
}

/// Finds `ESC [ ? n ; … h` and `l` in a stream of bytes.
private struct ModeScanner {
  private var pending: [UInt8] = []

  /// Whether a sequence has begun.
  var isInside: Bool { !pending.isEmpty }

  mutating func take(_ byte: UInt8) -> (mode: Int, isOn: Bool)? {
    if byte == 0x1B {
      pending = [byte]
      return nil
    }
    guard !pending.isEmpty else { return nil }
    pending.append(byte)
    let start = Array("\u{1B}[?".utf8)
    if pending.count <= start.count {
      if pending != Array(start.prefix(pending.count)) { pending = [] }
      return nil
    }
    if byte == UInt8(ascii: "h") || byte == UInt8(ascii: "l") {
      let number = Int(String(decoding: pending.dropFirst(3).dropLast(), as: UTF8.self))
      pending = []
      return number.map { ($0, byte == UInt8(ascii: "h")) }
    }
    if !(0x30...0x3B).contains(byte) { pending = [] }
    return nil
  }
}
