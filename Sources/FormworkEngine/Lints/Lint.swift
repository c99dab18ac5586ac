// The findings about constructs that are valid but seldom intended, and the searches for them in a whole form.

package import FormworkSyntax

/// A construct that is valid but seldom intended. It is reported as a warning.
package enum Lint: Sendable, Equatable {
  /// A host rule that is used without declaring that the form needs it.
  case undeclaredHostRule(String)
  /// A condition that is always true or always false.
  case constantCondition(Bool)
  /// A rule in a list of other data. Such a rule isn't checked.
  case ruleOfList
  /// `from` for a value that is given when the form is run. Such a value isn't in the data.
  case columnOfValue(String)
  case countFromZero(String)
  case ruleNeverFails(String)
  /// Of two parts of a condition, at least one holds in every case.
  case needlessConditions(first: Span)
  /// A rule tests whether its own value is filled.
  case filledNeverFails
  case ruleNeverPasses(String)
  /// A part of a rule's condition has no message. `afterRequired` is whether the field's only message follows
  /// `required`.
  case noMessage(Wordless, afterRequired: Bool, condition: Span)
  /// A text in a condition is unknown if a field is blank.
  case blankInText(field: String, proposal: String?)
  case anchoredAlternation
  case patternAlwaysMatches
  case patternNeverMatches
  case repeatedChoice(String, first: Span)
  case unlistedChoice(String, near: [String])
  /// A type after an alternative that takes every text, and a value of a choice after an alternative that takes it.
  case unreachedAlternative(StaticType)
  case unreachedChoice(String)
  /// `not a and b`, with the span of `not a`.
  case notAnd(first: Span)
  /// A choice with white space at its ends, and the value without it.
  case spacedChoice(String)
  /// A file of choices has columns other than `label` and `also` after the first, named `column`, and the form doesn't
  /// say that the first column has the values. `naming` names the columns that are read.
  case choicesColumn(String, naming: String)
  /// `or value is blank` in a rule of a required field.
  case requiredAnyway
  /// A placeholder that is also the name of a field.
  case placeholderOrField(String)
  /// A definition of a value that has the name of a placeholder.
  case placeholderOrDefinition(String)
  case secretInMessage(String)
  /// This text and the ones at `others` lack a language that some other texts have. `count` includes texts that aren't
  /// listed.
  case untranslated(String, others: [Span], count: Int)
  case unreachableBranch
  /// `range(1-20)`
  case subtractionAsRange(low: Span, high: Span)
  /// `oneOf(0, 12,50)`, in which several numbers look like one with commas. `isSure` is whether nothing else can be
  /// meant.
  case decimalComma(parts: [Span], meaning: CommaMeaning, isSure: Bool)
  /// A trimmed field is looked for in the field `other` of other data, which isn't trimmed.
  case untrimmedOther(String, other: String)
  /// A condition about the items of the named list uses none of their fields.
  case sameForAllItems(String)
  /// A share is compared with a number over 1.
  case shareOverOne
  /// The message of a check about all records shows a field of a single record.
  case recordInDataMessage(field: String)
  /// A message shows a field and `{actual}`, which is the same value: the left side of the comparison of the field with
  /// a calculation.
  case actualIsField(left: Span, BinaryOperator, right: Span, condition: Span)
  /// A blank field makes a condition unknown, and nothing says that this is intended.
  case blankDoubt(BlankDoubt)
  /// Of several fields after `per`, one that may be blank. Its blank values make groups of their own. `isMendable` is
  /// whether the message keeps its placeholders if the condition gets an `or`.
  case blankGroup(condition: Span, isMendable: Bool)
  /// A lookup in a check with `per` finds only records of the group. `group` has the fields after `per`, and `missing`
  /// those that aren't keys. `isKeyable` is whether all of them can be keys.
  case lookupInGroup(group: [String], missing: [String], isKeyable: Bool)
  /// A number such as `1.000`, compared with a field whose data has points as group marks.
  case groupMark(plain: String)
  /// `value in other`, where `other` is a single value. `isWritten` is whether it is a literal.
  case inSingleValue(negated: Bool, value: Span, isWritten: Bool)
  /// The form's language has no built-in messages, and the form doesn't define all of them itself.
  case languageWithoutWords(String)
  /// `decimals(2)`. The number 2.50 fails this rule, because zeros at the end don't count as decimal places.
  case exactDecimals(Span)
  /// Signs of a pattern in a picture, with the pattern if it is clear.
  case patternInPicture(pattern: String?)
  /// A `*` or `%` at an end of a text that is compared, with the test that is meant.
  case wildcardInText(String, proposal: String?)
  /// `only("A-Z")` or `value in ("A-Z")`. `subject` is the text before the test, or nil if the test stands alone.
  case rangeInText(String, subject: String?)
  /// `choice("a, b, c")`, with the values.
  case packedChoices([String])
  /// `a == b +- c`, with the range that is meant.
  case plusMinus(proposal: String)
  /// `${name}` in a message.
  case dollarBeforePlaceholder
  /// `%s` in a message.
  case formatSign(String)
  /// Conditions joined by `or` that are never all false, because they are about different types of a value.
  case neverFailsByType([TypedPart])
  case shadowsPredicate(String)
  /// No value obeys both rules.
  case contradictoryRules(first: Span)
  /// Two parts of a condition can't both hold.
  case contradictoryConditions(first: Span)
  /// Every value that obeys the other rule obeys this one.
  case impliedRule(by: Span)
  /// The condition of a branch contradicts the branches around it.
  case branchNeverHolds
  /// Whenever the condition holds, so does that of an earlier branch of the same `when`.
  case branchTaken(before: Span)
  /// In an example that should be accepted, a value fails a rule of its own field.
  case exampleBreaksRule(rule: Span)
  /// A row of a table whose keys are all in earlier rows.
  case unreachedRow(first: Span)
  /// A choice that a rule of its own field rejects.
  case rejectedChoice(String, rule: Span)

  /// A condition that is unknown unless a value has one of some types.
  package struct TypedPart: Sendable, Equatable {
    package var span: Span
    /// The span of the value. It is that of the whole condition if the value isn't written.
    package var subject: Span
    /// The types, or an empty array if the condition isn't about a value with several types.
    package var kinds: [FieldKind]
  }

  /// Conditions that the built-in messages can hardly explain.
  package enum Wordless: Sendable { case comparison, pattern, either, negation }
}

