import Randomness

/// A change to a list of numbered rows; an element type turns the numbers into rows.
struct DiffWorkload {
  /// A row by its number, and which revision of its content it has.
  struct Item: Hashable {
    var number: Int
    var revision = 0
  }

  var name: String
  var old: [Item]
  var new: [Item]
  /// The element types it is measured with.
  var elements: [String]
  /// Whether the standard library ends within a few seconds.
  var suitsStandardLibrary = true

  private static let keyed = ["Row", "UUID", "Int"]

  /// DifferenceKit's table: a block removed, a block inserted, the first rows shuffled.
  static func blocks(
    _ name: String,
    count: Int,
    removed: Range<Int>,
    insertedAt place: Int,
    shuffled: Int,
    suitsStandardLibrary: Bool = true
  ) -> DiffWorkload {
    var source = SplitMix64(seed: 1)
    var new = Array(0..<count)
    new.removeSubrange(removed)
    new.insert(contentsOf: count..<(count + removed.count), at: place)
    new[..<shuffled].shuffle(using: &source)
    return DiffWorkload(
      name: name,
      old: items(0..<count),
      new: items(new),
      elements: keyed,
      suitsStandardLibrary: suitsStandardLibrary
    )
  }

  /// A live feed: 3 in at the top, 3 out at the end, 2 changed.
  ///
  /// A value that is its own identity changes by becoming another one.
  static func feed(_ name: String, count: Int, element: String) -> DiffWorkload {
    var new = items(count..<(count + 3)) + items(0..<(count - 3))
    for place in [count / 3, count / 2] {
      if element == "Row" { new[place].revision = 1 } else { new[place].number += 2 * count }
    }
    return DiffWorkload(name: name, old: items(0..<count), new: new, elements: [element])
  }

  static func appended(_ name: String, count: Int) -> DiffWorkload {
    DiffWorkload(
      name: name,
      old: items(0..<count),
      new: items(0..<(count + 10)),
      elements: ["Row", "Int"]
    )
  }

  static func disjoint(_ name: String, count: Int) -> DiffWorkload {
    DiffWorkload(
      name: name,
      old: items(0..<count),
      new: items(count..<(2 * count)),
      elements: keyed
    )
  }

  static func shuffled(_ name: String, count: Int, suitsStandardLibrary: Bool) -> DiffWorkload {
    var source = SplitMix64(seed: 2)
    return DiffWorkload(
      name: name,
      old: items(0..<count),
      new: items((0..<count).shuffled(using: &source)),
      elements: keyed,
      suitsStandardLibrary: suitsStandardLibrary
    )
  }

  static func reversed(
    _ name: String,
    count: Int,
    suitsStandardLibrary: Bool,
    elements: [String] = keyed
  ) -> DiffWorkload {
    DiffWorkload(
      name: name,
      old: items(0..<count),
      new: items((0..<count).reversed()),
      elements: elements,
      suitsStandardLibrary: suitsStandardLibrary
    )
  }

  static func rotated(_ name: String, count: Int) -> DiffWorkload {
    DiffWorkload(
      name: name,
      old: items(0..<count),
      new: items(1..<count) + items(0..<1),
      elements: ["Row", "Int"]
    )
  }

  /// Some rows deleted and as many inserted, anywhere.
  static func edited(
    _ name: String,
    count: Int,
    edits: Int,
    elements: [String] = ["Int"]
  ) -> DiffWorkload {
    var source = SplitMix64(seed: 5)
    var new = Array(0..<count)
    let places = (0..<edits).map { _ in Int.random(in: 0..<(count - edits), using: &source) }
    for (edit, place) in places.sorted(by: >).enumerated() {
      if edit & 1 == 0 { new.remove(at: place) } else { new.insert(count + edit, at: place) }
    }
    return DiffWorkload(
      name: name,
      old: items(0..<count),
      new: items(new),
      elements: elements,
      suitsStandardLibrary: false
    )
  }

  /// Rows with 256 different hashes, some of them replaced.
  static func weak(_ name: String, count: Int, replaced: Int) -> DiffWorkload {
    var new = Array(0..<count)
    for number in 0..<replaced { new[number * (count / replaced)] = count + number }
    return DiffWorkload(
      name: name,
      old: items(0..<count),
      new: items(new),
      elements: ["Weak"],
      suitsStandardLibrary: false
    )
  }

