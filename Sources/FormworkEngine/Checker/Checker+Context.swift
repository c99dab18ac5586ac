// The context of conditions and texts, and the meaning of names in it.

internal import FormworkSyntax

/// A field that a condition refers to.
struct Touched {
  var field: Int
  /// The level of the first name on the path to the field.
  var level: Int32
}

extension Checker {
  /// The context of a condition or a text.
  struct Context {
    /// The level whose names are visible.
    let scope: Scope
    /// The innermost branch around the condition or text.
    var branch: Scope.Branch?
    /// The field that `value` refers to, or -1.
    var field: Int
    /// For a `when`, the number of fields declared before it. It can refer only to these fields.
    var before: Int?
    /// Whether a condition here may compare all records, because it is the whole condition or under `and`.
    var allowsAcross = false
    /// The meaning of `value` in a definition that is applied to something other than the field.
    var subject: Subject?
    /// The arguments of a definition, keyed by its parameters.
    var bindings: OrderedDictionary<String, Binding> = [:]
    /// The definitions being expanded, the outermost first.
    var expansions: [String] = []
    /// In a condition about items, the surrounding context. Names of the items take precedence over its names.
    var around: Surroundings?
    /// The number of nested lists of items inside which the condition is evaluated.
    var depth = 0
    /// The number of surrounding conditions about the values of a path or of a list of operands.
    var elementDepth = 0
    /// The number of nested lists of items around the names of the condition. It is less than `depth` for an argument
    /// that a definition uses inside lists of its own.
    var home = 0
    /// Whether a condition here may refer to all records or to the previous record. This is allowed in rules and checks
    /// of the form's own level.
    var asksRecords = false
    /// The fields after `per`.
    var groupKeys: [RecordQuestion.Key] = []
    /// Whether a condition here is part of a question about all records and is evaluated for each of them.
    var isAboutRecord = false
    /// Whether this is an argument about the record at hand, in a condition about a different record.
    var isForeign = false
    /// The question about all records that contains a condition here.
    var question: RecordsAsked?

    init(scope: Scope, branch: Scope.Branch? = nil, field: Int, before: Int? = nil) {
      (self.scope, self.branch, self.field, self.before) = (scope, branch, field, before)
    }

    /// The same context, in which conditions may not compare all records.
    var withoutAcross: Context {
      var inner = self
      inner.allowsAcross = false
      return inner
    }

    /// Whether a predicate without a subject has a value to test.
    var hasValue: Bool { field >= 0 || subject != nil }

    /// The scopes from here outward that aren't visible in the surrounding context.
    var ownScopes: [Scope] {
      var scopes: [Scope] = []
      var next: Scope? = scope
      while let scope = next, isOwn(scope) {
        scopes.append(scope)
        next = scope.parent
      }
      return scopes
    }

    /// Whether a scope isn't visible in the surrounding context.
    func isOwn(_ scope: Scope) -> Bool { !(around?.context.sees(scope) ?? false) }

    private func sees(_ other: Scope) -> Bool {
      scope.hops(to: other) != nil || around?.context.sees(other) ?? false
    }

    /// Returns the context of a condition about the items of a list.
    func inside(_ items: Scope, item: Int) -> Context {
      var inner = Context(scope: items, field: item)
      inner.bindings = bindings
      inner.expansions = expansions
      inner.before = before
      (inner.asksRecords, inner.groupKeys) = (asksRecords, groupKeys)
      (inner.isAboutRecord, inner.isForeign, inner.question) = (isAboutRecord, isForeign, question)
      inner.around = Surroundings(self)
      inner.depth = depth + 1
      inner.elementDepth = elementDepth
      inner.home = depth + 1
      return inner
    }
  }

  /// An argument of a definition, with its context.
  final class Binding {
    let expression: Expression
    private let context: Context

    init(_ expression: Expression, _ context: Context) {
      self.expression = expression
      self.context = context
    }

    /// Returns the context of the argument for its use in a definition. Names in the argument keep their meaning. The
    /// argument may compare all records only if this is allowed both where it is written and where it is used.
    func context(in use: Context) -> Context {
      var own = context
      own.depth = use.depth
      own.elementDepth = use.elementDepth
      own.allowsAcross = own.allowsAcross && use.allowsAcross
      own.asksRecords = own.asksRecords && use.asksRecords
      own.isForeign = own.isForeign || use.isAboutRecord && !own.isAboutRecord
      return own
    }
  }

  /// An operand that was compiled in the context where a definition is used.
  struct Subject {
    var node: Int32
    var type: StaticType
    var depth: Int
  }

  /// A surrounding context. This is a class because a struct can't contain itself.
  final class Surroundings {
    let context: Context

    init(_ context: Context) { self.context = context }
  }

  /// Returns an operand with the span of the name that refers to it.
  func mentioned(_ operand: (Int32, StaticType), at span: Span) -> (Int32, StaticType) {
    program.nodes[Int(operand.0)].span = span
    return operand
  }
}
