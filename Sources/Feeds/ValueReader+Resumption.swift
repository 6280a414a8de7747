/// Where to read on after a value that began at `start` and went wrong at `end`; nil if no line
/// begins between them.
///
/// A line torn after a colon or a comma takes the line after it for its own, and goes wrong on the
/// third: so a value that went wrong that soon is left at its second line, where that looks like
/// one of a log. Otherwise the lines are those of one large value, and only the last may be
/// another's.
func resumption(
  _ bytes: UnsafeBufferPointer<UInt8>,
  after start: Int,
  upTo end: Int
) -> Int? {
  let newline = UInt8(ascii: "\n")
  let broken = bytes[start..<end]
  guard let first = broken.firstIndex(of: newline),
    let last = broken.lastIndex(of: newline)
  else { return nil }
  let isSoon = bytes[first + 1..<max(last, first + 1)].firstIndex(of: newline) == nil
  let opensALine = first + 1 < bytes.count && "{[".utf8.contains(bytes[first + 1])
  return (isSoon && opensALine ? first : last) + 1
}
