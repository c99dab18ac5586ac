// The options of a validation: how many problems, in which language, and what day it is.

internal import FormworkEngine
internal import FormworkRuntime

#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// Words of a program for problems that the form has no message for.
///
/// It is asked when a message is read, by any thread, and given the problem and the code of the language that is asked for;
/// what it has no words for is nil, and keeps the built-in message, which is that of the problem it is given.
public typealias BuiltInWords = @Sendable (_ problem: Problem, _ language: String) -> String?

/// The options of a validation.
public struct ValidationOptions: Sendable {
  /// How many of a record's problems are wanted.
  @nonexhaustive
  public enum Scope: Sendable, Hashable {
    /// All of them.
    case everyProblem
    /// For each field the first error and the first warning.
    case firstOfField
    /// Only the first: the first error, or the first warning where there is no error.
    case firstOfRecord
  }

  /// How many of a record's problems are wanted.
  public var scope: Scope
  /// The language of messages and titles, a code such as `ja` or `pt-BR`; nil for the form's own.
  public var language: String?
  /// The instant that `now` means; nil for the clock's.
  public var now: Date?
  /// The zone in which `today` is the day of `now`, nil for the system's, and in which a `Date` in a record has its day
  /// and its time of day, nil for UTC.
  ///
  /// What ``Product/decode(_:in:userInfo:)`` gives for a date is in UTC without a zone, too, so that it is validated as
  /// the same day. Only the boxes of a ``FormSession`` are filled in where the pickers of the screen are: nil is the
  /// system's zone there.
  public var timeZone: TimeZone?
  /// Small, because options are made for every validation.
  private var day: CalendarDate?
  /// The most problems of a record that come back, errors before warnings; from 1. The rest is counted in
  /// `Rejection.omittedCount`.
  public var problemLimit: Int

  /// The program's own words where the form has none; nil for the built-in ones.
  public var builtInWords: BuiltInWords?

  /// Makes options; without arguments, every problem in the form's own language, by the clock.
  ///
  /// - Parameters:
  ///   - scope: how many of a record's problems are wanted.
  ///   - language: of messages and titles, a code such as `ja` or `pt-BR`; nil for the form's own.
  ///   - now: the instant that `now` means; nil for the clock's.
  ///   - timeZone: in which `today` is the day of `now`, nil for the system's, and a `Date` has its day, nil for UTC.
  ///   - today: the year, month and day that `today` means; nil for the day of `now`.
  ///   - problemLimit: the most problems of a record that come back, from 1.
  ///   - builtInWords: the program's own words where the form has none; nil for the built-in ones.
  public init(
    scope: Scope = .everyProblem, language: String? = nil, now: Date? = nil,
    timeZone: TimeZone? = nil, today: DateComponents? = nil, problemLimit: Int = 1_000,
    builtInWords: BuiltInWords? = nil
  ) {
    self.scope = scope
    self.language = language
    self.now = now
    self.timeZone = timeZone
    self.problemLimit = problemLimit
    self.today = today
    self.builtInWords = builtInWords
  }

  /// The year, month and day that `today` means; nil for the day of `now`. Components that are no
  /// day of the years 0001 to 9999 count as nil.
  public var today: DateComponents? {
    get { day.map { DateComponents($0) } }
    set { day = newValue.flatMap { CalendarDate($0) } }
  }
}

extension ValidationOptions {
  var engineScope: ProblemScope {
    switch scope {
    case .everyProblem: .all
    case .firstOfField: .firstOfField
    case .firstOfRecord: .firstOfRecord
    }
  }

  /// What `today` and `now` mean.
  var moment: Moment {
    let now = now ?? HostInquiry.current?.now
    if now == nil, day == nil, timeZone == nil { return .ofClock }
    let moment = now ?? Date()
    let instant = CalendarInstant(moment) ?? Moment.first.now
    let zone = timeZone ?? .current
    let local = CalendarDateTime(moment, in: zone) ?? Moment.first.now.utc
    return Moment(today: day ?? local.date, now: instant)
  }
}

// MARK: - Between the calendar of the language and Foundation's

extension CalendarInstant {
  /// nil outside the years 0001 to 9999; to the nanosecond as far as `Date` has them.
  init?(_ date: Date) {
    let interval = date.timeIntervalSince1970
    // The bounds keep the conversion to Int64 from trapping; NaN is not in them.
    guard interval > -1e12, interval < 1e12 else { return nil }
    let whole = interval.rounded(.down)
    let nanosecond = min(999_999_999, Int(((interval - whole) * 1e9).rounded()))
    self.init(seconds: Int64(whole), nanosecond: nanosecond)
  }

  var foundationDate: Date {
    Date(timeIntervalSince1970: Double(seconds) + Double(nanosecond) / 1e9)
  }
}

extension CalendarDateTime {
  /// What calendar and clock show in a zone; nil outside the years 0001 to 9999.
  init?(_ date: Date, in zone: TimeZone) {
    let shifted = date.addingTimeInterval(Double(zone.secondsFromGMT(for: date)))
    guard let utc = CalendarInstant(shifted)?.utc else { return nil }
    self = utc
  }

  /// When calendar and clock show this in a zone: the earlier moment where that is twice, the
  /// moment as far past the gap as this is in it where that is never.
  func foundationDate(in zone: TimeZone) -> Date {
    let asUTC = CalendarInstant(utc: self).foundationDate
    let day = 86_400.0
    let before = Double(zone.secondsFromGMT(for: asUTC.addingTimeInterval(-day)))
    let after = Double(zone.secondsFromGMT(for: asUTC.addingTimeInterval(day)))
    let early = asUTC.addingTimeInterval(-before)
    if before == after || Double(zone.secondsFromGMT(for: early)) == before { return early }
    let late = asUTC.addingTimeInterval(-after)
    return Double(zone.secondsFromGMT(for: late)) == after ? late : early
  }
}

extension CalendarDate {
  /// nil unless year, month and day name a day of the years 0001 to 9999.
  init?(_ components: DateComponents) {
    guard let year = components.year, let month = components.month, let day = components.day
    else { return nil }
    self.init(year: year, month: month, day: day)
  }
}
