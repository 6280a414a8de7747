import ListViewParts
import Foundation
import Testing

/// A key of the program, as it says itself.
private struct Key: Hashable, CustomStringConvertible {
  var mode: KeyScene.Mode
  var action: String
  /// The label of the key for a reader.
  var label: String

  var description: String { "\(label) (\(action)) in the \(mode.rawValue)" }
}

/// The entries of the manual page about keys, by topic.
private func manualKeys() throws -> [String: [(labels: [String], help: String)]] {
  let section = try #require(
    run(["man"]).text.components(separatedBy: ".SH KEYS\n").last?
      .components(separatedBy: "\n.SH ").first
  )
  func plain(_ text: Substring) -> String {
    var text = String(text)
    for (escape, character) in [
      (#"\-"#, "-"), (#"\(ha"#, "^"), (#"\(ti"#, "~"), (#"\(aq"#, "'"), (#"\(ga"#, "`"),
      (#"\e"#, #"\"#),
    ] {
      text = text.replacing(escape, with: character)
    }
    return text
  }
  var topics: [String: [(labels: [String], help: String)]] = [:]
  var topic = ""
  var labels: [String] = []
  for line in section.split(separator: "\n") {
    if line.hasPrefix(".SS ") {
      topic = plain(line.dropFirst(4))
    } else if line.hasPrefix(".B ") {
      labels = plain(line.dropFirst(3)).split(separator: " ").map(String.init)
    } else if line != ".TP" {
      topics[topic, default: []].append((labels, plain(line)))
    }
  }
  return topics
}

/// All keys that do something, mode by mode, from what the program says of itself.
private func keys() throws -> Set<Key> {
  let manual = try manualKeys()
  var actions: [String: (name: String, topic: String)] = [:]
  for (name, keys, help) in try keyNames() {
    let labels = keys.map(keyLabel)
    let topic = manual.first { $0.value.contains { $0.labels == labels && $0.help == help } }?.key
    actions[name] = (name, try #require(topic, "\(name) is not in the manual"))
  }
  var all: Set<Key> = []
  for (name, names, _) in try keyNames() {
    let topic = actions[name]?.topic
    var modes: [KeyScene.Mode] = topic == Action.Topic.detail.title ? [.detail] : [.table]
    if [ActionText.Topic.move, ActionText.Topic.row].contains(topic) { modes.append(.detail) }
    let actsInDetail = [
      "search", "next-match", "previous-match", "next-error", "previous-error", "help", "close",
      "quit",
    ]
    if actsInDetail.contains(name) {
      modes.append(.detail)
    }
    let movesInRows = ["next-change", "previous-change", "track"].contains(name)
    if topic == ActionText.Topic.move && !movesInRows || ["close", "quit", "redraw"].contains(name)
    {
      modes += [.help, .malformedInput]
    }
    if ["help", "search"].contains(name) { modes.append(.help) }
    if name == "malformed-input" { modes.append(.malformedInput) }
    if name == "quit" {
      for mode in [KeyScene.Mode.prompt, .picking, .columns] {
        all.insert(Key(mode: mode, action: name, label: "^C"))
      }
    }
    for mode in modes {
      for key in names { all.insert(Key(mode: mode, action: name, label: keyLabel(key))) }
    }
  }
  for (topic, mode) in [
    (ActionText.Topic.typing, KeyScene.Mode.prompt),
    (ActionText.Topic.picking, .picking),
    (ActionText.Topic.columnList, .columns),
  ] {
    for (labels, help) in try #require(manual[topic], "\(topic)") {
      for label in labels { all.insert(Key(mode: mode, action: help, label: label)) }
    }
  }
  return all
}

@Test func `every key of every action has a scene that presses it`() throws {
  let keys = try keys()
  var pressed: Set<Key> = []
  for step in keyScenes.flatMap(\.steps) {
    guard case .key(let mode, let action, let name) = step.input else { continue }
    pressed.insert(Key(mode: mode, action: action, label: keyLabel(name)))
  }
  #expect(keys.count > 200)
  let missing = keys.subtracting(pressed).map(\.description).sorted()
  #expect(missing.isEmpty, "no scene presses these")
  let unknown = pressed.subtracting(keys).map(\.description).sorted()
  #expect(unknown.isEmpty, "the program knows nothing of these")
}

@Test(arguments: keyScenes)
func `every key has the effect described by its scene`(scene: KeyScene) throws {
  try scene.play()
}
