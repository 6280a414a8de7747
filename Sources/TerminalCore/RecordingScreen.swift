/// A screen that records the frames it is shown, for tests.
///
/// ```swift
/// let screen = RecordingScreen(TerminalSize(columns: 40, lines: 10))
/// var buffer = CellBuffer(screen.size)
/// buffer.write("listview", line: 0, column: 1)
/// screen.present(buffer)
/// #expect(screen.lines[0] == " listview")
/// ```
public final class RecordingScreen {
  /// The size to draw for; set it to resize.
  public var size: TerminalSize
  /// All frames, oldest first.
  public private(set) var frames: [CellBuffer] = []

  /// Creates a screen without frames.
  public init(_ size: TerminalSize) { self.size = size }

  /// Records a frame.
  public func present(_ buffer: CellBuffer) { frames.append(buffer) }

  /// The newest frame; nil before the first.
  public var current: CellBuffer? { frames.last }

  /// The lines of the newest frame without trailing spaces; empty before the first.
  public var lines: [String] {
    guard let current else { return [] }
    return (0..<current.size.lines).map { current.text(line: $0) }
  }
}
