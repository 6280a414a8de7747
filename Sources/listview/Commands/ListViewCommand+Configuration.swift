import Columns
import ArgumentParser
import FeedClients
import FeedSources
import FeedStore
import FeedValues
import ListViewApp
import ListViewParts
import Preferences
import TableModel
import Values

/// Converts options to the values they stand for.
extension ListViewCommand {
  /// The value of `--columns`.
  var columnSpec: ColumnSpec? {
    get throws {
      guard let columns else { return nil }
      do throws(SettingError) {
        return try ColumnSpec(columns)
      } catch {
        let item = ColumnSpec.item(of: columns, at: error.offset)
        throw ValidationError(UsageText.invalid("--columns", UsageText.place(error, item: item)))
      }
    }
  }

  var summarySpec: SummarySpec {
    get throws {
      do throws(SettingError) {
        return try SummarySpec(summary)
      } catch {
        throw ValidationError(UsageText.invalid("--summary", UsageText.place(error)))
      }
    }
  }

  /// The actions of `--bind`.
  var boundCommands: [RowCommand] {
    get throws {
      try bind.map { text in
        try parsed("--bind", text) { text throws(SettingError) in try RowCommand(text) }
      }
    }
  }

  /// The rules of `--color-row`.
  var parsedRowColors: [RowColor] {
    get throws { try rowColors.map { try parsed("--color-row", $0, RowColor.init) } }
  }

  /// The value of `--count`.
  var countSpec: CountSpec? {
    get throws { try count.map { try parsed("--count", $0, CountSpec.init) } }
  }

  /// The configuration of the app.
  ///
  /// - Parameters:
  ///   - preferences: The user's configuration file.
  ///   - kept: The columns that the user chose in earlier runs.
  /// - Returns: The configuration.
  /// - Throws: `ValidationError` if the value of an option is invalid.
  func configuration(
    _ preferences: Preferences,
    _ kept: ColumnMemory
  ) throws -> App.Configuration {
    var configuration = App.Configuration(
      feedName: feedName,
      motion: motion,
      speed: speed,
      start: start,
      limit: limit.limit,
      calendar: calendar,
      wallClock: WallClock(.now, at: .now),
      keyMap: preferences.keyMap,
      columns: try columnSpec,
      columnMemory: kept,
      filter: parsedFilter
    )
    configuration.outlook = outlook
    configuration.isRecorded = isRecorded
    configuration.runsCommand = !command.isEmpty
    let theme = try themeChoice
    if !configuration.themes.contains(theme) { configuration.themes.append(theme) }
    configuration.theme = theme
    configuration.viewOptions = arranging.options
    configuration.count = try countSpec
    configuration.rowCommands = try boundCommands + preferences.actions + RowCommand.ready
    configuration.rowColors = try parsedRowColors
    configuration.views = preferences.views
    configuration.view = view
    configuration.isSecure = isSecure
    configuration.summary = try summarySpec
    return configuration
  }

  /// The options of the decoder.
  var decoderOptions: FeedDecoder.Options {
    var options = decoding.options
    options.calendar = calendar
    return options
  }

  /// The calendar of `--time-zone`, which has been validated.
  var calendar: Calendar {
    TimeZoneName.calendar(timeZone, ProcessEnvironment.variables) ?? .utc
  }

  /// The value of `--filter`, which has been validated.
  var parsedFilter: Filter? { filter.flatMap { try? Filter($0) } }

  var feedName: String {
    if let shell { return "sh: \(shell)" }
    if !command.isEmpty { return command.joined(separator: " ") }
    if feeds.count > 1 { return FeedMerge.names(for: feedTitles).joined(separator: " + ") }
    if isStandardInput { return NoticeText.standardInput }
    if let url = urls.first { return url.title }
    return feeds[0].split(separator: "/").last.map(String.init) ?? ""
  }

  /// The next event to expect while there are no rows yet; nil for none.
  private var outlook: String? {
    if !command.isEmpty {
      guard !stream else { return NoticeText.restarts }
      let seconds = every ?? Self.standardInterval
      let isWhole = seconds == seconds.rounded() && seconds < 1e6
      return NoticeText.runsEvery(isWhole ? "\(Int(seconds))" : "\(seconds)")
    }
    if feeds.count > 1 || feeds[0].hasPrefix("sim:") { return nil }
    if let url = urls.first { return NoticeText.connecting(to: url.title) }
    return isStandardInput ? NoticeText.rowsArrive : NoticeText.rowsAreWritten
  }

  private var start: Player.Start {
    switch from {
    case .start: .beginning
    case .live: .liveEdge
    // Anything that is still being written is live; a file may be a recording.
    case .auto: isLive ? .liveEdge : .automatic
    }
  }
}
