extension ColumnKind: CustomStringConvertible {
  package var description: String {
    switch self {
    case .key: "the key"
    case .ownTime: "the time of the row"
    case .otherTime: "another time"
    case .nestedTime: "a time of something in the row"
    case .money: "an amount of money"
    case .response: "responses"
    case .status: "a status"
    case .type: "a type"
    case .ofElements: "what the elements of a list have"
    case .person: "a name or a title"
    case .time: "a time"
    case .level: "a level"
    case .levelWord: "words for levels"
    case .body: "a long text"
    case .phrase: "words"
    case .reference: "the number of the row"
    case .number: "a number"
    case .flag: "yes or no"
    case .other: "a text"
    }
  }
}
