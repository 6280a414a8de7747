extension JSONValue {
  /// A line of text as a string, without the carriage return at its end.
  init(line: Slice<UnsafeBufferPointer<UInt8>>) {
    let text = line.last == UInt8(ascii: "\r") ? line.dropLast() : line
    var string: [UInt8] = []
    string.reserveCapacity(text.count + 2)
    string.appendJSONString(text)
    self.init(ByteSlice(ByteStore(string), 0..<string.count))
  }

  /// The value as the only member of an object.
  func asMember(_ name: String) -> JSONValue {
    var bytes: [UInt8] = [UInt8(ascii: "{")]
    bytes.appendJSONString(name.utf8)
    bytes.append(UInt8(ascii: ":"))
    let looks = text.store.looks(in: text.range, movedTo: bytes.count)
    text.withBytes { bytes.append(contentsOf: $0) }
    bytes.append(UInt8(ascii: "}"))
    return JSONValue(ByteSlice(ByteStore(bytes, looks: looks), 0..<bytes.count))
  }
}
