@_exported import Randomness

/// The generator of tests: a seed that is printed with a failure finds it again.
public typealias SeededGenerator = SplitMix64
