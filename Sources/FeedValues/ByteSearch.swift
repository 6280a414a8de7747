import Glibc

/// The number of occurrences of a byte, computed eight bytes at a time.
package func count(of byte: UInt8, in bytes: UnsafeBufferPointer<UInt8>) -> Int {
  let ones: UInt64 = 0x0101_0101_0101_0101
  let low: UInt64 = 0x7F7F_7F7F_7F7F_7F7F
  let pairs: UInt64 = 0x00FF_00FF_00FF_00FF
  let raw = UnsafeRawBufferPointer(bytes)
  var position = 0
  var total = 0
  while position + 8 <= raw.count {
    var counts: UInt64 = 0
    // A byte of the sum is at most 255.
    let end = min(raw.count - 8, position + 254 * 8)
    while position <= end {
      let word =
        raw.loadUnaligned(fromByteOffset: position, as: UInt64.self) ^ (ones &* UInt64(byte))
      // The top bit of a byte of the sum is clear exactly where the byte is 0 (Hacker's Delight 6–1).
      counts &+= (~(((word & low) &+ low) | word) >> 7) & ones
      position += 8
    }
    let sums = (counts & pairs) &+ ((counts >> 8) & pairs)
    total += Int((sums &* 0x0001_0001_0001_0001) >> 48)
  }
  while position < raw.count {
    if raw[position] == byte { total += 1 }
    position += 1
  }
  return total
}

package func count(of byte: UInt8, in bytes: ArraySlice<UInt8>) -> Int {
  bytes.withUnsafeBufferPointer { count(of: byte, in: $0) }
}

/// The number of bytes before the next occurrence of a byte; all of the rest if there is none.
package func length(of bytes: UnsafeBufferPointer<UInt8>, from start: Int, to byte: UInt8) -> Int {
  guard start < bytes.count, let base = bytes.baseAddress else { return 0 }
  let count = bytes.count - start
  guard let found = memchr(base + start, Int32(byte), count) else { return count }
  return UnsafeRawPointer(found) - UnsafeRawPointer(base + start)
}
