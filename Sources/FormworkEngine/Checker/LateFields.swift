// The times at which `required if`s are decided and fields are calculated: once all fields on which they depend are
// filled.

internal import FormworkSyntax

extension Program {
  /// Determines when each `required if` is decided and each field is calculated, and adds steps for the late ones.
  ///
  /// - Parameter openedLists: for each field in a list, the surrounding list whose items the field's condition or
  ///   calculation reads. Of several such lists, the outermost.
  mutating func placeLateFields(openedLists: OrderedDictionary<Int32, Int32>) {
    var order = LateOrder(self, openedLists)
    order.findGroups()
    if order.groups.isEmpty { return }
    lateGroups = order.groups.map { $0.fields }
    /// For each field, the groups of fields that wait for it.
    var waiting: [[Int32]] = Array(repeating: [], count: fields.count)
    var levelsWithMoments: OrderedSet<Int> = []
    for (number, group) in order.groups.enumerated() {
      waiting[Int(group.moment)].append(Int32(number))
      levelsWithMoments.insert(Int(fields[Int(group.moment)].level))
      for field in group.fields {
        switch fields[Int(field)].presence {
        case .requiredIf(let node, _):
          fields[Int(field)].presence = .requiredIf(node, isEarly: false)
        case .calculated(let node, _):
          fields[Int(field)].presence = .calculated(node, isEarly: false)
        case .required, .optional: break
        }
      }
    }
    for level in levelsWithMoments {
      var placing = StepPlacing(self, level, waiting)
      _ = placing.place(0..<levels[level].steps.count)
      levels[level].steps = placing.placed
    }
  }
}

/// Determines what each `required if` and each calculated field waits for.
///
/// A field waits until all fields in its condition or calculation are filled, including fields that wait themselves.
/// The moment for which it waits is stored as a field of the same level or of a level around it. The moment comes once
/// the stored field, with everything inside it, is filled.
private struct LateOrder {
  /// Groups of fields that wait. Fields whose conditions depend on each other are decided together. A group comes after
  /// the groups that it depends on.
  private(set) var groups: [(fields: [Int32], moment: Int32)] = []
  private let program: Program
  private let openedLists: OrderedDictionary<Int32, Int32>
  /// For each level, the number of levels around it.
  private var depths: [Int]
  /// For each field, the last field inside it, or itself.
  private var lasts: [Int32]
  /// For each field with `required if`, the fields that its condition names. For each calculated field, those that it
  /// is calculated from. Nil for other fields.
  private var reads: [[Int32]?]
  /// For each field that waits, its moment.
  private var moments: [Int32?]

  init(_ program: Program, _ openedLists: OrderedDictionary<Int32, Int32>) {
    (self.program, self.openedLists) = (program, openedLists)
    depths = program.levels.map { _ in 0 }
    lasts = program.fields.indices.map { Int32($0) }
    moments = program.fields.map { _ in nil }
    reads = program.fields.map {
      switch $0.presence {
      case .requiredIf(let node, _), .calculated(let node, _):
        return Array(program.fields(readBy: node))
      case .required, .optional: return nil
      }
    }
    for (number, level) in program.levels.enumerated() where level.parent >= 0 {
      depths[number] = depths[Int(level.parent)] + 1
    }
    for number in program.fields.indices.reversed() {
      let owner = owner(Int32(number))
      if owner >= 0 { lasts[Int(owner)] = max(lasts[Int(owner)], lasts[number]) }
    }
  }

  /// Finds the strongly connected components of the conditions with Tarjan's algorithm. Uses a loop instead of
  /// recursion, because a chain of conditions may be as long as the form.
  mutating func findGroups() {
    /// The position of each field in the order of discovery, or -1 for fields not found yet.
    var numbers = program.fields.map { _ in -1 }
    var lowest = numbers
    var found = 0
    var open: [Int32] = []
    var isOpen = program.fields.map { _ in false }
    var path: [(field: Int32, next: Int)] = []
    for start in reads.indices where reads[start] != nil && numbers[start] < 0 {
      path.append((Int32(start), 0))
      while let (field, next) = path.last {
        let index = Int(field)
        if next == 0 {
          (numbers[index], lowest[index]) = (found, found)
          found += 1
          open.append(field)
          isOpen[index] = true
        }
        let named = reads[index] ?? []
        if next < named.count {
          path[path.count - 1].next += 1
          let other = Int(named[next])
          if reads[other] != nil, numbers[other] < 0 {
            path.append((named[next], 0))
          } else if isOpen[other] {
            lowest[index] = min(lowest[index], numbers[other])
          }
          continue
        }
        path.removeLast()
        if let around = path.last {
          lowest[Int(around.field)] = min(lowest[Int(around.field)], lowest[index])
        }
        guard lowest[index] == numbers[index] else { continue }
        let first = open.lastIndex(of: field) ?? 0
        let group = open[first...].ordered { $0 < $1 }
        open.removeSubrange(first...)
        for member in group { isOpen[Int(member)] = false }
        add(group)
      }
    }
  }

