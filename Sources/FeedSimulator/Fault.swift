/// A fault of ``ChaosScenario``: malformed or unusual content in a feed.
enum Fault: CaseIterable, Hashable, Sendable {
  // Lines that are not values, or not accepted ones.
  case plainLine, brokenJSON, cutValue, rawNull, rawEscape, binary, tooDeep, tooLong, errorEvent

  // Rows with contents that are hard to display.
  case invalidUTF8, escapedNull, escapedEscape, controlC1, bidiOverride, loneSurrogate, manyMarks
  case longRow, deepRow, largeNumbers, longDecimals, duplicateMembers, changingTypes

  // Rows that cannot be distinguished, and lists without evidence of their type.
  case rowsWithoutKey, duplicateKey, emptyList

  // Another encoding in the middle of a feed, and a value that arrives in parts.
  case array, document, stall
}
