import TableModel
import Testing

private struct Broken: Error {}

@Test func `a slow reader of a feed sees the newest snapshots in order, up to the last`() async {
  let (feed, continuation) = AsyncStream.makeStream(of: [Item].self)
  var table = makeTable(height: 3)
  let newest = feed.newest()
  for count in 1...1000 { continuation.yield((0..<count).map { Item($0) }) }
  continuation.finish()
  var last = 0
  for await snapshot in newest {
    #expect(snapshot.count > last)
    last = snapshot.count
    table.rows = snapshot
  }
  #expect(table.rows.count == 1000)
}

@Test func `an error of the feed follows the newest snapshot`() async {
  let (feed, continuation) = AsyncThrowingStream.makeStream(of: Int.self)
  for value in 1...9 { continuation.yield(value) }
  continuation.finish(throwing: Broken())
  var last = 0
  await #expect(throws: Broken.self) {
    for try await value in feed.newest() { last = value }
  }
  #expect(last == 9)
}

@Test func `at most one snapshot waits for a reader`() async {
  let (feed, continuation) = AsyncStream.makeStream(of: Int.self)
  let (taken, took) = AsyncStream.makeStream(of: Int.self)
  // Tells when the stream has been read to its end, before the reader asks for anything.
  let observed = feed.map { value -> Int in
    took.yield(value)
    return value
  }
  let newest = observed.newest()
  for value in 1...500 { continuation.yield(value) }
  for await value in taken where value == 500 { break }
  continuation.finish()
  var received: [Int] = []
  for await value in newest { received.append(value) }
  #expect(received.count <= 2)
  #expect(received.last == 500)
}
