// What the first walk over the declarations hands to the second.

internal import FormworkSyntax

/// A declaration with the numbers that the first walk gave it.
struct Declared {
  var kind: Kind
  /// The numbers of the fields in it. They tell what comes before what, which places in the source do
  /// not: types and used files are written elsewhere.
  var fields: Range<Int32>

  enum Kind {
    case field(DeclaredField)
    indirect case when(WhenDeclaration, branches: [Branch], elseCell: Int32)
    indirect case check(CheckDeclaration, Span)
  }

  struct Branch {
    var cell: Int32
    var branch: Scope.Branch
    var body: [Declared]
  }
}

/// A field with its number, everything said of it, and what is inside.
struct DeclaredField {
  var number: Int
  let declaration: FieldDeclaration
  /// What only some fields have.
  private var more: More?

  init(number: Int, declaration: FieldDeclaration) {
    self.number = number
    self.declaration = declaration
  }

  /// What `fields`, the type and the field itself say, in this order.
  var clauses: Clauses {
    get { more?.clauses ?? declaration.clauses }
    set { change { $0.clauses = newValue } }
  }

  /// The fields of a record, or of the records of a list.
  var body: [Declared] {
    get { more?.body ?? [] }
    set { change { $0.body = newValue } }
  }

  /// For a list, the field without a name that stands for an item.
  var item: DeclaredField? {
    get { more?.item }
    set { change { $0.item = newValue } }
  }

  private final class More {
    /// Nil where the field itself says everything.
    var clauses: Clauses?
    var body: [Declared] = []
    var item: DeclaredField?
  }

  /// A declared field has one owner until the walk that makes it is over.
  private mutating func change(_ change: (More) -> Void) {
    let changed = more ?? More()
    change(changed)
    more = changed
  }
}
