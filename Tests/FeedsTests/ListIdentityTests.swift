import FeedIdentity
import FeedSources
import FeedStore
import FeedValues
import Testing

// Lists: what identifies their rows, and how that is found out again if later lists contradict it.

private struct Lists {
  var decoder = FeedDecoder()
  var player = Player(start: .liveEdge)
  private var now = ContinuousClock.now

  /// Takes a list, and returns how many rows it inserted, deleted and updated.
  mutating func take(_ text: String) -> [Int] {
    let before = player.count
    player.receive(decoder.append(Array(text.utf8)), at: now)
    var counts = [0, 0, 0]
    player.forEachChange(after: before) { old, new in
      counts[old == nil ? 0 : new == nil ? 1 : 2] += 1
    }
    return counts
  }

  var key: String? { decoder.keyRule?.description }
}

private func key(_ list: String) -> String? {
  FeedFixture(list, of: .init()).keyRule
}

@Test func `a word is preferred to a measurement as a key`() {
  var lists = Lists()
  _ = lists.take(#"[{"load":5,"core":"a"},{"load":8,"core":"b"}]"#)
  #expect(lists.key == "core")
  #expect(lists.take(#"[{"load":9,"core":"a"},{"load":5,"core":"b"}]"#) == [0, 0, 2])
  #expect(key(#"[{"size":"44M","dir":"/a"},{"size":"9M","dir":"/b"}]"#) == "dir")
  #expect(
    key(#"[{"took":"3ms","at":"2026-01-01","who":"x"},{"took":"9ms","at":"2026-01-02","who":"y"}]"#)
      == "who"
  )
  #expect(key(#"[{"cpu":0.5,"n":7},{"cpu":0.25,"n":9}]"#) == "n")
  // Fractions identify nothing.
  #expect(key(#"[{"cpu":0.5,"mem":1.5},{"cpu":0.25,"mem":2.5}]"#) == KeyRule.content.description)
}

@Test func `identifiers are recognised by their names`() {
  #expect(key(#"[{"n":1,"order_id":7,"what":"x"},{"n":2,"order_id":8,"what":"y"}]"#) == "order_id")
  #expect(key(#"[{"paid":"a","userId":7},{"paid":"b","userId":8}]"#) == "userId")
  #expect(
    key(#"[{"who":"a","CONTAINER ID":"4ac3"},{"who":"b","CONTAINER ID":"9f02"}]"#) == "CONTAINER ID"
  )
  #expect(key(#"[{"ID":1,"Name":"a"},{"ID":2,"Name":"b"}]"#) == "ID")
}

@Test func `two columns are a key if no single one is`() {
  let sockets = """
    [{"State":"ESTAB","Recv-Q":"0","Local":"10.0.0.1:443","Peer":"10.0.0.2:5000"},
     {"State":"ESTAB","Recv-Q":"0","Local":"10.0.0.1:443","Peer":"10.0.0.3:5000"},
     {"State":"ESTAB","Recv-Q":"1","Local":"10.0.0.1:80","Peer":"10.0.0.3:5000"}]
    """
  #expect(key(sockets) == "Local,Peer")
  var lists = Lists()
  _ = lists.take(sockets)
  let drained = sockets.replacing(#""Recv-Q":"1""#, with: #""Recv-Q":"0""#)
  #expect(lists.take(drained) == [0, 0, 1])
}

@Test func `a few duplicates are tolerated`() {
  func list(_ values: [(path: String, size: Int)]) -> String {
    "[" + values.map { #"{"size":\#($0.size),"path":"\#($0.path)"}"# }.joined(separator: ",") + "]"
  }
  let paths = (0..<100).map { "/f\($0)" } + ["/f7"]
  var lists = Lists()
  _ = lists.take(list(paths.enumerated().map { ($1, $0) }))
  #expect(lists.key == "path")
  let before = list(paths.enumerated().map { ($1, $0 < 10 ? $0 + 1_000 : $0) })
  // Ten sizes change; nothing comes or goes.
  #expect(lists.take(before) == [0, 0, 10])
  #expect(lists.decoder.keyProblems.map(\.kind) == [.shared])
}

@Test func `a single row is identified by being the only one`() {
  var lists = Lists()
  _ = lists.take(#"[{"requests":102,"load":0.5,"state":"ok"}]"#)
  #expect(lists.key == KeyRule.position.description)
  #expect(lists.take(#"[{"requests":104,"load":0.7,"state":"ill"}]"#) == [0, 0, 1])
  // More rows show what they are known by, and the first one stays.
  #expect(
    lists.take(
      #"[{"requests":104,"load":0.7,"state":"ill"},{"requests":1,"load":0,"state":"new"}]"#
    )
      == [1, 0, 0]
  )
  #expect(lists.key == "state")
  // A run that prints an object is such a list.
  let run = FeedFixture(#"{"requests":1,"load":2}"#, of: .init(isPolled: true))
  #expect(run.keyRule == KeyRule.position.description)
}

@Test func `a key that is no longer unique is replaced, and rows stay`() {
  func rows(_ name: (Int) -> String) -> String {
    "[" + (0..<20).map { #"{"name":"\#(name($0))","addr":"10.0.0.\#($0)"}"# }.joined(separator: ",")
      + "]"
  }
  var lists = Lists()
  _ = lists.take(rows { "n\($0)" })
  #expect(lists.key == "name")
  // All are called the same from now on: the other column tells them apart.
  #expect(lists.take(rows { _ in "n" }) == [0, 0, 20])
  #expect(lists.key == "addr")
  #expect(lists.take(rows { _ in "n" }) == [0, 0, 0])
}

@Test func `a key that changes in every list is replaced by a stable one`() {
  func rows(_ round: Int) -> String {
    "[" + (0..<5).map { #"{"name":"run-\#(round)-\#($0)","job":"j\#($0)"}"# }.joined(separator: ",")
      + "]"
  }
  var lists = Lists()
  _ = lists.take(rows(0))
  #expect(lists.key == "name")
  #expect(lists.take(rows(1)) == [0, 0, 5])
  #expect(lists.key == "job")
}

@Test func `rows without identity have none`() {
  #expect(key(#"[{"a":0.5},{"a":0.5}]"#) == KeyRule.content.description)
  #expect(key("[1,2,2]") == KeyRule.content.description)
}

@Test func `rows whose keys repeat are numbered in their order, among all others`() {
  var lists = Lists()
  let keys = (0..<500).map { $0 % 7 == 3 ? "twice\($0 % 2)" : "row\($0)" }
  let text = keys.map { #"{"id":"\#($0)"}"# }.joined(separator: ",")
  lists.decoder.chooseKey(.fields([FieldPath("id")]))
  #expect(lists.take("[\(text)]\n") == [500, 0, 0])
  var counts: [String: Int] = [:]
  for (row, key) in zip(lists.player.rows, keys) {
    #expect(row.id.key == ByteSlice(copying: #""\#(key)""#.utf8))
    #expect(row.id.occurrence == counts[key, default: 0])
    counts[key, default: 0] += 1
  }
  #expect(lists.take("[\(text)]\n") == [0, 0, 0])
}
