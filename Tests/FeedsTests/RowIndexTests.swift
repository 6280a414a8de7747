import Testing

@testable import FeedStore
@testable import FeedValues

@Suite struct RowIndexTests {
  /// The row of a number.
  private func row(_ number: Int) -> Row {
    Row(
      id: RowID(key: ByteSlice(copying: "\(number)".utf8)),
      value: JSONValue(ByteSlice(copying: "{}".utf8))
    )
  }

  @Test(arguments: [3, 12, 13, 24, 50, 700])
  func `rows that come and go are found, and no others`(maximumRows: Int) {
    var random = SystemRandomNumberGenerator()
    let rows = (0..<2 * maximumRows).map(row)
    var list = RowList()
    // The oracle: the numbers of the rows in the list.
    var present: Set<Int> = []
    for step in 0..<4_000 {
      let number = Int.random(in: rows.indices, using: &random)
      if present.remove(number) != nil {
        list.remove(rows[number].id)
      } else if present.count < maximumRows {
        list.place(rows[number], atEnd: false)
        present.insert(number)
      }
      #expect(list.index.count == present.count)
      guard step % 16 == 0 || maximumRows <= 50 else { continue }
      let wrong = rows.indices.filter { number in
        list[rows[number].id].map { $0.id == rows[number].id } ?? false != present.contains(number)
      }
      #expect(wrong.isEmpty, "step \(step)")
    }
  }

  @Test func `takes 12 bytes for each of many rows, and a few`() {
    var index = RowIndex()
    for number in 0..<20_000 {
      index.insert(row(number), in: number)
      guard number > 1_000 else { continue }
      #expect(index.entries.count * MemoryLayout<UInt64>.stride <= 12 * index.count + 300)
    }
  }

  @Test func `removing a row that is not there removes nothing`() {
    var list = RowList()
    #expect(list.remove(row(1).id) == nil)
    list.place(row(1), atEnd: false)
    #expect(list.remove(row(2).id) == nil)
    #expect(list.index.count == 1 && list[row(1).id] != nil)
  }

  @Test func `texts are the same word by word if they are byte by byte`() {
    for count in 0..<40 {
      let text = (0..<count).map { UInt8(($0 * 7 + 1) % 256) }
      func isSame(as other: [UInt8]) -> Bool {
        text.withUnsafeBufferPointer { text in
          other.withUnsafeBufferPointer { text.hasSameWords(as: $0) }
        }
      }
      #expect(isSame(as: text) && !isSame(as: text + [0]))
      for index in text.indices {
        var other = text
        other[index] ^= 0x80
        #expect(!isSame(as: other), "byte \(index) of \(count)")
      }
    }
  }
}
