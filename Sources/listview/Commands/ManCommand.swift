import ArgumentParser
import FeedSources
import FeedValues
import ListViewParts

/// Prints the manual page, generated from the command-line definitions and the key bindings.
struct ManCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "man",
    abstract: HelpText.Manual.abstract,
    discussion: HelpText.Manual.discussion
  )

  func run() throws {
    print(ManualPage.text(of: ListViewCommand._dumpHelp(), keys: .standard), terminator: "")
  }
}

/// Generates a manual page in the man(7) format.
enum ManualPage {
  /// Generates the page.
  ///
  /// - Parameters:
  ///   - description: ArgumentParser's description of the command, as JSON.
  ///   - keys: The key bindings.
  /// - Returns: The source text of the page.
  static func text(of description: String, keys: KeyMap) -> String {
    var values: [JSONValue] = []
    var reader = ValueReader()
    reader.append(Array(description.utf8)) { values.append($0) }
    reader.finish { values.append($0) }
    guard let command = values.first?.member("command") else {
      preconditionFailure("the description of the command is not a JSON object")
    }
    var lines = [#".TH LISTVIEW 1 "" "listview \#(Version.number)""#]
    lines += [".SH NAME", #"listview \- \#(escaped(command.text("abstract").lowercasedFirst))"#]
    lines += [".SH SYNOPSIS", ".nf"]
    lines += ListViewCommand.configuration.usage.map { escapedLines($0) } ?? []
    lines += [".fi", ".SH DESCRIPTION"] + paragraphs(command.text("discussion"))
    lines += [".SH OPTIONS"] + options(of: command)
    lines.append(".SH COMMANDS")
    for subcommand in command.member("subcommands")?.elements ?? [] {
      guard subcommand.text("commandName") != "help" else { continue }
      lines.append(".SS listview " + escaped(subcommand.text("commandName")))
      lines += paragraphs(subcommand.text("abstract"))
      lines += paragraphs(subcommand.text("discussion"))
      lines += options(of: subcommand)
    }
    lines.append(".SH KEYS")
    for (topic, bindings) in keys.topics + KeyMap.fixedTopics {
      lines.append(".SS " + escaped(topic))
      for binding in bindings {
        lines += [".TP", ".B " + escaped(binding.label), escaped(binding.help)]
      }
    }
    for (head, entries) in ManualText.closing {
      lines.append(".SH " + head)
      for (term, text) in entries { lines += [".TP", ".B " + escaped(term), escaped(text)] }
    }
    return lines.joined(separator: "\n") + "\n"
  }

  private static func options(of command: JSONValue) -> [String] {
    (command.member("arguments")?.elements ?? []).flatMap { argument -> [String] in
      guard argument.text("shouldDisplay") == "true" else { return [] }
      let names = (argument.member("names")?.elements ?? []).map { name in
        (name.text("kind") == "long" ? "--" : "-") + name.text("name")
      }
      let value = argument.text("valueName")
      let term =
        switch argument.text("kind") {
        case "flag": names.joined(separator: ", ")
        case "positional": "[" + value + "...]"
        default: names.joined(separator: ", ") + " " + value
        }
      let standard = argument.text("defaultValue")
      let text = argument.text("abstract") + (standard.isEmpty ? "" : " (default: \(standard))")
      return [".TP", ".B " + escaped(term), escaped(text)]
    }
  }

  private static func paragraphs(_ text: String) -> [String] {
    var lines: [String] = []
    for paragraph in text.split(separator: "\n\n" as Substring) {
      let isLiteral = paragraph.split(separator: "\n").contains { $0.hasPrefix("  ") }
      lines.append(".PP")
      lines +=
        isLiteral
        ? [".nf"] + escapedLines(String(paragraph)) + [".fi"]
        : escapedLines(String(paragraph))
    }
    return lines
  }

  private static func escapedLines(_ text: String) -> [String] {
    text.split(separator: "\n").map { line in
      // A line that starts with a dot would be taken for a request.
      (line.hasPrefix(".") ? #"\&"# : "") + escaped(String(line))
    }
  }

  /// Text with the special characters of roff escaped.
  private static func escaped(_ text: String) -> String {
    let text = text.map { character in
      switch character {
      case "\\": #"\e"#
      case "-": #"\-"#
      case "^": #"\(ha"#
      case "~": #"\(ti"#
      case "'": #"\(aq"#
      case "`": #"\(ga"#
      case "\n": " "
      default: String(character)
      }
    }.joined()
    return text
  }
}

extension JSONValue {
  /// The text of a member; empty if there is none.
  fileprivate func text(_ name: String) -> String { member(name)?.string ?? "" }
}

extension String {
  fileprivate var lowercasedFirst: String { prefix(1).lowercased() + dropFirst() }
}
