import FeedSimulator
import Foundation
import Testing

/// The rows of snapshots, step by step.
private func film(
  _ scenario: ScenarioName,
  seed: UInt64,
  steps: Int,
  window: Int? = nil
) throws -> [[JSONText]] {
  var feed = try feed(scenario, seed: seed, window: window)
  return try (0..<steps).map { _ in
    try #require(feed.nextStep().last.flatMap { JSONText($0) }?["rows"]?.elements)
  }
}

/// Pairs of a row's texts before and after, of each row that stays from one list to the next.
private func changes(_ film: [[JSONText]], _ field: (JSONText) -> String?) -> Set<[String]> {
  var result: Set<[String]> = []
  for (old, new) in zip(film, film.dropFirst()) {
    let before = Dictionary(uniqueKeysWithValues: old.map { (key($0), field($0) ?? "") })
    for row in new {
      if let old = before[key(row)], let new = field(row), old != new { result.insert([old, new]) }
    }
  }
  return result
}

private func key(_ row: JSONText) -> String {
  (row["metadata"]?["uid"] ?? row["id"])?.text ?? ""
}

private func number(_ text: JSONText?) -> Int { text.flatMap { Int($0.text) } ?? .min }

@Test func `payments of every kind and currency are inserted, deleted and updated in place`() throws
{
  let film = try film(.payments, seed: 1, steps: 400)
  let objects = film.joined().compactMap { $0["data"]?["object"] }
  let types = Set(film.joined().compactMap { $0["type"]?.string })
  let kinds: Set<String> = [
    "charge.pending", "charge.succeeded", "charge.failed", "customer.created", "payout.created",
    "payout.paid", "charge.refunded", "charge.dispute.created",
  ]
  #expect(kinds.subtracting(types).isEmpty)
  let currencies = Set(objects.compactMap { $0["currency"]?.string })
  #expect(currencies.isSuperset(of: ["usd", "eur", "gbp", "jpy"]))
  let statuses = changes(film) { $0["data"]?["object"]?["status"]?.string }
  #expect(statuses.isSuperset(of: [["pending", "succeeded"], ["pending", "failed"]]))
  let identities = film.map { Set($0.map(key)) }
  let leaves = zip(identities, identities.dropFirst()).map { $0.subtracting($1).count }
  #expect(leaves.reduce(0, +) > 99)
}

@Test func `payments, orders and jobs are listed newest first`() throws {
  for scenario in [ScenarioName.payments, .orders, .burst] {
    for rows in try film(scenario, seed: 3, steps: 30, window: 25) {
      let created = rows.map { number($0["created"]) }
      #expect(created == created.sorted(by: >), "\(scenario)")
      #expect(rows.count <= 25)
    }
  }
}

@Test func `the status of an order advances one step at a time`() throws {
  let way = ["placed", "paid", "packed", "shipped", "delivered"]
  var allowed = Set(zip(way, way.dropFirst()).map { [$0, $1] })
  allowed.formUnion([["placed", "cancelled"], ["paid", "cancelled"], ["delivered", "returned"]])
  var seen: Set<[String]> = []
  for seed: UInt64 in 1...4 {
    var feed = try feed(.orders, .events, seed: seed)
    var statuses: [String: String] = [:]
    for _ in 0..<300 {
      for value in feed.nextStep() {
        let row = try #require(JSONText(value))
        guard let id = row["id"]?.text, let status = row["status"]?.string else { continue }
        if let before = statuses.updateValue(status, forKey: id) { seen.insert([before, status]) }
        let wasShipped = ["shipped", "delivered", "returned"].contains(status)
        #expect((row["shipping"]?["tracking_number"] != nil) == wasShipped)
      }
    }
  }
  #expect(seen == allowed)
}

@Test
func `pods are sorted by namespace and name, crash, restart, roll out, complete and disappear`()
  throws
{
  let film = try film(.pods, seed: 2, steps: 600)
  for rows in film {
    let names = rows.map {
      [$0["metadata"]?["namespace"]?.string ?? "", $0["metadata"]?["name"]?.string ?? ""]
    }
    #expect(names == names.sorted { $0.lexicographicallyPrecedes($1) })
    #expect(!rows.isEmpty && rows.count <= 40)
  }
  let waiting = film.joined().compactMap { status($0)?["state"]?["waiting"]?["reason"]?.string }
  #expect(Set(waiting) == ["ContainerCreating", "CrashLoopBackOff", "ImagePullBackOff"])

  // A rollout replaces all pods of a deployment, by pods of another revision.
  let revisions = film.map { rows in
    Set(
      rows.compactMap { row in
        row["metadata"]?["labels"].flatMap { labels in
          labels["pod-template-hash"].map { [labels["app"]?.text ?? "", $0.text] }
        }
      }
    )
  }
  for application in Set(revisions.joined().map { $0[0] }) {
    #expect(Set(revisions.joined().filter { $0[0] == application }).count > 1, "\(application)")
  }
}

