// Answers about what is between records: lists of other data, lookups, groups, the record before, and values that are
// given when the form is run. In a part of the form, `|` is the cursor.

import Foundation
import Testing

@testable import FormworkServer

@Suite struct OtherRecordsTests {
  private static let form = """
    list customers "Customers" from "customers.csv" <
      field id: string
      field country: string
      field `full name`: string
    >
    list before from "last-year.csv" as "visit.form" optional
    needs year: int
    define last = before(id: id, visit: visit - 1)
    define patron = records(id: sponsor)
    define bought(k) = customers(id: k)
    field id: string
    field visit: int
    field sponsor: string
    field customer: string rule value in customers.id message "There is no {value}"
    field weight: number rule value > last.weight message "{last.weight} before"
    field home: < field zip: string >
    check bought(customer).country == "NL" message "Only there"
    check weight > previous.weight and visit <= year message "{previous.weight}, {year}"
    check patron.home.zip == home.zip message "{patron.weight}"
    check count(records, visit == 1) == 1 per sponsor, home.zip message "{home.zip} of {sponsor}"
    check records(sponsor: id) is filled warning "Alone"
    check any(before, weight > 9 and id == customer) message "No"
    example "a visit" with customers (< id: "A" country: "NL" >) with before (< weight: 1 >)
      rejects < id: "1" > after < id: "2" weight: 3 >
    """

  private static let files = [
    "/forms/visit.form": """
    field id: string
    field visit: int
    field weight: number rule positive
    check weight < 99 message "Too much"
    """
  ]

  /// Returns a client that has opened the form, with more lines at its end.
  private static func client(_ more: String = "", findings: [String]? = []) -> Client {
    let client = Client()
    client.files = files
    let found = client.open(form + "\n" + more)
    if let findings { #expect(found == findings) }
    return client
  }

  // MARK: Places

  /// Returns where the name under the cursor starts, as `3:6`: the line and the column, from 0. The text may be that of
  /// another file, whose name then comes first.
  private static func start(_ part: String) throws -> String {
    let (line, column, file) = try position(part)
    let before = part.prefix { $0 != "|" }.reversed().prefix { $0.isLetter || $0 == "_" }.count
    return file + "\(line):\(column - before)"
  }

  private static func position(_ part: String) throws -> (line: Int, column: Int, file: String) {
    let file = part.hasPrefix("visit.form ") ? "visit.form " : ""
    let part = part.dropFirst(file.count)
    let text = file.isEmpty ? form : files["/forms/visit.form"]!
    let mark = try #require(part.firstIndex(of: "|"))
    let sought = part.replacing("|", with: "")
    let before = text.components(before: sought)
    let lines = try #require(before, "\(part) isn't in the form").split(
      separator: "\n", omittingEmptySubsequences: false)
    let column = lines[lines.count - 1].count + part.distance(from: part.startIndex, to: mark)
    return (lines.count - 1, column, file)
  }

  private static func ask(
    _ client: Client, _ method: String, _ part: String, _ more: String = ""
  ) throws -> JSONValue {
    let (line, column, file) = try position(part)
    let uri = file.isEmpty ? Client.uri : "file:///forms/" + file.dropLast()
    return client.ask(method, line, column, more, uri: uri)["result"] ?? .null
  }

  private static func places(_ found: JSONValue, uri: String? = nil) -> [String] {
    (found.items ?? []).map { place in
      let start = place["range"]?["start"]
      let file = (uri ?? place["uri"]?.text ?? Client.uri).split(separator: "/").last!
      return (file == "a.form" ? "" : file + " ")
        + "\(start?["line"]?.integer ?? -1):\(start?["character"]?.integer ?? -1)"
    }
  }

  // MARK: Names

