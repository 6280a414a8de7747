import Foundation
import Testing

@testable import TerminalCore

@Test func `base64 agrees with Foundation for every length and byte`() {
  for count in 0..<260 {
    let bytes = (0..<count).map { UInt8(truncatingIfNeeded: $0 &* 37 &+ count) }
    #expect(Clipboard.base64(bytes) == Array(Data(bytes).base64EncodedString().utf8))
  }
  let all = Array(UInt8.min...UInt8.max)
  #expect(Clipboard.base64(all) == Array(Data(all).base64EncodedString().utf8))
}

@Test func `no copied text can end the escape sequence that carries it`() {
  let bytes = Array("\u{1B}\\\u{07}\u{9C}\u{1B}]0;title\u{07}\u{18}".utf8)
  let sequence = Clipboard.copying(bytes)
  #expect(sequence.starts(with: Array("\u{1B}]52;c;".utf8)))
  #expect(sequence.suffix(2) == [0x1B, 0x5C])
  for byte in sequence.dropFirst(7).dropLast(2) {
    let character = Character(Unicode.Scalar(byte))
    #expect(character.isLetter || character.isNumber || "+/=".contains(character))
  }
  let most = Clipboard.copying(Array(repeating: 0xFF, count: Clipboard.maximumCount))
  #expect(most.count <= 100_000)
}
