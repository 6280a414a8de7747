internal import Searching

/// The colours of a theme, one for each role and surface.
struct Palette: Hashable, Sendable {
  let background: RGBColor
  let bar: RGBColor
  let selection: RGBColor
  let scheme: ColorScheme
  /// Colours that the user chose instead of the scheme's.
  let choices: [Theme.Role: RGBColor]
  /// The lightness, from 0 to 1, that the strongest lasting tint does not exceed: between dark and
  /// light, where text would have to switch from one to the other.
  private let limit: Double

  /// The palette of a scheme, on the terminal's own background if that is known.
  init(_ scheme: ColorScheme, background: RGBColor?, choices: [Theme.Role: RGBColor]) {
    self.scheme = scheme
    self.choices = choices
    let background = background ?? scheme.background
    self.background = background
    limit = Appearance(background: background) == .dark ? 0.53 : 0.66
    bar = background.mixed(with: scheme.text, amount: 0.05)
    // Enough accent to be visible, and little enough that faint text stays readable.
    selection = background.mixed(with: choices[.accent] ?? scheme.accent, amount: 0.16)
  }

  subscript(role: Theme.Role) -> RGBColor { choices[role] ?? standard(role) }

  /// The background mixed with some of a role's colour, from 0 to 1, in equal steps of lightness.
  func tint(_ role: Theme.Role, _ amount: Double) -> RGBColor {
    let (start, end) = (OKLab(background).lightness, OKLab(self[role]).lightness)
    let way = abs(end - start) * Self.strongest
    let room = abs(limit - start)
    let isTowards = (end - start) * (limit - start) > 0
    let share = isTowards && way > room ? room / way : 1
    return background.mixed(with: self[role], amount: amount * share)
  }

  /// The strongest tint that is shown for longer than a frame.
  private static let strongest = 0.625

  private func standard(_ role: Theme.Role) -> RGBColor {
    switch role.color {
    case .text: scheme.text
    case .dim: scheme.dim
    case .faint: scheme.faint
    case .accent: scheme.accent
    case .green: scheme.green
    case .red: scheme.red
    case .amber: scheme.amber
    case .blue: scheme.blue
    }
  }
}

/// A colour of the OKLab space, in which equal distances look equally different.
///
/// Lightness goes from 0 (black) to 1 (white); the other two components are green to red and blue
/// to yellow. Between two colours the hue does not drift, and equal steps look equal.
///
/// - SeeAlso: Björn Ottosson, A perceptual color space for image processing,
///   <https://bottosson.github.io/posts/oklab/>
struct OKLab: Hashable, Sendable {
  var lightness: Double
  var greenRed: Double
  var blueYellow: Double

  init(lightness: Double, greenRed: Double, blueYellow: Double) {
    (self.lightness, self.greenRed, self.blueYellow) = (lightness, greenRed, blueYellow)
  }

  init(_ color: RGBColor) {
    let red = Channel.linear[Int(color.red)]
    let green = Channel.linear[Int(color.green)]
    let blue = Channel.linear[Int(color.blue)]
    let long = Self.cubeRoot(
      0.412_221_470_8 * red + 0.536_332_536_3 * green + 0.051_445_992_9 * blue
    )
    let middle = Self.cubeRoot(
      0.211_903_498_2 * red + 0.680_699_545_1 * green + 0.107_396_956_6 * blue
    )
    let short = Self.cubeRoot(
      0.088_302_461_9 * red + 0.281_718_837_6 * green + 0.629_978_700_5 * blue
    )
    lightness = 0.210_454_255_3 * long + 0.793_617_785_0 * middle - 0.004_072_046_8 * short
    greenRed = 1.977_998_495_1 * long - 2.428_592_205_0 * middle + 0.450_593_709_9 * short
    blueYellow = 0.025_904_037_1 * long + 0.782_771_766_2 * middle - 0.808_675_766_0 * short
  }

  /// The colour `amount` of the way towards another, from 0 to 1.
  func mixed(with other: OKLab, amount: Double) -> OKLab {
    OKLab(
      lightness: lightness + (other.lightness - lightness) * amount,
      greenRed: greenRed + (other.greenRed - greenRed) * amount,
      blueYellow: blueYellow + (other.blueYellow - blueYellow) * amount
    )
  }

  /// The square of the distance to another colour, in which a turn of the hue counts four times.
  ///
  /// Among few colours the nearest one to a dull amber would else be an olive green.
  func distance(to other: OKLab) -> Double {
    let light = lightness - other.lightness
    let a = greenRed - other.greenRed
    let b = blueYellow - other.blueYellow
    let chroma = (greenRed * greenRed + blueYellow * blueYellow).squareRoot()
    let otherChroma =
      (other.greenRed * other.greenRed + other.blueYellow * other.blueYellow).squareRoot()
    let product = greenRed * other.greenRed + blueYellow * other.blueYellow
    let turn = 2 * max(0, chroma * otherChroma - product)
    return light * light + a * a + b * b + 3 * turn
  }

  /// The cube root of a number in 0...1, without the C library.
  private static func cubeRoot(_ number: Double) -> Double {
    guard number > 0 else { return 0 }
    // A third of the exponent is near enough for Halley's method, which triples the digits.
    var root = Double(sign: .plus, exponent: Int(number.exponent) / 3, significand: 1)
    for _ in 0..<6 {
      let cube = root * root * root
      root *= (cube + 2 * number) / (2 * cube + number)
    }
    return root
  }
}

extension RGBColor {
  /// The nearest colour that sRGB has; channels that it has not are cut off.
  init(_ color: OKLab) {
    func cube(_ value: Double) -> Double { value * value * value }
    let long = cube(
      color.lightness + 0.396_337_777_4 * color.greenRed + 0.215_803_757_3 * color.blueYellow
    )
    let middle = cube(
      color.lightness - 0.105_561_345_8 * color.greenRed - 0.063_854_172_8 * color.blueYellow
    )
    let short = cube(
      color.lightness - 0.089_484_177_5 * color.greenRed - 1.291_485_548_0 * color.blueYellow
    )
    self.init(
      red: Channel.encoded(
        4.076_741_662_1 * long - 3.307_711_591_3 * middle + 0.230_969_929_2 * short
      ),
      green: Channel.encoded(
        -1.268_438_004_6 * long + 2.609_757_401_1 * middle - 0.341_319_396_5 * short
      ),
      blue: Channel.encoded(
        -0.004_196_086_3 * long - 0.703_418_614_7 * middle + 1.707_614_701_0 * short
      )
    )
  }
}

/// The channels of sRGB, as they are encoded and as light.
enum Channel {
  /// The share of light of each of the 256 values.
  static let linear: [Double] = (0...255).map { light($0) }

  /// The shares of light half-way (as encoded) between each value and the next.
  private static let bounds: [Double] = (0..<255).map { light(Double($0) + 0.5) }

  private static func light(_ value: Int) -> Double { light(Double(value)) }

  private static func light(_ value: Double) -> Double {
    let value = value / 255
    return value <= 0.04045 ? value / 12.92 : power((value + 0.055) / 1.055)
  }

  /// The value for a share of light, to the nearest; the last one at the ends.
  static func encoded(_ light: Double) -> UInt8 {
    UInt8(bounds.partitioningIndex { $0 >= light })
  }

  /// x to the power 2.4 for x in 0...1, without the C library: x² times the fifth root of x².
  private static func power(_ base: Double) -> Double {
    guard base > 0 else { return 0 }
    let square = base * base
    var root = 1.0
    for _ in 0..<24 { root -= (root - square / (root * root * root * root)) / 5 }
    return square * root
  }
}
