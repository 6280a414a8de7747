/// What goes wrong in ``ChaosScenario``: everything bad that the bytes of a feed can hold.
enum Fault: CaseIterable, Hashable, Sendable {
  // Lines that are no values, or none that a reader takes.
  case plainLine, brokenJSON, cutValue, rawNull, rawEscape, binary, tooDeep, tooLong, errorEvent

  // Rows whose contents do not want to be shown.
  case invalidUTF8, escapedNull, escapedEscape, controlC1, bidiOverride, loneSurrogate, manyMarks
  case longRow, deepRow, largeNumbers, longDecimals, duplicateMembers, changingTypes

  // Rows that cannot be distinguished, and lists that cannot be inferred from nothing.
  case rowsWithoutKey, duplicateKey, emptyList

  // Another shape in the middle of a feed, and a value that is long in coming.
  case array, document, stall
}
