@testable import Columns
import FeedValues
import TerminalCore
import TableModel
import Testing

@testable import ListViewParts

@Test func `a scroll position keeps the cursor in view whatever the keys`() {
  let keys: [MoveAction] = [
    .nextRow, .previousRow, .pageDown, .pageUp, .halfPageDown, .halfPageUp, .firstRow, .lastRow,
    .scrollDown, .scrollUp,
  ]
  for hasCursor in [false, true] {
    for (count, height) in [(0, 0), (0, 5), (1, 1), (3, 5), (5, 5), (40, 7), (40, 1), (7, 0)] {
      var position = ScrollPosition(cursor: hasCursor ? 0 : nil)
      for step in 0..<200 {
        let moves = position.move(
          keys[(step * 7 + step / 10) % keys.count],
          count: count,
          height: height
        )
        #expect(moves)
        #expect(0...max(0, count - height) ~= position.offset)
        guard hasCursor, let cursor = position.cursor else { continue }
        #expect(0...max(0, count - 1) ~= cursor)
        if height > 0, count > 0 {
          #expect(position.offset..<position.offset + height ~= cursor)
        }
      }
    }
  }
}

@Test func `text is wrapped after spaces, and within words that are too long`() {
  #expect(TextWrapping.lines(of: "", width: 5) == [""])
  #expect(TextWrapping.lines(of: "one two\n\nthree", width: 5) == ["one ", "two", "", "three"])
  #expect(TextWrapping.lines(of: "abcdefgh ij", width: 3) == ["abc", "def", "gh ", "ij"])
  #expect(TextWrapping.lines(of: "日本語", width: 3) == ["日", "本", "語"])
  #expect(TextWrapping.lines(of: "日本", width: 1) == ["日", "本"])
  #expect(TextWrapping.lines(of: "a b c d", width: 1, limit: 2).count == 2)
  let text = "The quick brown 狐 jumps over the lazy 犬, again and again."
  for width in 2...40 {
    let lines = TextWrapping.lines(of: text, width: width)
    #expect(lines.joined() == text)
    #expect(lines.allSatisfy { $0.displayWidth <= width + 1 })
  }
}

@Test func `bytes are written so that all of them are visible`() {
  #expect(EscapedBytes.text(of: Array("a\tb\r\n\u{0}é日".utf8)) == #"a\tb\r\n\x00é日"#)
  #expect(EscapedBytes.text(of: [0xFF, 0x41, 0xC3, 0x28, 0xE2, 0x82]) == #"\xffA\xc3(\xe2\x82"#)
  #expect(EscapedBytes.text(of: Array("\u{9B}\u{200B}\u{2028}".utf8)) == #"\x9b\u{200b}\u{2028}"#)
}

@Test func `every action has a unique name, and every group is bound`() {
  let names = KeyMap.standard.bindings.map(\.action.name)
  #expect(Set(names).count == names.count)
  for group in KeyMap.groups {
    for action in group.actions { #expect(KeyMap.standard.binding(of: action) != nil, "\(action)") }
  }
}

@Test func `a key may have different actions in the detail and elsewhere`() throws {
  var map = KeyMap.standard
  try map.bind("next-row", to: ["h", "down"])
  #expect(map.action(for: .character("h")) == .move(.nextRow))
  #expect(map.actionInDetail(for: .character("h")) == .detail(.fold))
  try map.bind("detail-fold", to: ["x"])
  #expect(map.actionInDetail(for: .character("h")) == .move(.nextRow))
  #expect(map.actionInDetail(for: .character("x")) == .detail(.fold))
}

@Test func `a result is computed again only for another input`() {
  let memo = Memo<[Int], Int>()
  var inputs: [[Int]] = []
  let copy = memo
  for input in [[1, 2], [1, 2], [3], [1, 2]] {
    #expect(
      copy(input) { input in
        inputs.append(input)
        return input.count
      } == input.count
    )
  }
  #expect(inputs == [[1, 2], [3], [1, 2]])
}
