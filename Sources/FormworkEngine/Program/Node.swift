// The nodes of conditions and operands: 24 trivial bytes each, in one array.

package import FormworkSyntax

/// One operation. `Program.view` says what `a`, `b`, `c` and `variant` are for each.
package struct Node: Sendable, BitwiseCopyable {
  package enum Operation: UInt8, Sendable, BitwiseCopyable {
    // Conditions.

    case and, or, not
    case equal, notEqual, less, lessOrEqual, greater, greaterOrEqual
    case inRange, inList
    case predicate
    /// The number before the arguments in `lists` is the entry of `hostRules`.
    case host
    case truth
    /// A condition that is said by the name of a definition.
    case defined
    /// Asked when all records have been read.
    case recordCount
    case inTable, inValues
    case anyItem, allItems
    case constantTruth

    // Operands.

    // `variant` is 1 for a bool that is false when blank.

    case cell, constant, template, today, now
    case negate, add, subtract, multiply, divide
    /// The number of characters or items, and of the items that a condition holds for.
    case count, countItems
    /// `variant` is the `Function`.
    case function
    /// The result of the row of a table that fits, where each has one.
    case lookUp
    /// An operand in a record.
    case member
    /// The values of an operand in every record or item of a list: a path through a list.
    case each
    /// An operand as it is outside of lists of items: where so many of them are around.
    case outside
    /// Of the values of a path.
    case sum, minimumOf, maximumOf
    /// The first of some operands that has a value.
    case firstInForce
    case minimum, maximum

    // Arguments.

    case range, pattern, picture, selection
    /// The formats of a date, an entry of `formats`.
    case dateFormat
    /// An operand in each of the records or items of a list, with so many lists around.
    case ofItem
    /// A word such as `any`.
    case word
    /// Nothing that can be run; the form has an error.
    case invalid
  }

  package var operation: Operation
  package var variant: UInt8 = 0
  package var a: Int32 = -1
  package var b: Int32 = -1
  package var c: Int32 = -1
  package var span: Span
}
