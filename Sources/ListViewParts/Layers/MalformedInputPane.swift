import Columns
package import FeedIdentity
package import FeedStore
import FeedValues
package import TerminalCore

/// The input that could not be parsed, newest first, and the problems with the keys of the rows.
package struct MalformedInputPane: LayerContents {
  /// The name of the feed on the screen.
  private let feedName: String
  private var log: MalformedInputLog
  private var keyProblems: [KeyProblem]
  /// Descriptions of input that was read but is not, or was not at first, on the screen.
  private var omissions: [String]
  /// Details of a source that is down.
  package var source: [(text: String, role: Theme.Role)] = []
  private var scroll = ScrollPosition()
  private let logLines = Memo<LogLayout, [StyledLine]>()

  /// The input on which the lines of the log depend.
  private struct LogLayout: Equatable {
    var log: MalformedInputLog
    var width: Int
  }

  package init(
    feedName: String,
    log: MalformedInputLog,
    keyProblems: [KeyProblem] = [],
    omissions: [String] = []
  ) {
    (self.feedName, self.log) = (feedName, log)
    (self.keyProblems, self.omissions) = (keyProblems, omissions)
  }

  /// Adds new malformed input, without scrolling what is in view.
  package mutating func update(
    log newLog: MalformedInputLog,
    keyProblems: [KeyProblem],
    in context: Context
  ) {
    if newLog.count > log.count, scroll.offset > 0 {
      let width = pane(in: context).contents.columns.count
      let news = newLog.newest.suffix(newLog.count - log.count)
      scroll.offset += news.reduce(0) { $0 + lines(of: $1, width: width).count }
    }
    (log, self.keyProblems) = (newLog, keyProblems)
  }

  package mutating func handle(_ event: InputEvent, in context: Context) -> Outcome {
    let pane = pane(in: context)
    let count = lines(for: pane).count
    let height = pane.contents.lines.count
    return scroll.handle(
      event,
      count: count,
      height: height,
      closing: .malformedInput,
      context
    )
  }

  package func draw(into buffer: inout CellBuffer, in context: Context) -> KeyLine {
    let pane = pane(in: context)
    let lines = lines(for: pane)
    pane.draw(scroll, of: lines.count, in: &buffer, context.theme) { lines[$0] }
    return pane.keyLine(of: lines.count, context)
  }

  private var title: String {
    if source.isEmpty { return Text.title }
    return log.count > 0 ? Text.sourceAndInput : Text.source
  }

  /// The rectangle of the list, between the title and the status bar.
  private func pane(in context: Context) -> Pane {
    let size = context.size
    let screen = ScreenLayout(size)
    let lines = (screen.title.map { $0 + 1 } ?? 0)..<(screen.keys ?? size.lines)
    var pane = Pane(
      Rectangle(lines: lines, columns: 0..<size.columns),
      .box,
      title: [Segment(text: title, role: .warning, isBold: true)]
    )
    if log.count > 0 {
      pane.status = [Segment(text: Text.count(log.count, shown: log.newest.count), role: .dim)]
    }
    // If there is a status bar, it shows these hints.
    if screen.keys == nil {
      pane.footer =
        Pane.Text.scroll(context.scrollKeys) + " · " + Pane.Text.closes(context.closeKey)
    }
    return pane
  }

  /// The lines of the list: problems with keys, then malformed values, newest first.
  private func lines(for pane: Pane) -> [StyledLine] {
    let width = pane.contents.columns.count
    var lines = source.enumerated().flatMap { number, line in
      TextWrapping.lines(of: line.text, width: width).map {
        StyledLine(String($0), line.role, isBold: number == 0)
      }
    }
    if !lines.isEmpty { lines.append(StyledLine()) }
    for problem in keyProblems {
      for (number, text) in TextWrapping.lines(of: problem.description, width: width - 2)
        .enumerated()
      {
        let sign = Segment(text: number == 0 ? "! " : "  ", role: .warning, isBold: true)
        lines.append(StyledLine([sign, Segment(text: text, role: .text)]))
      }
      lines.append(StyledLine())
    }
    let omissions = omissions.flatMap { TextWrapping.lines(of: $0, width: width) }
    if !omissions.isEmpty { lines += omissions.map { StyledLine($0, .dim) } + [StyledLine()] }
    if log.count == 0, source.isEmpty { lines.append(StyledLine(Text.none, .dim)) }
    return lines
      + logLines(LogLayout(log: log, width: width)) { layout in
        layout.log.newest.reversed().flatMap { self.lines(of: $0, width: layout.width) }
      }
  }

  /// The lines of a malformed value: its position, the reason, its bytes.
  private func lines(of input: MalformedInput, width: Int) -> [StyledLine] {
    var head = [
      Segment(text: Text.line(input.line), role: .text, isBold: true),
      Segment(text: "  \(Text.byte(input.offset))  ", role: .dim),
    ]
    var lines: [StyledLine] = []
    if head.reduce(input.reason.displayWidth, { $0 + $1.text.displayWidth }) <= width {
      head.append(Segment(text: input.reason, role: .warning))
    } else {
      lines = TextWrapping.lines(of: input.reason, width: width - 2).map {
        StyledLine("  " + $0, .warning)
      }
    }
    lines.insert(StyledLine(head), at: 0)
    let bytes = EscapedBytes.text(of: input.bytes)
    for text in TextWrapping.lines(of: bytes, width: width - 2) where !text.isEmpty {
      lines.append(StyledLine("  " + text, .dim))
    }
    return lines
  }

  /// The texts of the pane.
  package enum Text {
    package static let title = "Malformed input"
    package static func line(_ number: Int) -> String { "line \(grouped(number))" }
    package static func byte(_ offset: some BinaryInteger) -> String {
      "byte \(Money.grouped(String(offset)))"
    }
    package static let source = "Source"
    package static let sourceAndInput = "Source and malformed input"

    package static func count(_ count: Int, shown: Int) -> String {
      count > shown
        ? "the newest \(grouped(shown)) of \(grouped(count))" : "\(grouped(count)) in all"
    }

    package static let none = "No malformed input."
  }
}
