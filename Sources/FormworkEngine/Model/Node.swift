// The nodes of conditions and operands: 24 trivial bytes each, in one array.

package import FormworkSyntax

/// An operation. `Program.view` defines the meaning of `a`, `b`, `c` and `variant` for each.
package struct Node: Sendable, BitwiseCopyable {
  package enum Operation: UInt8, Sendable, BitwiseCopyable {
    // Conditions.

    case and, or, not
    case equal, notEqual, less, lessOrEqual, greater, greaterOrEqual
    case inRange, inList
    case predicate
    /// The index in `hostRules` is in `lists`, directly before the arguments.
    case host
    case truth
    /// The condition of a definition that is used by name.
    case defined
    case inTable, inValues
    case anyItem, allItems
    /// Whether the value of the operand `a`, whose type has several alternatives, is of one of the `ValueKinds` in `b`.
    /// `c` is the index of the `FieldKind`.
    case isKind
    case constantTruth

    // Operands.

    // `variant` is 1 for a bool that is false when blank.

    case cell, constant, template, today, now
    case negate, add, subtract, multiply, divide
    /// `a` is a condition, `b` the operand if the condition holds, and `c` the operand otherwise.
    case conditional
    /// The number of characters of a text, or of items of a list.
    case count
    /// `variant` is the `Aggregate` and `a` the list. `b` and `c` are `ofItem` nodes or -1: the value for each item,
    /// and the condition that an item must meet.
    case aggregate
    /// The current value in a condition about each value of a path or of a list of operands. `a` is the number of
    /// surrounding conditions of this kind.
    case element
    /// The distinct values of a list.
    case distinctValues
    /// `variant` is the `Function`.
    case function
    /// The result of a table's matching row. Each row has one result.
    case lookUp
    /// An operand in a record.
    case member
    /// The values of the operand `b` in all records or items of the list `a`: a path through a list.
    case each
    /// The values of some operands, as a list. The operands are in `lists`.
    case values
    /// An operand from outside of the innermost lists of items. `b` is the number of lists around the operand.
    case outside
    /// The names of the data's columns.
    case columns
    /// The first operand with a value, from fields of the same name in mutually exclusive branches.
    case firstInForce
    /// The operand `a`, but unknown if its value is of a type that a condition isn't about. `b` is the `ValueKinds` of
    /// the types that it is about.
    case narrowed
    case minimum, maximum
    /// A question about all records. `a` is a condition or an operand about a single record, and `b` the
    /// `RecordQuestion`.
    case question
    /// All records, in a question. `a` is the question.
    case records
    /// The record being examined by a question, or by a condition about records of other data.
    case wholeRecord
    /// The records of other data that the query `a` finds.
    case listRecords
    /// The first record of other data that the query `a` finds.
    case listRecord

    // Arguments.

    case range, pattern, picture, selection
    /// The formats of a date: an index in `formats`.
    case momentFormat
    /// An operand or a condition `a` that is evaluated for each item of a list. `b` is the number of lists around this
    /// list. `variant` is 1 if the items are the values of a path or of a list of operands. Each item is then an
    /// `element`.
    case ofItem
    /// A word such as `any`: `variant` is the `ArgumentWord`.
    case word
    /// Not evaluable: the form has an error.
    case invalid
  }

  package var operation: Operation
  package var variant: UInt8 = 0
  package var a: Int32 = -1
  package var b: Int32 = -1
  package var c: Int32 = -1
  package var span: Span
}

/// A question about all items of a list.
package enum Aggregate: UInt8, Sendable, BitwiseCopyable {
  case count, share, sum, mean, least, most
  /// The sum of durations, which is a duration of 0 for an empty list.
  case duration
}

/// A word among the arguments of a rule word or a function.
package enum ArgumentWord: UInt8, CaseIterable, Sendable {
  case any
  case even, up, down
  case before, after

  package var name: String {
    switch self {
    case .any: "any"
    case .even: "even"
    case .up: "up"
    case .down: "down"
    case .before: "before"
    case .after: "after"
    }
  }
}
