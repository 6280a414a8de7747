/// What a terminal tells a program.
public enum InputEvent: Hashable, Sendable {
  /// A key.
  case key(Key, Modifiers)
  /// Text pasted in one piece, as it came: nothing in it is a key.
  case paste(String)
  /// The mouse, where it was asked for.
  case mouse(MouseEvent)
  /// The window got the focus (true) or lost it.
  case focus(Bool)
  /// The window has a new size.
  case resize(TerminalSize)
  /// An answer to a question.
  case report(TerminalReport)

  /// A key without modifiers.
  public static func key(_ key: Key) -> InputEvent { .key(key, []) }

  /// A key of the keyboard.
  public enum Key: Hashable, Sendable {
    /// A character, as typed: `A` and not shift-`a`. With ``Modifiers/control``, the lower-case
    /// letter or the sign that was pressed with it: `.key(.character("d"), .control)`.
    case character(Character)
    /// A function key, from 1.
    case function(Int)
    case up, down, left, right
    case home, end, pageUp, pageDown
    case insert, delete, backspace
    case enter, tab, escape
  }

  /// What was held down together with a key or a button.
  public struct Modifiers: OptionSet, Hashable, Sendable {
    /// The modifiers as bits, as xterm numbers them less one.
    public let rawValue: UInt8

    /// Creates a set from its bits.
    public init(rawValue: UInt8) { self.rawValue = rawValue }

    /// Shift; with a character it is already in the character.
    public static let shift = Modifiers(rawValue: 1)
    /// Alt or Meta, which terminals also send as an ESC before the key.
    public static let alt = Modifiers(rawValue: 2)
    /// Control.
    public static let control = Modifiers(rawValue: 4)
  }
}

/// A button pressed or released, the wheel, or a movement, at a cell.
public struct MouseEvent: Hashable, Sendable {
  /// What happened.
  public enum Kind: Hashable, Sendable {
    /// A button went down; 0 is the left one, 1 the middle, 2 the right.
    case press(button: Int)
    /// A button went up; terminals of the old protocol do not say which, and −1 stands for that.
    case release(button: Int)
    /// The pointer moved with a button down.
    case drag(button: Int)
    /// The pointer moved.
    case move
    /// The wheel, one notch.
    case wheelUp
    /// The wheel, one notch.
    case wheelDown
    /// The wheel to the left, one notch.
    case wheelLeft
    /// The wheel to the right, one notch.
    case wheelRight
  }

  /// What happened.
  public var kind: Kind
  /// The cell's column, from 0.
  public var column: Int
  /// The cell's line, from 0.
  public var line: Int
  /// The modifiers that were held.
  public var modifiers: InputEvent.Modifiers

  /// Creates an event.
  public init(kind: Kind, column: Int, line: Int, modifiers: InputEvent.Modifiers = []) {
    self.kind = kind
    self.column = column
    self.line = line
    self.modifiers = modifiers
  }
}

/// An answer of the terminal to a question that a session asked.
public enum TerminalReport: Hashable, Sendable {
  /// Whether a private mode is known (DECRPM): 0 not, 1 set, 2 reset, 3 and 4 the same for ever.
  case mode(Int, state: Int)
  /// The background, asked by OSC 11.
  case background(RGBColor)
  /// Whether the terminal's colours are dark or light now (mode 2031): asked, or told when its user
  /// changes them.
  case appearance(Appearance)
  /// The device attributes (DA1), which every terminal gives: what was asked before is answered.
  case deviceAttributes
}
