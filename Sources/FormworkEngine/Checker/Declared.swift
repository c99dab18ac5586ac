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
  let number: Int
  /// What `fields`, the type and the field itself say, in this order.
  let clauses: [Clause]
  /// How many of them are its own.
  var ownCount = 0
  var inside = Inside.nothing

  indirect enum Inside {
    case nothing
    /// The fields of a record.
    case record([Declared])
    /// The field without a name that stands for an item of a list, and the fields of its items.
    case list(DeclaredField, [Declared])
  }
}
