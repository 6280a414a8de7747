/// Where frames are shown: a terminal, or a recording for tests.
public protocol Screen: AnyObject {
  /// The columns and lines that the next frame should have.
  var size: TerminalSize { get }

  /// Shows a frame. One of another size is clipped, or stands at the top left.
  func present(_ buffer: CellBuffer)
}
