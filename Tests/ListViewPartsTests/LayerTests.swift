@testable import Ordering
@testable import Columns
@testable import FeedIdentity
@testable import FeedStore
import FeedSources
import FeedValues
import TableModel
import TerminalCore
import Testing

@testable import ListViewParts

private let people = rows(
  #"[{"name":"ada","age":36,"city":"x"},{"name":"bob","age":7,"city":"y"},{"name":"cyd","age":1,"city":"z"}]"#
)

@Test func `the help scrolls on a low screen, closes by its own key, and ignores other keys`() {
  let low = context(columns: 40, lines: 10)
  var layer = Layer.pane(HelpPane())
  let top = text(columns: 40, lines: 10) { _ = layer.draw(into: &$0, in: low) }
  #expect(top.contains { $0.contains(HelpPane.Text.title) })
  #expect(layer.handle(.character("j"), in: low).requests?.isEmpty == true)
  let scrolled = text(columns: 40, lines: 10) { _ = layer.draw(into: &$0, in: low) }
  #expect(scrolled != top)
  // A key that sorts the table means nothing here.
  #expect(layer.handle(.character("s"), in: low).requests?.isEmpty == true)
  #expect(text(columns: 40, lines: 10) { _ = layer.draw(into: &$0, in: low) } == scrolled)
  for key: InputEvent in [.character("?"), .key(.escape), .character("q")] {
    var layer = layer
    #expect(layer.handle(key, in: low).isClosing, "\(key)")
  }
}

@Test func `the list of malformed input keeps its position while more arrives`() {
  var log = MalformedInputLog()
  func append(_ count: Int) {
    for number in log.count + 1...log.count + count {
      log.append(MalformedInput(line: number, offset: 0, reason: "reason \(number)", bytes: [0x1B]))
    }
  }
  append(40)
  let low = context(columns: 40, lines: 10)
  var pane = MalformedInputPane(feedName: "test", log: log)
  for _ in 0..<6 { _ = pane.handle(.character("j"), in: low) }
  let before = text(columns: 40, lines: 10) { _ = pane.draw(into: &$0, in: low) }
  append(3)
  pane.update(log: log, keyProblems: [], in: low)
  let after = text(columns: 40, lines: 10) { _ = pane.draw(into: &$0, in: low) }
  // The lines between the rules are the same, but for the thumb of the scroll bar.
  #expect(after[2..<8].map { $0.prefix(36) } == before[2..<8].map { $0.prefix(36) })
  #expect(!after.joined().contains("\u{1B}"))
  let empty = MalformedInputPane(feedName: "test", log: MalformedInputLog())
  let words = text { _ = empty.draw(into: &$0, in: context()) }
  #expect(words.contains { $0.contains(MalformedInputPane.Text.none) })
}

@Test func `a column is chosen with the arrows, by number or by letters, or not at all`() {
  let shown = columns(of: people)
  let wide = context(showing: shown)
  let count = wide.layout.places.count
  #expect(count == 3)
  func picked(_ keys: [InputEvent]) -> String? {
    var layer = Layer.pane(ColumnPick(purpose: .sort, current: shown[0].path))
    for key in keys {
      for case .sort(let column, _) in layer.handle(key, in: wide).requests ?? [] {
        return column?.title ?? "none"
      }
    }
    return nil
  }
  let titles = wide.layout.places.map { shown[$0.column].title }
  #expect(picked([.key(.enter)]) == titles[0])
  #expect(picked([.key(.right), .key(.right), .key(.enter)]) == titles[2])
  #expect(picked([.key(.left), .key(.enter)]) == "none", "around the end")
  #expect(picked([.character("g"), .key(.enter)]) == "AGE")
  #expect(picked([.character("z"), .character("z"), .key(.enter)]) == nil)
  #expect(picked([.character("2")]) == titles[1])
  #expect(picked([.character("0")]) == "none")
  #expect(picked([.character("9")]) == nil)
  var layer = Layer.pane(ColumnPick(purpose: .sort, current: shown[0].path))
  #expect(layer.handle(.character("9"), in: wide).isClosing)
}