  /// Adds a group, unless each of its fields can be decided at its declaration.
  private mutating func add(_ group: [Int32]) {
    var last: Int32?
    for field in group {
      last = later(last, openedLists[field])
      for named in reads[Int(field)] ?? [] {
        last = later(last, moment(of: field, until: named))
        if let after = moments[Int(named)] { last = later(last, moment(of: field, after: after)) }
      }
    }
    guard var moment = last else { return }
    // Finds a common moment for all fields of the group, which may be in different levels.
    var isSame = group.count == 1
    while !isSame {
      let before = moment
      for field in group { moment = later(moment, self.moment(of: field, after: moment)) ?? moment }
      isSame = moment == before
    }
    for field in group { moments[Int(field)] = moment }
    groups.append((group, moment))
  }

  /// Returns the field of the record or list that contains a field, or -1.
  private func owner(_ field: Int32) -> Int32 {
    program.levels[Int(program.fields[Int(field)].level)].owner
  }

  private func depth(_ field: Int32) -> Int { depths[Int(program.fields[Int(field)].level)] }

  /// Returns the moment for a field that waits for `other`. Returns nil if `other` is filled before the field in any
  /// case.
  private func moment(of field: Int32, until other: Int32) -> Int32? {
    var (own, other) = (field, other)
    while depth(other) > depth(own) { other = owner(other) }
    while depth(own) > depth(other) { own = owner(own) }
    while program.fields[Int(own)].level != program.fields[Int(other)].level {
      (own, other) = (owner(own), owner(other))
    }
    return other > own ? other : nil
  }

  /// Returns the moment for `field`, which needs another field that itself waits for `moment`. Returns nil if `moment`
  /// always comes before `field` is reached.
  private func moment(of field: Int32, after moment: Int32) -> Int32? {
    // A condition may read all items of a list that contains `field`. Then `moment` is that list, and `field` waits for
    // the whole list.
    let isInside = field > moment && field <= lasts[Int(moment)]
    return isInside ? moment : self.moment(of: field, until: moment)
  }

  private func later(_ one: Int32?, _ other: Int32?) -> Int32? {
    guard let one, let other else { return one ?? other }
    let (end, otherEnd) = (lasts[Int(one)], lasts[Int(other)])
    // If two fields end together, the inner one is filled first.
    if end == otherEnd { return depth(one) < depth(other) ? one : other }
    return end > otherEnd ? one : other
  }
}

/// The steps of a level, including those that decide the waiting fields.
private struct StepPlacing {
  private(set) var placed: [Step] = []
  private let program: Program
  private let level: Int
  /// For each field, the groups of fields that wait for it.
  private let waiting: [[Int32]]

  init(_ program: Program, _ level: Int, _ waiting: [[Int32]]) {
    (self.program, self.level, self.waiting) = (program, level, waiting)
  }

  /// Places the steps of the level or of the body of a branch.
  ///
  /// - Returns: the groups to decide again after the block, because the block may not be in force.
  mutating func place(_ range: Range<Int>) -> [Int32] {
    let steps = program.levels[level].steps
    let first = steps[range].first { $0.kind == .field }?.target ?? 0
    var again: [Int32] = []
    var index = range.lowerBound
    while index < range.upperBound {
      let step = steps[index]
      var ready: [Int32] = []
      if step.kind == .branch {
        ready = place(whenAt: index)
        index = Int(step.next)
      } else {
        placed.append(step)
        if step.kind == .field { ready = waiting[Int(step.target)] }
        index += 1
      }
      for group in ready { place(group: group) }
      again += ready.filter { program.lateGroups[Int($0)].contains { $0 < first } }
    }
    return again
  }

  /// Places the branches of a `when`.
  ///
  /// - Returns: the groups to decide again after the `when`.
  private mutating func place(whenAt start: Int) -> [Int32] {
    let steps = program.levels[level].steps
    var branches: [Int] = []
    var again: [Int32] = []
    var index = start
    while index < Int(steps[start].next) {
      let branch = placed.count
      placed.append(steps[index])
      if steps[index].kind == .branch {
        branches.append(branch)
        again += place((index + 1)..<Int(steps[index].end))
        placed[branch].end = Int32(placed.count)
        index = Int(steps[index].end)
      } else {
        index += 1
      }
    }
    for branch in branches { placed[branch].next = Int32(placed.count) }
    return again.ordered { $0 < $1 }
  }

  private mutating func place(group number: Int32) {
    let group = program.lateGroups[Int(number)]
    let isPlain = group.count == 1 && Int(program.fields[Int(group[0])].level) == level
    placed.append(Step(kind: .settle, target: group[0], cell: isPlain ? -1 : number))
  }
}
