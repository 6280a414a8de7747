/// A screen that keeps the frames it is shown, for tests.
///
/// ```swift
/// let screen = RecordingScreen(TerminalSize(columns: 40, lines: 10))
/// var buffer = CellBuffer(screen.size)
/// buffer.write("listview", line: 0, column: 1)
/// screen.present(buffer)
/// #expect(screen.lines[0] == " listview")
/// ```
public final class RecordingScreen {
  /// The size to draw for; a test resizes by setting it.
  public var size: TerminalSize
  /// All frames, oldest first.
  public private(set) var frames: [CellBuffer] = []

  /// Creates a screen without a frame.
  public init(_ size: TerminalSize) { self.size = size }

  /// Keeps the frame.
  public func present(_ buffer: CellBuffer) { frames.append(buffer) }

  /// The newest frame.
  public var current: CellBuffer? { frames.last }

  /// The lines of the newest frame, trailing spaces left out; empty before the first.
  public var lines: [String] {
    guard let current else { return [] }
    return (0..<current.size.lines).map { current.text(line: $0) }
  }
}
