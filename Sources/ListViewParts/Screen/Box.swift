internal import TerminalCore

/// A part of the screen with a rule around it.
package struct Box: Hashable {
  package var top: Int
  package var left: Int
  package var width: Int
  package var height: Int

  package init(top: Int, left: Int, width: Int, height: Int) {
    (self.top, self.left, self.width, self.height) = (top, left, width, height)
  }
}
