extension Difference {
  /// A way to look for a difference.
  public enum Strategy: Hashable, Sendable, CaseIterable {
    /// The one to use: minimal wherever that is cheap, near it elsewhere, never slow.
    ///
    /// Both ends that the lists share are trimmed, and a walk looks past edits until it has cost as
    /// much as hashing every row would; only the rest is hashed then. A longest increasing
    /// subsequence of the pairs stays and the others move, which for unique identities is the least
    /// number of operations. Repeated identities are aligned by a common subsequence: a longest one
    /// until the work for that exceeds a hash of each row once more, and a long one otherwise. The
    /// rest is paired k-th with k-th. `Completion` says whether the result is the least.
    ///
    /// O(*n* + *d*²) for *n* rows and *d* edits, without a hash, as long as that is O(*n*);
    /// elsewhere O(*n* log *n*), with one hash of each row.
    case automatic

    /// The least number of operations for repeated identities too.
    ///
    /// As `automatic`, with a longest common subsequence of the rows in line:
    /// O(*n* log *n* + *nm*/64) in the worst case, in linear space.
    case exact

    /// The least number of deletions and insertions, without moves, and without any hash.
    ///
    /// Myers' algorithm in linear space: O((*n* + *m*)*d*) for *d* operations, and
    /// O(*n* + *m* + *d*²) expected. The result is that of `CollectionDifference`.
    case myers

    /// Heckel's algorithm to the letter: fast and short, but far from the least operations.
    ///
    /// Rows are paired if an identity occurs once in both lists, and from there to neighbours
    /// with one identity; each pair that is not shifted by the deletions and insertions before it
    /// moves, so that a rotation of *n* rows is *n* moves. O(*n* + *m*).
    case heckel
  }
}
