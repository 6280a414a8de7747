import Columns
import ArgumentParser
import FeedFormats
import FeedValues
import ListViewParts
import TableModel
import TerminalCore

/// Rejects or reports options that have no effect, so that none is ignored silently.
extension ListViewCommand {
  /// An option, and whether it is given.
  private typealias Given = (name: String, isGiven: Bool)

  /// The options of the main command, and whether each differs from its default.
  private var givenOptions: [Given] {
    [
      ("--time-zone", timeZone != "local"),
      ("--feed", !feed.isEmpty), ("--key", decoding.key != nil), ("--rows", decoding.rows != nil),
      ("--format", decoding.format != .auto), ("--delimiter", decoding.delimiter != nil),
      ("--pattern", decoding.pattern != nil), ("--header", !asking.header.isEmpty),
      ("--query", asking.query != nil), ("--shell", shell != nil),
      ("--from", from != .auto), ("--speed", speed != 1),
      ("--filter", filter != nil), ("--summary", summary != "auto"), ("--motion", motion != .full),
      ("--color", color != .auto), ("--color-row", !rowColors.isEmpty),
      ("--theme", theme != ThemeChoice.standard.name),
      ("--view", view != nil), ("--columns", columns != nil), ("--no-memory", !memory),
      ("--no-merge", !merge),
      ("--limit", limit.limit != LimitOption.standard.limit), ("--record", record != nil),
      ("--follow", follow != nil), ("--output", output != .text), ("--sort", arranging.sort != nil),
      ("--group", arranging.group != nil), ("--count", count != nil),
      ("--bind", !bind.isEmpty), ("--until", waiting.until != nil),
      ("--within", waiting.within != nil), ("--on-change", telling.onChange != nil),
      ("--bell", telling.bell), ("--pick", picking.pick), ("--multi", picking.multi),
      ("--once", once), ("--mouse", mouse), ("--secure", secure),
      ("--no-title", !title), ("--screen-reader", screenReader),
      ("--every", every != nil),
      ("--deadline", deadline != nil), ("--stream", stream),
      ("-- COMMAND", !command.isEmpty && shell == nil),
    ]
  }

  /// Rejects options that a subcommand does not have.
  ///
  /// - Parameters:
  ///   - names: The options of the subcommand.
  ///   - subcommand: The name of the subcommand.
  /// - Throws: `ValidationError` with the names of the rejected options.
  func refuseOptions(besides names: Set<String>, of subcommand: String) throws {
    let others = givenOptions.filter { $0.isGiven && !names.contains($0.name) }.map(\.name)
    guard !others.isEmpty else { return }
    throw ValidationError(UsageText.notAnOption(others, of: subcommand))
  }

  /// Rejects options that printing changes as lines does not support, and reports those without effect.
  ///
  /// - Parameter arguments: The command line, without options from the configuration file.
  /// - Throws: `ValidationError` for options that would affect what is printed.
  func checkLineOutput(_ arguments: [String]) throws {
    if arranging.sort != nil && count == nil || arranging.group != nil {
      let name = arranging.sort == nil ? "--group" : "--sort"
      note(NoticeText.noEffectOnLines(name))
    }
    guard columns == nil || output == .text || computesColumns else {
      throw ValidationError(UsageText.columnsNeedText(output.rawValue))
    }
    reportUnused(Self.screenOptions + (color == .always ? ["--color"] : []), arguments)
  }

  /// Whether the columns are more than the rows have by themselves.
  private var computesColumns: Bool {
    columns.flatMap { try? ColumnSpec($0) }?.derived.isEmpty == false
  }

  /// The options that only affect the screen.
  private static let screenOptions = [
    "--speed", "--from", "--summary", "--motion", "--theme", "--mouse", "--bell",
    "--color-row", "--title", "--no-title",
  ]

  /// Rejects options that printing a table once does not support, and reports those without effect.
  func checkOnceOutput(_ arguments: [String]) throws {
    guard columns == nil || [.text, .csv, .markdown].contains(output) || computesColumns else {
      throw ValidationError(UsageText.columnsNeedTable(output.rawValue))
    }
    reportUnused(Self.screenOptions, arguments)
  }

  private func reportUnused(_ names: [String], _ arguments: [String]) {
    let words = Set(arguments.prefix { $0 != "--" }.map { $0.prefix { $0 != "=" } })
    let unused = names.filter { words.contains($0[...]) }
    guard !unused.isEmpty else { return }
    note(NoticeText.noEffectWithoutScreen(unused))
  }
}
