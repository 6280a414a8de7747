import Columns
import FeedFormats
import FeedIdentity
import FeedSources
import FeedStore
import FeedValues
import ListViewParts
import TerminalCore
import Values

/// A report on the interpretation of a feed.
struct ExplainReport {
  let decoder: FeedDecoder
  let tally: FeedTally
  let calendar: Calendar
  /// The time that it took to read the feed.
  let seconds: Double

  /// A part of the report: a title and the findings below it.
  private struct Section {
    var title: String
    var findings: [String]
    var isProblem = false

    init(_ title: String, _ findings: [String], isProblem: Bool = false) {
      (self.title, self.findings, self.isProblem) = (title, findings, isProblem)
    }

    var lines: [[Segment]] {
      findings.enumerated().map { offset, text in
        let head = offset == 0 ? title : ""
        let padding = String(repeating: " ", count: 10 - head.count)
        return [Segment(text: head + padding, role: isProblem ? .warning : .accent, isBold: true)]
          + Self.pieces(of: DisplayWidth.cut(text, to: 400))
      }
    }

    /// A finding, followed by the reason after a dot, which is dimmed.
    private static func pieces(of text: String) -> [Segment] {
      guard let dot = text.firstRange(of: " · ") else { return [Segment(text: text, role: .text)] }
      return [
        Segment(text: String(text[..<dot.lowerBound]), role: .text),
        Segment(text: String(text[dot.lowerBound...]), role: .dim),
      ]
    }
  }

  /// The lines of the report.
  var lines: [[Segment]] { (input + rows + changes + measures).flatMap(\.lines) }

  /// The input of which the feed consists.
  private var input: [Section] {
    let format = decoder.format?.rawValue ?? ExplainText.unknownFormat
    return [
      Section(ExplainText.Title.format, ["\(format) · \(decoder.formatReason)"]),
      Section(ExplainText.Title.log, decoder.logDescription.map { [$0] } ?? []),
      Section(ExplainText.Title.lines, accountOfLines),
      Section(ExplainText.Title.values, ["\(decoder.valueCount)"]),
      Section(
        ExplainText.Title.structure,
        decoder.structureCounts.map { "\($0.count) × \($0.structure)" }
      ),
    ]
  }

  /// The kinds of the lines of a text, and those that are neither rows nor parts of rows.
  private var accountOfLines: [String] {
    let account = decoder.lineAccount
    guard account.total > 0 else { return [] }
    let parts = LineAccount.Role.allCases.compactMap { role in
      account[role] > 0 ? ExplainText.lines(account[role], role) : nil
    }
    let others = account.entries.prefix(8).map { ExplainText.line($0.line, $0.role) }
    return [ExplainText.sum(account.total, of: parts)]
      + (others.isEmpty ? [] : [others.joined(separator: ", ")])
  }

  /// The kind of rows, and the keys that tell them apart.
  private var rows: [Section] {
    let key = decoder.keyInference.map { inference in
      ["\(inference.rule) · \(inference.reason)"] + inference.rejections.prefix(8)
    }
    return [
      Section(ExplainText.Title.key, key ?? [ExplainText.unknownKey]),
      Section(
        ExplainText.Title.problems,
        decoder.keyProblems.map(\.description),
        isProblem: true
      ),
      Section(ExplainText.Title.columns, columns),
      Section(
        ExplainText.Title.rows,
        [ExplainText.rows(tally.list.count, most: tally.maximumRows)]
      ),
    ]
  }

  /// The columns that would be shown, in the syntax of `--columns`, and those that would be hidden.
  private var columns: [String] {
    let columns = ColumnChoice.columns(
      of: Array(tally.list.rows),
      key: decoder.keyRule,
      calendar: calendar
    )
    let (dull, telling) = (columns.filter(\.isDull), columns.filter { !$0.isDull })
    let texts = telling.isEmpty ? [] : ["\(ColumnSpec(telling)) · \(ExplainText.columnsInOrder)"]
    let preset = ListPreset.matching(columns).map { [ExplainText.preset($0.name, sort: $0.sort)] }
    let kinds =
      telling.isEmpty
      ? [] : [telling.map { ExplainText.kind($0.title, $0.kind) }.joined(separator: ", ")]
    let found = texts + kinds + (preset ?? [])
    return dull.isEmpty ? found : found + [ExplainText.hidden(dull.map(\.path.description))]
  }

  /// The outcome of the rows.
  private var changes: [Section] {
    let items = ExplainText.items(
      snapshots: tally.snapshots,
      rows: tally.upserts,
      deletions: tally.deletions
    )
    let ignored = decoder.ignoredCount > 0 ? [ExplainText.ignored(decoder.ignoredCount)] : []
    let changes = ExplainText.changes(
      inserted: tally.inserted,
      deleted: tally.deleted,
      updated: tally.updated
    )
    let clocks = decoder.volatileFields.learned.map(\.description).sorted()
    return [
      Section(ExplainText.Title.items, [items] + ignored),
      Section(ExplainText.Title.changes, [changes]),
      Section(ExplainText.Title.clocks, clocks.isEmpty ? [] : [clocks.joined(separator: ", ")]),
    ]
  }

  /// The time that it took, the amount of input, and the malformed part of it.
  private var measures: [Section] {
    var span: [String] = []
    if let first = tally.firstTime, let last = tally.lastTime {
      span = [ExplainText.span((last.timeSince(first) / .seconds(1)).rounded())]
    }
    let malformed = decoder.malformedInput
    return [
      Section(ExplainText.Title.times, span),
      Section(
        ExplainText.Title.malformed,
        ["\(malformed.count)"]
          + malformed.newest.suffix(8).map {
            ExplainText.malformed(line: $0.line, "\($0.reason)")
          },
        isProblem: malformed.count > 0
      ),
      Section(ExplainText.Title.bytes, ["\(decoder.byteCount)"]),
      Section(ExplainText.Title.seconds, ["\((seconds * 1_000).rounded() / 1_000)"]),
    ]
  }
}
