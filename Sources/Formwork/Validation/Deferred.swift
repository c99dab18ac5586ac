// Products and problems of streams are made when they are read, because most callers count, or look at a value or
// two. Until the stream goes on, its evaluator holds the record. What somebody still has then is made, and all else
// is used again for the next record: nothing is allocated for it.

internal import FormworkEngine
internal import Synchronization

/// The record that the evaluator of a stream holds.
final class HeldRecord: @unchecked Sendable {
  // Unchecked: the stream changes it only after it has settled each `Deferred` that somebody else has.
  private let core: FormCore
  private let options: ValidationOptions
  private let evaluator: Evaluator
  fileprivate var line = 1
  fileprivate var number = 0
  /// Whether something was made of it.
  fileprivate var isMade = false

  init(_ core: FormCore, _ options: ValidationOptions, _ evaluator: Evaluator) {
    (self.core, self.options, self.evaluator) = (core, options, evaluator)
  }

  private var span: RecordSpan { RecordSpan(lower: 0, upper: 0, line: line, column: 1) }

  fileprivate var product: Product.Content {
    core.product(of: evaluator, options, at: span, number: number)
  }

  fileprivate var rejection: Rejection<Problem>.Content {
    core.rejection(of: evaluator, options, at: span, number: number)
  }

  /// What the product has under a name. In line, what it goes through would be counted.
  @inline(never)
  func value(_ name: String) -> FormValue? { core.products.value(named: name, evaluator) }
}

/// A value that is made of a record when it is first read.
final class Deferred<Value: Sendable>: @unchecked Sendable {
  // Unchecked: what is not constant changes only under the lock and before `isMade`, or while nobody else has it.
  typealias Make = @Sendable (HeldRecord) -> Value

  private let isMade: Atomic<Bool>
  private let lock = Mutex(())
  private var made: Value?
  /// Not counted, because its stream settles this before it lets go of the record.
  private let record: Unmanaged<HeldRecord>?
  private let make: Make?

  init(_ value: Value) {
    isMade = Atomic(true)
    (made, record, make) = (value, nil, nil)
  }

  fileprivate convenience init(_ record: HeldRecord, _ make: @escaping Make) {
    self.init(.passUnretained(record), make)
  }

  private init(_ record: Unmanaged<HeldRecord>, _ make: @escaping Make) {
    isMade = Atomic(false)
    (made, self.record, self.make) = (nil, record, make)
  }

  /// The value, made now if it was not yet.
  var value: Value {
    settle()
    guard let made else { preconditionFailure("what is settled has a value") }
    return made
  }

  /// What `look` finds in the record; nil where the value is made, and the record may be another one.
  @inline(__always)
  func inRecord<Part>(_ look: (HeldRecord) -> Part) -> Part? {
    guard let record, !isMade.load(ordering: .relaxed) else { return nil }
    var found: Part?
    lock.withLock { _ in
      if isMade.load(ordering: .relaxed) { return }
      found = record._withUnsafeGuaranteedRef { look($0) }
    }
    return found
  }

  /// Makes the value, if it was not yet.
  fileprivate func settle() {
    if !isMade.load(ordering: .acquiring) { makeNow() }
  }

  @inline(never)
  private func makeNow() {
    lock.withLock { _ in
      guard let record, let make, !isMade.load(ordering: .relaxed) else { return }
      record._withUnsafeGuaranteedRef {
        made = make($0)
        $0.isMade = true
      }
      isMade.store(true, ordering: .releasing)
    }
  }

  /// The value of the next record: this one again, unless somebody still has it.
  ///
  /// - Parameter isShared: whether somebody still has this one, which is made then.
  fileprivate func next(isShared: Bool) -> Deferred {
    if isShared {
      settle()
      guard let record, let make else { return self }
      return Deferred(record, make)
    }
    made = nil
    isMade.store(false, ordering: .relaxed)
    return self
  }
}

/// Makes the outcomes of a stream. The last one waits to be read.
final class DeferredOutcomes {
  private enum Last { case none, accepted, rejected }

  private let record: HeldRecord
  private var product: Deferred<Product.Content>
  private var rejection: Deferred<Rejection<Problem>.Content>
  private var last = Last.none

  init(_ record: HeldRecord) {
    self.record = record
    product = Deferred(record) { $0.product }
    rejection = Deferred(record) { $0.rejection }
  }

  /// The outcome of the record that has been evaluated.
  @inline(__always)
  func outcome(isAccepted: Bool, line: Int, number: Int) -> Outcome {
    record.line = line
    record.number = number
    last = isAccepted ? .accepted : .rejected
    return isAccepted ? .accepted(Product(product)) : .rejected(Rejection(rejection))
  }

  /// Lets go of the record, which the evaluator will not hold any longer.
  ///
  /// What is asked of the properties is asked in line, so that no access to them has to be checked at run time.
  @inline(__always)
  func letGo() {
    switch last {
    case .none: return
    case .accepted:
      let isShared = !isKnownUniquelyReferenced(&product)
      if isShared || record.isMade { product = renewed(product, isShared) }
    case .rejected:
      let isShared = !isKnownUniquelyReferenced(&rejection)
      if isShared || record.isMade { rejection = renewed(rejection, isShared) }
    }
    last = .none
  }

  @inline(never)
  private func renewed<Value>(_ deferred: Deferred<Value>, _ isShared: Bool) -> Deferred<Value> {
    defer { record.isMade = false }
    return deferred.next(isShared: isShared)
  }
}
