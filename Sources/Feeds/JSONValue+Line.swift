extension JSONValue {
  /// A line of text as a string, without the carriage return at its end.
  init(line: Slice<UnsafeBufferPointer<UInt8>>) {
    let text = line.last == UInt8(ascii: "\r") ? line.dropLast() : line
    var string: [UInt8] = []
    string.reserveCapacity(text.count + 2)
    string.appendJSONString(text)
    self.init(ByteSlice(ByteStore(string), 0..<string.count))
  }
}
