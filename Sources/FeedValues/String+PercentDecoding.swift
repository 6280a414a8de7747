extension String {
  /// A percent-decoded text; a percent sign that no two hexadecimal digits follow stands for itself.
  package init(percentDecoding text: some Sequence<UInt8>) {
    var bytes: [UInt8] = []
    var rest = Array(text)[...]
    while let byte = rest.popFirst() {
      let digits = rest.prefix(2)
      // A sign would be read as part of the number.
      if byte == UInt8(ascii: "%"), digits.count == 2, digits.first != UInt8(ascii: "+"),
        let value = UInt8(String(decoding: digits, as: UTF8.self), radix: 16)
      {
        bytes.append(value)
        rest = rest.dropFirst(2)
      } else {
        bytes.append(byte)
      }
    }
    self = String(decoding: bytes, as: UTF8.self)
  }
}
