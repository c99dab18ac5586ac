// The checker: resolves every name and type of a tree and builds a program from it. Both are done in one walk,
// because the program stores what a name resolves to.
//
// It processes the declarations twice. First every field is declared with its type and its cell. Then clauses,
// conditions and texts are compiled, which may name fields declared later.

package import FormworkSyntax

/// Checks a tree and builds its program.
///
/// Its frequently used variables aren't checked for exclusive access at run time. The checks took an eighth of the time
/// for loading a form.
package final class Checker {
  /// The maximum nesting depth of a condition with its definitions expanded, and the maximum length of a chain of
  /// definitions, types or examples.
  package static let depthLimit = 1_500
  static let chainLimit = 256

  /// Limits of the size of a form after its definitions are expanded.
  package struct Limits: Sendable {
    /// The maximum number of fields.
    package var fields = 50_000
    /// The maximum number of parts of conditions, and of items of choices.
    package var parts = 2_000_000
    /// The maximum number of uses of definitions inside definitions.
    package var uses = 200_000
    /// The maximum number of clauses that fields take from types.
    package var lentClauses = 50_000
    /// The maximum total size of the distinct compiled patterns, in bytes.
    package var patternBytes = 64 << 20
    /// The maximum total size of the examples, including the members from other examples, in bytes.
    package var exampleBytes = 64 << 20
    /// The maximum number of steps for evaluating all examples. A record takes the evaluator's steps, one step for each
    /// byte, and one for each field and part of a condition in the form.
    package var exampleSteps = 250_000_000
    /// The maximum number of reported errors.
    package var errors = SyntaxProblems.limit

    package init() {}
  }

  /// The result of a check.
  package struct Result: Sendable {
    /// The program, or nil if a finding is an error.
    package var program: Program?
    package var findings: [Finding]
    /// The uses of the form's names, if requested. They aren't in the order of the source.
    package var nameUses: OrderedSet<NameUse> = []
  }

  /// A marker that replaces the word being typed. When the checker looks for names similar to the marker, the names
  /// that it searches are the possible completions.
  package final class Completion {
    let name: String
    /// The names that were possible at every lookup of the word. A word in a definition is looked up at each use of the
    /// definition.
    private var everywhere: [String]?
    /// Additional completions.
    fileprivate(set) var more: [String] = []
    /// The type of the value that a rule word would test.
    package fileprivate(set) var subject: StaticType?
    /// The definitions that have parameters.
    package fileprivate(set) var called: OrderedSet<String> = []
    /// The definitions of conditions and values.
    package fileprivate(set) var defined: OrderedSet<String> = []
    /// The fields that the word may refer to.
    package fileprivate(set) var fields: OrderedSet<String> = []
    /// Whether the word may be part of a calculation.
    package fileprivate(set) var isOperand = false
    /// Whether the word is a key of a lookup, such as `id` in `records(id: sponsor)`.
    package fileprivate(set) var isKey = false

    package init(_ name: String) { self.name = name }

    /// The possible completions, which may contain duplicates.
    package var known: [String] { (everywhere ?? []) + more }

    fileprivate func note(_ known: [String]) {
      let others = OrderedSet(known)
      everywhere = everywhere.map { $0.filter { others.contains($0) } } ?? known
    }

    /// Records the type of the value that a rule word tests.
    func noteSubject(_ type: StaticType, of word: Name) {
      if word.text == name, !type.isInvalid { subject = type }
    }

    func noteKey(_ word: Name) {
      if word.text == name { isKey = true }
    }
  }

  let source: Source
  let limits: Limits
  let findings: FindingList
  @exclusivity(unchecked) var program = Program()
  @exclusivity(unchecked) var scopes: [Scope] = []
  @exclusivity(unchecked) var names = DefinedNames()
  /// For each list of other data that has the fields of another form, the names of that form.
  var namesOfForms: OrderedDictionary<Int, DefinedNames> = [:]
  var patterns: PatternPool
  /// The texts among the constants, and the index of each in `constants`.
  @exclusivity(unchecked) var constantTexts = NameTable()
  @exclusivity(unchecked) var constantsOfTexts: [Int32] = []

  // Results of the first walk.

  /// Predicates whose names are also names of fields.
  @exclusivity(unchecked) var fieldsLikePredicates = NumberSet()
  /// Fields with an invalid type. Nothing else is reported about them.
  @exclusivity(unchecked) var fieldsWithoutType = NumberSet()
  var hasTooManyFields = false
  /// The lists of choices in types, keyed by the start of the type in the source.
  var choicesInTypes: OrderedDictionary<UInt32, Int32> = [:]
  /// The number of items of all lists of choices.
  var itemCount = 0
  /// The named types around the current declaration, the outermost first.
  var openTypes: [String] = []
  var typeDepth = 0

  // State of the second walk.

  /// Fields that have a message of their own or of their type.
  @exclusivity(unchecked) var fieldsWithMessage = NumberSet()
  /// The nesting depth of conditions and operands being compiled.
  @exclusivity(unchecked) var depth = 0
  /// The fields that the current condition refers to, except the condition's `value` and members of `value`.
  @exclusivity(unchecked) var touched: [Touched] = []
  /// The list of other data whose fields are being compiled.
  var openList: Int?
  /// Whether the current operand may be a text.
  @exclusivity(unchecked) var takesText = true
  /// The kinds of data outside of the current record that the current condition reads.
  @exclusivity(unchecked) var asked: AskedData = []
  /// The number of lists such as `records.team` in the current condition that aren't yet an argument of `in`, `any`,
  /// `sum` or the like.
  @exclusivity(unchecked) var openRecordLists = 0
  /// The levels of the lists whose items the current condition reads.
  var openedLists: [Int32] = []
  /// A cache of whether two levels have the same fields in the same cells.
  var alikeLevels: OrderedDictionary<Int32, OrderedDictionary<Int32, Bool>> = [:]
  /// For each field in a list, the surrounding list whose items the field's `required if` or calculation reads. Of
  /// several such lists, the outermost.
  var listsOpenedByRequiredIf: OrderedDictionary<Int32, Int32> = [:]
  /// The languages of the form's texts.
  var translations = Translations()
  /// The code after `language`.
  var language: Name?
  /// Texts of the current condition that are unknown if a field is blank.
  var blankTexts: [(span: Span, field: String, proposal: String?)] = []
  /// Comparisons in which a blank field has a doubtful effect.
  var blankDoubts: [(found: BlankDoubts.Found, record: LookedUp?, context: Context)] = []
  /// Fields after `per` whose blank values make a group.
  var blankGroups: [BlankGroup] = []
  /// The keys of the lookups that find a record in every record that is accepted.
  var demandedLookups: OrderedSet<String> = []
  /// A cache of whether each calculated field is blank whenever some optional field is blank. `blankDepth` is the depth
  /// of the search for such a field.
  var blankCalculations: OrderedDictionary<Int, Bool> = [:]
  var blankDepth = 0
  /// A cache of whether the rules of the current field provide each placeholder's value.
  var sourcesInRules: (field: Int, rules: Range<Int32>, answers: [Bool?]) = (-1, 0..<0, [])
  /// The spans of the constants that are written like numbers with points between thousands, with their digits.
  var groupedLiterals: OrderedDictionary<Int32, (span: Span, digits: String)> = [:]
  /// Default values whose rules are tested when the program is complete.
  var defaults: [(field: Int, span: Span)] = []
  /// For lists of choices with a case-insensitive default, the index of each value, keyed by the value's texts with
  /// folded case.
  var choicesInAnyCase: OrderedDictionary<Int32, OrderedDictionary<[UInt8], Int>> = [:]

  // State of definitions.

  var definitionDepth = 0
  /// Whether the result being computed for `conditionDefinitions` depends on the context. Then it isn't cached.
  var isConditionHere = false
  var reportedCircles: OrderedSet<String> = []
  /// Whether a chain of definitions, types or lists of choices is too long. If so, no further chain is followed,
  /// because each might be as long.
  var isTooDeep = false
  /// The number of uses of definitions inside definitions.
  var nestedUses = 0
  /// The number of type names that have been followed.
  var typeSteps = 0
  /// The number of clauses that fields have taken from types.
  var lentClauses = 0
  /// The span of the outermost use of the definitions being compiled.
  var outermostUse = Span(0, 0)
  /// The calculated fields with their expressions.
  @exclusivity(unchecked) var calculations: [(field: Int, value: Expression)] = []
  /// For each name, the common type of the fields that have it. Nil except in a checker for unused definitions.
  @exclusivity(unchecked) var triedTypes: OrderedDictionary<String, StaticType>?

  /// The uses of the form's names, if requested.
  var nameUses: NameUses?

  /// The word being typed, if its completions are requested.
  var completion: Completion?

  /// The predicates of the host program, and stand-ins for missing ones.
  private(set) var hostRules: [HostPredicate] = []
  /// The indices of the host rules by name.
  private(set) var hostRuleNumbers: OrderedDictionary<String, Int> = [:]
  /// Whether missing host rules are allowed, because nothing is evaluated.
  let standsInForHost: Bool
  /// The files of `choices … from`, keyed by the position of the file's name in the source.
  let choiceFiles: OrderedDictionary<UInt32, [UInt8]>
  /// Whether the platform supports an encoding.
  let knowsEncoding: (String) -> Bool

  init(
    _ source: Source, _ choiceFiles: OrderedDictionary<UInt32, [UInt8]>, _ limits: Limits,
    _ hostRules: [HostPredicate], standsInForHost: Bool,
    _ knowsEncoding: @escaping (String) -> Bool
  ) {
    self.standsInForHost = standsInForHost
    self.knowsEncoding = knowsEncoding
    self.source = source
    self.limits = limits
    self.choiceFiles = choiceFiles
    findings = FindingList(errorLimit: limits.errors)
    patterns = PatternPool(byteLimit: limits.patternBytes)
    for rule in hostRules { add(rule) }
  }

  /// Adds a predicate of the host, or a stand-in for one.
  func add(_ rule: HostPredicate) {
    hostRuleNumbers[rule.name] = hostRules.count
    hostRules.append(rule)
  }

  /// Checks a tree. The result has no program if the tree is incomplete or a finding is an error.
  ///
  /// - Parameters:
  ///   - hostRules: the predicates of the host program, with distinct names.
  ///   - standsInForHost: whether the form is only read, so that host rules may be missing.
  ///   - notesNames: whether to record the uses of the form's names.
  ///   - completion: a word in the form, which receives its possible completions.
  ///   - knowsEncoding: whether the platform supports an encoding.
  package static func check(
    _ tree: FormTree, source: Source, choiceFiles: OrderedDictionary<UInt32, [UInt8]> = [:],
    hostRules: [HostPredicate] = [], standsInForHost: Bool = false, limits: Limits = Limits(),
    notesNames: Bool = false, completion: Completion? = nil,
    knowsEncoding: @escaping (String) -> Bool = { _ in true }
  ) -> Result {
    let checker = Checker(
      source, choiceFiles, limits, hostRules, standsInForHost: standsInForHost, knowsEncoding)
    checker.reserve(for: source.bytes.count)
    if notesNames { checker.nameUses = NameUses() }
    checker.completion = completion
    checker.checkForm(tree.declarations)
    if tree.isWhole, !checker.findings.hasErrors { checker.finish() }
    // A list of other data may use the fields of another form. Warnings about that form are left out.
    let findings = checker.findings.all.filter {
      $0.severity == .error || !tree.listedFiles.contains(source.file(at: $0.span.lower))
    }.ordered { $0.span.lower < $1.span.lower }
    let isSound = tree.isWhole && !checker.findings.hasErrors
    return Result(
      program: isSound ? checker.program : nil, findings: findings,
      nameUses: checker.nameUses?.all ?? [])
  }

  /// Reserves the usual memory for a form of this size. Unused memory is never touched.
  private func reserve(for byteCount: Int) {
    program.nodes.reserveCapacity(byteCount / 12)
    program.constants.reserveCapacity(byteCount / 32)
    program.rules.reserveCapacity(byteCount / 64)
    program.texts.reserveCapacity(byteCount / 64)
    program.lists.reserveCapacity(byteCount / 64)
  }

  func report(_ kind: Finding.Kind, at span: Span) { findings.report(kind, at: span) }

  func report(_ mistake: NameMistake, at span: Span) { report(.name(mistake), at: span) }

  func report(_ mistake: TypeMistake, at span: Span) { report(.type(mistake), at: span) }

  func report(_ mistake: DeclarationMistake, at span: Span) {
    report(.declaration(mistake), at: span)
  }

  func report(_ lint: Lint, at span: Span) { report(.lint(lint), at: span) }

  /// Calls a query on the program. Reading the program from a class's variable would copy it for each query, with a
  /// retain for each of its references.
  func ask<Answer>(_ question: (inout Program) -> Answer) -> Answer { question(&program) }

  func constantValue(_ number: Int32) -> Value? { ask { $0.constantValue(number) } }

  func near(_ name: String, among known: @autoclosure () -> [String]) -> [String] {
    if let completion, completion.name == name {
      completion.note(known())
      completion.defined = OrderedSet(definedExpressions)
      completion.called = OrderedSet(
        names.definitions.filter { !$0.value.parameters.isEmpty }.map { $0.key })
      return []
    }
    return findings.near(name, among: known)
  }

  /// Records further completions of a name, if it is the word being typed.
  func noteMore(_ name: String, _ more: @autoclosure () -> [String]) {
    if let completion, completion.name == name { completion.more += more() }
  }

  /// Records what a condition or a calculation may contain, if `name` is the word being typed.
  func noteCompletion(_ name: Name, _ context: Context) {
    guard let completion, completion.name == name.text else { return }
    completion.isOperand = true
    completion.fields = OrderedSet(visibleNames(context))
    completion.more += namesOfOtherRecords(context)
    if context.hasValue {
      completion.subject = context.subject?.type ?? staticType(context.field)
    }
  }

  var hasTooManyErrors: Bool { findings.hasTooManyErrors }

  private func checkForm(_ declarations: [Declaration]) {
    let scope = addLevel(parent: nil, owner: -1)
    for declaration in declarations { readHead(declaration) }
    collectNames(declarations)
    noteDeclarations()
    let values = declareValues()
    let declared = values + declare(declarations, at: Place(scope: scope))
    finishInputs()
    // Some fields are missing, so the meaning of names is unclear.
    if hasTooManyFields || hasTooManyErrors { return }
    noteSecretCalculations()
    noteSecrets()
    compile(declared, in: scope)
    if hasTooManyErrors { return }
    checkUnused(declarations.withoutPages)
    warnOfPlaceholderNames()
    tryUnusedDefinitions()
    ExampleCompiler.compile(declarations, self)
    if declarations.withoutPages.allSatisfy({ $0.kind.isHead }) {
      report(.noFields, at: Span(0, 0))
    }
  }

  /// Marks the records and lists that contain a secret field, so that their invalid values aren't shown.
  private func noteSecrets() {
    for number in program.fields.indices where program.fields[number].isSecret {
      var owner = program.levels[Int(program.fields[number].level)].owner
      while owner >= 0 {
        program.fields[Int(owner)].holdsSecret = true
        owner = program.levels[Int(program.fields[Int(owner)].level)].owner
      }
    }
  }

  private func readHead(_ declaration: Declaration) {
    switch declaration.kind {
    case .form(let name, let title):
      program.name = name.text
      program.title = title.map { compileText($0, for: .plain) } ?? -1
    case .language(let code): (language, program.language) = (code, code.text)
    case .data(let data): compile(data)
    default: break
    }
  }

  /// Completes the program: finds the messages for blank values, and tests defaults against their own rules.
  private func finish() {
    guard let today = CalendarDate(year: 2000, month: 1, day: 1) else { return }
    let now = CalendarInstant(utc: CalendarDateTime(date: today, time: .midnight))
    let moment = Moment(today: today, now: now)
    program.patterns = patterns.patterns
    reportCirclesOfCalculations()
    program.placeLateFields(openedLists: listsOpenedByRequiredIf)
    program.layOut()
    noteEmptyAnswers(moment)
    reportBlankDoubts()
    reportBlankGroups()
    if let language { warnIfLanguageHasNoWords(language) }
    for finding in Lint.findings(in: LintedForm(self, moment: moment)) {
      report(finding.kind, at: finding.span)
    }
  }

  /// Whether a name refers to something other than a field.
  func isOtherwiseNamed(_ name: String) -> Bool {
    names.definitions[name] != nil || names.choiceLists[name] != nil || names.tables[name] != nil
      || names.lists[name] != nil
      || Predicate.named(name) != nil || isHostRule(name)
      || Checker.classNames.contains { $0.0 == name }
  }
}