  /// All uses of a name, the declaration first.
  private static let names = [
    [
      "list cust|omers", "value in |customers.id", "customers|(id: k)", "with custom|ers (",
    ],
    ["list |before", "last = be|fore(id", "any(be|fore,", "with be|fore ("],
    ["field cou|ntry", "bought(customer).|country", "count|ry: \"NL\""],
    [
      "  field |id: string\n  field country", "in customers.i|d", "customers(|id: k)",
      "< |id: \"A\"",
    ],
    ["needs |year", "visit <= ye|ar", "{yea|r}"],
    ["define la|st", "value > las|t.weight", "{la|st.weight}"],
    ["define bought(|k)", "customers(id: |k)"],
    ["define pat|ron", "check patro|n", "{patr|on.weight}"],
    [
      "field spons|or", "records(id: spo|nsor)", "per |sponsor", "of {|sponsor}",
      "records(spo|nsor: id)",
    ],
    [
      "field z|ip", "patron.home.z|ip", "== home.zi|p message", "sponsor, home.|zip", "{home.z|ip}",
    ],
    [
      "field wei|ght", "check wei|ght >", "> previous.|weight and", "{previous.w|eight}",
      "patron.we|ight", "\"2\" wei|ght: 3",
    ],
  ]

  @Test(arguments: names) func usesOfNames(_ uses: [String]) throws {
    let client = OtherRecordsTests.client()
    let all = try Set(uses.map { try OtherRecordsTests.start($0) })
    #expect(all.count == uses.count)
    for use in uses {
      let found = try OtherRecordsTests.ask(
        client, "references", use, #","context":{"includeDeclaration":true}"#)
      #expect(Set(OtherRecordsTests.places(found)) == all, "\(use)")
      let declaration = try OtherRecordsTests.ask(client, "definition", use)
      #expect(
        try OtherRecordsTests.places(declaration) == [OtherRecordsTests.start(uses[0])], "\(use)")
      let highlights = try OtherRecordsTests.ask(client, "documentHighlight", use)
      #expect(Set(OtherRecordsTests.places(highlights)) == all, "\(use)")
      #expect(try OtherRecordsTests.ask(client, "prepareRename", use)["start"] != nil)
      let renamed = try OtherRecordsTests.ask(client, "rename", use, #","newName":"some name""#)
      let edits = renamed["changes"]?[Client.uri] ?? .null
      #expect(Set(OtherRecordsTests.places(edits)) == all, "\(use)")
    }
  }

  /// A field of a list that has the fields of a form is declared in that form. It is renamed in both.
  @Test func fieldsOfAnotherForm() throws {
    let uses = [
      "visit.form field wei|ght", "> last.wei|ght", "{last.we|ight}", "any(before, we|ight",
    ]
    let all = try Set(uses.map { try OtherRecordsTests.start($0) })
    let client = OtherRecordsTests.client()
    _ = client.open(OtherRecordsTests.files["/forms/visit.form"]!, uri: "file:///forms/visit.form")
    for use in uses {
      let declaration = try OtherRecordsTests.ask(client, "definition", use)
      #expect(
        try OtherRecordsTests.places(declaration) == [OtherRecordsTests.start(uses[0])], "\(use)")
      let found = try OtherRecordsTests.ask(
        client, "references", use, #","context":{"includeDeclaration":true}"#)
      let inExample = try OtherRecordsTests.start("before (< wei|ght")
      let inCheck = "visit.form 3:6"
      #expect(Set(OtherRecordsTests.places(found)) == all.union([inExample, inCheck]), "\(use)")
      let renamed = try OtherRecordsTests.ask(client, "rename", use, #","newName":"mass""#)
      let changes = renamed["changes"]
      #expect(changes?[Client.uri]?.items?.count == 4, "\(use)")
      #expect(changes?["file:///forms/visit.form"]?.items?.count == 2, "\(use)")
    }
    let hover = try OtherRecordsTests.ask(client, "hover", "> last.wei|ght")
    let text = hover["contents"]?["value"]?.text ?? ""
    #expect(text.contains("a number") && text.contains("field weight: number rule positive"))
  }

  /// A list can't get the name of a field, and a field of a list can't get that of another.
  @Test(arguments: [
    ("list cust|omers", "weight"), ("list cust|omers", "before"), ("list cust|omers", "a`b"),
    ("field cou|ntry", "id"), ("needs |year", "weight"),
  ])
  func namesThatAreTaken(_ part: String, _ name: String) throws {
    let client = OtherRecordsTests.client()
    let (line, column, _) = try OtherRecordsTests.position(part)
    #expect(client.ask("rename", line, column, #","newName":"\#(name)""#)["error"] != nil)
  }

  // MARK: What editors show

  @Test(arguments: [
    ("list cust|omers", "list customers \"Customers\" from \"customers.csv\" <"),
    ("in cust|omers.id", "  field country: string"),
    ("with be|fore (", "as \"visit.form\" optional"),
    ("visit <= ye|ar", "needs year: int"), ("visit <= ye|ar", "a whole number"),
    ("in customers.i|d", "**Id** (id) · text"),
    ("bought(customer).coun|try", "field country: string"),
    ("patron.h|ome", "field home: <"), ("count(reco|rds", "All records of the data"),
    ("prev|ious.weight and", "The record before this one"), ("1 p|er", "Groups the records"),
    ("wi|th customers", "Gives an example the records"),
    ("af|ter <", "the records that come before it"),
    ("ne|eds", "that is given when the form is run"),
    ("li|st customers", "Declares records of other data"),
    ("check cou|nt(", "the same “Sponsor”"),
  ])
  func hover(_ part: String, _ says: String) throws {
    let client = OtherRecordsTests.client()
    let text = try OtherRecordsTests.ask(client, "hover", part)["contents"]?["value"]?.text ?? ""
    #expect(text.contains(says), "\(text)")
  }

  /// The keys of a lookup have no order, so no signature is shown, though `before` is also a rule word.
  @Test func signatures() throws {
    let client = OtherRecordsTests.client()
    let answer = try OtherRecordsTests.ask(client, "signatureHelp", "before(|id: id")
    #expect(answer.description == "null")
  }

  @Test func outline() {
    let symbols = OtherRecordsTests.client().ask("documentSymbol", 0, 0)["result"]?.items ?? []
    let shown = symbols.prefix(4).map { symbol in
      ([symbol["name"], symbol["detail"]] + (symbol["children"]?.items ?? []).map { $0["name"] })
        .compactMap { $0?.text }
    }
    #expect(
      shown == [
        ["customers", "\"customers.csv\"", "id", "country", "full name"],
        ["before", "\"last-year.csv\" as \"visit.form\""], ["year", "int"], ["last", ""],
      ])
    #expect(symbols[0]["selectionRange"]?["start"]?.description == #"{"line":0,"character":5}"#)
  }

  /// A list has the colour of a name, wherever it is used.
  @Test func colors() {
    let client = OtherRecordsTests.client()
    let numbers = client.ask("semanticTokens/full", 0, 0)["result"]?["data"]?.items ?? []
    // `list customers`: the second token is five characters after the first.
    #expect(numbers.dropFirst(5).prefix(4).compactMap { $0.integer } == [0, 5, 9, 10])
  }

  // MARK: Completion

  private static func offers(_ line: String) throws -> [(label: String, text: String)] {
    let text = line.replacing("|", with: "")
    let client = client(text, findings: nil)
    let before = try #require(line.components(before: "|"))
    let count = form.split(separator: "\n", omittingEmptySubsequences: false).count
    let answer = client.ask("completion", count, before.count)["result"]?.items ?? []
    return answer.map { ($0["label"]?.text ?? "", $0["textEdit"]?["newText"]?.text ?? "") }
  }

  /// The only completions, in any order.
  @Test(arguments: [
    // The fields of a list, of the record before, and of all records.
    ("check customer in customers.|", "country full name id"),
    ("check customer in customers.|full message \"m\"", "country full name id"),
    ("check count(customers.|) > 1", "country full name id"),
    ("check customers(id: customer).|", "country full name id"),
    ("check bought(customer).|", "country full name id"), ("check last.|", "id visit weight"),
    ("check before(id: id).| > 1", "id visit weight"),
    ("check weight > previous.|", "customer home id sponsor visit weight"),
    ("check sum(records.|) > 1", "customer home id sponsor visit weight"),
    ("check records(id: sponsor).|", "customer home id sponsor visit weight"),
    ("check records.home.|", "zip"), ("check patron.home.|", "zip"),
    // Keys of lookups.
    ("check customers(|", "country full name id"), ("check customers(|)", "country full name id"),
    ("check customers(i|).country == \"NL\"", "country full name id"),
    ("check customers(|: id).country == \"NL\"", "country full name id"),
    ("check customers(id: customer, |).country == \"NL\"", "country full name"),
    ("check count(customers(|)) > 1", "country full name id"),
    ("define other = customers(|)", "country full name id"),
    ("field other: string = customers(|).country", "country full name id"),
    ("check before(|).weight > 1", "id visit weight"),
    ("check records(|", "customer home id sponsor visit weight"),
    ("check sum(records(|).weight) > 1", "customer home id sponsor visit weight"),
    // Groups.
    ("check count(records) == 1 per |", "customer home id sponsor visit weight"),
    ("check count(records) == 1 per |cust message \"m\"", "customer home id sponsor visit weight"),
    ("check count(records) == 1 per sponsor, |", "customer home id sponsor visit weight"),
    ("check count(records) == 1 per home.|", "zip"),
    // Placeholders.
    (
      #"check weight > previous.weight message "{previous.|}""#,
      "customer home id sponsor visit weight"
    ),
    (#"check weight > 1 message "{patron.|"#, "customer home id sponsor visit weight"),
    (#"check weight > 1 message "{patron.home.|} and more""#, "zip"),
    (#"check weight > 1 message "{last.|}""#, "id visit weight"),
    // Examples.
    (#"example "e" with |"#, "before customers"),
    (#"example "e" with |cu accepts < >"#, "before customers"),
    (#"example "e" with customers (< id: "A" >) with | accepts < >"#, "before customers"),
    (#"example "e" with customers (< | >) accepts < >"#, "country full name id"),
    (#"example "e" with before (< | >) accepts < >"#, "id visit weight"),
    (#"example "e" accepts < > after < | >"#, "customer home id sponsor visit weight"),
    // Declarations.
    ("list |", ""), (#"list other from "o.csv" as "|"#, "visit.form"), ("needs |", ""),
    (#"list other from "o.csv" |"#, "as optional"),
  ])
  func all(_ line: String, _ labels: String) throws {
    let offers = try OtherRecordsTests.offers(line)
    let found = offers.map { $0.label }.sorted().joined(separator: " ")
    #expect(found == labels, "\(offers)")
  }

  /// Some of the completions, with the inserted text.
  @Test(arguments: [
    ("check customer in |", "customers; records; before=before(); last; year; columns"),
    ("check count(|) > 1", "customers; records"), ("check any(|)", "customers; records"),
    ("check share(|) > 1", "customers; records"),
    ("define other = |", "customers; records; previous; last"),
    ("check |", "customers; records; previous; last; patron; columns"),
    ("check visit <= |", "year; previous"),
    ("check customers(|", "id=id: "), ("check customers(|: id).country == \"NL\"", "id"),
    ("check customers(|", "full name=`full name`: "),
    ("check records(id: |", "sponsor; customers; last"),
    ("check count(records) == 1 |", "per; message; and"), ("check count(records) > visit |", "per"),
    ("check any(customers, | == \"NL\")", "country; customer"),
    (#"check weight > 1 message "{|}""#, "previous; last; patron; year; weight"),
    (#"example "e" |"#, "with; like; accepts"), (#"example "e" accepts < > |"#, "after=after <  >"),
    (#"example "e" with |"#, "customers=customers (<  >)"),
    (#"example "e" with | (< >) accepts < >"#, "customers"),
    ("list other |", "from; as; optional"), ("|", "list=list customers from \"customers.csv\" <>"),
  ])
  func some(_ line: String, _ wanted: String) throws {
    let offers = try OtherRecordsTests.offers(line)
    for part in wanted.components(separatedBy: "; ") {
      let pair = part.split(separator: "=", maxSplits: 1)
      let offer = (String(pair[0]), String(pair.last ?? ""))
      #expect(offers.contains { $0 == offer }, "\(offer): \(offers.prefix(20))")
    }
  }

  /// In a condition about all records, or in a block's condition, the other records aren't offered.
  @Test(arguments: [
    ("check any(records, |)", "records previous"), ("when | < field x: int >", "records previous"),
    ("check |", "per"), ("check weight |", "records customers"), ("field x: int optional |", "per"),
    ("check weight > 1 at |", "customers"),
  ])
  func none(_ line: String, _ unwanted: String) throws {
    let labels = try OtherRecordsTests.offers(line).map { $0.label }
    #expect(!labels.isEmpty)
    #expect(Set(labels).isDisjoint(with: unwanted.components(separatedBy: " ")))
  }
}

extension String {
  /// Returns the text before the first occurrence of a part, or nil if there is none.
  fileprivate func components(before part: some StringProtocol) -> Substring? {
    firstRange(of: part).map { self[..<$0.lowerBound] }
  }
}
