import TerminalCore

/// Keys come out the same wherever the bytes are cut, and nothing stays open for ever.
func fuzzInput(_ input: [UInt8]) throws(Violation) {
  var bytes = input
  var choices = Choices(1, from: &bytes)
  let cut = bytes.count * choices.next(256) / 256
  let now = ContinuousClock().now
  var whole = InputDecoder()
  var halves = InputDecoder()
  let events = whole.feed(bytes, at: now)
  let parts = halves.feed(bytes[..<cut], at: now) + halves.feed(bytes[cut...], at: now)
  try check(events == parts, "cut at \(cut), events differ")
  try check(whole.deadline == halves.deadline, "cut at \(cut), deadlines differ")
  try check(events.count <= bytes.count, "more events than bytes")
  if let deadline = whole.deadline {
    _ = whole.expire(at: deadline)
    try check(whole.deadline == nil, "an open sequence does not expire")
  }
  let key = whole.feed([UInt8(ascii: "x")], at: now)
  try check(key == [.key(.character("x"))], "no key is read after a pause: \(key)")
}
