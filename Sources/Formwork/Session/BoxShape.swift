// The shapes of a form's boxes, without values, and the dependencies between them.

internal import FormworkEngine

/// The shared description of all boxes of a field. A field in a list has a box in each row, and any other field has one
/// box.
final class BoxShape: Hashable {
  /// The name; empty for the rows of a list.
  let name: String
  /// The names of the enclosing fields from the outermost, then the field's own name.
  let names: [String]
  /// The declarations with this name. There are several if mutually exclusive blocks declare it.
  let declarations: [FormField]
  /// The keys under which the data may have the value, each with its declaration. The name also counts as a key unless
  /// a sibling uses it as its key.
  private let keys: [(name: String, declaration: FormField)]
  /// The data key of each declaration in a session, indexed by the declaration's number.
  private let dataKeys: [Int32: String]
  /// The lists that contain the field, from the outermost to the innermost.
  let lists: [BoxShape]
  /// The shapes of a record's fields.
  private(set) var fields: [BoxShape] = []
  /// The shape of a list's rows.
  private(set) var row: BoxShape?
  /// Whether any field inside this one is in a `when` block.
  private(set) var isDeciding = false

  private init(
    _ name: String, _ declarations: [FormField], isShared: (String) -> Bool,
    below names: [String], in lists: [BoxShape]
  ) {
    self.name = name
    self.names = name.isEmpty ? names : names + [name]
    self.declarations = declarations
    let own = declarations.flatMap { field in field.keys.map { ($0, field) } }
    let isOwnKey = own.contains { $0.0 == name }
    keys = isOwnKey || isShared(name) ? own : own + [(name, declarations[0])]
    // Avoids keys that siblings also read, because the siblings would get this field's value.
    dataKeys = Dictionary(
      declarations.map { field in
        (field.number, field.keys.first { !isShared($0) } ?? field.keys.first ?? name)
      }, uniquingKeysWith: { first, _ in first })
    self.lists = lists
    let records = declarations.filter { $0.type == .record }
    fields = BoxShape.list(records.flatMap { $0.fields }, below: self.names, in: lists)
    // A list by name has one box for all of it.
    let items = declarations.compactMap { $0.hasKeys ? nil : $0.item }
    if fields.isEmpty, !items.isEmpty {
      row = BoxShape(
        "", items, isShared: { _ in false }, below: self.names, in: lists + [self])
    }
    isDeciding = inner.contains { shape in shape.declarations.contains { $0.isConditional } }
  }

  /// The layout of the values of a record.
  enum Layout {
    /// The layout of the data, where names of fields also work as keys if they are unambiguous. `isBlank` returns
    /// whether a value is blank for a field.
    case data(isBlank: (RecordValue, FormField) -> Bool)
    /// Values under the names of the fields.
    case boxes
  }

  /// Returns the value of the box in a record. If the data has several, returns the first that isn't blank.
  func value(in values: [String: RecordValue], _ layout: Layout) -> RecordValue? {
    guard case .data(let isBlank) = layout else { return values[name] }
    let given = keys.compactMap { key in values[key.name].map { ($0, key.declaration) } }
    if given.count < 2 { return given.first?.0 }
    return (given.first { !isBlank($0.0, $0.1) } ?? given[0]).0
  }

  /// Returns the data key of `declaration` in a session.
  func dataKey(of declaration: FormField) -> String { dataKeys[declaration.number] ?? name }

  /// Returns one shape for each name among the declarations.
  static func list(
    _ declarations: [FormField], below outer: [String] = [], in lists: [BoxShape] = []
  ) -> [BoxShape] {
    // Users don't fill in calculated fields.
    let declarations = declarations.filter { !$0.isCalculated }
    var names: [String] = []
    var byName: [String: [FormField]] = [:]
    for declaration in declarations {
      if byName[declaration.name] == nil { names.append(declaration.name) }
      byName[declaration.name, default: []].append(declaration)
    }
    /// The names of the fields that read each key.
    var readers: [String: Set<String>] = [:]
    for declaration in declarations {
      for key in declaration.keys { readers[key, default: []].insert(declaration.name) }
    }
    return names.map { name in
      BoxShape(
        name, byName[name] ?? [], isShared: { readers[$0] ?? [name] != [name] }, below: outer,
        in: lists)
    }
  }

  /// The shapes inside this one, at any depth.
  var inner: [BoxShape] { (fields + (row.map { [$0] } ?? [])).flatMap { $0.withInner } }
  /// This shape and the shapes inside it, at any depth.
  var withInner: [BoxShape] { [self] + inner }

  /// Returns the number of lists that contain both shapes.
  func sharedLists(with other: BoxShape) -> Int {
    zip(lists, other.lists).prefix { $0 == $1 }.count
  }

  static func == (left: BoxShape, right: BoxShape) -> Bool { left === right }

  func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}

/// The dependencies between boxes, stored for their shapes.
struct BoxReads {
  /// The affected shapes, each with a number of enclosing lists, counted from the outermost. In these lists, only
  /// boxes in the same rows as the changed box are affected. With 0, all boxes of the shape are affected.
  typealias Reach = [BoxShape: Int]

