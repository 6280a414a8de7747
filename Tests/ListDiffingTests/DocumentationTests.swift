import Foundation
import ListDiffing
import Testing

@Suite struct `The documentation` {
  private static let root = URL(filePath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

  /// The lines of a text without their indentation.
  private static func lines(_ text: some StringProtocol) -> [String] {
    text.split(separator: "\n").map { $0.trimmingCharacters(in: .whitespaces) }
      .filter { !$0.isEmpty }
  }

  @Test func `contains no sample that is not compiled`() throws {
    let samples = Self.lines(
      try String(
        contentsOf: Self.root.appending(path: "Tests/ListDiffingTests/DocumentationSamples.swift"),
        encoding: .utf8
      )
    )
    let module = Self.root.appending(path: "Sources/ListDiffing")
    var count = 0
    for page in try FileManager.default.subpathsOfDirectory(atPath: module.path) {
      guard page.hasSuffix(".md") || page.hasSuffix(".swift") else { continue }
      let text = try String(contentsOf: module.appending(path: page), encoding: .utf8)
        .replacing(/(?m)^ *\/\/\/ ?/, with: "")
      for block in text.components(separatedBy: "```swift\n").dropFirst() {
        let sample = Self.lines(block.components(separatedBy: "```")[0])
        let isThere = samples.indices.contains { samples[$0...].starts(with: sample) }
        #expect(isThere, "\(page): \(sample.joined(separator: "\n"))")
        count += 1
      }
    }
    #expect(count >= 25)
  }

  @Test func `states the results of its samples`() throws {
    let (steps, counts) = sampleOfEdits()
    #expect(
      steps == [.replacement(old: 0, new: 0), .replacement(old: 4, new: 4), .insertion(6)]
    )
    #expect(counts == (4, 3))
    #expect(throws: BatchUpdatesError.offsetOutOfRange(.insertion, offset: 6, count: 6)) {
      try sampleOfChecking()
    }
  }

  @Test func `states the result of the sample about boundaries`() throws {
    let places = try sampleOfPlaces()
    #expect(places.0 == 1)
    #expect(places.1 == nil)
  }
}
