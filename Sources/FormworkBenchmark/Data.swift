// The benchmark's records. They are the same in every run, and five percent are invalid.

/// A small pseudorandom generator with the same numbers in every run.
struct Numbers {
  private var state: UInt64 = 0x9E37_79B9_7F4A_7C15

  mutating func next(below limit: Int) -> Int {
    state ^= state << 13
    state ^= state >> 7
    state ^= state << 17
    return Int(state % UInt64(limit))
  }

  mutating func letters(_ least: Int, _ most: Int) -> String {
    let letters = Array("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789")
    return String(
      (0..<least + next(below: most - least + 1)).map { _ in
        letters[next(below: letters.count)]
      })
  }
}

/// A form, and its records in several formats.
struct BenchmarkData {
  var spec: String
  var ndjson: [UInt8] = []
  var csv: [UInt8] = []
  var count: Int

  private static let fruits = ["apple", "orange", "banana", "peach", "grape"]
  private static let names = ["taro", "花子", "Ada", "たろう", "Zoë", "O'Neil", "Łukasz", "김철수"]

  /// Sign-up forms with six fields, two of them in a block.
  static func signUp(_ count: Int) -> BenchmarkData {
    var data = BenchmarkData(
      spec: """
        field id: string rule count(1...20) && alphanumeric message "ID must be 1 to 20 letters or digits"
        field password: string rule count(1...20) message "Password must be 1 to 20 characters"
        field favoriteFruit: choice("apple", "orange", "banana", "peach", "grape") message "Please choose a fruit"
        field includesProfile: bool default false
        when includesProfile as profile <
          field nickName: string rule count(1...20) message "Nickname must be 1 to 20 characters"
          field age: int rule range(0...999) message "Age must be 0 to 999"
        >
        """, count: count)
    var numbers = Numbers()
    data.csv += "id,password,favoriteFruit,includesProfile,nickName,age\n".utf8
    for _ in 0..<count { data.addSignUp(&numbers) }
    return data
  }

  private mutating func addSignUp(_ numbers: inout Numbers) {
    let isBad = numbers.next(below: 20) == 0
    let id = isBad ? "user name!" : numbers.letters(4, 20)
    let password = numbers.letters(6, 20)
    let fruit = BenchmarkData.fruits[numbers.next(below: 5)]
    let hasProfile = numbers.next(below: 2) == 0
    var line = "{\"id\": \"\(id)\", \"password\": \"\(password)\", \"favoriteFruit\": \"\(fruit)\""
    line += ", \"includesProfile\": \(hasProfile)"
    var row = "\(id),\(password),\(fruit),\(hasProfile)"
    if hasProfile {
      let name = BenchmarkData.names[numbers.next(below: 8)] + String(numbers.next(below: 100))
      let age = numbers.next(below: 121)
      line += ", \"nickName\": \"\(name)\", \"age\": \(age)"
      row += ",\(name),\(age)"
    } else {
      row += ",,"
    }
    ndjson += (line + "}\n").utf8
    csv += (row + "\n").utf8
  }

  /// Sign-up forms with five problems each.
  static func problems(_ count: Int) -> BenchmarkData {
    signUps(count) { number in
      "{\"id\": \"bad id! \(number)\", \"password\": \"xxxxxxxxxxxxxxxxxxxxx\", \"favoriteFruit\": \"plum\""
        + ", \"includesProfile\": true, \"nickName\": \"nnnnnnnnnnnnnnnnnnnnnnnnn\", \"age\": \(1000 + number)}\n"
    }
  }

  /// Sign-up forms, all of them valid.
  static func right(_ count: Int) -> BenchmarkData {
    signUps(count) { number in
      "{\"id\": \"goodid\(number)\", \"password\": \"xxxxxxxxxxxxxxxxxxxx\", \"favoriteFruit\": \"peach\""
        + ", \"includesProfile\": true, \"nickName\": \"nnnnnnnnnnnnnnnnnnnn\", \"age\": \(number % 1000)}\n"
    }
  }

  private static func signUps(_ count: Int, line: (Int) -> String) -> BenchmarkData {
    var data = signUp(0)
    data.count = count
    for number in 0..<count { data.ndjson += line(number).utf8 }
    return data
  }

  /// Orders with a record and two lists in each.
  static func orders(_ count: Int) -> BenchmarkData {
    var data = BenchmarkData(
      spec: """
        form order "Order"
        closed
        field number: string rule like("@@-####") message "Two letters, a dash and four digits"
        field customer: <
          field name: string
          field email: string rule email message "{value} is not an email address"
        >
        field items "Items": list of <
          field sku: string rule count(3...12) and only(letter, digit, "-")
          field qty: int rule range(1...99) message "Between {min} and {max}, not {value}"
          field price: number rule value >= 0 and decimals(0...2) message "A price in whole cents"
          when qty > 10 < field approvedBy: string message "More than 10 needs an approval" >
        >
          rule count(1...3) message "One to three lines, not {count}"
          rule distinct(by: sku) message "Each article once"
        field tags: list of string optional each rule lowercase message "Lower case only"
        field total: number rule value == sum(items.price) message "The lines add up to something else"
        """, count: count)
    var numbers = Numbers()
    for number in 0..<count {
      var total = 0
      var items: [String] = []
      for item in 0...numbers.next(below: 3) {
        let cents = 100 + numbers.next(below: 9_900)
        total += cents
        let qty = 1 + numbers.next(below: 10)
        items.append("{\"sku\": \"abc-\(item)\", \"qty\": \(qty), \"price\": \(decimal(cents))}")
      }
      let line =
        "{\"number\": \"AB-\(1000 + number % 9000)\", \"customer\": {\"name\": \"Ann Lee\", \"email\": "
        + "\"ann\(number)@example.org\"}, \"items\": [\(items.joined(separator: ", "))], \"tags\": "
        + "[\"new\", \"vip\"], \"total\": \(decimal(total))}\n"
      data.ndjson += line.utf8
    }
    return data
  }

  private static func decimal(_ cents: Int) -> String {
    let rest = String(cents % 100)
    return "\(cents / 100)." + (rest.count == 1 ? "0" + rest : rest)
  }

  /// A form with `count` fields, without records.
  static func fields(_ count: Int) -> BenchmarkData {
    let fields = (0..<count).map { number in
      "field f\(number): string rule count(1...20) && alphanumeric"
        + " message \"F\(number) must be 1 to 20 letters or digits\"\n"
    }
    return BenchmarkData(spec: fields.joined(), count: 0)
  }
}