extension Lint {
  /// Returns the findings about a whole form. Findings about its parts are reported while they are compiled.
  static func findings(in form: LintedForm) -> [Finding] {
    let (program, reader) = (form.program, form.reader)
    return Implications.findings(program, reader) + IdleConditions.findings(program, reader)
      + GroupMarks.findings(in: form) + UnreachedRows.findings(in: form)
      + RejectedChoices(form: form).findings() + form.brokenDefaults()
      + ExampleFaults.findings(
        program, form.moment, stepLimit: form.checker.limits.exampleSteps)
      + form.checker.translations.findings(own: program.language)
  }
}

/// A compiled form in which lints are searched for.
final class LintedForm {
  let checker: Checker
  let program: Program
  let moment: Moment
  let reader: FactReader
  /// The evaluator to test values with. Created when first needed.
  private(set) lazy var evaluator = Evaluator(program, moment: moment)

  init(_ checker: Checker, moment: Moment) {
    (self.checker, program, self.moment) = (checker, checker.program, moment)
    reader = FactReader(program, allowance: checker.limits.parts)
  }

  /// Returns the findings about default values that fail the rules of their own fields.
  fileprivate func brokenDefaults() -> [Finding] {
    checker.defaults.compactMap { field, span in
      if program.fields[field].rules.isEmpty { return nil }
      let fallback = program.constants[Int(program.fields[field].fallback)]
      return evaluator.ruleBroken(by: fallback, in: field).map { rule in
        let mistake = DeclarationMistake.defaultBreaksRule(rule: program.rules[Int(rule)].span)
        return Finding(kind: .declaration(mistake), span: span)
      }
    }
  }
}
