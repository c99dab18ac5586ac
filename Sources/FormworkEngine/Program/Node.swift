// The nodes of conditions and operands: 24 trivial bytes each, in one array.

package import FormworkSyntax

/// One operation. What `a`, `b` and `c` are depends on `operation`.
package struct Node: Sendable, BitwiseCopyable {
  package enum Operation: UInt8, Sendable, BitwiseCopyable {
    // Conditions.

    /// `a` and `b` are conditions.
    case and, or
    /// `a` is a condition.
    case not
    /// `a` and `b` are operands.
    case equal, notEqual, less, lessOrEqual, greater, greaterOrEqual
    /// The operand `a` is in the range `b`.
    case inRange
    /// The operand `a` is one of the `c` nodes of `lists` from `b`, which may be ranges.
    case inList
    /// `a` is the subject, the `c` nodes of `lists` from `b` are the arguments, `variant` is the
    /// `Predicate`.
    case predicate
    /// A predicate of the host program: `a` is the subject, the `c` nodes of `lists` from `b` are the
    /// arguments, and the number before them in `lists` is the entry of `hostRules`.
    case host
    /// The bool operand `a` holds.
    case truth
    /// The condition `a`, said as the entry `b` of `uses`.
    case defined
    /// The number of records is in the range `b`; asked when all have been read.
    case recordCount
    /// The operand `a` is in what the entry `b` of `tables` has for the nodes of `lists` from `c`;
    /// `variant` 1 for `not in`.
    case inTable
    /// The operand `a` is one of the values of the path `b`; `variant` 1 for `not in`.
    case inValues
    /// The condition `b` holds for one, or for all, of the records or items of `a`, among those of
    /// `c` lists around.
    case anyItem, allItems
    /// Holds if `a` is 1.
    case constantTruth

    // Operands.

    // `variant` is 1 for a bool that is false when blank.

    /// `a` levels outwards, cell `b`, field `c`.
    case cell
    /// The entry `a` of `constants`.
    case constant
    /// The entry `a` of `templates`.
    case template
    case today, now
    /// `a`
    case negate
    /// `a` and `b`
    case add, subtract, multiply, divide
    /// The number of characters or items of `a`.
    case count
    /// `a` rounded half-even to `b` places.
    case round
    /// The operand `b` in the record `a`.
    case member
    /// The values of the operand `b` in every record or item of `a`: a path through a list.
    case each
    /// The operand `a` as it is outside of lists of items: where `b` of them are around.
    case outside
    /// The sum, smallest or largest of the values of the path `a`.
    case sum, minimumOf, maximumOf
    /// The first of the `c` nodes of `lists` from `b` that has a value.
    case firstInForce
    /// The smallest or largest of the `c` nodes of `lists` from `b`.
    case minimum, maximum

    // Arguments.

    /// From `a` to `b`, either of which may be -1; `variant` 1 without its end.
    case range
    /// The entry `a` of `patterns`, `pictures`, `selections`.
    case pattern, picture, selection
    /// The operand `a` in each of the records or items of a list, with `b` lists around.
    case ofItem
    /// A word such as `any`.
    case word
    /// Nothing that can be run; the spec has an error.
    case invalid
  }

  package var operation: Operation
  package var variant: UInt8 = 0
  package var a: Int32 = -1
  package var b: Int32 = -1
  package var c: Int32 = -1
  package var span: Span
}
