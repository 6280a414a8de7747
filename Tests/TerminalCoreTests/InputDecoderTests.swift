import TerminalCore
import TerminalTestSupport
import TestSupport
import Testing

@Suite struct `The decoder of input` {
  private let start = ContinuousClock.now

  private func decode(_ text: String) -> [InputEvent] {
    var decoder = InputDecoder()
    var events = decoder.feed(Array(text.utf8), at: start)
    if let deadline = decoder.deadline { events += decoder.expire(at: deadline) }
    return events
  }

  private static let cases: [(String, [InputEvent])] = [
    ("a", [.key(.character("a"))]),
    ("é漢👍", [.key(.character("é")), .key(.character("漢")), .key(.character("👍"))]),
    ("\r\n", [.key(.enter), .key(.enter)]),
    ("\t\u{7F}\u{8}", [.key(.tab), .key(.backspace), .key(.backspace)]),
    (
      "\u{4}\u{0}\u{1C}",
      [
        .key(.character("d"), .control), .key(.character(" "), .control),
        .key(.character("\\"), .control),
      ]
    ),
    ("\u{1B}", [.key(.escape)]),
    ("\u{1B}\u{1B}", [.key(.escape), .key(.escape)]),
    ("\u{1B}j", [.key(.character("j"), .alt)]),
    ("\u{1B}é", [.key(.character("é"), .alt)]),
    ("\u{1B}[", [.key(.character("["), .alt)]),
    ("\u{1B}O", [.key(.character("O"), .alt)]),
    ("\u{1B}]", [.key(.character("]"), .alt)]),
    ("\u{1B}\r", [.key(.enter, .alt)]),
    // Before the answer of a terminal they are keys, too.
    ("\u{1B}P\u{1B}[A", [.key(.character("P"), .alt), .key(.up)]),
    ("\u{1B}_\u{1B}[A", [.key(.character("_"), .alt), .key(.up)]),
    ("\u{1B}[\u{1B}[A", [.key(.character("["), .alt), .key(.up)]),
    ("\u{1B}]11;rgb\u{1B}[A", [.key(.up)]),
    ("\u{1B}[A\u{1B}OB\u{1B}[C\u{1B}[D", [.key(.up), .key(.down), .key(.right), .key(.left)]),
    (
      "\u{1B}[H\u{1B}[F\u{1B}[1~\u{1B}[4~\u{1B}[7~\u{1B}[8~",
      [
        .key(.home), .key(.end), .key(.home), .key(.end), .key(.home), .key(.end),
      ]
    ),
    (
      "\u{1B}[2~\u{1B}[3~\u{1B}[5~\u{1B}[6~",
      [
        .key(.insert), .key(.delete), .key(.pageUp), .key(.pageDown),
      ]
    ),
    ("\u{1B}[1;5A", [.key(.up, .control)]),
    ("\u{1B}[1;2D", [.key(.left, .shift)]),
    ("\u{1B}[1;8C", [.key(.right, [.shift, .alt, .control])]),
    ("\u{1B}[5;3~", [.key(.pageUp, .alt)]),
    (
      "\u{1B}[3^\u{1B}[3@\u{1B}[a",
      [
        .key(.delete, .control), .key(.delete, [.control, .shift]), .key(.up, .shift),
      ]
    ),
    (
      "\u{1B}OP\u{1B}[[A\u{1B}[11~\u{1B}[1;2P",
      [
        .key(.function(1)), .key(.function(1)), .key(.function(1)), .key(.function(1), .shift),
      ]
    ),
    (
      "\u{1B}[15~\u{1B}[17~\u{1B}[21~\u{1B}[24~\u{1B}[25~\u{1B}[29~\u{1B}[34~",
      [
        .key(.function(5)), .key(.function(6)), .key(.function(10)), .key(.function(12)),
        .key(.function(13)), .key(.function(16)), .key(.function(20)),
      ]
    ),
    ("\u{1B}[Z", [.key(.tab, .shift)]),
    (
      "\u{1B}[97;5u\u{1B}[27;5;13~\u{1B}[27u",
      [
        .key(.character("a"), .control), .key(.enter, .control), .key(.escape),
      ]
    ),
    ("\u{1B}OM\u{1B}Oj", [.key(.enter), .key(.character("*"))]),
    ("\u{1B}[I\u{1B}[O", [.focus(true), .focus(false)]),
    ("\u{1B}[200~a\u{1B}[A\nq\u{1B}[201~b", [.paste("a\u{1B}[A\nq"), .key(.character("b"))]),
    ("\u{1B}[200~\u{1B}[201~", [.paste("")]),
    (
      "\u{1B}[<0;3;4M\u{1B}[<0;3;4m",
      [
        .mouse(MouseEvent(kind: .press(button: 0), column: 2, line: 3)),
        .mouse(MouseEvent(kind: .release(button: 0), column: 2, line: 3)),
      ]
    ),
    (
      "\u{1B}[<64;300;100M\u{1B}[<65;1;1M",
      [
        .mouse(MouseEvent(kind: .wheelUp, column: 299, line: 99)),
        .mouse(MouseEvent(kind: .wheelDown, column: 0, line: 0)),
      ]
    ),
    (
      "\u{1B}[<18;2;2M\u{1B}[<34;2;2M\u{1B}[<35;2;2M",
      [
        .mouse(MouseEvent(kind: .press(button: 2), column: 1, line: 1, modifiers: .control)),
        .mouse(MouseEvent(kind: .drag(button: 2), column: 1, line: 1)),
        .mouse(MouseEvent(kind: .move, column: 1, line: 1)),
      ]
    ),
    (
      "\u{1B}[M !!\u{1B}[M#\"!",
      [
        .mouse(MouseEvent(kind: .press(button: 0), column: 0, line: 0)),
        .mouse(MouseEvent(kind: .release(button: -1), column: 1, line: 0)),
      ]
    ),
    ("\u{1B}[?2026;2$y", [.report(.mode(2026, state: 2))]),
    ("\u{1B}[?62;22c", [.report(.deviceAttributes)]),
    ("\u{1B}[?997;1n", [.report(.appearance(.dark))]),
    ("\u{1B}[?997;2n", [.report(.appearance(.light))]),
    ("\u{1B}[?997;3n\u{1B}[?997n\u{1B}[?996;1nx", [.key(.character("x"))]),
    ("\u{1B}]11;rgb:1010/1414/1818\u{1B}\\", [.report(.background(RGBColor(0x10_1418)))]),
    (
      "\u{1B}]11;rgb:f/8/0\u{7}x",
      [
        .report(.background(RGBColor(0xFF_8800))), .key(.character("x")),
      ]
    ),
    ("\u{1B}]11;#fdf6e3\u{7}", [.report(.background(RGBColor(0xFD_F6E3)))]),
    ("\u{1B}]11;no colour\u{7}\u{1B}]52;c;aGk=\u{7}\u{1B}P1$r0m\u{1B}\\z", [.key(.character("z"))]),
    ("\u{1B}[9999z\u{1B}[>1;2cq", [.key(.character("q"))]),
    ("\u{1B}[12\u{1B}[Aq", [.key(.up), .key(.character("q"))]),
    ("\u{1B}[1;5\u{3}", [.key(.character("c"), .control)]),
  ]

