import Ordering
import Columns
import FeedStore
internal import ListViewParts
internal import FeedFormats
internal import FeedValues
internal import Patterns
internal import TableModel
internal import TerminalCore
internal import Values

extension Command {
  /// The name of the command that runs another program.
  static let run = "run"

  static let findCommands = [
    Command(
      "filter",
      "[FILTER]",
      CommandText.filter,
      complete: { $0.filterCompletions(of: $1).whole }
    ) { app, argument, instant throws(SettingError) in
      let filter = argument.isEmpty ? nil : try Filter(argument)
      app.setFilter(filter, at: instant)
      app.notices.report(filter.flatMap { app.note(on: $0) })
      return []
    },
    Command("search", "[PATTERN]", CommandText.search) {
      app,
      argument,
      instant throws(SettingError) in
      do throws(PatternError) {
        if app.layers.last?.isDetail ?? false {
          try app.searchDetail(for: argument, at: instant)
        } else {
          try app.search(for: argument, at: instant)
        }
      } catch {
        throw SettingError(error.description, at: error.offset)
      }
      return []
    },
    Command("goto", "ROW", CommandText.goto) {
      app,
      argument,
      instant throws(SettingError) in
      let rows = app.list.searchedRows
      if let slot = app.feed.player.slot(ofRow: argument) {
        guard app.list.selectRow(inSlot: slot, at: instant) else {
          throw SettingError(CommandMistake.hiddenRow(argument))
        }
      } else if let number = Int(argument) {
        guard number >= 1, number <= rows.count else {
          throw SettingError(CommandMistake.noRow(CommandText.row(number, of: rows.count)))
        }
        app.list.selectRow(number - 1, at: instant)
      } else if argument.first.map({ "+-".contains($0) }) ?? false || TimeOfDay(argument) != nil {
        return try Command.named("seek").run(&app, argument, instant)
      } else {
        throw SettingError(CommandMistake.noRow(CommandText.row(withKey: argument)))
      }
      return []
    },
  ]

  static let arrangementCommands = [
    Command(
      "sort",
      "[-COLUMN,…]",
      CommandText.sort,
      complete: { completer, argument in
        let last = ColumnSpec.lastItem(of: argument)
        let before = argument.dropLast(last.count) + (last.hasPrefix("-") ? "-" : "")
        return completer.columnNames.map { before + $0 }
      }
    ) { app, argument, instant throws(SettingError) in
      let spec = argument.isEmpty ? SortSpec([]) : SortSpec(argument)
      guard let spec else {
        throw SettingError(
          CommandMistake.badArgument(argument, expected: CommandText.sortedColumns)
        )
      }
      var columns: [Column] = []
      for key in spec.keys { columns.append(try app.column(of: key.name, at: instant)) }
      app.sort(by: spec, columns, at: instant)
      return []
    },
    Command(
      "group",
      "[COLUMN [by count|sum]]",
      CommandText.group,
      complete: { completer, _ in completer.columnNames }
    ) { app, argument, instant throws(SettingError) in
      let spec = GroupSpec(argument)
      guard !argument.isEmpty else {
        if app.list.wanted.grouping != nil { app.group(by: nil, at: instant) }
        return []
      }
      app.group(by: try app.column(of: spec.name, at: instant), asIn: spec, at: instant)
      return []
    },
    Command(
      "count",
      "[FIELDS: FIGURES]",
      CommandText.count,
      complete: { completer, _ in completer.columnNames }
    ) { app, argument, instant throws(SettingError) in
      let spec = argument.isEmpty ? nil : try CountSpec(argument)
      // The rows are known to the list behind that of their groups alone.
      if app.setup.isOfCounts { return [.count(argument)] }
      if let spec { try app.openCounts(spec, at: instant) } else { app.leaveCounts(at: instant) }
      return []
    },
  ]

  static let feedCommands = [
    Command(
      "summary",
      "ITEMS",
      CommandText.summary,
      complete: { $0.summaryCompletions(of: $1) }
    ) { app, argument, instant throws(SettingError) in
      app.setSummary(try SummarySpec(argument), at: instant)
      return []
    },
    Command("seek", "TIME|-5m|+30s", CommandText.seek) {
      app,
      argument,
      instant throws(SettingError) in
      let isDistance = argument.first.map { "+-".contains($0) } ?? false
      let span = isDistance ? DurationText.nanoseconds(argument.dropFirst()) : nil
      let moment = isDistance ? nil : app.context(at: instant).timeReader.time(argument)
      /// The time that is meant, from the present one of what is shown, and the newest one.
      func time(from present: FeedTime?, newest: FeedTime?) throws(SettingError) -> FeedTime? {
        if let span {
          let distance = Duration.nanoseconds(span)
          return present?.advanced(by: argument.hasPrefix("-") ? .zero - distance : distance)
        }
        if let clock = TimeOfDay(argument) {
          // The most recent occurrence of the time of day, on the newest row's day or the day before.
          let calendar = app.setup.configuration.calendar
          return newest.flatMap { calendar.newest(clock, notAfter: $0) }
        }
        if let moment { return moment }
        throw SettingError(CommandMistake.badArgument(argument, expected: CommandText.expectedTime))
      }
      // The entries of a log say themselves when they were written.
      if let entries = app.timedEntries(at: instant) {
        if let time = try time(from: entries.present, newest: entries.newest) {
          app.list.selectRow(entries.offset(of: time), at: instant)
        } else {
          app.notices.report(FeedState.Text.noTime)
        }
        return []
      }
      let player = app.feed.player
      guard let time = try time(from: player.time, newest: player.newestTime), player.time != nil
      else {
        app.notices.report(FeedState.Text.noTime)
        return []
      }
      if !app.feed.player.seek(to: time, at: instant) {
        app.notices.report(FeedState.Text.noFurtherBack)
      }
      app.advance(to: instant)
      return []
    },
    Command("speed", "N", CommandText.speed) {
      app,
      argument,
      _ throws(SettingError) in
      guard let speed = Double(speedText: argument) else {
        throw SettingError(
          CommandMistake.badArgument(argument, expected: CommandText.expectedSpeed)
        )
      }
      app.notices.report(app.feed.setSpeed(speed))
      return []
    },
  ]

