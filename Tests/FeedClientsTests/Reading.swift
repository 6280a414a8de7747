import FeedSources
import FeedStore
import FeedValues
import Foundation
import Testing

@testable import FeedClients

import Glibc

/// A feed by its address, read as the program reads it.
struct Reading {
  var intake: FeedIntake
  let source: ClientSource
  private(set) var list = RowList()
  /// The number of times that each value of a field has arrived.
  private(set) var arrivals: [String: Int] = [:]
  private(set) var notices: [String] = []
  private(set) var snapshots = 0
  private(set) var isOver = false
  let field: String

  init(
    _ address: String,
    _ options: ClientOptions = .init(),
    decoding: FeedDecoder.Options = .init(),
    field: String = "n"
  ) throws {
    let url = try #require(FeedURL(address))
    source = try ClientSource(url, options, runs: CommandRuns())
    intake = FeedIntake(source, FeedDecoder(decoding))
    self.field = field
  }

  /// Reads until something holds or the feed ends, for a minute at most; returns whether it holds.
  mutating func read(until isDone: (Reading) -> Bool) throws -> Bool {
    let end = ContinuousClock.now + .seconds(60)
    while ContinuousClock.now < end {
      if isDone(self) { return true }
      if isOver { return false }
      if !intake.isReady {
        var polls = intake.descriptors.map { pollfd(fd: $0, events: Int16(POLLIN), revents: 0) }
        poll(&polls, UInt(polls.count), 20)
        let ready = Set(polls.filter { $0.revents != 0 }.map(\.fd))
        intake.wake(at: .now, childHasEnded: true) { ready.contains($0) }
        continue
      }
      switch try intake.read(at: .now) {
      case .items(let items), .rest(let items): take(items)
      case .end(let items):
        take(items)
        isOver = true
      case .notice(let text): if let text { notices.append(text) }
      }
    }
    return false
  }

  /// Reads to the end of the feed, for a minute at most.
  mutating func readToEnd() throws {
    let isAtEnd = try read { $0.isOver }
    #expect(isAtEnd, "\(notices)")
  }

  /// The values that arrived more than once.
  var doubled: [String: Int] { arrivals.filter { $0.value > 1 } }

  private mutating func take(_ items: [FeedItem]) {
    for item in items {
      list.apply(item)
      switch item {
      case .upsert(let row, _), .append(let row, _), .insert(let row, _, _):
        if let text = row.value[FieldPath(field)]?.string { arrivals[text, default: 0] += 1 }
      case .snapshot: snapshots += 1
      case .delete: break
      }
    }
  }
}

/// A relay between a client and a server, which cuts all connections when it is told to, or at given amounts.
struct Relay {
  let port: Int
  private let control: Int
  private let server: Server

  /// Starts a relay.
  ///
  /// - Parameters:
  ///   - target: The port of the server.
  ///   - cuts: The numbers of bytes from the server at which all connections are cut.
  ///   - folder: The folder of the test.
  /// - Throws: If it cannot be started.
  init(to target: Int, cuts: [Int] = [], in folder: URL) throws {
    let script = """
      import asyncio, sys
      live, passed, cuts = set(), 0, [int(x) for x in sys.argv[2:]]
      def cut():
          for x in live: x.transport.abort()
          live.clear()
      async def pipe(r, w, counts):
          global passed
          try:
              while (d := await r.read(65536)):
                  if counts and cuts and passed + len(d) >= cuts[0]:
                      w.write(d[:cuts[0] - passed]); await w.drain()
                      passed += len(d); cuts.pop(0)
                      await asyncio.sleep(0.02)
                      return cut()
                  if counts: passed += len(d)
                  w.write(d); await w.drain()
          except Exception: pass
          finally: w.close()
      async def serve(r, w):
          try: r2, w2 = await asyncio.open_connection("127.0.0.1", int(sys.argv[1]))
          except OSError: return w.close()
          live.update([w, w2])
          await asyncio.gather(pipe(r, w2, False), pipe(r2, w, True))
      async def control(r, w):
          cut(); w.write(b"x"); w.close()
      async def main():
          a = await asyncio.start_server(serve, "127.0.0.1", 0)
          b = await asyncio.start_server(control, "127.0.0.1", 0)
          print(*[s.sockets[0].getsockname()[1] for s in (a, b)], flush=True)
          await asyncio.sleep(3600)
      asyncio.run(main())
      """
    server = try Server(
      ["python3", "-c", script, "\(target)"] + cuts.map(String.init),
      in: folder
    )
    let ports = server.firstLine().split(separator: " ").compactMap { Int($0) }
    try #require(ports.count == 2)
    (port, control) = (ports[0], ports[1])
  }

  /// Cuts all connections.
  func cut() throws {
    try shell(
      "python3 -c 'import socket; socket.create_connection((\"127.0.0.1\",\(control))).recv(9)'"
    )
  }
}
