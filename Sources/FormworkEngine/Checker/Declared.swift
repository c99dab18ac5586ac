// The results of the first walk over the declarations, which the second walk uses.

internal import FormworkSyntax

/// A declaration with the field numbers that the first walk assigned.
struct Declared {
  var kind: Kind
  /// The indices of the fields in the declaration. Declarations are sorted by these indices. Positions in the source
  /// can't order declarations, because types and used files are elsewhere.
  var fields: Range<Int32>

  enum Kind {
    case field(DeclaredField)
    indirect case when(WhenDeclaration, branches: [Branch], elseCell: Int32)
    indirect case check(CheckDeclaration, Span)
    indirect case page(PageDeclaration, [Declared])
    indirect case intro(LocalizedText)
    /// The fields of a list of other data.
    case list(Scope, [Declared])
  }

  struct Branch {
    var cell: Int32
    var branch: Scope.Branch
    var body: [Declared]
  }
}

/// A field with its number, its clauses, and its contents.
struct DeclaredField {
  let number: Int
  /// The clauses of `fields` declarations, of the type and of the field itself, in this order.
  var clauses: [Clause]
  /// The expression of a calculated field.
  var calculation: Expression?
  /// The number of the field's own clauses.
  var ownCount = 0
  var inside = Inside.nothing

  indirect enum Inside {
    case nothing
    /// The fields of a record.
    case record([Declared])
    /// The nameless field of an item, and the other fields of the item: its key in a list by name, and those inside it
    /// if it is a record.
    case list(DeclaredField, [Declared])
  }
}
