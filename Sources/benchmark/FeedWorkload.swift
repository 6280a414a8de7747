import Randomness
import Foundation

/// The input of the feed benchmark: all of it from a seed.
struct FeedWorkload {
  private var random: SplitMix64
  private var count = 0

  init(seed: UInt64) {
    random = SplitMix64(seed: seed)
  }

  /// An object of about 250 bytes, as a line; its kind is the text that shows on a screen.
  mutating func event() -> [UInt8] {
    let number = random.next()
    let kinds = ["charge.succeeded", "payout.paid", "customer.created", "refund.updated"]
    defer { count += 1 }
    return Array(
      """
      {"id":"evt_\(String(count, radix: 36))_\(String(number, radix: 36))","object":"event",\
      "created":\(1_700_000_000 + count),"type":"\(kinds[Int(number % 4)])","livemode":false,"data":\
      {"amount":\(number % 100_000),"currency":"usd","customer":"cus_\(String(number >> 8, radix: 36))",\
      "description":"Order \\"\(number % 997)\\" of the day","status":"pending"}}

      """.utf8
    )
  }

  /// Writes events into a file until it has a number of bytes, or of rows.
  ///
  /// - Returns: The rows and bytes that it has.
  static func write(
    seed: UInt64,
    to url: URL,
    bytes: Int = .max,
    rows: Int = .max
  ) throws -> (rows: Int, bytes: Int) {
    var workload = FeedWorkload(seed: seed)
    _ = FileManager.default.createFile(atPath: url.path(), contents: nil)
    let file = try FileHandle(forWritingTo: url)
    defer { try? file.close() }
    var written = (rows: 0, bytes: 0)
    var block: [UInt8] = []
    while written.rows < rows, written.bytes + block.count < bytes {
      block += workload.event()
      written.rows += 1
      guard block.count > 1 << 20 else { continue }
      try file.write(contentsOf: block)
      written.bytes += block.count
      block = []
    }
    try file.write(contentsOf: block)
    written.bytes += block.count
    return written
  }

  /// Snapshots of some rows as lines, of which a hundred rows change each time; the first row says
  /// which it is, in a text that shares no letter with the one before.
  static func snapshots(of rows: Int, count: Int) -> [[UInt8]] {
    var texts = (0..<rows).map { "{\"id\":\"row\($0)\",\"status\":\"ok\",\"n\":0}" }
    return (0..<count).map { number in
      texts[0] = "{\"id\":\"row0\",\"status\":\"\(mark(number))\",\"n\":0}"
      for place in 0..<100 {
        let row = 1 + (place * 97 + number * 31) % (rows - 1)
        texts[row] = "{\"id\":\"row\(row)\",\"status\":\"ok\",\"n\":\(number)}"
      }
      return Array(("[" + texts.joined(separator: ",") + "]\n").utf8)
    }
  }

  /// The text of a snapshot: a terminal is only sent the letters that differ, and a letter that stands
  /// there several times only once.
  static func mark(_ number: Int) -> String {
    let letters = (0..<8).map { UInt8(ascii: "a") + UInt8((number + 3 * $0) % 26) }
    return String(decoding: letters, as: UTF8.self)
  }
}
