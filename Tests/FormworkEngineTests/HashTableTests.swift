// The table of hashes, and the bytes that are hashed.

import Testing

@testable import FormworkEngine

struct HashTableTests {
  private func hash(_ number: Int) -> WideHash {
    var keys = KeyBytes()
    defer { keys.deallocate() }
    keys.append(word: UInt64(bitPattern: Int64(number)))
    return keys.hash(from: 0, salt: 1)
  }

  @Test(arguments: [0, 1, 15, 16, 5_000, 70_000, 200_000])
  func numbersAreFoundByTheirHashes(_ count: Int) {
    let table = HashTable()
    for number in 0..<count { #expect(table.insert(number + 1, for: hash(number)) == 0) }
    #expect(table.count == count)
    let wrong = (0..<count).first { number in
      table.number(of: hash(number)) != number + 1 || table.insert(9, for: hash(number)) == 0
    }
    #expect(wrong == nil)
    #expect(table.count == count && !table.contains(hash(count)))
  }

  @Test func aTableForManyHashesFindsThem() {
    let table = HashTable(for: 10_000)
    for number in 0..<10_000 { _ = table.insert(number + 1, for: hash(number)) }
    #expect((0..<10_000).allSatisfy { table.number(of: hash($0)) == $0 + 1 })
  }

  /// Adding a table to a smaller one in the order of its entries takes time in proportion to the number of entries.
  @Test(arguments: [3_000, 300_000])
  func tablesAreAddedInTheOrderOfTheirEntries(_ count: Int) {
    let (one, other) = (HashTable(), HashTable())
    for number in 0..<count { _ = other.insert(number + 1, for: hash(number)) }
    for number in 0..<100 { _ = one.insert(1, for: hash(-1 - number)) }
    one.reserve(other.count)
    other.visit { hash, number in _ = one.insert(number, for: hash) }
    #expect(one.count == count + 100)
    #expect((0..<count).allSatisfy { one.number(of: hash($0)) == $0 + 1 })
    one.removeAll()
    #expect(one.count == 0 && !one.contains(hash(1)))
  }

  @Test(arguments: [0, 100, 100_000])
  func aTableIsReadAsItWasWritten(_ count: Int) {
    let table = HashTable()
    for number in 0..<count { _ = table.insert(number + 1, for: hash(number)) }
    var writer = ByteCoder()
    table.code(&writer, upTo: count)
    let read = HashTable()
    var reader = ByteCoder(reading: writer.bytes)
    read.code(&reader, upTo: count)
    #expect(reader.isDone && read.count == count)
    #expect((0..<count).allSatisfy { read.number(of: hash($0)) == $0 + 1 })
    if count == 0 { return }
    reader = ByteCoder(reading: writer.bytes)
    HashTable().code(&reader, upTo: count - 1)
    #expect(reader.isBroken)
  }

  @Test func theHashOfAKeyDependsOnItsBytesAlone() {
    var keys = KeyBytes()
    defer { keys.deallocate() }
    keys.append(byte: 7)
    let outer = keys.hash(from: 0, salt: 0)
    for length in [0, 1, 7, 8, 9, 100, 2_000_000] {
      let text = Array(repeating: UInt8(1), count: length)
      let start = keys.count
      text.withUnsafeBufferPointer { keys.append($0) }
      #expect(keys.bytes(from: start).elementsEqual(text))
      let hash = keys.hash(from: start, salt: 0)
      keys.append(byte: 0)
      #expect(hash != keys.hash(from: start, salt: 0))
      #expect(hash != keys.hash(from: start, salt: 1))
      keys.remove(from: start)
    }
    #expect(keys.hash(from: 0, salt: 0) == outer)
    keys.append { $0 += [1, 2] }
    #expect(keys.bytes(from: 1).elementsEqual([2, 0, 0, 0, 0, 0, 0, 0, 1, 2]))
  }
}
