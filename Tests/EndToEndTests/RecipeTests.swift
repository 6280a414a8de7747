import Foundation
import TerminalTestSupport
import Testing

@testable import listview

/// The output of the tools that recipes in README and guide name, as far as a recipe needs it: none of them is run.
private let standIns: [String: String] = [
  "docker": """
  {"ID":"4ac3bba8abd6","Image":"nginx","Names":"web","RunningFor":"3 years ago","State":"running","Status":"Up 3 hours"}
  {"ID":"9b1c2d3e4f5a","Image":"redis:7","Names":"cache","RunningFor":"2 days ago","State":"exited","Status":"Exited (0) 1 second ago"}
  """,
  "gh": """
  [{"conclusion":"","createdAt":"2025-12-06T21:46:13Z","databaseId":19994699255,"displayTitle":"Fix the build","status":"in_progress","number":7,"title":"Fix","author":{"login":"mona"},"updatedAt":"2025-12-06T21:46:13Z"},
  {"conclusion":"success","createdAt":"2025-12-05T20:00:00Z","databaseId":19994699254,"displayTitle":"Add tests","status":"completed","number":6,"title":"Add","author":{"login":"octo"},"updatedAt":"2025-12-05T20:00:00Z"}]
  """,
  "kubectl": """
  {"type":"ADDED","object":{"kind":"Pod","metadata":{"name":"web-0","uid":"u-1","namespace":"default"},"status":{"phase":"Pending"}}}
  {"type":"MODIFIED","object":{"kind":"Pod","metadata":{"name":"web-0","uid":"u-1","namespace":"default"},"status":{"phase":"Running"}}}
  """,
  "journalctl": """
  {"__CURSOR":"s=71c4;i=1","__REALTIME_TIMESTAMP":"1583353899094400","_PID":"2254","MESSAGE":"GET / 200 OK"}
  {"__CURSOR":"s=71c4;i=2","__REALTIME_TIMESTAMP":"1583353899094500","_PID":"2254","MESSAGE":[104,105]}
  """,
  "stripe": """
  {"object":"list","url":"/v1/events","has_more":true,"data":[{"id":"evt_1Pgc76B7WZ01zgkWwyRHS12y","object":"event","created":1234567890,"type":"plan.created","data":{"object":{"id":"price_1Pga"}}}]}
  """,
  "ps": "    PID %CPU COMMAND\n      1  0.3 systemd\n     42 12.5 postgres\n",
  "df": """
  Filesystem      Size  Used Avail Use% Mounted on
  /dev/vda1       252G  180G   61G  75% /
  tmpfs            12G  4.0K   12G   1% /mnt/my disk
  """,
  "ss": """
  State Recv-Q Send-Q Local Address:Port  Peer Address:Port Process
  ESTAB 0      0           10.0.0.5:5432      10.0.0.9:41122       
  ESTAB 0      0           10.0.0.5:22        10.0.0.7:50312       
  """,
  "curl": "data: {\"id\":\"a\",\"n\":1}\n\ndata: {\"id\":\"b\",\"n\":2}\n\n",
]

/// The lines that a recipe prints first, at least.
private let expected: [String: [String]] = [
  "docker": ["+ 4ac3bba8abd6", "+ 9b1c2d3e4f5a"], "gh": ["+ 19994699255", "+ 19994699254"],
  "kubectl": ["+ u-1", "~ u-1 status.phase: Pending → Running"],
  "journalctl": ["+ s=71c4;i=1", "+ s=71c4;i=2"], "stripe": ["+ evt_1Pgc76B7WZ01zgkWwyRHS12y"],
  "ps": ["+ 1 ", "+ 42 "], "df": ["+ /dev/vda1", "+ tmpfs"], "ss": ["+ 10.0.0", "+ 10.0.0"],
  "curl": ["+ a", "+ b"],
]

/// A folder in which the commands of README and guide run: with the tools' stand-ins, and the files they name.
private func workshop() throws -> Folder {
  let folder = try Folder()
  for (name, text) in standIns {
    _ = try folder.file(name + ".out", text.hasSuffix("\n") ? text : text + "\n")
  }
  // A script written here could not be run while a program that another test starts at this moment
  // has inherited the descriptor it is written through (ETXTBSY). So it is one that exists.
  let standIn = package.appending(path: "Tests/stand-in").path()
  for (name, target) in standIns.keys.map({ ($0, standIn) }) + [
    ("listview", builtProgram("listview")), ("Demo", package.appending(path: "Demo").path()),
  ] {
    try FileManager.default.createSymbolicLink(
      atPath: folder.url.appending(path: name).path(),
      withDestinationPath: target
    )
  }
  return folder
}

/// Runs a command line until it has printed the lines, each of them beginning so, in any order.
///
/// - Returns: The lines that are missing after a minute; nil if none are.
private func prints(_ command: String, _ beginnings: [String], in folder: Folder) throws -> String?
{
  let path = ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin"
  let companion = try Companion(
    ["sh", "-c", command],
    in: folder,
    environment: ["PATH": folder.url.path() + ":" + path, "XDG_CONFIG_HOME": "/dev/null"],
    endedBy: SIGKILL
  )
  var missing = beginnings
  let isComplete = waits {
    var lines = companion.lines
    missing = beginnings.filter { beginning in
      guard let offset = lines.firstIndex(where: { $0.hasPrefix(beginning) }) else { return true }
      lines.remove(at: offset)
      return false
    }
    return missing.isEmpty || !companion.process.isRunning
  }
  companion.stop()
  return missing.isEmpty
    ? nil : "\(missing) not in \(companion.lines), \(companion.errors), in time: \(isComplete)"
}

