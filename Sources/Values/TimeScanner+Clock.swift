/// Times of day and time zones.
extension TimeScanner {
  /// Consumes `10:00`, `10:00:00`, `10:00:00.123456`, `10:00:00,123`, `100000`, and AM or PM.
  mutating func clock(into fields: inout TimeFields) -> Bool {
    let hasColons = digitCount <= 2
    guard let hour = number(min(digitCount, 2)), !hasColons || skip(UInt8(ascii: ":")),
      let minute = number(2)
    else { return false }
    var (second, nanosecond) = (0, 0)
    if hasColons ? peek() == UInt8(ascii: ":") && isDigit(1) : isDigit() {
      if hasColons { position += 1 }
      guard let number = number(2) else { return false }
      second = number
      if ".,".utf8.contains(peek()), isDigit(1) {
        position += 1
        nanosecond = fraction()
      }
    }
    guard !isDigit() else { return false }
    var shift = 0
    let start = position
    skipSpaces()
    let mark = peek() | 0x20
    if mark == UInt8(ascii: "a") || mark == UInt8(ascii: "p"),
      peek(1) | 0x20 == UInt8(ascii: "m"), !isLetter(2)
    {
      guard 1...12 ~= hour else { return false }
      position += 2
      shift = (mark == UInt8(ascii: "p") ? 12 : 0) - (hour == 12 ? 12 : 0)
    } else {
      position = start
    }
    return fields.setClock(hour + shift, minute, second, nanosecond)
  }

  /// Consumes the digits after a decimal point as nanoseconds; digits after the ninth are ignored.
  private mutating func fraction() -> Int {
    var (result, unit) = (0, 100_000_000)
    while isDigit() {
      result += Int(peek() - UInt8(ascii: "0")) * unit
      unit /= 10
      position += 1
    }
    return result
  }

  /// Consumes the zone after a time of day, if there is one: `Z`, `+01:00`, `+0100`, `+01`, `UTC`,
  /// `GMT+0100`, `Z+0000`, `+0000 UTC`, `+01:00[Europe/Berlin]`.
  mutating func zone(into fields: inout TimeFields) -> Bool {
    skipSpaces()
    if isLetter() {
      let start = position
      while isLetter() { position += 1 }
      let name = String(decoding: bytes[start..<position], as: UTF8.self).uppercased()
      guard name.utf8.count <= 5 else { return false }
      fields.zoneName = name
    }
    if "+-".utf8.contains(peek()), isDigit(1) {
      let isWest = peek() == UInt8(ascii: "-")
      position += 1
      guard let hours = number(2), hours < 24 else { return false }
      // Some programs omit the colon, some the minutes.
      let hasColon = peek() == UInt8(ascii: ":") && isDigit(1)
      if hasColon { position += 1 }
      var minutes = 0
      if hasColon || isDigit() {
        guard let number = number(2), number < 60 else { return false }
        minutes = number
      }
      guard !isDigit() else { return false }
      fields.offset = (hours * 60 + minutes) * (isWest ? -60 : 60)
    }
    skipSpaces()
    // Go writes `+0000 UTC m=+0.000012`.
    if fields.offset != nil, isLetter(), peek() != UInt8(ascii: "m") || peek(1) != UInt8(ascii: "=")
    {
      while isLetter() { position += 1 }
      skipSpaces()
    }
    if peek() == UInt8(ascii: "m"), peek(1) == UInt8(ascii: "=") { position = bytes.count }
    // Java appends the name of the zone to its offset.
    if fields.offset != nil || fields.zoneName != nil, peek() == UInt8(ascii: "["),
      bytes.last == UInt8(ascii: "]")
    {
      position = bytes.count
    }
    return true
  }
}
