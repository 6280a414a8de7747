internal import Feeds
internal import TableModel
internal import TerminalCore

extension Command {
  static let findCommands = [
    Command(
      "filter",
      "[FILTER]",
      "show only the rows that fit; none shows all",
      complete: { app, argument in app.filterCompletions(of: argument).whole }
    ) { app, argument, instant throws(CommandError) in
      do throws(FilterError) {
        let filter = argument.isEmpty ? nil : try Filter(argument)
        app.setFilter(filter, at: instant)
        app.message = filter.flatMap { app.note(on: $0) }
      } catch {
        throw CommandError(.filter(error), at: error.offset)
      }
      return []
    },
    Command("search", "[PATTERN]", "go to the next row that shows a match; none ends it") {
      app,
      argument,
      instant throws(CommandError) in
      do throws(PatternError) {
        try app.search(for: argument, from: app.searchStart, at: instant)
      } catch {
        throw CommandError(.pattern(error), at: error.offset)
      }
      return []
    },
    Command("goto", "ROW", "go to a row by its number from the top, or by its key") {
      app,
      argument,
      instant throws(CommandError) in
      let rows = app.table.rows
      if let offset = rows.firstIndex(where: { $0.id.description == argument }) {
        app.table.selectRow(at: offset, at: instant)
      } else if let number = Int(argument) {
        guard rows.indices.contains(number - 1) else {
          throw CommandError(.noRow("\(number): there are \(rows.count)"))
        }
        app.table.selectRow(at: number - 1, at: instant)
      } else {
        throw CommandError(.noRow("with the key \(argument)"))
      }
      return []
    },
  ]

  static let feedCommands = [
    Command("speed", "N", "play N times as fast as recorded") {
      app,
      argument,
      _ throws(CommandError) in
      let text =
        argument.first == "×" || argument.first == "x" ? argument.dropFirst() : argument[...]
      guard let speed = Double(text), speed > 0, speed.isFinite else {
        throw CommandError(.badArgument(argument, expected: "a number above 0, such as 0.5 or 10"))
      }
      app.player.speed = min(max(speed, 1.0 / 64), 4_096)
      app.message = "speed ×\(app.player.speed.shortText)"
      return []
    }
  ]

  static let programCommands = [
    Command(
      "motion",
      "none|basic|full",
      "how much moves",
      complete: { _, _ in Motion.allCases.map(\.rawValue) }
    ) { app, argument, _ throws(CommandError) in
      guard let motion = Motion(rawValue: argument) else {
        let all = Motion.allCases.map(\.rawValue).joined(separator: ", ")
        throw CommandError(.badArgument(argument, expected: all))
      }
      app.configuration.motion = motion
      app.table.motion = motion
      return []
    },
    Command(
      "help",
      "[COMMAND]",
      "all keys, or what a command does",
      complete: { _, _ in all.map(\.name) }
    ) { app, argument, instant throws(CommandError) in
      guard !argument.isEmpty else {
        return app.perform(.program(.help), at: instant)
      }
      let command = try Command.named(argument)
      let name = command.argument.isEmpty ? command.name : "\(command.name) \(command.argument)"
      app.message = ":\(name)  \(command.help)"
      return []
    },
  ]
}
