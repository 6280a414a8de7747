import TerminalCore
import Testing

@Test func `no title can end the escape sequence that carries it`() {
  for text in [
    "app.log · 473 rows", "\u{1B}\\\u{7}\u{9C}\u{1B}]0;title\u{7}\u{18}", "\u{202E}gol\n\t", "漢 👍🏽",
    String(repeating: "a", count: 1_000), "",
  ] {
    let sequence = String(decoding: WindowTitle.setting(text), as: UTF8.self)
    #expect(sequence.hasPrefix("\u{1B}]2;") && sequence.hasSuffix("\u{1B}\\"))
    let title = sequence.dropFirst(4).dropLast(2)
    #expect(title.unicodeScalars.allSatisfy { $0.properties.generalCategory != .control })
    #expect(title.unicodeScalars.allSatisfy { $0.properties.generalCategory != .format })
    #expect(DisplayWidth.width(of: String(title)) <= WindowTitle.maximumWidth)
  }
}

@Test func `progress is shown by terminals that are known to show it`() {
  func text(_ progress: WindowTitle.Progress) -> String {
    String(decoding: WindowTitle.showing(progress), as: UTF8.self)
  }
  #expect(
    text(.none) == "\u{1B}]9;4;0\u{1B}\\" && text(.percent(140)) == "\u{1B}]9;4;1;100\u{1B}\\"
  )
  #expect(text(.failure) == "\u{1B}]9;4;2;100\u{1B}\\")
  for (environment, isShown) in [
    ([:], false), (["WT_SESSION": "a"], true), (["WT_SESSION": "a", "TMUX": "b"], false),
    (["TERM_PROGRAM": "ghostty"], true), (["TERM_PROGRAM": "iTerm.app"], false),
    (["VTE_VERSION": "7803"], false), (["VTE_VERSION": "8001"], true), (["ConEmuANSI": "ON"], true),
  ] as [([String: String], Bool)] {
    #expect(WindowTitle.showsProgress(environment) == isShown)
  }
}
