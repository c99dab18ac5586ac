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
    /// The number before the arguments in `lists` is the index in `hostRules`.
    case host
    case truth
    /// A condition that is used by the name of a definition.
    case defined
    /// Evaluated after all records have been read.
    case recordCount
    case inTable, inValues
    case anyItem, allItems
    case constantTruth

    // Operands.

    // `variant` is 1 for a bool that is false when blank.

    case cell, constant, template, today, now
    case negate, add, subtract, multiply, divide
    /// `a` is a condition, `b` the operand if it holds, and `c` the other one.
    case conditional
    /// The number of characters or items, and the number of items for which a condition holds.
    case count, countItems
    /// `variant` is the `Function`.
    case function
    /// The result of the matching row of a table, whose rows have results.
    case lookUp
    /// An operand in a record.
    case member
    /// The values of an operand in every record or item of a list, that is, a path through a list.
    case each
    /// The values of some operands, as a list. Its arguments are in `lists`.
    case values
    /// An operand evaluated outside of lists of items. The number says how many of them are around it.
    case outside
    /// Aggregates of the values of a path.
    case sum, minimumOf, maximumOf
    /// The first of some operands that has a value.
    case firstInForce
    case minimum, maximum

    // Arguments.

    case range, pattern, picture, selection
    /// The formats of a date: an index in `formats`.
    case dateFormat
    /// An operand in each record or item of a list. The number says how many lists are around it.
    case ofItem
    /// A word such as `any`.
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
