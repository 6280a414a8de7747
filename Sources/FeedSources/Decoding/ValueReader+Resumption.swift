import FeedValues

/// The offset at which to resume after a value that began at `start` and became invalid at `end`; nil if
/// no line begins between them.
///
/// A line that was cut off after a colon or a comma swallows the line after it and becomes invalid on the
/// third. So a value that becomes invalid that early is abandoned at its second line if that looks like a
/// log line. Otherwise the lines are those of one large value, and only the last may be a value of its
/// own.
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