/// The declared names other than fields.
struct DefinedNames {
  var definitions: OrderedDictionary<String, DefineDeclaration> = [:]
  /// The definitions that are used.
  var usedDefinitions: OrderedSet<String> = []
  /// A cache of whether each definition is a condition. Leaves out definitions for which that depends on the context or
  /// on arguments.
  var conditionDefinitions: OrderedDictionary<String, Bool> = [:]
  var choiceLists: OrderedDictionary<String, ChoicesDeclaration> = [:]
  /// The indices of compiled lists of choices.
  var choiceNumbers: OrderedDictionary<String, Int32> = [:]
  var tables:
    OrderedDictionary<String, (number: Int32, keys: [StaticType], result: StaticType, span: Span)> =
      [:]
  /// The lists of other data, with their declarations.
  var lists: OrderedDictionary<String, ListDeclaration> = [:]
  /// The values that are given when the form is run.
  var values: [FieldDeclaration] = []
  /// The index of each list that has been declared.
  var listNumbers: OrderedDictionary<String, Int> = [:]
  /// The index in `hostRules` of each host rule that the form requires. Nil if the host program doesn't have the rule.
  var neededRules: OrderedDictionary<String, Int?> = [:]
  /// For each required rule, the first declaration that requires it.
  var needs: OrderedDictionary<String, Span> = [:]
  /// The indices of the program's host rules by name.
  var usedRules: OrderedDictionary<String, Int> = [:]
}

extension Declaration.Kind {
  /// Whether the declaration only describes the form or its other declarations.
  fileprivate var isHead: Bool {
    switch self {
    case .form, .language, .closed, .fields, .data, .words, .intro: true
    default: false
    }
  }
}
