// What a phase has to say about a form, in words but not yet drawn: the neutral form that the
// renderers of the command line and of editors lay out.

/// How grave a diagnostic or problem is.
public enum Severity: String, Sendable, BitwiseCopyable {
  case error
  case warning
}

/// One thing to say about a form.
public struct Diagnostic: Sendable {
  /// A stable name of the kind of finding, such as `unknown-name`; it outlives rewordings.
  public var code: String
  /// An error keeps the form from being used; a warning does not.
  public var severity: Severity
  /// What is wrong, in one sentence.
  public var message: String
  /// The places, the first being the smallest span at fault.
  public var labels: [Label]
  /// What to do about it, if there is more to say than the message.
  public var hint: String?
  /// A replacement that would mend it.
  public var fix: Fix?
  /// Whether it may only say that something is written as another language has it.
  package var mayBeOtherWording = false

  /// The smallest span at fault.
  public var span: Span { labels.first?.span ?? Span(0 as UInt32, 0 as UInt32) }

  /// A place and what there is to say about it.
  public struct Label: Sendable, Equatable {
    /// Where.
    public var span: Span
    /// A few words beside the carets; may be empty.
    public var text: String

    package init(_ span: Span, _ text: String = "") {
      self.span = span
      self.text = text
    }
  }

  /// A replacement of a span by a text.
  public struct Fix: Sendable, Equatable {
    /// What to replace; an empty span inserts.
    public var span: Span
    /// What to put there.
    public var replacement: String

    package init(_ span: Span, _ replacement: String) {
      self.span = span
      self.replacement = replacement
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
