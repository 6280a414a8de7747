import FeedValues

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
    static let audit = "audit log of Linux (auditd)"
  }
}
