// Findings about a form, in words but independent of the output. The command line and editors render them.

/// The severity of a diagnostic or problem.
public enum Severity: String, Sendable, BitwiseCopyable {
  case error
  case warning
}

/// A finding about a form, in words.
public struct Diagnostic: Sendable {
  /// A stable name for the kind of finding, such as `unknown-name`. It doesn't change when the message is reworded.
  public var code: String
  /// The severity. An error keeps the form from being used; a warning doesn't.
  public var severity: Severity
  /// The finding in one sentence.
  public var message: String
  /// The spans to mark. The first is the smallest span at fault.
  public var labels: [Label]
  /// Advice on how to correct the form, or nil if the message is enough.
  public var hint: String?
  /// A replacement that would correct the form.
  public var fix: Fix?
  /// Whether the cause may be a phrase of another language. FormworkReport may then replace the diagnostic with advice
  /// about the phrase.
  package var mayBeOtherWording = false

  /// The smallest span at fault.
  public var span: Span { labels.first?.span ?? Span(0 as UInt32, 0 as UInt32) }

  /// A marked span with a short text.
  public struct Label: Sendable, Equatable {
    /// The span to mark.
    public var span: Span
    /// A few words next to the carets. May be empty.
    public var text: String

    package init(_ span: Span, _ text: String = "") {
      self.span = span
      self.text = text
    }
  }

  /// The replacement of a span with a text.
  public struct Fix: Sendable, Equatable {
    /// The span to replace. An empty span inserts.
    public var span: Span
    /// The text to insert instead.
    public var replacement: String
    /// Whether the form means the same with the replacement.
    public var keepsMeaning = false

    package init(_ span: Span, _ replacement: String) {
      self.span = span
      self.replacement = replacement
    }

    /// The same fix, marked as keeping the meaning of the form.
    package var keepingMeaning: Fix {
      var fix = self
      fix.keepsMeaning = true
      return fix
    }
  }

  package init(
    _ code: String, _ severity: Severity, _ message: String, at span: Span, _ text: String = "",
    hint: String? = nil, fix: Fix? = nil
  ) {
    self.code = code
    self.severity = severity
    self.message = message
    labels = [Label(span, text)]
    self.hint = hint
    self.fix = fix
  }
}
