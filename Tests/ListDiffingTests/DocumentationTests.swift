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

  @Test func `holds no sample that is not compiled`() throws {
    let samples = Self.lines(
      try String(
        contentsOf: Self.root.appending(path: "Tests/ListDiffingTests/DocumentationSamples.swift"),
        encoding: .utf8
      )
    )
    let catalogue = Self.root.appending(path: "Sources/ListDiffing/ListDiffing.docc")
    var count = 0
    for page in try FileManager.default.contentsOfDirectory(atPath: catalogue.path) {
      let text = try String(contentsOf: catalogue.appending(path: page), encoding: .utf8)
      for block in text.components(separatedBy: "```swift\n").dropFirst() {
        let sample = Self.lines(block.components(separatedBy: "```")[0])
        let isThere = samples.indices.contains { samples[$0...].starts(with: sample) }
        #expect(isThere, "\(page): \(sample.joined(separator: "\n"))")
        count += 1
      }
    }
    #expect(count >= 11)
  }

  @Test func `says of a place what the sample gives`() throws {
    let places = try sampleOfPlaces()
    #expect(places.0 == 1)
    #expect(places.1 == nil)
  }
}
