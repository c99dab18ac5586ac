// Names of fields: those that are visible in a context, and what they refer to.

internal import FormworkSyntax

extension Checker {
  /// Returns the visible names of a context, the nearest level first.
  func visibleNames(_ context: Context) -> [String] {
    namesAround(context).filter { name in
      context.bindings[name] != nil || triedTypes?[name] != nil || lookUp(name, context) != nil
    }
  }

  /// Returns the names of all fields in and around the context, including those in branches that are never in force
  /// together with it.
  private func namesAround(_ context: Context) -> [String] {
    var own = context.ownScopes.flatMap { $0.sortedNames }
    if context.field >= 0, case .record(let level) = program.fields[context.field].type {
      own += scopes[Int(level)].sortedNames
    }
    own += context.bindings.keys.ordered()
    if let triedTypes { own += triedTypes.keys.ordered() }
    return own + (context.around.map { namesAround($0.context) } ?? [])
  }

  /// Returns the fields with `name` as their label or column, or else the known names that are similar to it.
  func near(
    _ name: String, in scopes: [Scope], among known: @autoclosure () -> [String]
  ) -> [String] {
    let isTyped = completion.map { $0.name == name } ?? false
    let called = isTyped ? [] : findings.searching(scopes) { fields(called: name, in: $0) }
    return called.isEmpty ? near(name, among: known()) : called
  }

  /// Returns the names of the fields with a name as their label, in any language, or as their column. Ignores case
  /// and everything but letters and digits.
  private func fields(called name: String, in scope: Scope) -> [String] {
    func letters(_ name: String) -> String {
      String(name.filter { $0.isLetter || $0.isNumber }).lowercased()
    }
    let wanted = letters(name)
    guard !wanted.isEmpty else { return [] }
    var called: OrderedSet<String> = []
    for number in scope.allFields {
      let field = program.fields[Int(number)]
      var others = field.sourceKeys
      if field.label >= 0 {
        let label = program.texts[Int(field.label)]
        let texts = [label.unmarked] + label.translations.map { $0.template }
        others += texts.compactMap { $0.plain }
      }
      if others.contains(where: { letters($0) == wanted }) { called.insert(field.name) }
    }
    return Array(called)
  }

  /// The fields that a name may refer to in a context: usually one, or several in mutually exclusive branches.
  struct Found {
    var entries: [Scope.Entry]
    var scope: Scope
    /// The number of levels from the context outward to the fields.
    var hops: Int
    /// The number of lists whose items surround the context.
    var home: Int
    /// The record that contains the fields, if a rule is about that record.
    var record: Int?
  }

  func lookUp(_ name: String, _ context: Context) -> Found? {
    if let found = lookUpInRecord(name, context) { return found }
    var branch = context.branch
    var (next, hops): (Scope?, Int) = (context.scope, 0)
    while let level = next, context.isOwn(level) {
      let entries = level.fields(named: name, from: branch)
      if !entries.isEmpty {
        return Found(entries: entries, scope: level, hops: hops, home: context.home)
      }
      branch = level.outerBranch
      (next, hops) = (level.parent, hops + 1)
    }
    guard var found = context.around.flatMap({ lookUp(name, $0.context) }) else { return nil }
    // If the fields are on a level around the items, `hops` is counted from the items.
    if let hops = context.scope.hops(to: found.scope) {
      found.hops = hops
      found.home = context.home
    }
    return found
  }

  /// Looks up a name among the fields of the record that a rule is about. They take precedence over other fields.
  private func lookUpInRecord(_ name: String, _ context: Context) -> Found? {
    guard context.field >= 0, case .record(let level) = program.fields[context.field].type,
      Int(level) != context.scope.level
    else { return nil }
    let scope = scopes[Int(level)]
    let entries = scope.fields(named: name)
    if entries.isEmpty { return nil }
    return Found(
      entries: entries, scope: scope, hops: 0, home: context.home, record: context.field)
  }

  func hasField(_ name: String, _ context: Context) -> Bool {
    seesField(name, context) || triedTypes?[name] != nil
  }

  /// Whether `lookUp` finds a field.
  private func seesField(_ name: String, _ context: Context) -> Bool {
    if lookUpInRecord(name, context) != nil { return true }
    var branch = context.branch
    var next: Scope? = context.scope
    while let level = next, context.isOwn(level) {
      if level.hasField(named: name, from: branch) { return true }
      branch = level.outerBranch
      next = level.parent
    }
    return context.around.map { seesField(name, $0.context) } ?? false
  }
}
