/// The built-in schemes, with the colours that their authors publish.
extension ColorScheme {
  static let standardDark = ColorScheme(
    "default-dark",
    background: 0x10_1418,
    text: 0xD8_DEE9,
    dim: 0x8B_949E,
    faint: 0x58_6069,
    accent: 0x58_A6FF,
    green: 0x3F_B950,
    red: 0xF8_5149,
    amber: 0xD2_9922,
    blue: 0x58_A6FF
  )
  static let standardLight = ColorScheme(
    "default-light",
    background: 0xFF_FFFF,
    text: 0x1F_2328,
    dim: 0x59_636E,
    faint: 0x9A_A3AD,
    accent: 0x09_69DA,
    green: 0x11_6A2B,
    red: 0xCF_222E,
    amber: 0x8A_5D00,
    blue: 0x09_69DA
  )
  static let highContrastDark = ColorScheme(
    "high-contrast-dark",
    background: 0x00_0000,
    text: 0xFF_FFFF,
    dim: 0xD8_D8D8,
    faint: 0xA0_A0A0,
    accent: 0x6F_C3FF,
    green: 0x3F_FF6F,
    red: 0xFF_8080,
    amber: 0xFF_D400,
    blue: 0x6F_C3FF,
    contrast: 7
  )
  static let highContrastLight = ColorScheme(
    "high-contrast-light",
    background: 0xFF_FFFF,
    text: 0x00_0000,
    dim: 0x30_3030,
    faint: 0x5A_5A5A,
    accent: 0x00_00C8,
    green: 0x00_5200,
    red: 0x9A_0000,
    amber: 0x5A_3A00,
    blue: 0x00_00C8,
    contrast: 7
  )
  static let nord = ColorScheme(
    "nord",
    background: 0x2E_3440,
    text: 0xE5_E9F0,
    dim: 0xA3_ADBF,
    faint: 0x61_6E88,
    accent: 0x88_C0D0,
    green: 0xA3_BE8C,
    red: 0xBF_616A,
    amber: 0xEB_CB8B,
    blue: 0x81_A1C1
  )
  static let gruvboxDark = ColorScheme(
    "gruvbox-dark",
    background: 0x28_2828,
    text: 0xEB_DBB2,
    dim: 0xA8_9984,
    faint: 0x66_5C54,
    accent: 0xFE_8019,
    green: 0xB8_BB26,
    red: 0xFB_4934,
    amber: 0xFA_BD2F,
    blue: 0x83_A598
  )
  static let gruvboxLight = ColorScheme(
    "gruvbox-light",
    background: 0xFB_F1C7,
    text: 0x3C_3836,
    dim: 0x7C_6F64,
    faint: 0xBD_AE93,
    accent: 0xAF_3A03,
    green: 0x79_740E,
    red: 0x9D_0006,
    amber: 0xB5_7614,
    blue: 0x07_6678
  )
  static let dracula = ColorScheme(
    "dracula",
    background: 0x28_2A36,
    text: 0xF8_F8F2,
    dim: 0xA9_B0CE,
    faint: 0x62_72A4,
    accent: 0xBD_93F9,
    green: 0x50_FA7B,
    red: 0xFF_5555,
    amber: 0xFF_B86C,
    blue: 0x8B_E9FD
  )
  static let tokyoNight = ColorScheme(
    "tokyo-night",
    background: 0x1A_1B26,
    text: 0xC0_CAF5,
    dim: 0x82_89B3,
    faint: 0x56_5F89,
    accent: 0x7A_A2F7,
    green: 0x9E_CE6A,
    red: 0xF7_768E,
    amber: 0xE0_AF68,
    blue: 0x7D_CFFF
  )
  static let tokyoNightDay = ColorScheme(
    "tokyo-night-day",
    background: 0xE1_E2E7,
    text: 0x37_60BF,
    dim: 0x61_72B0,
    faint: 0x84_8CB5,
    accent: 0x2E_7DE9,
    green: 0x58_7539,
    red: 0xF5_2A65,
    amber: 0x8C_6C3E,
    blue: 0x00_7197
  )
  static let catppuccinLatte = ColorScheme(
    "catppuccin-latte",
    background: 0xEF_F1F5,
    text: 0x4C_4F69,
    dim: 0x6C_6F85,
    faint: 0x9C_A0B0,
    accent: 0x88_39EF,
    green: 0x40_A02B,
    red: 0xD2_0F39,
    amber: 0xDF_8E1D,
    blue: 0x1E_66F5
  )
  static let catppuccinFrappe = ColorScheme(
    "catppuccin-frappe",
    background: 0x30_3446,
    text: 0xC6_D0F5,
    dim: 0xA5_ADCE,
    faint: 0x73_7994,
    accent: 0xCA_9EE6,
    green: 0xA6_D189,
    red: 0xE7_8284,
    amber: 0xE5_C890,
    blue: 0x8C_AAEE
  )
  static let catppuccinMacchiato = ColorScheme(
    "catppuccin-macchiato",
    background: 0x24_273A,
    text: 0xCA_D3F5,
    dim: 0xA5_ADCB,
    faint: 0x6E_738D,
    accent: 0xC6_A0F6,
    green: 0xA6_DA95,
    red: 0xED_8796,
    amber: 0xEE_D49F,
    blue: 0x8A_ADF4
  )
  static let catppuccinMocha = ColorScheme(
    "catppuccin-mocha",
    background: 0x1E_1E2E,
    text: 0xCD_D6F4,
    dim: 0xA6_ADC8,
    faint: 0x6C_7086,
    accent: 0xCB_A6F7,
    green: 0xA6_E3A1,
    red: 0xF3_8BA8,
    amber: 0xF9_E2AF,
    blue: 0x89_B4FA
  )
  static let solarizedDark = ColorScheme(
    "solarized-dark",
    background: 0x00_2B36,
    text: 0x93_A1A1,
    dim: 0x83_9496,
    faint: 0x58_6E75,
    accent: 0x26_8BD2,
    green: 0x85_9900,
    red: 0xDC_322F,
    amber: 0xB5_8900,
    blue: 0x26_8BD2
  )
  static let solarizedLight = ColorScheme(
    "solarized-light",
    background: 0xFD_F6E3,
    text: 0x58_6E75,
    dim: 0x65_7B83,
    faint: 0x93_A1A1,
    accent: 0x26_8BD2,
    green: 0x85_9900,
    red: 0xDC_322F,
    amber: 0xB5_8900,
    blue: 0x26_8BD2
  )
  static let rosePine = ColorScheme(
    "rose-pine",
    background: 0x19_1724,
    text: 0xE0_DEF4,
    dim: 0x90_8CAA,
    faint: 0x6E_6A86,
    accent: 0xEB_BCBA,
    green: 0x9C_CFD8,
    red: 0xEB_6F92,
    amber: 0xF6_C177,
    blue: 0xC4_A7E7
  )
  static let rosePineMoon = ColorScheme(
    "rose-pine-moon",
    background: 0x23_2136,
    text: 0xE0_DEF4,
    dim: 0x90_8CAA,
    faint: 0x6E_6A86,
    accent: 0xEA_9A97,
    green: 0x9C_CFD8,
    red: 0xEB_6F92,
    amber: 0xF6_C177,
    blue: 0xC4_A7E7
  )
  static let rosePineDawn = ColorScheme(
    "rose-pine-dawn",
    background: 0xFA_F4ED,
    text: 0x57_5279,
    dim: 0x79_7593,
    faint: 0x98_93A5,
    accent: 0xD7_827E,
    green: 0x28_6983,
    red: 0xB4_637A,
    amber: 0xEA_9D34,
    blue: 0x90_7AA9
  )
}
