import ListViewParts
import Testing

@Test(
  arguments: [
    ("statsu", "status"), ("amuont", "amount"), ("am", "amount"), ("creat", "created"),
    // Of two that begin with it, and of what is like none, nothing is suggested.
    ("c", nil), ("st", "status"), ("x", nil), ("", nil), ("nothing", nil),
    // Two letters that are swapped are one mistake.
    ("fliter", "filter"),
  ] as [(String, String?)]
)
func `a misspelt word is corrected, and one cut short completed`(word: String, nearest: String?) {
  let words = ["amount", "created", "currency", "faster", "filter", "status"]
  #expect(Spelling.nearest(to: word, among: words) == nearest)
}
