/// The width of every Unicode scalar by wcwidth(3) of glibc 2.36.
///
/// Two stages: a block number for every 256 scalars, then 256 widths; equal blocks are stored once.
struct WidthTable: Sendable {
  private var blocks: [UInt8] = []
  private var widths: [Int8] = []

  static let glibc = WidthTable(runs: runs)

  init(runs: [UInt32]) {
    var known: [ArraySlice<Int8>: UInt8] = [:]
    var run = 0
    blocks.reserveCapacity(0x1100)
    for block in 0..<UInt32(0x1100) {
      let first = block << 8
      var content: ArraySlice<Int8> = []
      content.reserveCapacity(256)
      while content.count < 256 {
        let scalar = first + UInt32(content.count)
        while run + 1 < runs.count, runs[run + 1] >> 2 <= scalar { run += 1 }
        let end = run + 1 < runs.count ? min(runs[run + 1] >> 2, first + 256) : first + 256
        let code = Int8(truncatingIfNeeded: runs[run] & 3)
        content.append(contentsOf: repeatElement(code == 3 ? -1 : code, count: Int(end - scalar)))
      }
      if let number = known[content] {
        blocks.append(number)
      } else {
        let number = UInt8(known.count)
        known[content] = number
        widths.append(contentsOf: content)
        blocks.append(number)
      }
    }
  }

  /// The width of `scalar` in columns, or −1 if the C library does not know it.
  @inline(__always)
  subscript(scalar: Unicode.Scalar) -> Int {
    let value = Int(scalar.value)
    return Int(widths[Int(blocks[value >> 8]) << 8 | value & 0xFF])
  }
}
