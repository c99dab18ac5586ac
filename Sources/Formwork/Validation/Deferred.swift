// Outcomes of streams whose products and problems are created lazily, because most callers only count records or read a
// few values. The evaluator holds the record until the stream reads the next one. Then each `Deferred` that the caller
// still holds creates its value. Any other instance is reused for the next record without an allocation.

internal import FormworkEngine
internal import Synchronization

/// The record that a stream's evaluator holds.
final class HeldRecord: @unchecked Sendable {
  // `@unchecked`: the stream changes the record only after settling each `Deferred` that a caller holds.
  private let core: FormCore
  private let options: ValidationOptions
  private let evaluator: Evaluator
  fileprivate var line = 1
  fileprivate var number = 0
  /// Whether any `Deferred` has created its value from the record.
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

  /// Returns the product's value named `name`. This isn't inlined, to avoid retaining and releasing every object on the
  /// access path.
  @inline(never)
  func value(_ name: String) -> FormValue? { core.products.value(named: name, evaluator) }
}

/// A value that is created from a record when it is first read.
final class Deferred<Value: Sendable>: @unchecked Sendable {
  // `@unchecked`: until `isMade` is set, the variables change only under the lock. After that, they change only while
  // there is a single reference.
  typealias Make = @Sendable (HeldRecord) -> Value

  private let isMade: Atomic<Bool>
  private let lock = Mutex(())
  private var made: Value?
  /// Unretained, because the stream settles this instance before it releases the record.
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

  /// The value, which is created on first use.
  var value: Value {
    settle()
    guard let made else { preconditionFailure("what is settled has a value") }
    return made
  }

  /// Returns the result of `look` for the record. Returns nil if the value has been created, because the evaluator may
  /// then hold a different record.
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

  /// Creates the value unless it already exists.
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

  /// Returns the deferred value of the next record: this instance, or a new one if this one is shared.
  ///
  /// - Parameter isShared: whether a caller holds this instance. If so, its value is created first.
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

/// Creates the outcomes of a stream. The last outcome is created lazily.
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

  /// Returns the outcome of the record that was just evaluated.
  @inline(__always)
  func outcome(isAccepted: Bool, line: Int, number: Int) -> Outcome {
    record.line = line
    record.number = number
    last = isAccepted ? .accepted : .rejected
    return isAccepted ? .accepted(Product(product)) : .rejected(Rejection(rejection))
  }

  /// Ends the use of the record, which the evaluator is about to replace.
  ///
  /// The checks of the stored properties are inlined, to avoid run-time checks of exclusive access.
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
