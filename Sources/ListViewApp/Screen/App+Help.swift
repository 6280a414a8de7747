internal import ListViewParts
internal import TerminalCore

extension App {
  /// The help: its pane, and its lines.
  var help: (pane: Pane, lines: [StyledLine]) {
    let screen = Rectangle(lines: 0..<size.lines, columns: 0..<size.columns)
    let title = [Segment(text: "Keys", role: .accent, isBold: true)]
    // The border of a box takes two lines and four columns; on a small screen there is none.
    let room = Pane(screen, .box, title: title).contents
    let sheet = HelpSheet(
      HelpSheet.topics(of: configuration.keyMap) + HelpSheet.legend,
      columns: room.columns.count,
      lines: room.lines.count
    )
    let place = screen.centered(columns: sheet.width + 4, lines: sheet.lines.count + 2)
    var pane = Pane(
      room.columns.count + 4 > screen.columns.count ? screen : place,
      .box,
      title: title
    )
    // The line of keys says so, where the help leaves it in view.
    if frame.keys.map(pane.place.lines.contains) ?? true {
      let isCut = sheet.lines.count > pane.contents.lines.count
      pane.footer = "\(closeKey) closes"
      let footer = "\(scrollKeys) scroll · \(pane.footer)"
      if isCut, footer.displayWidth + 6 <= pane.place.columns.count { pane.footer = footer }
      if pane.border == .bar {
        pane.status = [Segment(text: "\(closeKey) closes", role: .dim)]
      }
    }
    return (pane, sheet.lines)
  }

  /// How the keys that scroll are called.
  var scrollKeys: String {
    configuration.keyMap.label(of: [.move(.nextRow), .move(.previousRow)])
  }

  /// How the key that closes is called.
  var closeKey: String { configuration.keyMap.label(of: [.program(.close)]) }

  /// Draws the keys by topic, and what the signs of the screen mean, over everything else.
  func drawHelp(over buffer: inout CellBuffer) {
    let (pane, lines) = help
    pane.draw(paneScroll, of: lines.count, in: &buffer, theme) { lines[$0] }
  }
}