  static let screenCommands = [
    Command(
      "columns",
      "[COLUMNS]",
      CommandText.columns,
      complete: { $0.columnSpecCompletions(of: $1) }
    ) { app, argument, instant throws(SettingError) in
      let spec = argument.isEmpty ? nil : try ColumnSpec(argument)
      app.setColumns(spec, at: instant)
      return app.columnEffects
    },
    Command(
      "color",
      "auto|always|never",
      CommandText.color,
      complete: { _, _ in ColorDepth.Choice.allCases.map(\.rawValue) }
    ) { app, argument, _ throws(SettingError) in
      guard let choice = ColorDepth.Choice(rawValue: argument) else {
        let all = ColorDepth.Choice.allCases.map(\.rawValue).joined(separator: ", ")
        throw SettingError(CommandMistake.badArgument(argument, expected: all))
      }
      app.notices.report(Notices.Text.color(choice.rawValue))
      return [.color(choice)]
    },
    Command(
      "color-row",
      "[FILTER => COLOUR]",
      CommandText.colorRow,
      complete: { completer, argument in
        guard let arrow = argument.firstRange(of: "=>") else {
          return completer.filterCompletions(of: argument).whole
        }
        return RowColor.names.map { argument[..<arrow.upperBound] + " " + $0 }
      }
    ) { app, argument, instant throws(SettingError) in
      let rule = argument.isEmpty ? nil : try RowColor(argument)
      // The newest rule comes first, so that it is seen.
      let rules = rule.map { [$0] + app.setup.configuration.rowColors } ?? []
      app.setRowColors(rules, at: instant)
      app.notices.report(
        rule.map { app.note(on: $0.filter) ?? RowColor.Text.used($0) } ?? RowColor.Text.none
      )
      return []
    },
    Command(
      "theme",
      "[NAME]",
      CommandText.theme,
      complete: { _, _ in ThemeChoice.all.map(\.name) }
    ) { app, argument, _ throws(SettingError) in
      let themes = app.setup.configuration.themes
      guard !argument.isEmpty else {
        app.open(ThemePick(themes.map(\.name), current: app.setup.configuration.theme.name))
        return []
      }
      guard themes.contains(where: { $0.name == argument }) else {
        let all = themes.map(\.name).joined(separator: ", ")
        throw SettingError(CommandMistake.badArgument(argument, expected: all))
      }
      return app.use(theme: argument, isKept: true)
    },
    Command(
      "bell",
      "on|off",
      CommandText.bell,
      complete: { _, _ in ["off", "on"] }
    ) { app, argument, _ throws(SettingError) in
      guard argument == "on" || argument == "off" else {
        throw SettingError(CommandMistake.badArgument(argument, expected: "on, off"))
      }
      app.notices.report(Notices.Text.bell(argument))
      app.watch.setCounts(argument == "on", from: app.feed.player.position)
      return [.bell(argument == "on")]
    },
  ]

  static let programCommands = [
    Command(
      "write",
      "FILE",
      CommandText.write
    ) { _, argument, _ in [.write(argument)] },
    Command(
      run,
      "[OPTION… =>] COMMAND",
      CommandText.run,
      complete: { completer, argument in
        guard let brace = argument.lastIndex(of: "{"), !argument[brace...].contains("}") else {
          return []
        }
        return completer.columnNames.map { "\(argument[...brace])\($0)}" }
      }
    ) { app, argument, instant throws(SettingError) in
      app.act(try RowCommand(running: argument), at: instant)
    },
    Command(
      "save",
      "NAME",
      CommandText.save,
      complete: { completer, _ in completer.views }
    ) { app, argument, _ throws(SettingError) in
      try app.saveView(named: argument)
    },
    Command(
      "view",
      "NAME",
      CommandText.view,
      complete: { completer, _ in completer.views }
    ) { app, argument, instant throws(SettingError) in
      try app.showView(named: argument, at: instant)
    },
    Command(
      "motion",
      "none|basic|full",
      CommandText.motion,
      complete: { _, _ in Motion.allCases.map(\.rawValue) }
    ) { app, argument, _ throws(SettingError) in
      guard let motion = Motion(rawValue: argument) else {
        let all = Motion.allCases.map(\.rawValue).joined(separator: ", ")
        throw SettingError(CommandMistake.badArgument(argument, expected: all))
      }
      app.setup.configuration.motion = motion
      if !app.holdsMotion { app.list.setMotion(motion) }
      return []
    },
    Command(
      "help",
      "[COMMAND]",
      CommandText.help,
      complete: { _, _ in all.map(\.name) }
    ) { app, argument, instant throws(SettingError) in
      guard !argument.isEmpty else {
        return app.perform(.program(.help), at: instant)
      }
      let command = try Command.named(argument)
      let name = command.argument.isEmpty ? command.name : "\(command.name) \(command.argument)"
      app.notices.report(CommandText.description(name, command.help))
      return []
    },
  ]
}