  /// A window over a log whose lines repeat, which slid on.
  static func slid(_ name: String, count: Int, by distance: Int) -> DiffWorkload {
    var source = SplitMix64(seed: 6)
    let lines = (0..<(count + distance)).map { _ in Int.random(in: 0..<500, using: &source) }
    return DiffWorkload(
      name: name,
      old: items(lines[..<count]),
      new: items(lines[distance...]),
      elements: ["Int", "String"],
      suitsStandardLibrary: false
    )
  }

  /// Few values, both lists drawn alike.
  static func fewValues(
    _ name: String,
    count: Int,
    of values: Int = 4,
    suitsStandardLibrary: Bool
  ) -> DiffWorkload {
    var source = SplitMix64(seed: 3)
    let draw = { items((0..<count).map { _ in Int.random(in: 0..<values, using: &source) }) }
    return DiffWorkload(
      name: name,
      old: draw(),
      new: draw(),
      elements: ["Int"],
      suitsStandardLibrary: suitsStandardLibrary
    )
  }

  /// Lines of a text, two in five of which are common ones, and an edit of each hundredth: a line
  /// replaced, deleted or inserted.
  static func text(_ name: String, count: Int) -> DiffWorkload {
    var source = SplitMix64(seed: 4)
    let lines = (0..<count).map { line in
      Int.random(in: 0..<5, using: &source) < 2
        ? Int.random(in: 0..<40, using: &source) : 1000 + line
    }
    var new = lines
    for edit in 0..<(count / 100) {
      let place = Int.random(in: 0..<new.count, using: &source)
      switch Int.random(in: 0..<3, using: &source) {
      case 0: new[place] = 1_000_000 + edit
      case 1: new.remove(at: place)
      default: new.insert(2_000_000 + edit, at: place)
      }
    }
    return DiffWorkload(name: name, old: items(lines), new: items(new), elements: ["String"])
  }

  private static func items(_ numbers: some Sequence<Int>) -> [Item] {
    numbers.map { Item(number: $0) }
  }

  /// All workloads, the small ones first.
  static func all() -> [DiffWorkload] {
    [
      blocks("a1k", count: 1000, removed: 400..<600, insertedAt: 600, shuffled: 40),
      feed("b1k", count: 1000, element: "Row"),
      feed("b1k", count: 1000, element: "Int"),
      appended("c1k", count: 1000),
      disjoint("d1k", count: 1000),
      shuffled("e1k", count: 1000, suitsStandardLibrary: true),
      reversed("f1k", count: 1000, suitsStandardLibrary: true),
      rotated("r1k", count: 1000),
      fewValues("g1k", count: 1000, suitsStandardLibrary: true),
      text("h1k", count: 1000),
      blocks("a5", count: 5000, removed: 2000..<3000, insertedAt: 3000, shuffled: 200),
      blocks(
        "a100",
        count: 100_000,
        removed: 20_000..<30_000,
        insertedAt: 30_000,
        shuffled: 2000,
        suitsStandardLibrary: false
      ),
      feed("b10k", count: 10_000, element: "Row"),
      feed("b10k", count: 10_000, element: "Int"),
      feed("b1M", count: 1_000_000, element: "Row"),
      feed("b1M", count: 1_000_000, element: "Int"),
      edited("24of1M", count: 1_000_000, edits: 24),
      edited("26of1M", count: 1_000_000, edits: 26),
      edited("1of1M", count: 1_000_000, edits: 1),
      edited("10of1M", count: 1_000_000, edits: 10),
      edited("100of1M", count: 1_000_000, edits: 100),
      edited("1000of1M", count: 1_000_000, edits: 1000),
      edited("2000of1M", count: 1_000_000, edits: 2000),
      edited("5000of1M", count: 1_000_000, edits: 5000),
      weak("weak2k", count: 2000, replaced: 13),
      weak("weak100k", count: 100_000, replaced: 100),
      reversed("weakf20k", count: 20_000, suitsStandardLibrary: false, elements: ["Weak"]),
      edited("26of200k", count: 200_000, edits: 26, elements: ["Row"]),
      edited("300of200k", count: 200_000, edits: 300, elements: ["Row"]),
      slid("slid20k", count: 20_000, by: 500),
      slid("slid200k", count: 200_000, by: 5000),
      fewValues("50kof3", count: 50_000, of: 3, suitsStandardLibrary: false),
      appended("c100k", count: 100_000),
      disjoint("d5k", count: 5000),
      shuffled("e10k", count: 10_000, suitsStandardLibrary: false),
      reversed("f10k", count: 10_000, suitsStandardLibrary: false),
      rotated("r100k", count: 100_000),
      fewValues("g20k", count: 20_000, suitsStandardLibrary: false),
      text("h20k", count: 20_000),
    ]
  }
}
