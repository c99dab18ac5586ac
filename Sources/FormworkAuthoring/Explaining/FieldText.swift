// The texts of fields that explanations show and that forms are compared by.

internal import FormworkReport
internal import FormworkSyntax

enum FieldText {
  /// For each clause: its keyword, the sentence of explanations, and the heading of differences. The title of a field is
  /// shown with its messages, which are explained and compared elsewhere.
  static let all: [(word: Keyword, sentence: ExplainPhrase?, aspect: DifferencePhrase)] = [
    (.hint, .hint, .hint), (.title, nil, .formTitle),
  ]
}
