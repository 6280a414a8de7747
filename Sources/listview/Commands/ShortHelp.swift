import FeedSources
import FeedValues

/// `--help`: what works at once, then each option with its first sentence, in groups; `--help-all` has the rest.
enum ShortHelp {
  /// The groups, and the options in them by name.
  static let groups: [(title: String, options: [String])] = [
    (
      HelpText.Short.source,
      [
        "feed", "shell", "every", "stream", "deadline", "key", "rows", "format", "delimiter",
        "pattern", "header", "query", "merge", "from", "speed", "limit", "secure",
      ]
    ),
    (
      HelpText.Short.show,
      [
        "columns", "view", "summary", "time-zone", "theme", "color", "color-row", "motion", "mouse",
        "title", "screen-reader", "memory",
      ]
    ),
    (HelpText.Short.find, ["filter", "sort", "group", "count"]),
    (HelpText.Short.output, ["once", "output", "follow", "record", "pick", "multi"]),
    (HelpText.Short.react, ["until", "within", "on-change", "bell", "bind"]),
  ]

  /// An option as `--help` describes it.
  private struct Option {
    var term: String
    var text: String
  }

  /// The text of `--help`.
  ///
  /// - Parameters:
  ///   - description: ArgumentParser's description of the command, as JSON.
  ///   - width: The width of a line in columns.
  /// - Returns: The text, which ends with a line feed.
  static func text(of description: String, width: Int) -> String {
    let options = options(in: description)
    var lines = wrapped(HelpText.abstract, width: width) + [""]
    let column = 2 + (HelpText.Short.examples.map(\.command.count).max() ?? 0) + 2
    for (command, text) in HelpText.Short.examples {
      lines += entry(command, text, at: column, width: width)
    }
    lines += [""] + wrapped(HelpText.Short.usage, width: width)
    for (title, names) in groups {
      lines += ["", title]
      for name in names {
        guard let option = options[name] else { continue }
        lines += entry(option.term, option.text, at: 24, width: width)
      }
    }
    lines.append("")
    lines += HelpText.Short.more.flatMap { wrapped($0, width: width) }
    return lines.joined(separator: "\n") + "\n"
  }

  private static func options(in description: String) -> [String: Option] {
    var values: [JSONValue] = []
    var reader = ValueReader()
    reader.append(Array(description.utf8)) { values.append($0) }
    reader.finish { values.append($0) }
    var options: [String: Option] = [:]
    for argument in values.first?.member("command")?.member("arguments")?.elements ?? [] {
      func text(_ name: String) -> String { argument.member(name)?.string ?? "" }
      let name = argument.member("names")?.elements.last?.member("name")?.string ?? ""
      let isFlag = text("kind") == "flag"
      let term = "--\(name)" + (isFlag ? "" : " \(text("valueName").uppercased())")
      options[name] = Option(term: term, text: firstSentence(of: text("abstract")))
    }
    return options
  }

  /// The text up to the first full stop that ends a sentence, without it.
  private static func firstSentence(of text: String) -> String {
    let end = text.firstRange(of: ". ")?.lowerBound ?? text.endIndex
    let sentence = text[..<end]
    return String(sentence.last == "." ? sentence.dropLast() : sentence)
  }

  /// A term with its description beside it, or below it if there is no room.
  private static func entry(
    _ term: String,
    _ text: String,
    at column: Int,
    width: Int
  ) -> [String] {
    let first = "  " + term
    guard width >= column + 24 else {
      return [first] + wrapped(text, width: width - 4).map { "    " + $0 }
    }
    let margin = String(repeating: " ", count: column)
    var lines = wrapped(text, width: width - column).map { margin + $0 }
    if first.count + 2 > column {
      lines.insert(first, at: 0)
    } else if !lines.isEmpty {
      lines[0] = first + String(lines[0].dropFirst(first.count))
    }
    return lines
  }

  /// The text in lines of at most that many characters, except for longer words.
  private static func wrapped(_ text: String, width: Int) -> [String] {
    var lines = [""]
    for word in text.split(separator: " ") {
      if let last = lines.last, !last.isEmpty, last.count + 1 + word.count > width {
        lines.append(String(word))
      } else {
        lines[lines.count - 1] += (lines[lines.count - 1].isEmpty ? "" : " ") + word
      }
    }
    return lines
  }
}
