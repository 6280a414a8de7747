/// The role of a member of a log entry, by its name.
package enum LogRole {
  case time
  case message
  case level

  /// The role of a name.
  ///
  /// - Parameter name: Up to eight first bytes of the name, as a word with the first byte the lowest,
  ///   each with bit 5 set, so that capitals are small letters.
  @inline(__always)
  package init?(folded name: UInt64) {
    switch name {
    case 0x74 /* t */,
      0x7374 /* ts */,
      0x7460 /* @t */,
      0x656D_6974 /* time */,
      0x6574_6164 /* date */,
      0x74_7374 /* tst */,
      0x6D61_7473_656D_6974 /* timestam… */,
      0x6174_7365_6D69_7460 /* @timesta… */,
      0x656D_6974_6574_6164 /* datetime */,
      0x65_6D69_7463_7361 /* asctime */,
      0x636F_6C7F_656D_6974 /* time_loc… */,
      0x6F73_697F_656D_6974 /* time_iso… */,
      0x6C6C_696D_656D_6974 /* timeMill… */,
      0x6D69_7474_6E65_7665 /* eventTim… */,
      0x74_6E61_7473_6E69 /* instant */,
      0x6E65_6877 /* when */:
      self = .time
    case 0x67_736D /* msg */,
      0x65_6761_7373_656D /* message */,
      0x67_6F6C /* log */,
      0x74_6E65_7665 /* event */,
      0x6D60 /* @m */,
      0x74_6D60 /* @mt */,
      0x656D_7F74_726F_6873 /* short_me… */,
      0x6C79_6170_7478_6574 /* textPayl… */,
      0x6C79_6170_6E6F_736A /* jsonPayl… */,
      0x74_7365_7571_6572 /* request */,
      0x7F74_7365_7571_6572 /* request_… */,
      0x7364_6C65_6966 /* fields */:
      self = .message
    case 0x6C_6576_656C /* level */,
      0x6C_766C /* lvl */,
      0x7974_6972_6576_6573 /* severity */,
      0x6D61_6E6C_6576_656C /* levelnam… */,
      0x6C65_7665_6C67_6F6C /* loglevel */,
      0x6576_656C_7F67_6F6C /* log_leve… */,
      0x6576_656C_2E67_6F6C /* log.leve… */,
      0x6C60 /* @l */:
      self = .level
    default: return nil
    }
  }
}
