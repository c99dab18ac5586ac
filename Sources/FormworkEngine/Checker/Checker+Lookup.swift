// Names of fields: what a context sees, and what a name is there.

internal import FormworkSyntax

extension Checker {
  /// What names in scope a context sees, the nearest level first.
  func visibleNames(_ context: Context) -> [String] {
    namesAround(context).filter { name in
      context.bindings[name] != nil || triedTypes?[name] != nil || lookUp(name, context) != nil
    }
  }

  /// The names of all fields around, also of those in branches that are never in force together with the context.
  private func namesAround(_ context: Context) -> [String] {
    var own = context.ownScopes.flatMap { $0.sortedNames }
    if context.field >= 0, case .record(let level) = program.fields[context.field].type {
      own += scopes[Int(level)].sortedNames
    }
    own += context.bindings.keys.ordered()
    if let triedTypes { own += triedTypes.keys.ordered() }
    return own + (context.around.map { namesAround($0.context) } ?? [])
  }

  /// The fields of a name that can be in force here.
  struct Found {
    var entries: [Scope.Entry]
    var scope: Scope
    /// How many levels outwards they are, from where `home` lists of items are around.
    var hops: Int
    var home: Int
    /// The record that they are in, where a rule is about that.
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
    // What is around the items, too, is reached from them.
    if let hops = context.scope.hops(to: found.scope) {
      found.hops = hops
      found.home = context.home
    }
    return found
  }

  /// A rule about a record sees the record's fields first.
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

  /// Whether `lookUp` finds something.
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
