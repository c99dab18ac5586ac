// Stand-ins for the SwiftUI views that the article uses, for systems without SwiftUI. They are enough to compile its
// code, draw it as lines of text, and press its buttons.

#if !canImport(SwiftUI)

  import Foundation

  /// The drawing of a view.
  struct Drawn {
    var lines: [String] = []
    var buttons: [String: () -> Void] = [:]
    /// The elements that can be focused.
    var focusable: [String] = []

    static func + (left: Drawn, right: Drawn) -> Drawn {
      Drawn(
        lines: left.lines + right.lines,
        buttons: left.buttons.merging(right.buttons) { first, _ in first },
        focusable: left.focusable + right.focusable)
    }
  }

  @MainActor protocol View {
    associatedtype Body: View
    @ViewBuilder var body: Body { get }
    var drawn: Drawn { get }
  }

  extension View {
    var drawn: Drawn { body.drawn }

    func tag<Tag: Hashable>(_ tag: Tag) -> some View { self }
    func focused(_ binding: Binding<String?>, equals value: String) -> some View {
      Group(drawn: drawn + Drawn(focusable: [value]))
    }
  }

  extension Never: View {
    var body: Never { return fatalError("Nothing is never drawn.") }
  }

  /// A view without a body, which is drawn directly.
  protocol Plain: View where Body == Never {}

  extension Plain {
    var body: Never { return fatalError("A plain view is drawn as it is.") }
  }

  struct Group: Plain {
    var drawn: Drawn
  }

  @MainActor @resultBuilder enum ViewBuilder {
    static func buildExpression<V: View>(_ view: V) -> V { view }
    static func buildBlock() -> Group { Group(drawn: Drawn()) }
    static func buildBlock<each V: View>(_ views: repeat each V) -> Group {
      var drawn = Drawn()
      for view in repeat each views { drawn = drawn + view.drawn }
      return Group(drawn: drawn)
    }
    static func buildOptional(_ group: Group?) -> Group { group ?? Group(drawn: Drawn()) }
    static func buildEither<V: View>(first view: V) -> Group { Group(drawn: view.drawn) }
    static func buildEither<V: View>(second view: V) -> Group { Group(drawn: view.drawn) }
  }

  enum HorizontalAlignment { case leading }

  enum Color: String { case red, secondary }

  struct VStack: Plain {
    let drawn: Drawn
    init<V: View>(alignment: HorizontalAlignment, @ViewBuilder content: () -> V) {
      drawn = content().drawn
    }
  }

  struct Form: Plain {
    let drawn: Drawn
    init<V: View>(@ViewBuilder content: () -> V) { drawn = content().drawn }
  }

  struct Section: Plain {
    let drawn: Drawn
    init<V: View>(_ title: String, @ViewBuilder content: () -> V) {
      drawn = Drawn(lines: [title]) + content().drawn
    }
  }

  struct ForEach: Plain {
    let drawn: Drawn
    init<Item: Identifiable, V: View>(_ items: [Item], @ViewBuilder content: (Item) -> V) {
      drawn = items.reduce(Drawn()) { $0 + content($1).drawn }
    }
    init<Item, ID: Hashable, V: View>(
      _ items: [Item], id: KeyPath<Item, ID>, @ViewBuilder content: (Item) -> V
    ) {
      drawn = items.reduce(Drawn()) { $0 + content($1).drawn }
    }
  }

  extension ForEach {
    func onDelete(perform action: @escaping (IndexSet) -> Void) -> ForEach { self }
    func onMove(perform action: @escaping (IndexSet, Int) -> Void) -> ForEach { self }
  }

  struct Text: Plain {
    var text: String
    init(_ text: String) { self.text = text }
    var drawn: Drawn { Drawn(lines: [text]) }
    func foregroundStyle(_ color: Color) -> Text { Text(color.rawValue + ": " + text) }
  }

  struct TextField: Plain {
    let drawn: Drawn
    init(_ label: String, text: Binding<String>, prompt: Text?) {
      let inside = text.wrappedValue.isEmpty ? prompt?.text ?? "" : text.wrappedValue
      drawn = Drawn(lines: ["[" + label + (inside.isEmpty ? "" : ": " + inside) + "]"])
    }
  }

  struct SecureField: Plain {
    let drawn: Drawn
    init(_ label: String, text: Binding<String>) { drawn = Drawn(lines: ["[\(label): •]"]) }
  }

  struct Toggle: Plain {
    let drawn: Drawn
    init(_ label: String, isOn: Binding<Bool>) {
      drawn = Drawn(lines: ["<\(label): \(isOn.wrappedValue)>"])
    }
  }

  struct Picker: Plain {
    let drawn: Drawn
    init<V: View, Value: Hashable>(
      _ label: String, selection: Binding<Value>, @ViewBuilder content: () -> V
    ) {
      drawn = Drawn(lines: ["(\(label): " + content().drawn.lines.joined(separator: ", ") + ")"])
    }
  }

  struct Stepper: Plain {
    let drawn: Drawn
    init(_ label: String, value: Binding<Int>) {
      drawn = Drawn(lines: ["-\(label): \(value.wrappedValue)-"])
    }
  }

  struct DatePicker: Plain {
    let drawn: Drawn
    init(_ label: String, selection: Binding<Date>) {
      drawn = Drawn(lines: ["#\(label): \(selection.wrappedValue.formatted(.iso8601))#"])
    }
  }

  struct Button: Plain {
    let drawn: Drawn
    init(_ label: String, action: @escaping () -> Void) {
      drawn = Drawn(lines: ["{\(label)}"], buttons: [label: action])
    }
  }

  // MARK: - State

  struct Binding<Value> {
    let get: () -> Value
    let set: (Value) -> Void
    var wrappedValue: Value {
      get { get() }
      nonmutating set { set(newValue) }
    }
  }

  @propertyWrapper @dynamicMemberLookup struct Bindable<Value: AnyObject> {
    var wrappedValue: Value
    var projectedValue: Bindable<Value> { self }
    subscript<Member>(
      dynamicMember path: ReferenceWritableKeyPath<Value, Member>
    ) -> Binding<Member> {
      Binding(
        get: { wrappedValue[keyPath: path] }, set: { wrappedValue[keyPath: path] = $0 })
    }
  }

  private final class Box<Value> {
    var value: Value
    init(_ value: Value) { self.value = value }
  }

  @propertyWrapper struct State<Value> {
    private let box: Box<Value>
    init(wrappedValue: Value) { box = Box(wrappedValue) }
    init(initialValue: Value) { box = Box(initialValue) }
    var wrappedValue: Value {
      get { box.value }
      nonmutating set { box.value = newValue }
    }
  }

  @propertyWrapper struct FocusState<Value> {
    typealias Binding = FormworkTests.Binding<Value>
    private let box: Box<Value>
    init() where Value: ExpressibleByNilLiteral { box = Box(nil) }
    var wrappedValue: Value {
      get { box.value }
      nonmutating set { box.value = newValue }
    }
    var projectedValue: Binding {
      Binding(get: { box.value }, set: { box.value = $0 })
    }
  }

#endif
