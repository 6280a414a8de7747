import Columns
internal import TerminalCore

/// The help text: topics laid out in as many columns as fit the screen.
package struct HelpSheet: Hashable, Sendable {
  /// A topic with its entries.
  package struct Topic: Hashable, Sendable {
    var name: String
    var entries: [Entry]
  }

  /// A key or sign, and its description.
  struct Entry: Hashable, Sendable {
    var label: String
    var text: String
    var role = Theme.Role.text
  }

  private let topics: [Topic]
  /// The name of the topic that is marked; nil for none.
  private let marked: String?
  private let plan: TopicColumns
  /// The width in screen columns.
  package var width: Int { plan.width }
  /// The number of lines.
  package var height: Int { plan.height }

  /// The screen columns between two columns of topics.
  fileprivate static let gap = 3

  /// Lays out topics.
  ///
  /// If everything can be made to fit, the sheet uses the fewest columns with which it does, without empty
  /// lines between topics if necessary. Otherwise it is higher than the available space.
  ///
  /// - Parameters:
  ///   - topics: The topics in order; none is split.
  ///   - width: The available width in screen columns.
  ///   - height: The available number of lines.
  ///   - marked: The name of the topic to mark; nil for none.
  package init(
    _ topics: [Topic],
    columns width: Int,
    lines height: Int,
    marking marked: String? = nil
  ) {
    self.marked = marked
    let sizes = topics.map { TopicSize($0) }
    var best = TopicColumns(sizes, columns: 1, isSpaced: true, width: width)
    search: for count in 1...max(1, topics.count) {
      for isSpaced in [true, false] {
        if best.height <= height { break search }
        let candidate = TopicColumns(sizes, columns: count, isSpaced: isSpaced, width: width)
        guard count == 1 || candidate.width <= width, candidate.height < best.height else {
          continue
        }
        // A sheet that has to be scrolled anyway keeps its empty lines.
        if isSpaced || candidate.height <= height { best = candidate }
      }
    }
    self.topics = topics
    plan = best
  }

  /// The lines, padded to the width of the sheet.
  package var lines: [StyledLine] {
    let columns = zip(plan.columns, plan.sizes).map { range, size in
      lines(of: topics[range], size, isSpaced: plan.isSpaced)
    }
    return (0..<plan.height).map { number in
      var segments: [Segment] = []
      for (column, size) in zip(columns, plan.sizes) {
        if !segments.isEmpty { segments.append(Self.space(Self.gap)) }
        let line = number < column.count ? column[number] : []
        segments += line
        let used = line.reduce(0) { $0 + $1.text.displayWidth }
        segments.append(Self.space(size.width - used))
      }
      while segments.last?.text.allSatisfy({ $0 == " " }) == true { segments.removeLast() }
      return StyledLine(segments)
    }
  }

  private static func space(_ width: Int) -> Segment {
    Segment(text: String(repeating: " ", count: max(0, width)), role: .text)
  }

  /// The lines of topics placed below each other.
  private func lines(
    of topics: ArraySlice<Topic>,
    _ size: ColumnSize,
    isSpaced: Bool
  ) -> [[Segment]] {
    var lines: [[Segment]] = []
    for topic in topics {
      if !lines.isEmpty, isSpaced { lines.append([]) }
      let isMarked = topic.name == marked
      let name = Segment(text: topic.name, role: isMarked ? .accent : .dim, isBold: isMarked)
      lines.append([name])
      for entry in topic.entries {
        let label = Segment(text: entry.label, role: entry.role, isBold: true)
        let text = Segment(text: entry.text, role: .dim)
        if size.isStacked {
          lines += [[label], [Self.space(2), text]]
        } else {
          lines.append([label, Self.space(size.labelWidth + 2 - entry.label.displayWidth), text])
        }
      }
    }
    return lines
  }
}

/// The room a topic needs.
private struct TopicSize {
  var count: Int
  var nameWidth: Int
  var labelWidth: Int
  var textWidth: Int

  init(_ topic: HelpSheet.Topic) {
    count = topic.entries.count
    nameWidth = topic.name.displayWidth
    labelWidth = topic.entries.map(\.label.displayWidth).max() ?? 0
    textWidth = topic.entries.map(\.text.displayWidth).max() ?? 0
  }
}

/// The room a column of topics needs.
private struct ColumnSize: Hashable {
  var labelWidth: Int
  var width: Int
  var height: Int
  /// Whether texts are placed below their labels, because the column is too narrow.
  var isStacked: Bool

  /// The minimum width of a text next to its label.
  private static let textWidth = 16

  init(_ topics: ArraySlice<TopicSize>, isSpaced: Bool, limit: Int) {
    var (names, labels, texts, entries) = (0, 0, 0, 0)
    for topic in topics {
      names = max(names, topic.nameWidth)
      labels = max(labels, topic.labelWidth)
      texts = max(texts, topic.textWidth)
      entries += topic.count
    }
    labelWidth = labels
    isStacked = limit < labels + 2 + Self.textWidth
    width = max(names, isStacked ? max(labels, texts + 2) : labels + 2 + texts)
    height = entries * (isStacked ? 2 : 1) + topics.count + (isSpaced ? topics.count - 1 : 0)
  }
}

/// A distribution of topics over columns that minimises the height of the highest one.
private struct TopicColumns: Hashable {
  private(set) var columns: [Range<Int>] = []
  private(set) var sizes: [ColumnSize] = []
  let isSpaced: Bool

