import FeedClients
import Foundation
import TerminalTestSupport
import Testing

/// Programs in place of the clients of feeds, which note how they were called.
private struct StandIns {
  let folder = try? Folder()
  static let names = ["curl", "redis-cli", "psql", "mosquitto_sub", "kcat", "nats"]

  /// - Parameter output: The output of each.
  /// - Throws: If they cannot be written.
  init(printing output: String) throws {
    let folder = try #require(folder)
    for name in Self.names {
      try FileManager.default.createSymbolicLink(
        at: folder.url.appending(path: name),
        withDestinationURL: package.appending(path: "Tests/stand-in")
      )
      _ = try folder.file("\(name).out", output)
      _ = try folder.file("\(name).arguments", "")
    }
  }

  var environment: [String: String] {
    let path = ProcessInfo.processInfo.environment["PATH"] ?? ""
    return ["PATH": "\(folder?.url.path() ?? ""):\(path)"]
  }

  /// The texts in a file of null-terminated texts; nil if the client was not called.
  func texts(_ name: String) throws -> [String]? {
    let url = try #require(folder).url.appending(path: name)
    guard let data = try? Data(contentsOf: url), !data.isEmpty else { return nil }
    let texts = data.split(separator: 0, omittingEmptySubsequences: false).dropLast()
    return texts.map { String(decoding: $0, as: UTF8.self) }
  }
}

@Test(arguments: [
  ("postgres://h/d?query=%5C!%20id", "psql"), ("postgres://h/d?query=%5Ccopy%20t%20to%20x", "psql"),
  ("nats://h/@tmp", "nats"), ("nats://h/--help", "nats"), ("kafka://h/-F", "kcat"),
  ("redis://h/0/-x?group=-x&consumer=--help", "redis-cli"), ("redis://h?pattern=-x", "redis-cli"),
  ("http://h/-x?@file", "curl"),
])
func `what a URL names reaches the client as it is, and as data`(
  _ url: String,
  _ client: String
) throws {
  let clients = try StandIns(printing: "")
  _ = try run(["--once", "--feed", url], environment: clients.environment)
  let arguments = try #require(try clients.texts("\(client).arguments"))
  let known = try #require(
    [
      "psql": ["-X", "-q", "-w", "-v", "-d", "-A", "-t", "-c", "--csv"],
      "nats": ["--raw", "--"], "curl": ["--disable", "--config", "-"],
      "kcat": ["-C", "-q", "-u", "-J", "-b", "-t", "-o", "-X", "-e"],
      "redis-cli": ["-e", "-n", "-h", "--json", "--raw"],
    ][client]
  )
  for (index, argument) in arguments.enumerated() where "-@\\".contains(argument.prefix(1)) {
    let before = arguments[..<index]
    let isValue = before.last == "-t" && client == "kcat" || before.contains("--")
    let isOperand =
      client == "redis-cli" && before.contains { ["EVAL", "XREADGROUP"].contains($0) }
    #expect(known.contains(argument) || isValue || isOperand, "\(url): \(arguments)")
  }
}

@Test(arguments: ["a%00b", "a%0A%5C!%20id", "%1B%5D0;x%07"])
func `a client is not started for control characters`(_ part: String) throws {
  let clients = try StandIns(printing: "")
  for url in [
    "postgres://h/d?query=select&listen=\(part)", "redis://h/0/\(part)", "kafka://h/\(part)",
    "nats://h/\(part)", "mqtt://\(part)@h/t", "postgres://h/\(part)?query=select",
  ] {
    let output = try run(["--once", "--feed", url], environment: clients.environment)
    #expect(output.status == 64 && output.errors.contains(ClientText.controlCharacters), "\(url)")
  }
  for name in StandIns.names { #expect(try clients.texts("\(name).arguments") == nil) }
}

@Test(arguments: [
  ["--feed", "postgres://u:SECRET@h/d?query=select%201"],
  ["--feed=postgres://h/d?query=select%201&password=SECRET"],
  ["postgres://h/d?password=SECRET", "--query", "select 1"],
  ["--feed", "env:FEED_ADDRESS"], ["env:FEED_ADDRESS"],
  ["--header", "X-Token: SECRET", "--feed", "postgres://h/d?query=select"],
  ["--header=X-Token: SECRET", "postgres://h/d?query=select"],
])
func `a password is on no command line and in no recording`(_ arguments: [String]) throws {
  let clients = try StandIns(printing: "{\"id\":1}\n")
  let secret = UUID().uuidString
  let words = arguments.map { $0.replacing("SECRET", with: secret) }
  let address = ["FEED_ADDRESS": "postgres://u:\(secret)@h/d?query=select"]
  let recording = try #require(clients.folder).url.appending(path: "recording")
  let output = try run(
    words + ["--once", "--output", "jsonl", "--record", recording.path()],
    environment: clients.environment.merging(address) { $1 }
  )
  #expect(output.status == 0 && output.lines == ["{\"id\":1}"], "\(output)")
  #expect(try !String(contentsOf: recording, encoding: .utf8).contains(secret))
  let parent = try #require(try clients.texts("psql.parent"))
  #expect(parent.contains("--once"))
  for texts in [parent, try #require(try clients.texts("psql.arguments"))] {
    #expect(!texts.contains { $0.contains(secret) }, "\(texts)")
  }
}

@Test func `the highest offset of Kafka does not end the program`() throws {
  let message =
    #"{"topic":"t","partition":0,"offset":9223372036854775807,"tstype":"create","ts":1,"key":null,"payload":"x"}"#
  let clients = try StandIns(printing: message + "\n")
  let output = try run(["--once", "kafka://h/t"], environment: clients.environment)
  #expect(output.status == 0 && output.text.contains("9223372036854775807"), "\(output)")
}
