// The checker: resolves every name and type of a tree and lays it out as a program on the way. One
// walk does both, because what a name resolves to is what the program holds.
//
// It goes over the declarations twice. First every field is declared with its type and its place;
// then clauses, conditions and texts are compiled, which may name fields declared later.

package import FormworkSyntax

/// Checks a tree and builds its program.
///
/// Nothing of it is checked for overlapping access, as a class's own variables are each time otherwise,
/// which took an eighth of the loading of a form.
package final class Checker {
  /// How deep a condition may be with its definitions written out, and how deep definitions, types
  /// and examples may build on each other.
  package static let depthLimit = 1_500
  static let chainLimit = 256

  /// How much a form may come to when its definitions are written out.
  package struct Limits: Sendable {
    /// The most fields.
    package var fields = 50_000
    /// The most parts of conditions, and the most items of choices.
    package var parts = 2_000_000
    /// How often definitions may use definitions.
    package var uses = 200_000
    /// How many clauses types may lend to fields.
    package var lentClauses = 50_000
    /// The most bytes of compiled patterns, each different one once.
    package var patternBytes = 64 << 20
    /// The most bytes of examples, with what they are like.
    package var exampleBytes = 64 << 20
    /// The most steps that evaluating all examples may take: one for each field, part of a condition and byte of
    /// each example, and those of the evaluator.
    package var exampleSteps = 250_000_000
    /// The most errors that are reported.
    package var errors = SyntaxProblems.limit

    package init() {}
  }

  /// What came of a tree.
  package struct Result: Sendable {
    /// The program; nil if a finding is an error.
    package var program: Program?
    package var findings: [Finding]
    /// Where the names of the form stand, if that was asked for; not in the order of the source.
    package var nameUses: OrderedSet<NameUse> = []
  }

  /// A word that stands where another is being typed. Wherever the checker looks for names near to it, those are what
  /// can stand there.
  package final class Completion {
    let name: String
    /// What the word was looked for among, every time that it was: a definition is read wherever it is used.
    private var everywhere: [String]?
    /// What else it can be.
    fileprivate(set) var more: [String] = []
    /// The type of the value that a rule word would be about.
    package fileprivate(set) var subject: StaticType?
    /// The definitions that have parameters.
    package fileprivate(set) var called: OrderedSet<String> = []
    /// The definitions of conditions and values.
    package fileprivate(set) var defined: OrderedSet<String> = []
    /// Whether a calculation can stand there.
    package fileprivate(set) var isOperand = false

    package init(_ name: String) { self.name = name }

    /// What the word can become; a name may be among them twice.
    package var known: [String] { more + (everywhere ?? []) }

    fileprivate func note(_ known: [String]) {
      let others = OrderedSet(known)
      everywhere = everywhere.map { $0.filter { others.contains($0) } } ?? known
    }

    /// Notes the type of the value that a rule word is about.
    func noteSubject(_ type: StaticType, of word: Name) {
      if word.text == name, !type.isInvalid { subject = type }
    }
  }

  let source: Source
  let limits: Limits
  let findings: FindingList
  @exclusivity(unchecked) var program = Program()
  @exclusivity(unchecked) var scopes: [Scope] = []
  @exclusivity(unchecked) var names = DefinedNames()
  var patterns: PatternPool
  /// The texts among the constants, each with the number of its constant.
  @exclusivity(unchecked) var constantTexts = NameTable()
  @exclusivity(unchecked) var constantsOfTexts: [Int32] = []

  // What the first walk finds out.

  /// Predicates whose names are also those of fields.
  @exclusivity(unchecked) var fieldsLikePredicates = NumberSet()
  /// Fields whose type could not be read. Nothing else is reported about them.
  @exclusivity(unchecked) var fieldsWithoutType = NumberSet()
  var hasTooManyFields = false
  /// Choices that are listed in a type, by where the type begins.
  var choicesInTypes: OrderedDictionary<UInt32, Int32> = [:]
  /// The items of all lists of choices.
  var itemCount = 0
  /// The defined types around what is being declared, the outermost first.
  var openTypes: [String] = []
  var typeDepth = 0

  // What the second walk is at.

  /// Fields that have a message of their own or of their type.
  @exclusivity(unchecked) var fieldsWithMessage = NumberSet()
  /// Conditions and operands around what is being compiled.
  @exclusivity(unchecked) var depth = 0
  /// Fields that the condition being compiled speaks of, its own `value` and what is in that left out.
  @exclusivity(unchecked) var touched: [Touched] = []
  /// The levels of the lists whose items the condition at hand looks at.
  var openedLists: [Int32] = []
  /// Whether two levels have the same fields in the same cells, as far as it was asked.
  var alikeLevels: OrderedDictionary<Int32, OrderedDictionary<Int32, Bool>> = [:]
  /// For fields whose `required if` looks at the items of lists around them, the outermost of these lists.
  var listsOpenedByRequiredIf: OrderedDictionary<Int32, Int32> = [:]
  /// The languages of the form's texts.
  var translations = Translations()
  /// The code behind `language`.
  var language: Name?
  /// Texts of the condition at hand that are unknown where a field is blank.
  var blankTexts: [(span: Span, field: String, proposal: String?)] = []
  /// Which placeholders the rules of the field with texts at hand can fill in, as far as it was asked.
  var sourcesInRules: (field: Int, rules: Range<Int32>, answers: [Bool?]) = (-1, 0..<0, [])
  /// Default values to be tried on their rules when the program is whole.
  var defaults: [(field: Int, span: Span)] = []
  /// For lists of choices that a default is sought in without regard to case: the numbers of the values by their
  /// folded forms.
  var choicesInAnyCase: OrderedDictionary<Int32, OrderedDictionary<[UInt8], Int>> = [:]

  // Definitions in use.

  var definitionDepth = 0
  /// Whether definitions mean conditions, where the answer is the same everywhere; and whether the answer to
  /// the question being asked may be another one elsewhere.
  var conditionDefinitions: OrderedDictionary<String, Bool> = [:]
  var isConditionHere = false
  var reportedCircles: OrderedSet<String> = []
  /// Whether definitions, types or lists of choices build on each other in too long a chain. None of them is
  /// followed then, because each would have to be to its limit.
  var isTooDeep = false
  /// How often definitions used definitions.
  var nestedUses = 0
  /// How many names of types have been followed.
  var typeSteps = 0
  /// How many clauses types have lent to fields.
  var lentClauses = 0
  /// The definitions that something uses.
  var usedDefinitions: OrderedSet<String> = []
  /// Where the outermost of the definitions being compiled is used.
  var outermostUse = Span(0, 0)
  /// In a checker that only tries definitions: what the fields of each name are.
  @exclusivity(unchecked) var triedTypes: OrderedDictionary<String, StaticType>?

  /// What the names of the form mean, if somebody asks for that.
  var nameUses: NameUses?

  /// The word that is being typed, if somebody asks what it can become.
  var completion: Completion?

  /// The predicates of the host program, and stand-ins for those it lacks.
  private(set) var hostRules: [HostPredicate] = []
  /// Their numbers, by name.
  private(set) var hostRuleNumbers: OrderedDictionary<String, Int> = [:]
  /// Whether what the form needs of its host and the host lacks is no error, as nothing is evaluated.
  let standsInForHost: Bool
  /// The files of `choices … from`, by where the file's name stands.
  let choiceFiles: OrderedDictionary<UInt32, [UInt8]>
  /// Whether the platform can read an encoding.
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

  /// Checks a tree. One that is not whole, or in which an error is found, gives findings but no program.
  ///
  /// - Parameters:
  ///   - hostRules: the predicates of the program around, each name once.
  ///   - standsInForHost: whether the form is only read, so that host rules may be missing.
  ///   - notesNames: whether it is noted what the names of the form mean.
  ///   - completion: a word in the form; what it could be is gathered in it.
  ///   - knowsEncoding: whether the platform can read an encoding.
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
    let findings = checker.findings.all.ordered { $0.span.lower < $1.span.lower }
    let isSound = tree.isWhole && !checker.findings.hasErrors
    return Result(
      program: isSound ? checker.program : nil, findings: findings,
      nameUses: checker.nameUses?.all ?? [])
  }

  /// Makes room for what a form of as many bytes usually comes to; room that is not needed is never
  /// touched.
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

  /// Asks the program something. A program that is only read from a class's variable would be copied for
  /// each question, with a reference to be counted for everything in it.
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

  /// Notes what a name can be beside those that it is looked for among, where it is the word that is being typed.
  func noteMore(_ name: String, _ more: @autoclosure () -> [String]) {
    if let completion, completion.name == name { completion.more += more() }
  }

  /// Notes what the word that is being typed would be about.
  func noteCompletion(_ name: Name, _ context: Context) {
    guard let completion, completion.name == name.text else { return }
    completion.isOperand = true
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
    let declared = declare(declarations, at: Place(scope: scope))
    finishInputs()
    // Some fields are left out, so it is not clear what names mean.
    if hasTooManyFields || hasTooManyErrors { return }
    noteSecrets()
    compile(declared, in: scope)
    if hasTooManyErrors { return }
    checkUnused(declarations)
    tryUnusedDefinitions()
    ExampleCompiler.compile(declarations, self)
    if declarations.allSatisfy({ $0.kind.isHead }) { report(.noFields, at: Span(0, 0)) }
  }

  /// What holds a secret field is not shown either, where it is something else than it should be.
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

  /// What can only be known when the program is whole: what an empty text would fail, and whether
  /// defaults pass their own rules.
  private func finish() {
    guard let today = CalendarDate(year: 2000, month: 1, day: 1) else { return }
    let now = CalendarInstant(utc: CalendarDateTime(date: today, time: .midnight))
    let moment = Moment(today: today, now: now)
    program.patterns = patterns.patterns
    program.placeLateFields(openedLists: listsOpenedByRequiredIf)
    program.layOut()
    noteEmptyAnswers(moment)
    if let language { warnIfLanguageHasNoWords(language) }
    for finding in lints(moment) + translations.findings(own: program.language) {
      report(finding.kind, at: finding.span)
    }
  }

  /// What is found in the whole program.
  private func lints(_ moment: Moment) -> [Finding] {
    let program = program
    let reader = FactReader(program, allowance: limits.parts)
    var made: Evaluator?
    // Made only where something is to be tried.
    func evaluator() -> Evaluator {
      let evaluator = made ?? Evaluator(program, moment: moment)
      made = evaluator
      return evaluator
    }
    let choices = RejectedChoices(
      program: program, source: source, reader: reader, evaluator: evaluator,
      isOtherwiseNamed: isOtherwiseNamed)
    return Implications.findings(program, reader) + IdleConditions.findings(program, reader)
      + choices.findings() + brokenDefaults(evaluator)
      + ExampleFaults.findings(
        program, moment, stepLimit: limits.exampleSteps)
  }

  /// Default values that do not pass the rules of their own fields.
  private func brokenDefaults(_ evaluator: () -> Evaluator) -> [Finding] {
    defaults.compactMap { field, span in
      if program.fields[field].rules.isEmpty { return nil }
      let fallback = program.constants[Int(program.fields[field].fallback)]
      return evaluator().ruleBroken(by: fallback, in: field).map { rule in
        let mistake = DeclarationMistake.defaultBreaksRule(rule: program.rules[Int(rule)].span)
        return Finding(kind: .declaration(mistake), span: span)
      }
    }
  }

  /// Whether a name means something that is no field.
  private func isOtherwiseNamed(_ name: String) -> Bool {
    names.definitions[name] != nil || names.choiceLists[name] != nil || names.tables[name] != nil
      || Predicate.named(name) != nil || isHostRule(name)
      || Checker.classNames.contains { $0.0 == name }
  }
}

/// What has a name besides fields.
struct DefinedNames {
  var definitions: OrderedDictionary<String, DefineDeclaration> = [:]
  var choiceLists: OrderedDictionary<String, ChoicesDeclaration> = [:]
  /// Compiled lists of choices.
  var choiceNumbers: OrderedDictionary<String, Int32> = [:]
  var tables:
    OrderedDictionary<String, (number: Int32, keys: [StaticType], result: StaticType, span: Span)> =
      [:]
  /// Host rules that the form says it needs; nil where the host has no such rule.
  var neededRules: OrderedDictionary<String, Int?> = [:]
  /// Where the form says that it needs them, the first time.
  var needs: OrderedDictionary<String, Span> = [:]
  /// The entries of the program's host rules, by name.
  var usedRules: OrderedDictionary<String, Int> = [:]
}

extension Declaration.Kind {
  /// Whether it only says what the declarations after it are like.
  fileprivate var isHead: Bool {
    switch self {
    case .form, .language, .closed, .fields, .data, .words: true
    default: false
    }
  }
}
