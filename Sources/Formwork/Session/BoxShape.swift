// What the boxes of a form are like before anything is in them, and which depend on which.

internal import FormworkEngine

/// What the boxes of one field have in common: one box, or one in each row of a list.
final class BoxShape: Hashable {
  /// The name; empty for the rows of a list.
  let name: String
  /// The names that lead to it, its own last.
  let names: [String]
  /// The declarations of the name: more than one where blocks that exclude each other have it.
  let declarations: [FormField]
  /// Where the data may have its value, and as which declaration: under its keys, and under the name unless that is a key
  /// of a field beside it.
  private let keys: [(name: String, declaration: FormField)]
  /// The key that the data of a session has the value of each declaration under, by the number of the declaration.
  private let dataKeys: [Int32: String]
  /// The lists that it lies in, the outermost first.
  let lists: [BoxShape]
  /// The fields of a record.
  private(set) var fields: [BoxShape] = []
  /// The rows of a list.
  private(set) var row: BoxShape?
  /// Whether a `when` decides about something in it.
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
    // A key that another field reads as well would give it the value of this one.
    dataKeys = Dictionary(
      declarations.map { field in
        (field.number, field.keys.first { !isShared($0) } ?? field.keys.first ?? name)
      }, uniquingKeysWith: { first, _ in first })
    self.lists = lists
    let records = declarations.filter { $0.type == .record }
    fields = BoxShape.list(records.flatMap { $0.fields }, below: self.names, in: lists)
    let items = declarations.compactMap { $0.item }
    if fields.isEmpty, !items.isEmpty {
      row = BoxShape(
        "", items, isShared: { _ in false }, below: self.names, in: lists + [self])
    }
    isDeciding = inner.contains { shape in shape.declarations.contains { $0.isConditional } }
  }

  /// How the values of a record are laid out.
  enum Layout {
    /// As the data has them, or by the names of the fields where that is clear. `isBlank` says whether a value is blank to
    /// a field.
    case data(isBlank: (RecordValue, FormField) -> Bool)
    /// By the names of the fields.
    case boxes
  }

  /// The value of the box among others; of several in the data, the first that is filled in.
  func value(in values: [String: RecordValue], _ layout: Layout) -> RecordValue? {
    guard case .data(let isBlank) = layout else { return values[name] }
    let given = keys.compactMap { key in values[key.name].map { ($0, key.declaration) } }
    if given.count < 2 { return given.first?.0 }
    return (given.first { !isBlank($0.0, $0.1) } ?? given[0]).0
  }

  /// The key that the data of a session has the value of a declaration under.
  func dataKey(of declaration: FormField) -> String { dataKeys[declaration.number] ?? name }

  /// A shape for each name.
  static func list(
    _ declarations: [FormField], below outer: [String] = [], in lists: [BoxShape] = []
  ) -> [BoxShape] {
    var names: [String] = []
    var byName: [String: [FormField]] = [:]
    for declaration in declarations {
      if byName[declaration.name] == nil { names.append(declaration.name) }
      byName[declaration.name, default: []].append(declaration)
    }
    /// For each key the names of the fields that read it.
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

  /// The shapes in it.
  var inner: [BoxShape] { (fields + (row.map { [$0] } ?? [])).flatMap { $0.withInner } }
  /// The shape and those in it.
  var withInner: [BoxShape] { [self] + inner }

  /// How many lists both lie in.
  func sharedLists(with other: BoxShape) -> Int {
    zip(lists, other.lists).prefix { $0 == $1 }.count
  }

  static func == (left: BoxShape, right: BoxShape) -> Bool { left === right }

  func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}

/// Which boxes depend on which, by their shapes.
struct BoxReads {
  /// Shapes, and for each in how many of its lists only the row counts that the changed box is in: 0 is every box.
  typealias Reach = [BoxShape: Int]

  /// For each shape those that its rules name.
  private var rules: [BoxShape: Set<BoxShape>] = [:]
  /// For each shape those that the conditions of the blocks around it name.
  private var blocks: [BoxShape: Set<BoxShape>] = [:]
  /// For each shape those that decide whether it has a usable value: the same, and those that its `required if` names.
  private var deciding: [BoxShape: Set<BoxShape>] = [:]
  /// For each shape those around it and those in it: their values change with its own.
  private var kin: [BoxShape: Set<BoxShape>] = [:]
  /// The shapes by the numbers of their fields.
  private var holders: [Int32: BoxShape] = [:]
  /// The answers given so far.
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

  /// The shapes of the boxes whose messages may change when the value of a box does.
  mutating func dependents(of shape: BoxShape) -> Reach {
    if let known = known[shape] { return known }
    var changed = [shape: shape.lists.count]
    addKin(of: shape, to: &changed)
    // Boxes that leave or enter the form with this one, or must be filled in because of it, change what depends on them.
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

  /// The shapes of fields.
  ///
  /// - Parameter fields: numbers of the program.
  func shapes(of fields: Set<Int32>) -> Set<BoxShape> { Set(fields.compactMap { holders[$0] }) }

  /// Of boxes that nobody was in, those that the form has, and those that what comes into them may bring into it.
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

  /// How far a change goes to a shape that names some of what changed; nil if it names none.
  private func reach(of shape: BoxShape, by reads: Set<BoxShape>, _ changed: Reach) -> Int? {
    reads.compactMap { read in changed[read].map { min($0, shape.sharedLists(with: read)) } }.min()
  }

  /// - Returns: whether more boxes are reached than before.
  @discardableResult
  private func widen(_ shape: BoxShape, to reach: Int, in all: inout Reach) -> Bool {
    if let known = all[shape], known <= reach { return false }
    all[shape] = reach
    return true
  }
}

/// A box with the rows that it lies in, the outermost first.
struct PlacedBox {
  let box: Box
  let rows: [ObjectIdentifier]
}

/// Where some boxes are.
struct BoxPlaces {
  /// For each shape the rows around its boxes, and those around these.
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

  /// Whether a condition about a box speaks of one of them: of one in the same rows, unless it names the list around them.
  ///
  /// - Parameter shapes: those that the condition names.
  func reach(_ place: PlacedBox, by shapes: Set<BoxShape>) -> Bool {
    shapes.contains { shape in
      guard let rows = rows[shape] else { return false }
      let named = [shape] + shape.lists.filter { shapes.contains($0) }
      let shared = named.map { place.box.shape.sharedLists(with: $0) }.min() ?? 0
      return rows.contains(Array(place.rows.prefix(shared)))
    }
  }
}
