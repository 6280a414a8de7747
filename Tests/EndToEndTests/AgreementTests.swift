import Foundation
import Testing

/// The names of all actions with the labels of their keys, as `listview config` prints them.
func keyNames() throws -> [(action: String, keys: [String], help: String)] {
  let text = try run(["config"]).text
  let section = try #require(text.components(separatedBy: "[keys]\n").last)
  let lines = try #require(section.components(separatedBy: "\n\n").first).split(separator: "\n")
  return lines.map { line in
    let parts = line.components(separatedBy: " = [")
    let rest = parts[1].components(separatedBy: "]  # ")
    let keys = rest[0].components(separatedBy: ", ").map { $0.dropFirst().dropLast() }
    return (parts[0].trimmingCharacters(in: .whitespaces), keys.map(String.init), rest[1])
  }
}

/// The label of a key for readers, by its name in the configuration.
func keyLabel(_ name: String) -> String {
  let labels = [
    "up": "↑", "down": "↓", "left": "←", "right": "→", "home": "Home", "end": "End",
    "pgup": "PgUp", "pgdn": "PgDn", "enter": "⏎", "esc": "Esc", "tab": "Tab", "\\\\": "\\",
    "backspace": "⌫", "delete": "Del",
  ]
  if name.hasPrefix("shift-") { return "⇧" + keyLabel(String(name.dropFirst(6))) }
  if name.hasPrefix("alt-") { return "M-" + keyLabel(String(name.dropFirst(4))) }
  if name.hasPrefix("ctrl-") {
    let key = String(name.dropFirst(5))
    return "^" + (key.count == 1 ? key.uppercased() : keyLabel(key))
  }
  if name.hasPrefix("f"), Int(name.dropFirst()) != nil { return name.uppercased() }
  return labels[name] ?? name
}

@Test func `help, manual page, guide and the key map agree`() throws {
  let keys = try keyNames()
  #expect(keys.count > 20)
  let manual = try run(["man"]).text
  let guide = try document("Docs/Guide.md")
  let table = guide.split(separator: "\n").filter { $0.hasPrefix("| `") }
    .map { $0.split(separator: "|")[0] }
  let listed = Set(
    table.flatMap { $0.split(separator: "`").map(String.init) }
  )
  for (action, names, _) in keys {
    for name in names {
      let label = keyLabel(name)
      #expect(listed.contains(label), "the guide's table lacks \(label) (\(action))")
      let escaped = label.replacingOccurrences(of: "\\", with: "\\e")
        .replacingOccurrences(of: "-", with: "\\-").replacingOccurrences(of: "^", with: "\\(ha")
        .replacingOccurrences(of: "'", with: "\\(aq")
      #expect(
        manual.split(separator: "\n").contains {
          $0.hasPrefix(".B ") && $0.dropFirst(3).split(separator: " ").contains(Substring(escaped))
        },
        "the manual page lacks \(label) (\(action))"
      )
    }
  }
  // No option is left out of the manual page.
  let help = try run(["--help"]).text
  let options = Set(help.matches(of: /--[a-z]+/).map { String($0.output) })
  #expect(options.count > 10)
  for option in options {
    #expect(manual.contains(option.replacingOccurrences(of: "-", with: "\\-")), "\(option)")
  }
}

@Test func `groff accepts the manual page without warnings`() throws {
  let groff = "/usr/bin/groff"
  guard FileManager.default.isExecutableFile(atPath: groff) else { return }
  let folder = try Folder()
  let path = try folder.file("listview.1", try run(["man"]).text)
  let process = Process()
  process.executableURL = URL(filePath: groff)
  process.arguments = ["-man", "-ww", "-Kutf8", "-Tutf8", path]
  let (output, errors) = (Pipe(), Pipe())
  process.standardOutput = output
  process.standardError = errors
  try process.run()
  let text = String(decoding: try output.fileHandleForReading.readToEnd() ?? Data(), as: UTF8.self)
  process.waitUntilExit()
  #expect(process.terminationStatus == 0)
  let warnings = try errors.fileHandleForReading.readToEnd() ?? Data()
  #expect(warnings.isEmpty, "\(String(decoding: warnings, as: UTF8.self))")
  #expect(text.contains("--feed") && text.contains("\(helpLine("half-page-down"))"))
}

@Test func `shells accept the completion scripts`() throws {
  for shell in ["bash", "zsh", "fish"] {
    let script = try run(["--generate-completion-script", shell])
    #expect(script.status == 0 && script.text.contains("feed") && script.text.contains("simulate"))
    let paths = ["/bin/", "/usr/bin/"].map { $0 + shell }
    guard let path = paths.first(where: FileManager.default.isExecutableFile(atPath:)) else {
      continue
    }
    let folder = try Folder()
    let file = try folder.file("completion", script.text)
    let process = Process()
    process.executableURL = URL(filePath: path)
    process.arguments = ["-n", file]
    try process.run()
    process.waitUntilExit()
    #expect(process.terminationStatus == 0, "\(shell)")
  }
}
