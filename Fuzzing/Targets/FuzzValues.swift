import Values

/// Numbers and times are read, compared, added and written without a trap.
///
/// Each line of the input is a text, and together they are a file of a time zone.
func fuzzValues(_ bytes: [UInt8]) throws(Violation) {
  if let rules = ZoneRules(bytes) { checkZone(rules, bytes.count) }
  let texts = bytes.split(separator: UInt8(ascii: "\n")).prefix(16)
    .map { String(decoding: $0, as: UTF8.self) }
  for text in texts {
    if let rules = ZoneRules(posix: text) { checkZone(rules, text.utf8.count) }
    _ = Calendar(fixedOffset: text)?.offset(at: text.utf8.count)
    _ = DurationText.nanoseconds(text)
    _ = DurationText.seconds(text)
    _ = Level(text)
    _ = Level(wordOrLetter: text)
    _ = LevelScale(fieldName: text)?.level(of: text)
    _ = DurationUnit(fieldName: text)?.power
    if let quantity = Quantity(text) { _ = (quantity.size, quantity.count) }
    try checkTime(text)
  }
  let numbers = texts.compactMap { DecimalNumber($0) }
  for number in numbers { try check(number) }
  for (left, right) in zip(numbers, numbers.dropFirst()) { try check(left, right) }
}

private func checkZone(_ rules: ZoneRules, _ count: Int) {
  for seconds in [0, count, FeedTime.bounds.lowerBound, FeedTime.bounds.upperBound, 1 << 31] {
    let offset = Calendar(rules).offset(at: seconds)
    precondition(abs(offset) <= 93_600)
    _ = Calendar(rules).seconds(ofLocal: seconds)
  }
}

private func checkTime(_ text: String) throws(Violation) {
  for time in [FeedTime(text: text), TimeReader.utc.time(text), TimeReader.utc.date(text)] {
    guard let time else { continue }
    try check(FeedTime.bounds.contains(time.seconds), "\(text) is out of bounds")
    try check(FeedTime(exactly: time.nanoseconds) == time, "\(text) is not its nanoseconds")
    for other in [FeedTime.earliest, .latest] {
      try check((time < other) != (other <= time), "\(text) is not in order")
      _ = time.advanced(by: other.timeSince(time))
    }
    _ = Calendar.utc.parts(of: time)
  }
}

private func check(_ number: DecimalNumber) throws(Violation) {
  try check(number == number && !(number < number), "a number is not itself")
  try check(number.negated.negated == number, "negated twice")
  if let text = number.text {
    try check(DecimalNumber(text) == number || !number.isExact, "read again: \(text)")
  }
  for power in [1, -1, 400, Int.max, Int.min, DecimalNumber.exponentLimit] {
    _ = number.scaled(byPowerOfTen: power)
    _ = number.wholePart(scaledByPowerOfTen: power)
  }
  _ = number.multiplied(by: .max)
  _ = number.divided(by: .max, places: 20)
  _ = number.divided(by: 3, places: 2)
  _ = number.rounded(toPlaces: 0)
  _ = number.approximation
  _ = FeedTime(number)
}

private func check(_ left: DecimalNumber, _ right: DecimalNumber) throws(Violation) {
  let relations = [left < right, left == right, right < left]
  try check(relations.count { $0 } == 1, "two numbers are not in one order")
  try check((right.negated < left.negated) == (left < right), "negated numbers are not in order")
  var sums = [ExactSum(), ExactSum()]
  sums[0].add(left)
  sums[0].add(right)
  sums[1].add(right)
  sums[1].add(left)
  try check(sums[0].number == sums[1].number, "a sum depends on the order of its summands")
}