  init(_ topics: [TopicSize], columns count: Int, isSpaced: Bool, width: Int) {
    self.isSpaced = isSpaced
    let total = ColumnSize(topics[...], isSpaced: isSpaced, limit: width).height
    var limit = count == 1 ? total : max(1, total / count)
    repeat {
      (columns, sizes) = ([], [])
      var start = 0
      while start < topics.count {
        var end = start + 1
        var size = ColumnSize(topics[start..<end], isSpaced: isSpaced, limit: width)
        while end < topics.count {
          let next = ColumnSize(topics[start...end], isSpaced: isSpaced, limit: width)
          guard next.height <= limit else { break }
          size = next
          end += 1
        }
        columns.append(start..<end)
        sizes.append(size)
        start = end
      }
      limit += 1
    } while columns.count > count
  }

  var height: Int { sizes.map(\.height).max() ?? 0 }
  var width: Int { max(0, sizes.reduce(-HelpSheet.gap) { $0 + $1.width + HelpSheet.gap }) }
}

extension HelpSheet {
  /// The keys by topic; related actions share an entry.
  package static func topics(of map: KeyMap) -> [Topic] {
    Action.Topic.allCases.compactMap { topic in
      let bindings = map.bindings.filter { $0.action.topic == topic }
      let entries = bindings.compactMap { binding -> Entry? in
        guard let group = KeyMap.groups.first(where: { $0.actions.contains(binding.action) })
        else { return Entry(label: binding.label, text: binding.help) }
        guard group.actions.first == binding.action else { return nil }
        return Entry(label: map.allKeys(of: group.actions), text: group.help)
      }
      return entries.isEmpty ? nil : Topic(name: topic.title, entries: entries)
    }
  }

  /// The gestures of the mouse.
  package static let mouse = Topic(
    name: Text.mouse,
    entries: [
      Entry(label: Text.click, text: Text.clickMeaning),
      Entry(label: Text.secondClick, text: Text.secondClickMeaning),
      Entry(label: Text.headerClick, text: Text.headerClickMeaning),
      Entry(label: Text.chipClick, text: Text.chipClickMeaning),
      Entry(label: Text.stripClick, text: Text.stripClickMeaning),
      Entry(label: Text.timelineClick, text: Text.timelineClickMeaning),
      Entry(label: Text.wheel, text: Text.wheelMeaning),
    ]
  )

  /// The commands without an action, as they are typed.
  package static func commands(_ commands: [(name: String, help: String)]) -> Topic {
    Topic(
      name: Text.commands,
      entries: commands.map { Entry(label: ":\($0.name)", text: $0.help) }
    )
  }

  /// The entries that contain all words of a text, in their topics; a topic whose name does is whole.
  package static func matching(_ query: String, in topics: [Topic]) -> [Topic] {
    let words = query.lowercased().split(separator: " ")
    return topics.compactMap { topic in
      var found = topic
      found.entries = topic.entries.filter { entry in
        let text = "\(topic.name) \(entry.label) \(entry.text)"
        // Keys are told apart by their case.
        return entry.label.split(separator: " ").contains(Substring(query))
          || words.allSatisfy(text.lowercased().contains)
      }
      return found.entries.isEmpty ? nil : found
    }
  }

  /// The legend of the signs on the screen.
  package static let legend = [
    Topic(
      name: Text.margin,
      entries: [
        Entry(label: "+", text: Text.inserted, role: .inserted),
        Entry(label: "~", text: Text.updated, role: .changed),
        Entry(label: "›", text: Text.moved, role: .moved),
        Entry(label: "−", text: Text.deleted, role: .deleted),
      ]
    ),
    Topic(
      name: Text.title,
      entries: [
        Entry(label: FeedState.Text.live, text: Text.liveMeaning),
        Entry(label: "▶ 3/9 ×2", text: Text.playing),
        Entry(label: "\(FeedState.Text.paused) 3", text: Text.paused),
        Entry(label: "+1 −2 ~3 ›4", text: Text.lastBatch),
        Entry(label: StatusBar.Text.unseen("↑", 5), text: Text.unseenMeaning),
      ]
    ),
    Topic(
      name: Text.aboveTable,
      entries: [
        Entry(label: Text.trend, text: Text.trendMeaning)
      ]
    ),
  ]

  /// The texts of the legend.
  package enum Text {
    package static let margin = "In the margin"
    package static let inserted = "inserted"
    package static let updated = "updated"
    package static let moved = "moved; ›~ both"
    package static let deleted = "deleted"
    package static let title = "In the title"
    package static let liveMeaning = "up to date"
    package static let playing = "playing 3 of 9"
    package static let paused = "paused at 3"
    package static let lastBatch = "last batch"
    package static let unseenMeaning = "new rows out of view"
    package static let mouse = "The mouse (m)"
    package static let click = "click"
    package static let clickMeaning = "select a row"
    package static let secondClick = "again"
    package static let secondClickMeaning = "open it"
    package static let headerClick = "header"
    package static let headerClickMeaning = "sort by the column"
    package static let chipClick = "title"
    package static let chipClickMeaning = "clear a filter, a search, an order"
    package static let stripClick = "line of times"
    package static let stripClickMeaning = "show that time alone; drag for a span"
    package static let timelineClick = "timeline"
    package static let timelineClickMeaning = "go to that time"
    package static let wheel = "wheel"
    package static let wheelMeaning = "scroll"
    package static let commands = "Commands"
    package static let aboveTable = "Above the table"
    package static let trend = "sum ▂▅█"
    package static let trendMeaning = "now, and recently"
  }
}
