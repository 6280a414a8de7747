import Searching
import Testing

@Test func `the partitioning index is the one found by linear search, in any slice`() {
  for count in 0...40 {
    for split in 0...count {
      let values = (0..<count).map { $0 >= split }
      #expect(values.partitioningIndex { $0 } == split)
      for start in 0...count {
        let expected = values[start...].firstIndex(of: true) ?? count
        #expect(values[start...].partitioningIndex { $0 } == expected)
      }
    }
  }
}

@Test func `a search evaluates logarithmically many elements`() {
  for count in [1, 2, 1_000, 1_000_000, .max] {
    var calls = 0
    _ = (0..<count).partitioningIndex { _ in
      calls += 1
      return calls % 2 == 0
    }
    #expect(calls <= Int.bitWidth - count.leadingZeroBitCount)
  }
}
