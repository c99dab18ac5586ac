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

  /// One that waits as this one did.
  fileprivate var another: Deferred {
    guard let record, let make else { return self }
    return Deferred(record, make)
  }

  /// Forgets the value, which nobody else has.
  fileprivate func restart() {
    made = nil
    isMade.store(false, ordering: .relaxed)
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
  @inline(__always)
  func letGo() {
    switch last {
    case .none: return
    case .accepted: letGo(of: &product)
    case .rejected: letGo(of: &rejection)
    }
    last = .none
  }

  @inline(__always)
  private func letGo<Value>(of deferred: inout Deferred<Value>) {
    if !isKnownUniquelyReferenced(&deferred) || record.isMade { renew(&deferred) }
  }

  /// Makes a value ready for the next record: the same one, unless somebody still has it.
  @inline(never)
  private func renew<Value>(_ deferred: inout Deferred<Value>) {
    if isKnownUniquelyReferenced(&deferred) {
      deferred.restart()
    } else {
      deferred.settle()
      deferred = deferred.another
    }
    record.isMade = false
  }
}
