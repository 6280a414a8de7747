/// Why a source delivers nothing although it should.
package enum FeedOutage: Hashable, Sendable {
  /// The last run of its command has failed.
  case failing
  /// Its command has ended and is to be started again.
  case reconnecting
  /// The file does not exist.
  case missing
  /// The last run gave more than is held back.
  case tooLarge
}
