/// A form of lines that have fields: its name, and the function that reads a line.
///
/// To add one, write a function that reads a line, declare the form beside it, and enter it in ``all``.
package struct LineForm: Hashable, Sendable {
  typealias Reader = @Sendable (_ line: UnsafeBufferPointer<UInt8>) -> LogRecord?

  /// The lines of another form that continue an entry: none, indented ones such as those of a stack trace, or any.
  enum Continuation { case never, indented, any }

  /// The name, which no other form has.
  let name: String
  let continuation: Continuation
  /// The fields of a line; nil if it has another form.
  let read: Reader

  init(_ name: String, continuation: Continuation = .never, _ read: @escaping Reader) {
    (self.name, self.continuation, self.read) = (name, continuation, read)
  }

  /// All forms, the most specific first.
  static let all: [LineForm] = [
    .prefixed, .collected, .access, .syslog5424, .nginxError, .apacheError, .postgresql, .redis,
    .glog, .logcat,
    .ruby, .container, .squid, .cloud, .audit, .uwsgi, .listing, .checksums, .mounts, .fileSystems,
    .monotonic, .logrus, .uvicorn, .syslog, .logfmt, .python,
  ]

  package static func == (left: LineForm, right: LineForm) -> Bool { left.name == right.name }

  package func hash(into hasher: inout Hasher) { hasher.combine(name) }
}
