import FeedSources
import FeedValues
import Foundation
import Testing

@testable import FeedClients

private func message(_ partition: Int, _ offset: Int, _ payload: String = "x") -> [UInt8] {
  let text =
    #"{"topic":"t","partition":\#(partition),"offset":\#(offset),"tstype":"create","ts":1,"key":null,"payload":"\#(payload)"}"#
  return Array("\(text)\n".utf8)
}

private func client(_ url: String = "kafka://h/t") throws -> KafkaClient {
  let client = try KafkaClient(try #require(FeedURL(url)))
  _ = client.nextRun()
  return client
}

private func offset(of run: ClientRun) -> String? {
  run.arguments.firstIndex(of: "-o").map { run.arguments[$0 + 1] }
}

@Test func `a Kafka topic is read again, and known messages are removed`() throws {
  let client = try client()
  let bytes = message(0, 7) + message(1, 3) + message(0, 8)
  for cut in [0, 1, 20, 50, bytes.count - 1] {
    let client = try KafkaClient(try #require(FeedURL("kafka://h/t")))
    #expect(
      client.take(Array(bytes.prefix(cut))) + client.take(Array(bytes.dropFirst(cut))) == bytes
    )
  }
  #expect(client.take(bytes) == bytes)
  #expect(offset(of: client.nextRun()) == "beginning")
  // A partition without known messages has got its first one while kcat was down.
  let later = message(2, 0) + message(1, 4) + message(0, 9)
  #expect(client.take(bytes + later) == later)
  // The first messages are no longer kept by the broker.
  _ = client.nextRun()
  #expect(client.take(message(0, 9) + message(1, 4) + message(0, 10)) == message(0, 10))
  _ = client.nextRun()
  #expect(client.take(message(0, 9) + message(0, 10) + message(0, 11)) == message(0, 11))
}

@Test func `messages of a Kafka topic that was made anew are shown`() throws {
  let client = try client()
  let old = (0..<5).flatMap { message(0, $0, "old \($0)") }
  #expect(client.take(old) == old)
  _ = client.nextRun()
  let new = (0..<3).flatMap { message(0, $0, "new \($0)") }
  #expect(client.take(new) == new)
  // And read again, they are known.
  _ = client.nextRun()
  #expect(client.take(new + message(0, 3)) == message(0, 3))
  // Without the end of a run: librdkafka begins with the earliest message again.
  let newest = (0..<2).flatMap { message(0, $0, "newest \($0)") }
  #expect(client.take(newest) == newest)
  // The same messages are read again where the broker cut its log.
  #expect(client.take(newest) == [])
}

@Test func `new messages of a Kafka topic resume after the least known offset`() throws {
  let client = try client("kafka://h/t?from=end")
  #expect(offset(of: client.nextRun()) == "end")
  let bytes = message(0, 70) + message(1, 30)
  #expect(client.take(bytes) == bytes)
  #expect(offset(of: client.nextRun()) == "31")
  #expect(client.take(message(0, 69) + message(0, 70) + message(0, 71)) == message(0, 71))
  #expect(client.endRun(nil) == .lost(ClientText.connectionClosed, mayLackRows: true, retry: nil))
  // A lower offset than was asked for is that of another topic.
  _ = client.nextRun()
  #expect(client.take(message(0, 0) + message(0, 1)) == message(0, 0) + message(0, 1))
  #expect(offset(of: client.nextRun()) == "2")
}

@Test(arguments: ["kafka://h/t", "kafka://h/t?from=end"])
func `no offset of a Kafka message ends the program`(_ url: String) throws {
  let client = try client(url)
  let huge = message(0, .max) + message(.max, .max)
  #expect(client.take(huge) == huge)
  _ = client.nextRun()
  #expect(client.take(huge) == [])
  for number in ["-1", "9223372036854775808", "1e400", "null", "\"a\"", ""] {
    let line = Array("{\"topic\":\"t\",\"partition\":\(number),\"offset\":\(number)}\n".utf8)
    #expect(client.take(line + line) == line + line)
  }
  #expect(["beginning", "\(Int.max)"].contains(offset(of: client.nextRun())))
}

@Test func `partitions without end and lines without end are bounded`() throws {
  let url = try #require(FeedURL("kafka://h/t"))
  let client = try KafkaClient(url, limits: .init(line: 1_000, partitions: 9))
  let bytes = (0...9).flatMap { message($0, 0) }
  #expect(client.take(bytes) == bytes)
  _ = client.nextRun()
  // The last one was not remembered.
  #expect(client.take(bytes) == message(9, 0))
  let chunk = [UInt8](repeating: UInt8(ascii: "x"), count: 400)
  #expect((0..<5).map { _ in client.take(chunk).count } == [0, 0, 1_200, 400, 400])
  let rest = Array("\n".utf8) + message(9, 1)
  #expect(client.take(rest) == rest)
}

/// A client whose program is another one.
private final class StandIn: FeedClient {
  static let program = KafkaClient.program
  let client: KafkaClient
  let script: String
  init(_ client: KafkaClient, _ script: String) { (self.client, self.script) = (client, script) }
  func nextRun() -> ClientRun {
    var run = client.nextRun()
    run.arguments.insert(contentsOf: ["/bin/sh", "-c", script], at: 0)
    return run
  }
  func take(_ bytes: [UInt8]) -> [UInt8] { client.take(bytes) }
  func endRun(_ failure: String?) -> RunEnd { client.endRun(failure) }
}

@Test func `kcat that ends three times loses no message and repeats none`() throws {
  let folder = try Server.folder()
  defer { try? FileManager.default.removeItem(at: folder) }
  // The second run is cut in the middle of a line; the third reads a topic that was made anew.
  let script = """
    cd '\(folder.path())'
    echo "$@" >> arguments
    line() { printf '{"topic":"t","partition":%s,"offset":%s,"ts":1,"payload":{"n":"%s"}}\\n' "$@"; }
    case $(wc -l < arguments) in
    1) line 1 0 a; line 1 1 b; exit 1 ;;
    2) line 1 0 a; line 1 1 b; line 0 0 c; line 0 1 d | head -c 30; exit 1 ;;
    3) line 1 0 a; line 1 1 b; line 0 0 c; line 0 1 d; exit 1 ;;
    *) line 1 0 e; line 0 0 f; line 0 1 g; sleep 60 ;;
    esac
    """
  let client = StandIn(try client(), script)
  let source = ClientSource(client, name: "t", .init(), runs: CommandRuns())
  var bytes: [UInt8] = []
  var reports: [String] = []
  let end = ContinuousClock.now + .seconds(60)
  while ContinuousClock.now < end, !bytes.ends(with: "\"g\"}}\n") {
    switch try source.read(upTo: 1 << 16, at: .now) {
    case .bytes(let more): bytes += more
    case .restarted(let report, _): reports.append(report)
    case .end: break
    default:
      _ = source.runNow()
      var polls = source.descriptors.map { pollfd(fd: $0, events: Int16(POLLIN), revents: 0) }
      poll(&polls, UInt(polls.count), 5)
      source.wake()
    }
  }
  source.stop()
  let payloads = String(decoding: bytes, as: UTF8.self).split(separator: "\n").compactMap {
    $0.firstMatch(of: /"n":"(.)"/)?.output.1
  }
  #expect(payloads == ["a", "b", "c", "d", "e", "f", "g"])
  #expect(reports.count == 3 && reports.allSatisfy { !$0.contains("missing") }, "\(reports)")
}

extension [UInt8] {
  fileprivate func ends(with text: String) -> Bool {
    suffix(text.utf8.count).elementsEqual(text.utf8)
  }
}
