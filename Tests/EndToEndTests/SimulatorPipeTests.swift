@testable import listview
import Foundation
import TerminalTestSupport
import Testing

/// A list as the values of a feed make it, by Foundation's reader and nothing of the program.
private struct OracleList {
  private(set) var rows: [String: NSDictionary] = [:]
  private(set) var insertions = 0
  private(set) var deletions = 0
  private(set) var updates = 0

  mutating func read(_ value: Any, key: [String]) throws {
    guard let object = value as? [String: Any] else {
      return replace(by: try #require(value as? [NSDictionary]), key)
    }
    if let rows = (object["rows"] ?? object["items"]) as? [NSDictionary] {
      replace(by: rows, key)
    } else if object["object"] as? String == "list" {
      replace(by: try #require(object["data"] as? [NSDictionary]), key)
    } else if let row = object["row"] as? NSDictionary {
      upsert(row, key)
    } else if object["op"] as? String == "delete" {
      delete("\(try #require(object["id"]))")
    } else if let type = object["type"] as? String, let row = object["object"] as? NSDictionary,
      ["ADDED", "MODIFIED", "DELETED", "BOOKMARK"].contains(type)
    {
      if type == "DELETED" {
        delete(id(of: row, key))
      } else if type != "BOOKMARK" {
        upsert(row, key)
      }
    } else {
      upsert(object as NSDictionary, key)
    }
  }

  private func id(of row: NSDictionary, _ key: [String]) -> String {
    let id = key.reduce(row as Any?) { ($0 as? NSDictionary)?[$1] }
    return id.map { "\($0)" } ?? ""
  }

  private mutating func replace(by list: [NSDictionary], _ key: [String]) {
    let ids = Set(list.map { id(of: $0, key) })
    for id in rows.keys where !ids.contains(id) { delete(id) }
    for row in list { upsert(row, key) }
  }

  private mutating func upsert(_ row: NSDictionary, _ key: [String]) {
    let old = rows.updateValue(row, forKey: id(of: row, key))
    if old == nil { insertions += 1 } else if old != row { updates += 1 }
  }

  private mutating func delete(_ id: String) {
    if rows.removeValue(forKey: id) != nil { deletions += 1 }
  }
}

/// The rows that are left when the lines of a pipe are obeyed.
private func ids(_ lines: [Substring]) -> Set<String> {
  var ids: Set<String> = []
  for line in lines {
    let id = String(line.dropFirst(2).prefix { $0 != " " })
    switch line.first {
    case "+": #expect(ids.insert(id).inserted, "\(line)")
    case "-": #expect(ids.remove(id) != nil, "\(line)")
    default: #expect(ids.contains(id), "\(line)")
    }
  }
  return ids
}

@Test func `simulated feeds end with the right rows in a pipe, in every encoding`() throws {
  for scenario in ["payments", "orders", "pods", "prices", "burst"] {
    for encoding in ["snapshots", "events", "list", "watch"] {
      let name = "\(scenario), \(encoding)"
      let count = encoding == "snapshots" || encoding == "list" ? "12" : "120"
      let feed = try run([
        "simulate", "--scenario", scenario, "--encoding", encoding, "--seed", "7", "--count", count,
        "--window", "40", "--instant",
      ])
      var oracle = OracleList()
      for line in feed.lines {
        try oracle.read(
          JSONSerialization.jsonObject(with: Data(line.utf8), options: .fragmentsAllowed),
          key: scenario == "pods" ? ["metadata", "uid"] : ["id"]
        )
      }
      #expect(oracle.rows.count > 1, "\(name)")
      let output = try run([], input: feed.text)
      #expect(output.errors.isEmpty && output.status == 0, "\(name): \(output.errors)")
      #expect(ids(output.lines) == Set(oracle.rows.keys), "\(name)")
      func lines(_ sign: Character) -> Int { output.lines.count { $0.first == sign } }
      #expect(lines("+") == oracle.insertions, "\(name)")
      #expect(lines("-") == oracle.deletions, "\(name)")
      #expect(lines("~") == oracle.updates, "\(name)")
    }
  }
}

@Test func `a chaos feed ends, and its malformed input is reported`() throws {
  for encoding in ["snapshots", "events", "list", "watch"] {
    let feed = try run([
      "simulate", "--scenario", "chaos", "--encoding", encoding, "--seed", "7", "--count", "120",
      "--instant",
    ])
    let output = try run([], input: feed.text)
    #expect(output.status == 0 && output.lines.count > 10, "\(encoding)")
    #expect(output.errors.contains(NoticeText.malformedValue), "\(encoding): \(output.errors)")
    #expect(!output.text.contains("\u{1B}"), "\(encoding)")
  }
}