/// The documents whose commands are run.
private let tutorials = ["README.md", "Docs/Guide.md"]

/// The command lines of their blocks of shell, each once.
private func commands() throws -> [String] {
  var commands: [String] = []
  for name in tutorials {
    var isShell = false
    for line in try document(name).split(separator: "\n", omittingEmptySubsequences: false) {
      if line.hasPrefix("```") {
        isShell = line == "```sh"
      } else if isShell, !line.isEmpty {
        let command = line.prefix { $0 != "#" }.trimmingCharacters(in: .whitespaces)
        if !commands.contains(command) { commands.append(command) }
      }
    }
  }
  return commands
}

@Test func `every recipe with a tool prints what the tool's stand-in outputs`() throws {
  let folder = try workshop()
  var tried: Set<String> = []
  for command in try commands() {
    let words = command.split(whereSeparator: { " |".contains($0) }).map(String.init)
    // A table that is printed once, or an explanation, is not a list of changes: below.
    guard words.contains("listview"), !words.contains("--once"), !words.contains("explain"),
      let tool = words.first(where: { standIns[$0] != nil }),
      let beginnings = expected[tool]
    else { continue }
    tried.insert(tool)
    // With its columns, sorting or grouping a recipe is for the screen; in a pipe it tells the rows.
    let problem = try prints(command, beginnings, in: folder)
    #expect(problem == nil, "\(command): \(problem ?? "")")
  }
  #expect(tried == Set(standIns.keys), "each stand-in has a recipe, and each recipe a stand-in")
}

@Test(arguments: tutorials)
func `what a document shows below a command is what that prints`(name: String) throws {
  let folder = try workshop()
  let blocks = try document(name).components(separatedBy: "```")
  var shown = 0
  for (offset, block) in blocks.enumerated() where block.hasPrefix("text\n") && offset > 1 {
    guard blocks[offset - 2].hasPrefix("sh\n"), blocks[offset - 1].allSatisfy(\.isNewline) else {
      continue
    }
    shown += 1
    let command = try #require(blocks[offset - 2].split(separator: "\n").last)
    let lines = block.split(separator: "\n").dropFirst().map(String.init)
    let problem = try prints(String(command), lines, in: folder)
    #expect(problem == nil, "\(command): \(problem ?? "")")
  }
  #expect(shown > 0)
}

/// A title as `explain` prints it.
private func title(_ text: String) -> String {
  text.padding(toLength: 10, withPad: " ", startingAt: 0)
}

@Test func `recipes that print a table or an explanation do so`() throws {
  let folder = try workshop()
  let beginnings = [
    "--once": ["PID", " 42", "  1"],
    "explain": [title(ExplainText.Title.format), title(ExplainText.Title.columns)],
  ]
  for (word, lines) in beginnings {
    let commands = try commands().filter {
      let words = $0.split(separator: " ").map(String.init)
      return words.contains(word) && words.contains { standIns[$0] != nil }
    }
    #expect(!commands.isEmpty)
    for command in commands {
      let problem = try prints(command, lines, in: folder)
      #expect(problem == nil, "\(command): \(problem ?? "")")
    }
  }
}

@Test func `every --sort and --group in README and guide finds its column`() throws {
  let folder = try workshop()
  for command in try commands() where command.contains("--sort") || command.contains("--group") {
    let once = command.replacingOccurrences(of: "listview ", with: "listview --once ")
      .replacingOccurrences(of: " --once --once", with: " --once")
    let companion = try Companion(
      ["sh", "-c", once],
      in: folder,
      environment: [
        "PATH": folder.url.path() + ":/usr/bin:/bin", "XDG_CONFIG_HOME": "/dev/null",
        "TZ": "UTC",
      ],
      endedBy: SIGKILL
    )
    #expect(waits { !companion.process.isRunning }, "\(once)")
    companion.stop()
    #expect(!companion.lines.isEmpty && companion.errors.isEmpty, "\(once): \(companion.errors)")
  }
}

@Test func `every recipe with the recording of the demo succeeds in a pipe`() throws {
  let folder = try workshop()
  let commands = try commands().filter { command in
    command.contains(" Demo/events.jsonl") && !command.contains("> Demo")
      && !command.contains("--pick")
      && !command.contains("--multi") && (path(of: "jq") != nil || !command.contains("jq "))
  }
  #expect(commands.count >= 8)
  for command in commands {
    let companion = try Companion(
      ["sh", "-c", command],
      in: folder,
      environment: [
        "PATH": folder.url.path() + ":/usr/bin:/bin", "XDG_CONFIG_HOME": "/dev/null",
      ],
      endedBy: SIGKILL
    )
    #expect(waits { !companion.process.isRunning }, "\(command)")
    companion.stop()
    #expect(companion.process.terminationStatus == 0, "\(command): \(companion.errors)")
    #expect(!companion.lines.isEmpty, "\(command)")
  }
}
