/// Sections that are numbered by their offsets.
struct ListedSections: SectionOrder {
  let names: [SectionName]

  func name(ofSection number: Int) -> SectionName { names[number] }
  func section(withID id: SectionID) -> Int? { names.firstIndex { $0.id == id } }
  func precedes(_ number: Int, _ other: Int) -> Bool { number < other }
}
