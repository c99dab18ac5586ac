// What rule words are about, so that the compiler refuses a rule about a value of the wrong type.

/// What rules are about, by the type of a field. A rule word has the protocol of its subject, such as
/// ``TextSubject``, and doesn't compile for any other field.
public enum Subjects {
  /// Texts and choices.
  public enum Text: TextSubject {}
  /// Numbers, whole or not.
  public enum Number: NumberSubject {}
  /// Truth values.
  public enum Truth {}
  /// Dates.
  public enum Day: DateSubject {}
  /// Times of day.
  public enum Time: MomentSubject {}
  /// Dates with times of day, and instants.
  public enum Moment: DaySubject {}
  /// The items of a list.
  public enum Items<Item>: ListSubject {}
  /// Records.
  public enum Record {}
  /// Values of any type. The checker alone finds a rule about the wrong type.
  public enum Unchecked: TextSubject, NumberSubject, DateSubject, ListSubject {
    /// The subject of rules about items.
    public typealias Item = Unchecked
  }
}

/// What has a number of characters or items.
public protocol CountedSubject {}
/// What rule words about texts are about.
public protocol TextSubject: CountedSubject {}
/// What rule words about lists are about.
public protocol ListSubject: CountedSubject {
  /// The subject of rules about items.
  associatedtype Item
}
/// What has an order: numbers, dates and times.
public protocol OrderedSubject {}
/// What rule words about numbers are about.
public protocol NumberSubject: OrderedSubject {}
/// What rule words about dates and times are about.
public protocol MomentSubject: OrderedSubject {}
/// What has a date: dates, dates with times, and instants.
public protocol DaySubject: MomentSubject {}
/// What rule words about dates alone are about.
public protocol DateSubject: DaySubject {}
