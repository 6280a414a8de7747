package import FeedValues

/// A field that rows do not have by themselves: its name, and the expression that gives its values.
package struct DerivedField: Hashable, Sendable {
  /// The name under which rows have it.
  package let name: String
  /// The expression.
  package let expression: Expression

  /// Creates a field.
  ///
  /// - Parameters:
  ///   - expression: The expression.
  ///   - name: The name; nil for the text of the expression, which a row may have as the name of a field of its own.
  package init(_ expression: Expression, name: String? = nil) {
    (self.name, self.expression) = (name ?? expression.text, expression)
  }

  /// The path of the field.
  package var path: FieldPath { FieldPath([name]) }

  /// Whether a field of the rows may have the same name, which then counts.
  var yields: Bool { name == expression.text }
}
