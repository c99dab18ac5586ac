// Where conditions and texts stand, and what names mean there.

internal import FormworkSyntax

/// A field that a condition speaks of.
struct Touched {
  var field: Int
  /// The level of the first name on the path to it.
  var level: Int32
}

extension Checker {
  /// Where a condition or a text stands.
  struct Context {
    /// The level whose names are seen.
    let scope: Scope
    /// The innermost branch around it.
    var branch: Scope.Branch?
    /// The field that `value` is, or -1.
    var field: Int
    /// For a `when`, how many fields are declared before it: it names no others.
    var before: Int?
    /// Whether a condition here may be about all records: it stands alone or under `and`.
    var allowsAcross = false
    /// What `value` is in a definition that is said of something else than the field.
    var subject: Subject?
    /// What the parameters of a definition stand for.
    var bindings: OrderedDictionary<String, Binding> = [:]
    /// The definitions around, the outermost first.
    var expansions: [String] = []
    /// In a condition about items, the context around it, whose names come after theirs.
    var around: Surroundings?
    /// Among how many lists of items, one in the other, the condition runs.
    var depth = 0
    /// Among how many lists of items the names here are: an argument's are outside of the definition
    /// that it is given to.
    var home = 0

    init(scope: Scope, branch: Scope.Branch? = nil, field: Int, before: Int? = nil) {
      (self.scope, self.branch, self.field, self.before) = (scope, branch, field, before)
    }

    /// The same where a condition may not be about all records.
    var withoutAcross: Context {
      var inner = self
      inner.allowsAcross = false
      return inner
    }

    /// Whether there is a value that a predicate standing alone is about.
    var hasValue: Bool { field >= 0 || subject != nil }

    /// The scopes from here outwards, but for those that the context around has, too.
    var ownScopes: [Scope] {
      var scopes: [Scope] = []
      var next: Scope? = scope
      while let scope = next, isOwn(scope) {
        scopes.append(scope)
        next = scope.parent
      }
      return scopes
    }

    /// Whether the context around does not have a scope, too.
    func isOwn(_ scope: Scope) -> Bool { !(around?.context.sees(scope) ?? false) }

    private func sees(_ other: Scope) -> Bool {
      scope.hops(to: other) != nil || around?.context.sees(other) ?? false
    }

    /// The context of a condition about the items of a list.
    func inside(_ items: Scope, item: Int) -> Context {
      var inner = Context(scope: items, field: item)
      inner.bindings = bindings
      inner.expansions = expansions
      inner.before = before
      inner.around = Surroundings(self)
      inner.depth = depth + 1
      inner.home = depth + 1
      return inner
    }
  }

  /// An argument of a definition, with where it stands.
  final class Binding {
    let expression: Expression
    private let context: Context

    init(_ expression: Expression, _ context: Context) {
      self.expression = expression
      self.context = context
    }

    /// The context of the argument for its use in a definition: it means what it means where it
    /// stands, but may be about all records only where both places allow it.
    func context(in use: Context) -> Context {
      var own = context
      own.depth = use.depth
      own.allowsAcross = own.allowsAcross && use.allowsAcross
      return own
    }
  }

  /// An operand that was compiled where a definition is used.
  struct Subject {
    var node: Int32
    var type: StaticType
    var depth: Int
  }

  /// A context around another.
  final class Surroundings {
    let context: Context

    init(_ context: Context) { self.context = context }
  }

  /// What a name stands for, in the place of the name.
  func mentioned(_ operand: (Int32, StaticType), at span: Span) -> (Int32, StaticType) {
    program.nodes[Int(operand.0)].span = span
    return operand
  }
}
