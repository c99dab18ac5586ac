// The subjects of rule words, with which the compiler refuses a rule about a value of the wrong type.

/// The subjects of rules, by the type of a field. A rule word has the protocol of its subject, such as
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

/// A value with a number of characters or items.
public protocol CountedSubject {}
/// A value that rule words about texts can test.
public protocol TextSubject: CountedSubject {}
/// A value that rule words about lists can test.
public protocol ListSubject: CountedSubject {
  /// The subject of rules about items.
  associatedtype Item
}
/// A value with an order: numbers, dates and times.
public protocol OrderedSubject {}
/// A value that rule words about numbers can test.
public protocol NumberSubject: OrderedSubject {}
/// A value that rule words about dates and times can test.
public protocol MomentSubject: OrderedSubject {}
/// A value with a date: dates, dates with times, and instants.
public protocol DaySubject: MomentSubject {}
/// A value that rule words about dates alone can test.
public protocol DateSubject: DaySubject {}