@Test func `the column list requests changes of the selected one and keeps it in view`() {
  let shown = columns(of: people)
  let wide = context(lines: 4, showing: shown)
  var picker = ColumnPicker(selection: shown[0].path, samples: people)
  func change(_ key: InputEvent) -> ColumnChange? {
    for case .change(let change) in picker.handle(key, in: wide).requests ?? [] { return change }
    return nil
  }
  #expect(change(.character(" ")) == .toggle(0))
  #expect(change(.key(.up, .shift)) == nil, "the first one has nothing before it")
  #expect(change(.key(.down, .shift)) == .swap(0))
  #expect(change(.key(.end)) == nil)
  #expect(picker.chooser.selection == shown.last?.path)
  #expect(change(.character(">")) == .resize(shown.count - 1, by: 1))
  #expect(change(.key(.down, .shift)) == nil, "the last one has nothing after it")
  #expect(change(.key(.tab)) == .nextFormat(shown.count - 1))
  #expect(change(.key(.delete)) == .reset)
  let lines = text(lines: 4) { _ = picker.draw(into: &$0, in: wide) }
  #expect(lines.contains { $0.contains(shown[shown.count - 1].title) })
}

@Test func `a field within objects may be a key if a column shows it`() throws {
  let pods = try ["a", "b"].map { name in
    let text = "{\"metadata\":{\"labels\":{\"app\":\"\(name)\"}},\"phase\":\"Running\"}"
    let value = try #require(JSONValue.made(Array(text.utf8)))
    return Row(id: RowID(key: ByteSlice(copying: name.utf8)), value: value)
  }
  let label = FieldPath(["metadata", "labels", "app"])
  func isOffered(_ picker: KeyPicker) -> Bool {
    picker.entries.contains { $0.choice == .fields([label]) }
  }
  #expect(isOffered(KeyPicker(pods, rule: nil, showing: [label])))
  #expect(!isOffered(KeyPicker(pods, rule: nil)))
}

@Test func `the key picker returns the choice of its line, with arrival as the last resort`() {
  var picker = KeyPicker(people, rule: nil)
  let titles = picker.entries.map(\.title)
  #expect(titles.prefix(2) == [KeyPicker.Text.automatic, KeyPicker.Text.none])
  #expect(titles.contains("name") && titles.contains("age"))
  let wide = context()
  _ = picker.handle(.key(.down), in: wide)
  let requests = picker.handle(.key(.enter), in: wide).requests ?? []
  guard case .close? = requests.first, case .identify(let choice)? = requests.last else {
    Issue.record("\(requests)")
    return
  }
  #expect(choice == .none)
}

@Test func `a prompt edits its line and requests the rest`() {
  let place = TablePosition(
    ListState(height: 10, motion: .none, options: ViewOptions()).table,
    pin: nil
  )
  let before = OpenPrompt.Before(place: place, search: nil, filter: nil, detail: nil)
  var prompt = OpenPrompt(Prompt(.filter), before: before)
  func ask(_ event: InputEvent) -> String {
    let requests = prompt.handle(event, in: context()).requests ?? []
    return requests.map { "\($0)" }.joined(separator: " ")
  }
  #expect(ask(.character("a")) == "preview")
  #expect(ask(.key(.left)) == "", "the line is the same")
  #expect(ask(.key(.tab)) == "complete(isForward: true)")
  #expect(ask(.key(.up)) == "recall(isOlder: true)")
  #expect(ask(.key(.enter)) == "submit")
  #expect(ask(.key(.escape)) == "cancel")
  #expect(ask(.key(.end)) == "" && ask(.key(.backspace)) == "preview")
  #expect(ask(.key(.backspace)) == "cancel", "there is nothing left to take away")
}
