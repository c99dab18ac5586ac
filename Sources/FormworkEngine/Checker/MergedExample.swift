// What examples are like: very many may be like one that has every field.

internal import FormworkSyntax

/// The members of an example with those of what it is like.
struct MergedExample {
  typealias Member = ExampleDeclaration.Member

  private let members: [Member]
  /// Where each name stands among them first.
  private let places: [String: Int]
  /// The members as JSON, with commas between them.
  let text: [UInt8]
  /// Where each member ends in it.
  private let ends: [Int]

  init(_ members: [Member], write: (Member, inout [UInt8]) -> Void) {
    self.members = members
    places = MergedExample.places(of: members)
    var text: [UInt8] = []
    ends = members.map { member in
      if !text.isEmpty { text.append(UInt8(ascii: ",")) }
      write(member, &text)
      return text.count
    }
    self.text = text
  }

  /// These with others over them.
  func members(under others: [Member]) -> [Member] {
    let (changed, added) = MergedExample.changes(by: others, to: members, places)
    var merged = members
    for (place, member) in changed { merged[place] = member }
    return merged + added
  }

  /// The same as JSON: what is not changed is taken over as it is written.
  func text(under others: [Member], write: (Member, inout [UInt8]) -> Void) -> [UInt8] {
    let (changed, added) = MergedExample.changes(by: others, to: members, places)
    var merged: [UInt8] = []
    merged.reserveCapacity(text.count + others.count * 16)
    func begin() { if !merged.isEmpty { merged.append(UInt8(ascii: ",")) } }
    var next = 0
    func takeOver(before end: Int) {
      guard next < end else { return }
      begin()
      merged += text[(next == 0 ? 0 : ends[next - 1] + 1)..<ends[end - 1]]
    }
    for place in changed.keys.sorted() {
      takeOver(before: place)
      begin()
      if let member = changed[place] { write(member, &merged) }
      next = place + 1
    }
    takeOver(before: members.count)
    for member in added {
      begin()
      write(member, &merged)
    }
    return merged
  }

  /// Which members others change, and those that are new.
  private static func changes(
    by others: [Member], to members: [Member], _ places: [String: Int]
  ) -> (changed: [Int: Member], added: [Member]) {
    var changed: [Int: Member] = [:]
    var added: [Member] = []
    for member in others {
      guard let place = places[member.name.text] else {
        added.append(member)
        continue
      }
      var known = changed[place] ?? members[place]
      if case .record(let old) = known.value, case .record(let new) = member.value {
        let (inner, more) = changes(by: new, to: old, self.places(of: old))
        var merged = old
        for (place, member) in inner { merged[place] = member }
        known.value = .record(merged + more)
      } else {
        known = member
      }
      changed[place] = known
    }
    return (changed, added)
  }

  private static func places(of members: [Member]) -> [String: Int] {
    var places: [String: Int] = [:]
    for (place, member) in members.enumerated() where places[member.name.text] == nil {
      places[member.name.text] = place
    }
    return places
  }
}
