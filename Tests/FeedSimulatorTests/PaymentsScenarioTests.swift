import FeedSimulator
import Foundation
import Testing

private func recording(seed: UInt64, count: Int, window: Int = 60) -> [String] {
  var scenario = PaymentsScenario(seed: seed, window: window, start: 1_700_000_000)
  var time = 1_700_000_000_000
  return (0..<count).map { number in
    if number > 0 {
      time += scenario.nextGap(rate: 2)
      scenario.step(at: time / 1_000)
    }
    return scenario.line(at: time)
  }
}

private typealias Event = [String: Any]

private func rows(_ line: String) throws -> [Event] {
  let object = try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any]
  return try #require(object?["rows"] as? [Event])
}

private func status(_ event: Event) -> String? {
  ((event["data"] as? Event)?["object"] as? Event)?["status"] as? String
}

@Test func `the same seed gives the same bytes and another seed gives others`() {
  #expect(recording(seed: 1, count: 40) == recording(seed: 1, count: 40))
  #expect(recording(seed: 1, count: 3) != recording(seed: 2, count: 3))
}

@Test func `every line is a snapshot of unique events, the newest first, within the window`() throws
{
  for line in recording(seed: 3, count: 200, window: 25) {
    let events = try rows(line)
    #expect(!events.isEmpty && events.count <= 25)
    let ids = events.compactMap { $0["id"] as? String }
    #expect(ids.count == events.count && Set(ids).count == ids.count)
    #expect(ids.allSatisfy { $0.hasPrefix("evt_") })
    let created = events.compactMap { $0["created"] as? Int }
    #expect(created.count == events.count && created == created.sorted(by: >))
  }
}

@Test func `events come, leave and change in place, of every kind and currency`() throws {
  let film = try recording(seed: 1, count: 400).map(rows)
  var types: Set<String> = []
  var currencies: Set<String> = []
  var changes: Set<[String?]> = []
  var leaves = 0
  for (old, new) in zip(film, film.dropFirst()) {
    let before = Dictionary(uniqueKeysWithValues: old.map { ($0["id"] as? String ?? "", $0) })
    for event in new {
      types.insert(event["type"] as? String ?? "")
      let object = (event["data"] as? Event)?["object"] as? Event
      if let currency = object?["currency"] as? String { currencies.insert(currency) }
      if let earlier = before[event["id"] as? String ?? ""], status(earlier) != status(event) {
        changes.insert([status(earlier), status(event)])
      }
    }
    leaves += Set(before.keys).subtracting(new.map { $0["id"] as? String ?? "" }).count
  }
  #expect(
    types.isSuperset(of: [
      "charge.pending", "charge.succeeded", "charge.failed", "customer.created", "payout.created",
      "payout.paid", "charge.refunded", "charge.dispute.created",
    ])
  )
  #expect(currencies.isSuperset(of: ["usd", "eur", "gbp", "jpy"]))
  #expect(changes.isSuperset(of: [["pending", "succeeded"], ["pending", "failed"]]))
  #expect(leaves > 100)
}
