import Columns
import FeedSources
import FeedStore
import FeedValues
import ListViewParts
import Testing

private func row(_ status: String) throws -> Row {
  var decoder = FeedDecoder()
  var rows: [Row] = []
  let text = #"{"id":"a","status":"\#(status)"}"# + "\n"
  for item in decoder.append(Array(text.utf8)) + decoder.finish() {
    switch item {
    case .upsert(let row, _), .append(let row, _), .insert(let row, _, _): rows.append(row)
    case .snapshot(let snapshot): rows += snapshot.rows
    case .delete: break
    }
  }
  return try #require(rows.first)
}

/// The definition of a transition: the sides as sets of words, nil for any other.
private func expected(
  _ before: Set<String>?,
  _ after: Set<String>?,
  _ old: String?,
  _ new: String
)
  -> Bool
{
  switch (before, after) {
  case (let before?, let after?):
    old.map { before.contains($0) && !after.contains($0) } ?? false && after.contains(new)
  case (nil, let after?): after.contains(new) && !(old.map(after.contains) ?? false)
  case (let before?, nil): old.map(before.contains) ?? false && !before.contains(new)
  case (nil, nil): false
  }
}

@Test func `a transition holds exactly for changes between its sides`() throws {
  let words = ["pending", "failed", "in transit"]
  let sides: [(text: String, words: Set<String>?)] = [
    ("", nil), ("pending", ["pending"]), ("failed", ["failed"]), ("\"in transit\"", ["in transit"]),
    ("pending,failed", ["pending", "failed"]),
  ]
  let rows = try Dictionary(uniqueKeysWithValues: words.map { ($0, try row($0)) })
  for before in sides {
    for after in sides where before.words != nil || after.words != nil {
      for arrow in ["→", " → ", "->", " -> "] {
        let text = "status: \(before.text)\(arrow)\(after.text)"
        let transition = try #require(try Transition(text))
        for old in [nil] + words.map(Optional.some) {
          for new in words {
            let holds = transition.holds(
              from: old.flatMap { rows[$0] },
              to: try #require(rows[new])
            )
            #expect(
              holds == expected(before.words, after.words, old, new),
              "\(text): \(old ?? "nothing") to \(new)"
            )
          }
        }
      }
    }
  }
}

@Test func `filters and commands are not transitions`() throws {
  for text in [
    "status=failed", "notify-send 'status: a→b'", "status: pending", "a b: c→d", "→", "status:",
    ": a→b",
    "status: →", "amount>1000", "curl -H 'a: b->c'", "",
  ] {
    #expect(try Transition(text) == nil, "\(text)")
  }
  #expect(throws: SettingError.self) { try Transition("status: \"pending→failed") }
  // Text after a value would be a term of its own.
  for (text, offset) in [
    ("status: in transit→delivered", 8), ("status: pending→failed or x=1", 16),
    ("status: →not yet", 9), ("status: pending->a (b)", 17),
  ] {
    do throws(SettingError) {
      _ = try Transition(text)
      Issue.record("\(text)")
    } catch {
      #expect(error.offset == offset, "\(text): \(error)")
    }
  }
  #expect(try Transition("status: \"in transit\"→delivered,\"picked up\"") != nil)
}

@Test func `a name with spaces is quoted`() throws {
  let transition = try #require(try Transition(#""Failure: Code" : a→b"#))
  #expect(transition.text.contains("Failure"))
}
