import FeedValues

extension FeedText {
  /// Reasons for the format of a feed.
  package enum Format {
    package static let nothing = "nothing has arrived"
    package static func firstByte(_ byte: Character) -> String { "the first byte is '\(byte)'" }
    package static func firstBytes(_ text: String) -> String { "the first bytes are '\(text)'" }
    package static let firstBytesAreList = "the first bytes are a list"
    package static let firstLineIsJSON = "the first line is JSON"
    package static let logBetweenLines = "entries of a JSON log between plain lines"
    package static let secondLineIsJSON = "the second line is JSON"
    package static let syndication = "the first element is that of an RSS or Atom feed"
    package static let yaml = "the first lines are names with values below them"
    package static func given(with option: String) -> String { "given with \(option)" }
    package static func declared(_ contentType: String) -> String {
      "the sender declares \(contentType)"
    }
    package static func name(endingIn ending: String) -> String { "the name ends in \(ending)" }
    package static func records(of page: String) -> String { "all lines have the cells of \(page)" }
    package static func colons(_ count: Int) -> String {
      "all lines have \(count) cells between colons, and none are names"
    }
    package static func lines(_ format: String, _ count: Int, of lines: Int) -> String {
      "\(format): \(count) of \(lines) lines"
    }
    package static func lines(beginningWith start: String) -> String {
      "lines that begin with \(start)"
    }
    package static func lines(withFields names: [String]) -> String {
      "lines by a pattern with \(names.joined(separator: ", "))"
    }
    package static let tabs = "tabs"
    package static let commas = "commas"
    package static let semicolons = "semicolons"
    package static let bars = "bars"
    package static let separatorLine = "the first line declares the separator"
    package static let eventStream = "the first line is a field of an event stream"
    package static func table(headerOnLine line: Int) -> String {
      "line \(line) is a header, with rows below it"
    }
    package static let tableHeader = "there is a header, with no rows below it so far"
    package static let directives = "a directive names the fields of the lines below it"
    package static let metrics = "the first lines are Prometheus metrics"
    package static let settings = "each of the first lines is a name, = and a value"
    package static let colonSettings = "each of the first lines is a name, : and a value"
    package static let fieldsOfRecords =
      "the first lines are names and values of records, with blank lines between them"
    package static let listing = "the first lines list files below the names of their folders"
    package static let counts = "each of the first lines is a count and a name"
    package static let lines = "the first line is neither JSON nor a header"
    package static func log(_ format: String, _ count: Int, of lines: Int) -> String {
      "\(format), in \(count) of the first \(lines) lines"
    }
    package static func header(separator: String) -> String {
      "the first line is a header separated by \(separator)"
    }
    package static func columns(_ count: Int) -> String {
      "the words of the first lines are below each other, in \(count) columns without names"
    }
    package static func cells(_ count: Int, separator: String, hasHeader: Bool) -> String {
      "all lines have \(count) cells separated by \(separator), "
        + (hasHeader ? "and the first is a header" : "and none is a header")
    }
  }
}

extension FeedText {
  /// The names of the forms of lines.
  enum Lines {
    static let listing = "file listing (ls -l)"
    static let mounts = "mounted file systems (mount)"
    static let fileSystems = "file systems (fstab)"
    static let checksums = "checksums of files"
    static let access = "access log (common or combined log format)"
    static let squid = "Squid access log"
    static let uvicorn = "uvicorn"
    static let logfmt = "logfmt"
    static let glog = "glog or klog"
    static let logcat = "Android logcat"
    static let ruby = "Ruby Logger"
    static let logrus = "logrus"
    static let python = "Python logging"
    static let nginxError = "nginx error log"
    static let apacheError = "Apache error log"
    static let postgresql = "PostgreSQL log"
    static let redis = "Redis log"
    static let container = "container log (CRI)"
    static let syslog5424 = "syslog (RFC 5424)"
    static let monotonic = "kernel log or journal with seconds since boot"
    static let syslog = "syslog (RFC 3164) or journalctl"
    static let collected = "lines behind the names of programs"
    static let prefixed = "JSON behind a prefix"
    static let cloud = "access log of AWS (ELB, ALB, NLB, S3)"
    static let uwsgi = "uwsgi"
    static let gin = "access log of Gin"
    static let haproxy = "HAProxy log"
    static let samba = "Samba log"
    static let mysqlSlow = "slow query log of MySQL"
    static let tomcat = "java.util.logging in two lines"
    static let php = "PHP error log"
    static let laravel = "Laravel or Monolog"
    static let fail2ban = "fail2ban log"
    static let audit = "audit log of Linux (auditd)"
  }
}
