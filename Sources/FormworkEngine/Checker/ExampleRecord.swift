// The records of examples with `like`. Very many examples may be like a single one that has every field, and chains of
// `like` may be long. A single record is therefore changed into each example in turn, and back.

internal import FormworkSyntax

/// The place of an example's members.
struct ExampleScope {
  var scope: Scope
  /// Whether the members are the items of a list by name, instead of the fields of `scope`.
  var hasKeys = false
}

/// The members of an example, with those of the example that it is like, as JSON.
struct ExampleRecord {
  typealias Member = ExampleDeclaration.Member

  /// A member as JSON: its key, and its value unless the value is a record with a scope.
  struct Written {
    var key: [UInt8]
    var value: [UInt8]
    var scope: ExampleScope?
  }

  /// Writes a member of a record with a scope.
  typealias Writer = (Member, ExampleScope?) -> Written

  fileprivate enum Content {
    case text([UInt8])
    indirect case record(ExampleRecord)

    var byteCount: Int {
      switch self {
      case .text(let text): text.count
      case .record(let record): record.byteCount
      }
    }
  }

  /// The changes of one example, in order.
  struct Change {
    fileprivate enum Step {
      case added
      case replaced(Int, Content)
      case changed(Int, Change)
    }
    fileprivate var steps: [Step] = []
  }

  private let scope: ExampleScope?
  private var names: [String] = []
  private var keys: [[UInt8]] = []
  private var contents: [Content] = []
  /// The index of the first member with each name.
  private var places: OrderedDictionary<String, Int> = [:]
  /// The size as JSON, with a comma after each member.
  private(set) var byteCount = 2

  init(in scope: ExampleScope?) { self.scope = scope }

  /// Adds members, or replaces those with the same names. Members that are records are merged.
  mutating func put(_ members: [Member], _ write: Writer) -> Change {
    var change = Change()
    let known = names.count
    for member in members {
      guard let place = places[member.name.text], place < known else {
        add(member, write)
        change.steps.append(.added)
        continue
      }
      if case .record(let members) = member.value, case .record(var inner) = contents[place] {
        // Removes the stored record while `inner` changes, because two references would cause a copy.
        contents[place] = .text([])
        byteCount -= inner.byteCount
        change.steps.append(.changed(place, inner.put(members, write)))
        byteCount += inner.byteCount
        contents[place] = .record(inner)
      } else {
        change.steps.append(.replaced(place, contents[place]))
        replace(place, by: content(of: member, write).content)
      }
    }
    return change
  }

  /// Reverts the last change.
  mutating func takeBack(_ change: Change) {
    for step in change.steps.reversed() {
      switch step {
      case .added: removeLast()
      case .replaced(let place, let content): replace(place, by: content)
      case .changed(let place, let change):
        guard case .record(var inner) = contents[place] else { continue }
        contents[place] = .text([])
        byteCount -= inner.byteCount
        inner.takeBack(change)
        byteCount += inner.byteCount
        contents[place] = .record(inner)
      }
    }
  }

  /// The record as JSON.
  var text: [UInt8] {
    var text: [UInt8] = []
    text.reserveCapacity(byteCount)
    append(to: &text)
    return text
  }

  private func append(to text: inout [UInt8]) {
    text.append(UInt8(ascii: "{"))
    for place in contents.indices {
      if place > 0 { text.append(UInt8(ascii: ",")) }
      text += keys[place]
      switch contents[place] {
      case .text(let value): text += value
      case .record(let record): record.append(to: &text)
      }
    }
    text.append(UInt8(ascii: "}"))
  }

  private func content(of member: Member, _ write: Writer) -> (key: [UInt8], content: Content) {
    let written = write(member, scope)
    guard case .record(let members) = member.value else {
      return (written.key, .text(written.value))
    }
    var inner = ExampleRecord(in: written.scope)
    _ = inner.put(members, write)
    return (written.key, .record(inner))
  }

  private mutating func add(_ member: Member, _ write: Writer) {
    let (key, content) = content(of: member, write)
    // If two members have the same name, later changes apply to the first.
    if places[member.name.text] == nil { places[member.name.text] = names.count }
    names.append(member.name.text)
    keys.append(key)
    contents.append(content)
    byteCount += key.count + content.byteCount + 1
  }

  private mutating func removeLast() {
    let name = names.removeLast()
    if places[name] == names.count { places[name] = nil }
    byteCount -= keys.removeLast().count + contents.removeLast().byteCount + 1
  }

  private mutating func replace(_ place: Int, by content: Content) {
    byteCount += content.byteCount - contents[place].byteCount
    contents[place] = content
  }
}
