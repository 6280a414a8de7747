import FeedValues

/// The bytes of a value that continues in the next chunk.
extension ValueReader {
  /// The end of the carried value.
  enum CarriedEnd {
    /// After the chunk; with the scanner's state, nil in a plain line.
    case beyond(JSONScanner?)
    /// Before an offset of the chunk.
    case within(Int)
    /// The value is invalid.
    case invalid
  }

  func endOfCarried(in chunk: [UInt8]) -> CarriedEnd {
    chunk.withUnsafeBufferPointer { bytes in
      if mode == .line {
        let end = length(of: bytes, from: 0, to: newline)
        return end < bytes.count ? .within(end + 1) : .beyond(nil)
      }
      var scanner = scanner
      switch scanner.scan(bytes, from: 0) {
      case .incomplete: return .beyond(scanner)
      // The end of a number is inferred from the byte after it.
      case .value(let end): return .within(scanner.isCompleteAtEnd ? end + 1 : end)
      case .invalid: return .invalid
      }
    }
  }

  mutating func takeCarry(appending bytes: ArraySlice<UInt8>) -> [UInt8] {
    var carried = carry
    carry = []
    carried.append(contentsOf: bytes)
    return carried
  }

  /// Counts a value that is cut off by the end, and reads the lines after its first one.
  mutating func finishCutOff(_ body: ValueBody) {
    let bytes = carry
    let resume = bytes.withUnsafeBufferPointer { resumption($0, after: 0, upTo: $0.count) }
    let isTorn = dropped == 0 && resume.map { $0 < bytes.count } ?? false
    let end = isTorn ? resume ?? bytes.count : bytes.count
    note(bytes[..<end], at: carryOffset, FeedText.Malformed.cutOff)
    let rest = Array(bytes[end...])
    let offset = carryOffset + end
    line += count(of: newline, in: bytes[..<end])
    reset()
    guard !rest.isEmpty else { return }
    carryOffset = offset
    read(rest, nil, body)
    finish(body)
  }

  /// Carries the bytes of an unfinished value or line over to the next call.
  mutating func keep(_ bytes: [UInt8], from start: Int) {
    guard mode == .value || mode == .line, start < bytes.count else {
      scanned = 0
      return
    }
    if dropped > 0 || bytes.count - start > maximumLength(bytes, from: start) {
      // The scanner's state is enough to find the end; one byte keeps the carry non-empty.
      dropped += bytes.count - start - 1
      line += count(of: newline, in: bytes[start..<bytes.count - 1])
      carry = [bytes[bytes.count - 1]]
      carryOffset += bytes.count - 1
    } else {
      carry = start == 0 ? bytes : Array(bytes[start...])
      carryOffset += start
    }
    scanned = carry.count
  }

  /// The maximum number of bytes that are carried of an unfinished value.
  private func maximumLength(_ bytes: [UInt8], from start: Int) -> Int {
    guard bytes.count - start > maximumValueLength, mode == .value else {
      return maximumValueLength
    }
    let wrapping = bytes.withUnsafeBufferPointer { RowWrapping($0[start...]) }
    return wrapping?.maximumLength(ofRow: maximumValueLength) ?? maximumValueLength
  }
}

private let newline = UInt8(ascii: "\n")