  /// For each shape, the shapes that its rules refer to.
  private var rules: [BoxShape: Set<BoxShape>] = [:]
  /// For each shape, the shapes that the conditions of the blocks around it refer to.
  private var blocks: [BoxShape: Set<BoxShape>] = [:]
  /// For each shape, the shapes that decide whether it has a usable value: those in `blocks`, and those that its
  /// `required if` refers to.
  private var deciding: [BoxShape: Set<BoxShape>] = [:]
  /// For each shape, the shapes around and inside it. Their values change with its value.
  private var kin: [BoxShape: Set<BoxShape>] = [:]
  /// The shape of each field, keyed by the field's number.
  private var holders: [Int32: BoxShape] = [:]
  /// The cached results of `dependents(of:)`.
  private var known: [BoxShape: Reach] = [:]

  init(_ roots: [BoxShape], _ program: Program) {
    for shape in roots.flatMap({ $0.withInner }) {
      for declaration in shape.declarations { holders[declaration.number] = shape }
      for inner in shape.inner {
        kin[shape, default: []].insert(inner)
        kin[inner, default: []].insert(shape)
      }
    }
    for (number, reads) in program.fieldReads().enumerated() {
      guard let shape = holders[Int32(number)] else { continue }
      rules[shape, default: []].formUnion(reads.rules.compactMap { holders[$0] })
      blocks[shape, default: []].formUnion(reads.blocks.compactMap { holders[$0] })
      deciding[shape, default: []].formUnion(
        (Array(reads.blocks) + Array(reads.presence)).compactMap { holders[$0] })
    }
  }

  /// Returns the shapes of boxes whose messages may change when the value of `shape` does.
  mutating func dependents(of shape: BoxShape) -> Reach {
    if let known = known[shape] { return known }
    var changed = [shape: shape.lists.count]
    addKin(of: shape, to: &changed)
    // Because of the change, boxes may enter or leave the form or become required. That affects the boxes that depend
    // on them.
    var isGrowing = true
    while isGrowing {
      isGrowing = false
      for (other, reads) in deciding {
        guard let reach = reach(of: other, by: reads, changed),
          widen(other, to: reach, in: &changed)
        else { continue }
        addKin(of: other, to: &changed)
        isGrowing = true
      }
    }
    var dependents = changed
    dependents[shape] = nil
    for (other, reads) in rules {
      if let reach = reach(of: other, by: reads, changed) {
        widen(other, to: reach, in: &dependents)
      }
    }
    known[shape] = dependents
    return dependents
  }

  /// Returns the shapes of the given fields.
  ///
  /// - Parameter fields: the fields' numbers in the program.
  func shapes(of fields: Set<Int32>) -> Set<BoxShape> { Set(fields.compactMap { holders[$0] }) }

  /// Returns the boxes of `open` that are in force, or that may come into force when other boxes of `open` are filled
  /// in.
  func undecided(_ open: [PlacedBox]) -> BoxPlaces {
    var found = BoxPlaces(open.filter { $0.box.isInForce })
    var rest = open.filter { !$0.box.isInForce }
    var isGrowing = true
    while isGrowing {
      let more = rest.filter { found.reach($0, by: blocks[$0.box.shape] ?? []) }
      isGrowing = !more.isEmpty
      for place in more { found.add(place) }
      if isGrowing { rest.removeAll { found.contains($0) } }
    }
    return found
  }

  private func addKin(of shape: BoxShape, to reach: inout Reach) {
    guard let own = reach[shape] else { return }
    for kin in kin[shape] ?? [] {
      widen(kin, to: min(own, shape.sharedLists(with: kin)), in: &reach)
    }
  }

  /// Returns how many enclosing rows limit the change's effect on `shape`, or nil if `shape` is unaffected.
  private func reach(of shape: BoxShape, by reads: Set<BoxShape>, _ changed: Reach) -> Int? {
    reads.compactMap { read in changed[read].map { min($0, shape.sharedLists(with: read)) } }.min()
  }

  /// Widens the reach of `shape` and returns true, or returns false if the reach was already as wide.
  @discardableResult
  private func widen(_ shape: BoxShape, to reach: Int, in all: inout Reach) -> Bool {
    if let known = all[shape], known <= reach { return false }
    all[shape] = reach
    return true
  }
}

/// A box and the rows that contain it, from the outermost to the innermost.
struct PlacedBox {
  let box: Box
  let rows: [ObjectIdentifier]
}

/// The places of a set of boxes.
struct BoxPlaces {
  /// For each shape, the rows around its boxes, and every prefix of those rows.
  private var rows: [BoxShape: Set<[ObjectIdentifier]>] = [:]
  private var boxes: Set<ObjectIdentifier> = []

  init(_ places: [PlacedBox]) {
    for place in places { add(place) }
  }

  mutating func add(_ place: PlacedBox) {
    boxes.insert(ObjectIdentifier(place.box))
    for count in 0...place.rows.count {
      rows[place.box.shape, default: []].insert(Array(place.rows.prefix(count)))
    }
  }

  func contains(_ place: PlacedBox) -> Bool { boxes.contains(ObjectIdentifier(place.box)) }

  /// Returns whether a condition about the box `place` reads a box of this set. The set's box must be in the same rows
  /// as `place`, or in any row of a list that the condition names.
  ///
  /// - Parameter shapes: the shapes that the condition names.
  func reach(_ place: PlacedBox, by shapes: Set<BoxShape>) -> Bool {
    shapes.contains { shape in
      guard let rows = rows[shape] else { return false }
      let named = [shape] + shape.lists.filter { shapes.contains($0) }
      let shared = named.map { place.box.shape.sharedLists(with: $0) }.min() ?? 0
      return rows.contains(Array(place.rows.prefix(shared)))
    }
  }
}
