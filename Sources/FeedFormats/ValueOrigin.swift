/// The source of a value.
package enum ValueOrigin {
  /// It is JSON.
  case json
  /// It is a record under a header.
  case record
  /// It is a value of a metric, which replaces the one before.
  case sample
  /// It is a line of a log, cut into fields.
  case log
  /// It is a line of text.
  case line
  /// It is the text of an event.
  case event
}
