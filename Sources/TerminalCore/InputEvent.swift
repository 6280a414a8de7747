/// An event that a terminal reports.
public enum InputEvent: Hashable, Sendable {
  /// A key.
  case key(Key, Modifiers)
  /// Text that was pasted in one piece; nothing in it is a key.
  case paste(String)
  /// The mouse, if it is enabled.
  case mouse(MouseEvent)
  /// The window gained (true) or lost the focus.
  case focus(Bool)
  /// The window has a new size.
  case resize(TerminalSize)
  /// The answer to a query.
  case report(TerminalReport)

  /// A key without modifiers.
  public static func key(_ key: Key) -> InputEvent { .key(key, []) }

  /// A key of the keyboard.
  public enum Key: Hashable, Sendable {
    /// A character, as typed: `A`, not shift-`a`. With ``Modifiers/control``, the lower-case letter
    /// or the sign that was pressed with it: `.key(.character("d"), .control)`.
    case character(Character)
    /// A function key, from 1.
    case function(Int)
    case up, down, left, right
    case home, end, pageUp, pageDown
    case insert, delete, backspace
    case enter, tab, escape
  }

  /// The modifier keys held down with a key or a button.
  public struct Modifiers: OptionSet, Hashable, Sendable {
    /// The modifiers as bits: xterm's numbers minus one.
    public let rawValue: UInt8

    /// Creates a set from its bits.
    public init(rawValue: UInt8) { self.rawValue = rawValue }

    /// Shift; for characters it is already part of the character.
    public static let shift = Modifiers(rawValue: 1)
    /// Alt or Meta, which terminals also send as an ESC before the key.
    public static let alt = Modifiers(rawValue: 2)
    /// Control.
    public static let control = Modifiers(rawValue: 4)
  }
}

/// A mouse button, the wheel, or a movement, at a cell.
public struct MouseEvent: Hashable, Sendable {
  /// The kind of a mouse event.
  public enum Kind: Hashable, Sendable {
    /// A button was pressed: 0 is the left one, 1 the middle, 2 the right.
    case press(button: Int)
    /// A button was released; −1 if the terminal's protocol does not say which.
    case release(button: Int)
    /// The pointer moved with a button held down.
    case drag(button: Int)
    /// The pointer moved.
    case move
    /// The wheel moved up one notch.
    case wheelUp
    /// The wheel moved down one notch.
    case wheelDown
    /// The wheel moved left one notch.
    case wheelLeft
    /// The wheel moved right one notch.
    case wheelRight
  }

  /// The kind of event.
  public var kind: Kind
  /// The cell's column, from 0.
  public var column: Int
  /// The cell's line, from 0.
  public var line: Int
  /// The modifier keys that were held down.
  public var modifiers: InputEvent.Modifiers

  /// Creates an event.
  public init(kind: Kind, column: Int, line: Int, modifiers: InputEvent.Modifiers = []) {
    self.kind = kind
    self.column = column
    self.line = line
    self.modifiers = modifiers
  }
}

/// A terminal's answer to a query of the session.
public enum TerminalReport: Hashable, Sendable {
  /// The state of a private mode (DECRPM): 0 unknown, 1 set, 2 reset, 3 permanently set, 4
  /// permanently reset.
  case mode(Int, state: Int)
  /// The background colour (OSC 11).
  case background(RGBColor)
  /// Whether the terminal's colours are dark or light (mode 2031): an answer, or a notification
  /// when the user changes them.
  case appearance(Appearance)
  /// The device attributes (DA1), which every terminal reports: all earlier queries have been
  /// answered.
  case deviceAttributes
}