  @Test func `knows the keys of xterm and of terminals that differ`() {
    for (text, events) in Self.cases { #expect(decode(text) == events, "\(text.debugDescription)") }
  }

  @Test func `gives the same result wherever the bytes are split`() {
    for (text, events) in Self.cases {
      let bytes = Array(text.utf8)
      for cut in 0...bytes.count {
        var decoder = InputDecoder()
        var heard = decoder.feed(bytes[..<cut], at: start)
        // In time: the deadline of the first part has not come.
        heard += decoder.expire(at: start + .milliseconds(49))
        heard += decoder.feed(bytes[cut...], at: start + .milliseconds(49))
        if let deadline = decoder.deadline { heard += decoder.expire(at: deadline) }
        #expect(heard == events, "\(text.debugDescription) cut at \(cut)")
      }
    }
  }

  @Test func `takes a lone ESC for the key only after a timeout`() {
    var decoder = InputDecoder()
    #expect(decoder.deadline == nil)
    #expect(decoder.feed([0x1B], at: start) == [])
    #expect(decoder.deadline == start + .milliseconds(50))
    #expect(decoder.expire(at: start + .milliseconds(49)) == [])
    #expect(decoder.expire(at: start + .milliseconds(50)) == [.key(.escape)])
    #expect(decoder.deadline == nil)
    #expect(
      decoder.feed(Array("[A".utf8), at: start + .milliseconds(60)) == [
        .key(.character("[")), .key(.character("A")),
      ]
    )
  }

  @Test func `decodes invalid UTF-8 as one character, and ignores control characters in it`() {
    var decoder = InputDecoder()
    let bad: InputEvent = .key(.character("\u{FFFD}"))
    #expect(decoder.feed([0xFF, 0x61], at: start) == [bad, .key(.character("a"))])
    #expect(decoder.feed([0xE6, 0xBC, 0x61], at: start) == [bad, .key(.character("a"))])
    #expect(decoder.feed([0xC2, 0x9B], at: start) == [])
    #expect(decoder.feed([0xE6], at: start) == [])
    #expect(decoder.expire(at: start + .seconds(1)) == [bad])
  }

  @Test func `ends an unterminated paste, and splits a long one`() {
    var decoder = InputDecoder()
    #expect(decoder.feed(Array("\u{1B}[200~half".utf8), at: start) == [])
    #expect(decoder.expire(at: start + .seconds(1)) == [.paste("half")])
    let long = String(repeating: "漢字", count: 50_000)
    let bytes = Array("\u{1B}[200~\(long)\u{1B}[201~".utf8)
    let events = decoder.feed(bytes, at: start)
    #expect(events.count > 1)
    let text = events.map { if case .paste(let text) = $0 { text } else { "?" } }.joined()
    #expect(text == long)
  }

  @Test func `survives any bytes, and still decodes keys afterwards`() {
    for seed in UInt64(1)...20 {
      var generator = SeededGenerator(seed: seed)
      var decoder = InputDecoder()
      let starts: [UInt8] = [0x1B, 0x5B, 0x5D, 0x4F, 0x3B, 0x31, 0x7E, 0x3C, 0x4D, 0xE6]
      for _ in 0..<200 {
        let bytes = (0..<50).map { index in
          index % 3 == 0
            ? starts.randomElement(using: &generator) ?? 0
            : UInt8.random(in: 0...255, using: &generator)
        }
        _ = decoder.feed(bytes, at: start)
      }
      if let deadline = decoder.deadline { _ = decoder.expire(at: deadline) }
      #expect(decoder.feed([0x71], at: start) == [.key(.character("q"))], "seed \(seed)")
    }
  }

  @Test func `keeps only a limited part of an endless sequence`() {
    var decoder = InputDecoder()
    _ = decoder.feed(Array("\u{1B}]0;".utf8), at: start)
    for _ in 0..<100 { _ = decoder.feed(repeatElement(0x61, count: 10_000), at: start) }
    #expect(decoder.feed([0x07, 0x71], at: start) == [.key(.character("q"))])
  }
}
