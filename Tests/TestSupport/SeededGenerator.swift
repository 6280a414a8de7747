@_exported import Randomness

/// The generator of tests: a seed that is printed with a failure finds it again.
package typealias SeededGenerator = SplitMix64
