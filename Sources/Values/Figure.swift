/// A number as people write it, with separators between thousands and a currency before or after it, and the text
/// that follows: `1,234.50`, `1 234,50 €`, `−$5`, `1.2 GiB`.
struct Figure {
  let number: DecimalNumber
  /// The sign or the code of the currency.
  private(set) var currency: Substring?
  /// The text after the number and the currency, such as a unit.
  private(set) var unit: Substring

  /// Parses a text of limited length; nil if it does not begin with a number.
  init?(_ text: Substring, usesDecimalComma: Bool) {
    var rest = text
    var isNegative = Self.takeSign(&rest)
    currency = Self.takeCurrency(&rest)
    if currency != nil {
      rest = rest.drop(while: Self.isSpace)
      isNegative = Self.takeSign(&rest) ?? isNegative
    }
    let end = Self.end(of: rest)
    guard let digits = Self.digits(rest[..<end], usesDecimalComma: usesDecimalComma),
      let number = DecimalNumber((isNegative ?? false ? "-" : "") + digits)
    else { return nil }
    self.number = number
    rest = rest[end...].drop(while: Self.isSpace)
    if currency == nil, var sign = Optional(rest), let found = Self.takeCurrency(&sign),
      sign.isEmpty
    {
      (currency, rest) = (found, sign)
    }
    unit = rest
  }

  /// Whether the sign is a minus; nil without a sign.
  private static func takeSign(_ text: inout Substring) -> Bool? {
    guard let sign = text.first, "+-−".contains(sign) else { return nil }
    text.removeFirst()
    return sign != "+"
  }

  /// Takes the sign of a currency, after letters that belong to it (`R$`), or a code of three capital letters.
  private static func takeCurrency(_ text: inout Substring) -> Substring? {
    let letters = text.prefix { $0.isASCII && $0.isUppercase }
    guard letters.utf8.count <= 3 else { return nil }
    let rest = text[letters.endIndex...]
    if let sign = rest.unicodeScalars.first, sign.properties.generalCategory == .currencySymbol {
      let found = text[..<rest.index(after: rest.startIndex)]
      text = rest.dropFirst()
      return found
    }
    // A word that ends in a B is a unit, such as `KIB`.
    guard letters.utf8.count == 3, letters.last != "B", rest.first.map({ !$0.isLetter }) ?? true
    else { return nil }
    text = rest
    return letters
  }

  private static func isDigit(_ character: Character) -> Bool { ("0"..."9").contains(character) }

  private static func isSpace(_ character: Character) -> Bool {
    " \u{A0}\u{202F}\u{2009}".contains(character)
  }

  /// The end of the digits with what separates them: a separator is between digits, and three digits follow a space.
  private static func end(of text: Substring) -> Substring.Index {
    var end = text.startIndex
    while end < text.endIndex {
      let character = text[end]
      if !isDigit(character), !",.'’_".contains(character) {
        let next = text[text.index(after: end)...]
        guard isSpace(character), end > text.startIndex, next.prefix(3).count == 3,
          next.prefix(3).allSatisfy(isDigit), next.dropFirst(3).first.map({ !isDigit($0) }) ?? true
        else { break }
      }
      end = text.index(after: end)
    }
    return end
  }

  /// The digits with a point before the fraction; nil if the separators are not where they belong.
  private static func digits(_ text: Substring, usesDecimalComma: Bool) -> String? {
    let (point, other): (Character, Character) = usesDecimalComma ? (",", ".") : (".", ",")
    let parts = text.split(separator: point, omittingEmptySubsequences: false)
    guard parts.count <= 2, let whole = parts.first,
      parts.last?.allSatisfy(isDigit) ?? true || parts.count == 1
    else { return nil }
    guard text.contains(where: isDigit) else { return nil }
    let separator = whole.first { !isDigit($0) }
    guard let separator else {
      return String(whole) + (parts.count > 1 && !parts[1].isEmpty ? ".\(parts[1])" : "")
    }
    guard separator == other || separator != "." && separator != "," else { return nil }
    let groups = whole.split(separator: separator, omittingEmptySubsequences: false)
    // Thousands, or lakhs and crores before them.
    guard 1...3 ~= groups[0].count, groups.last?.count == 3,
      groups.dropFirst().dropLast().allSatisfy({ 2...3 ~= $0.count }),
      groups.allSatisfy({ $0.allSatisfy(isDigit) })
    else { return nil }
    return groups.joined() + (parts.count > 1 && !parts[1].isEmpty ? ".\(parts[1])" : "")
  }
}