@Test func `a pod is pending, runs, restarts one time after another, and may succeed`() throws {
  var phases: Set<[String]> = []
  var restarts: Set<[Int]> = []
  for seed: UInt64 in 1...3 {
    var feed = try feed(.pods, .events, seed: seed)
    var before: [String: (phase: String, restarts: Int)] = [:]
    for _ in 0..<400 {
      for pod in feed.nextStep().compactMap({ JSONText($0) }) where pod["kind"] != nil {
        let now = (pod["status"]?["phase"]?.string ?? "", number(status(pod)?["restartCount"]))
        if let old = before.updateValue(now, forKey: key(pod)) {
          if old.phase != now.0 { phases.insert([old.phase, now.0]) }
          if old.restarts != now.1 { restarts.insert([old.restarts, now.1]) }
        }
      }
    }
  }
  #expect(phases == [["Pending", "Running"], ["Running", "Succeeded"]])
  #expect(restarts.contains([2, 3]) && restarts.allSatisfy { $0[1] == $0[0] + 1 })
}

private func status(_ pod: JSONText) -> JSONText? {
  pod["status"]?["containerStatuses"]?.elements?.first
}

@Test func `a watch of pods lists the existing ones, then reports each change and sets bookmarks`()
  throws
{
  var feed = try feed(.pods, .watch, seed: 4)
  let first = feed.nextStep().compactMap { JSONText($0)?["type"]?.string }
  #expect(first.count > 20 && first.allSatisfy { $0 == "ADDED" })
  var counts: [String: Int] = [:]
  var version = 0
  for _ in 0..<200 {
    for value in feed.nextStep() {
      let event = try #require(JSONText(value))
      let object = try #require(event["object"])
      counts[event["type"]?.string ?? "", default: 0] += 1
      #expect(object["kind"]?.string == "Pod")
      guard event["type"]?.string != "DELETED" else { continue }
      let text = object["metadata"]?["resourceVersion"]?.string ?? ""
      let next = try #require(Int(text))
      #expect(next >= version, "versions only grow")
      version = next
    }
  }
  #expect(Set(counts.keys) == ["ADDED", "MODIFIED", "DELETED", "BOOKMARK"])
  #expect(counts["BOOKMARK"] ?? 0 < counts["MODIFIED"] ?? 0)
}

@Test func `times of pods are written as RFC 3339, on any day`() throws {
  let formatter = ISO8601DateFormatter()
  // Every 41 days and some, over four hundred years: all months, leap days and century rules.
  for number in 0..<3_600 {
    let start = 5_400_000 + number * 3_543_127_321
    let options = try SimulationOptions(scenario: .pods, encoding: .watch, window: 1)
    var feed = FeedSimulation(options, start: start)
    let pod = try #require(JSONText(feed.next().bytes)?["object"])
    let date = Date(timeIntervalSince1970: Double(start / 1_000 - 5_400))
    #expect(
      pod["metadata"]?["creationTimestamp"]?.string == formatter.string(from: date),
      "\(start)"
    )
  }
}

@Test func `all prices change at each step, and their order moves`() throws {
  for seed: UInt64 in 1...3 {
    let film = try film(.prices, seed: seed, steps: 60)
    var moves = 0
    for (old, new) in zip(film, film.dropFirst()) {
      #expect(Set(old.map(key)) == Set(new.map(key)))
      #expect(Set(old.map(\.text)).isDisjoint(with: new.map(\.text)))
      if old.map(key) != new.map(key) { moves += 1 }
    }
    #expect(moves > 40, "seed \(seed)")
    for rows in film {
      let gains = rows.compactMap { $0["percent"].flatMap { Double($0.text) } }
      #expect(gains.count == 30 && gains == gains.sorted(by: >))
    }
  }
}

@Test func `a burst is quiet, then 5,000 changes at once, then quiet again`() throws {
  for seed: UInt64 in 1...2 {
    for window in [6_000, 100] {
      var feed = try feed(.burst, .events, seed: seed, window: window)
      var changes: [Int] = []
      for _ in 0..<60 { changes.append(feed.nextStep().count) }
      let first = try #require(changes.firstIndex { $0 >= 5_000 }, "seed \(seed)")
      #expect(changes[1..<first].count == 8 && changes[1..<first].allSatisfy { $0 <= 3 })
      let bursts = changes.indices.filter { changes[$0] >= 5_000 }
      #expect(bursts.count > 1 && zip(bursts, bursts.dropFirst()).allSatisfy { $1 - $0 > 8 })
      #expect(changes.suffix(from: first).contains { $0 <= 3 })
    }
  }
}
