/// The people of the scenarios: names in many scripts.
enum People {
  /// Names, and the local parts of their email addresses; none needs to be escaped.
  static let names: [(name: String, address: String)] = [
    ("Jenny Rosen", "jenny.rosen"), ("Lee Chang", "lee"), ("Mary Okafor", "m.okafor"),
    ("佐藤 健", "sato"), ("Inês Duarte", "ines"), ("Karin Braun", "k.braun"),
    ("Amara Nwosu", "amara"), ("Noor Haddad", "noor"), ("Ravi Patel", "ravi"),
    ("Tom Fletcher", "tom"), ("Yuki Mori", "yuki"), ("Zoë Lindqvist", "zoe.lindqvist"),
    ("Pat Murphy", "pat"), ("Łukasz Nowak", "lukasz"), ("Chloé Martin", "chloe.martin"),
    ("Diego Álvarez", "diego"), ("김 민지", "minji.kim"), ("Olu Adeyemi", "olu"),
  ]
}
