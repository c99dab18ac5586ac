// Forms made from schemas: what each keyword becomes, and what is left out.

import FormworkEngine
import FormworkReport
import FormworkSyntax
import Testing

@testable import FormworkAuthoring

@Suite("Import")
struct ImportTests {
  /// Returns the form of a schema without its comments and blank lines, the summary and the notes.
  private static func made(
    _ text: String, part: String? = nil
  ) throws -> (form: [String], summary: String, notes: [String]) {
    let source = Source(name: "a.json", bytes: Array(text.utf8))
    let made = try FormImport(source, name: "a", kind: nil, part: part)
    let form = String(decoding: made.form, as: UTF8.self)
    #expect(FormText.findings(in: made.form).allSatisfy { $0.severity == .warning })
    let lines = form.split(separator: "\n").map { $0.drop { $0 == " " } }
    return (
      lines.filter { !$0.hasPrefix("#") && $0 != "form a" }.map { String($0) },
      made.coverage.summary, made.coverage.noteTexts
    )
  }

  private static let nullable = "A required key that may be null may also be missing."

  private static func object(_ properties: String, _ rest: String = "") -> String {
    #"{"type": "object", "properties": {\#(properties)}\#(rest.isEmpty ? "" : ", " + rest)}"#
  }

  @Test(
    "a property becomes a field",
    arguments: [
      (#"{"type": "string"}"#, "string optional"),
      (#"{"type": "string", "minLength": 2, "maxLength": 9}"#, "string optional rule count(2...9)"),
      (#"{"type": "string", "maxLength": 9}"#, "string optional rule count(...9)"),
      (#"{"type": "string", "maxLength": 0}"#, "string optional rule blank"),
      (#"{"type": "integer"}"#, "int optional"),
      (#"{"type": "number", "minimum": 0, "maximum": 0.5}"#, "number optional rule range(0...0.5)"),
      (#"{"type": "number", "exclusiveMinimum": -1}"#, "number optional rule value > -1"),
      (
        #"{"type": "number", "minimum": 1, "exclusiveMinimum": true}"#,
        "number optional rule value > 1"
      ),
      (#"{"type": "integer", "multipleOf": 5}"#, "int optional rule multipleOf(5)"),
      (#"{"type": "integer", "multipleOf": 0.5}"#, "int optional"),
      (#"{"type": "number", "multipleOf": 1}"#, "number optional rule multipleOf(1)"),
      (#"{"type": "boolean"}"#, "bool optional"),
      (#"{"type": "boolean", "const": true}"#, "bool optional rule value == true"),
      (#"{"type": ["string", "null"]}"#, "string optional"),
      (#"{"anyOf": [{"type": "string"}, {"type": "null"}]}"#, "string optional"),
      (#"{"type": "string", "nullable": true}"#, "string optional"),
      (#"{"const": null}"#, "any optional rule blank"),
      (#"{"enum": ["a", "b", "a"]}"#, #"choice("a", "b") optional"#),
      (#"{"enum": ["a", "b", null]}"#, #"choice("a", "b") optional"#),
      (
        #"{"enum": ["a", "b"], "enumNames": ["First", "Second"]}"#,
        #"choice("a" "First", "b" "Second") optional"#
      ),
      (
        #"{"oneOf": [{"const": "a", "title": "First"}, {"const": "b"}]}"#,
        #"choice("a" "First", "b") optional"#
      ),
      (#"{"type": "integer", "enum": [1, 2]}"#, "int optional rule oneOf(1, 2)"),
      (#"{"type": "string", "enum": [" a", "{x}"]}"#, #"string optional rule oneOf(" a", "\{x}")"#),
      (#"{"type": "string", "format": "email"}"#, "string optional rule email"),
      (#"{"type": "string", "format": "date"}"#, "date optional"),
      (#"{"type": "string", "format": "date-time"}"#, "instant optional"),
      (#"{"type": "string", "format": "ipv6"}"#, "string optional rule ipv6"),
      (#"{"type": "string", "format": "password"}"#, "string optional secret"),
      (#"{"type": "array", "items": {"type": "string"}}"#, "list of string optional"),
      (
        #"{"type": "object", "additionalProperties": {"type": "string"}}"#,
        "list by name of string optional"
      ),
      (
        #"{"type": "object", "minProperties": 2, "additionalProperties": {"type": "integer", "minimum": 1}}"#,
        "list by name of int optional each rule range(1...) rule count(2...)"
      ),
      (
        #"{"type": "object", "additionalProperties": false, "patternProperties": {"^[a-z]+$": {"type": "boolean"}}}"#,
        "list by name of bool optional each rule name is matches(/[a-z]+/)"
      ),
      (
        #"{"type": "object", "propertyNames": {"maxLength": 5}, "additionalProperties": {"type": "array", "minItems": 1, "items": {"type": "integer"}}}"#,
        "list by name of list of int optional each rule name is count(...5)"
      ),
      (
        #"{"type": "array", "items": {"type": "string", "maxLength": 5}, "uniqueItems": true}"#,
        "list of string optional each rule count(...5) rule distinct"
      ),
      (
        #"{"type": "array", "minItems": 1, "maxItems": 3}"#, "list of any optional rule count(...3)"
      ),
      (
        #"{"type": "array", "items": {"type": "integer"}, "contains": {"minimum": 5}}"#,
        "list of int optional rule any(value, value is range(5...))"
      ),
      (#"{"allOf": [{"type": "string"}, {"maxLength": 5}]}"#, "string optional rule count(...5)"),
      (
        #"{"type": "string", "not": {"enum": ["a", "b"]}}"#,
        #"string optional rule not (oneOf("a", "b"))"#
      ),
      (
        #"{"type": "string", "anyOf": [{"maxLength": 2}, {"pattern": "^x"}]}"#,
        #"string optional rule count(...2) or matches(/x[\s\S]*/)"#
      ),
      (
        #"{"type": "string", "description": "Two \"words\" {x}"}"#,
        #"string optional hint "Two \"words\" \{x}""#
      ),
      (
        #"{"type": "string", "maxLength": 5, "errorMessage": {"maxLength": "Too long"}}"#,
        #"string optional rule count(...5) message "Too long""#
      ),
      (
        #"{"type": "integer", "minimum": 1, "errorMessage": {"minimum": "$ {x}: ${0} is \"low\""}}"#,
        #"int optional rule range(1...) message "$ \{x}: {value} is \"low\"""#
      ),
      (
        #"{"type": "integer", "minimum": 1, "errorMessage": {"type": "A number", "minimum": "From 1"}}"#,
        #"int optional message "A number" rule range(1...) message "From 1""#
      ),
    ])
  func property(schema: String, field: String) throws {
    let made = try ImportTests.made(ImportTests.object(#""x": \#(schema)"#))
    #expect(made.form.joined(separator: " ") == "field x: " + field)
    #expect(made.summary.hasSuffix("(100 %)"))
  }

  @Test(
    "what a form cannot say is counted",
    arguments: [
      (
        #"{"type": ["string", "integer", "array"]}"#, "any optional", "needs an either type"
      ),
      (
        #"{"type": "object", "patternProperties": {"a": {}}}"#, "< > optional",
        "needs a list by name"
      ),
      (##"{"$ref": "#"}"##, "any optional", "contains itself"),
      (#"{"$ref": "other.json"}"#, "any optional", "refers to what isn't in the file"),
      (#"{"type": "string", "pattern": "a(?=b)"}"#, "string optional", "looks ahead or behind"),
      (#"{"type": "string", "pattern": "(a)\\1"}"#, "string optional", "refers back in a pattern"),
      (#"{"type": "string", "format": "duration"}"#, "string optional", "has an unknown format"),
      (#"{"minLength": 2}"#, "string optional rule count(2...)", "is stricter here"),
      (
        #"{"type": "array", "prefixItems": [{}]}"#, "list of any optional",
        "depends on the position"
      ),
      (
        #"{"type": "string", "pattern": "a{2000}"}"#, "string optional", "is refused by the checker"
      ),
      (
        #"{"type": "array", "uniqueItems": true, "items": {"type": "object"}}"#,
        "list of < > optional", "compares whole lists or records"
      ),
      (#"{"type": "any"}"#, "any optional", "has an invalid value"),
      (#"{"type": ["string", "any"]}"#, "any optional", "has an invalid value"),
      (#"{"enum": "x"}"#, "any optional", "has an invalid value"),
      (
        #"{"type": "string", "minLength": "3", "maxLength": 5}"#,
        "string optional rule count(...5)", "has an invalid value"
      ),
      (#"{"type": "string", "required": true}"#, "string optional", "has an invalid value"),
      (
        #"{"type": "string", "not": {"type": "any"}}"#, "string optional",
        "is a condition of another kind"
      ),
      (
        ##"{"$ref": "#/properties/y", "type": "any"}"##, "int optional", "has an invalid value"
      ),
      ("5", "any optional", "has an invalid value"),
    ])
  func leftOut(schema: String, field: String, reason: String) throws {
    let made = try ImportTests.made(
      ImportTests.object(#""x": \#(schema), "y": {"type": "integer"}"#))
    #expect(made.form.dropLast().joined(separator: " ") == "field x: " + field)
    #expect(made.summary.contains("1 " + reason))
  }

  @Test(
    "types of single values become alternatives",
    arguments: [
      (#"{"type": ["boolean", "integer", "null"]}"#, "field x: int or bool optional"),
      (#"{"type": ["string", "integer"]}"#, "data json < > field x: string or int optional"),
      (
        #"{"type": ["string", "number"], "minLength": 3, "minimum": 5}"#,
        "data json < > field x: string or number optional rule count(3...) rule range(5...)"
      ),
      (
        #"{"enum": ["x", 1, true]}"#,
        "data json < > field x: string or int or bool optional"
          + #" rule value in ("x", 1, true)"#
      ),
      (
        #"{"anyOf": [{"type": "string", "minLength": 3}, {"type": "integer"}]}"#,
        "data json < > field x: string or int optional"
          + " rule (count(3...) and value is string) or value is int"
      ),
      (
        #"{"type": "array", "items": {"type": ["string", "number"]}}"#,
        "data json < > field x: list of (string or number) optional"
      ),
    ])
  func alternatives(schema: String, form: String) throws {
    let made = try ImportTests.made(ImportTests.object(#""x": \#(schema)"#))
    #expect(made.form.joined(separator: " ") == form)
    #expect(made.summary.hasSuffix("(100 %)"))
  }

  @Test("the items of what may be no list are left out with its type")
  func itemsOfEither() throws {
    let made = try ImportTests.made(
      ImportTests.object(
        ##""x": {"type": ["array", "null", "string"], "items": {"type": "string"}}"##))
    #expect(made.form == ["field x: any optional"])
    #expect(made.summary.hasSuffix("; 2 need either types"))
  }

  @Test(
    "a required key is optional if the schema states that it may be blank, and a note says so",
    arguments: [
      ("{}", "any", nil), (#"{"type": ["string", "array"]}"#, "any", nil),
      (#"{"$ref": "other.json"}"#, "any", nil), ("false", "any rule blank", nil),
      (#"{"type": ["string", "array", "null"]}"#, "any optional", nullable),
      (#"{"anyOf": [{"$ref": "other.json"}, {"type": "null"}]}"#, "any optional", nullable),
      (#"{"type": "null"}"#, "any optional rule blank", nullable),
      (
        #"{"enum": ["", "a"]}"#, #"choice("a") optional"#,
        "A required key that may be an empty text may also be missing."
      ),
    ])
  func required(schema: String, field: String, note: String?) throws {
    let made = try ImportTests.made(
      ImportTests.object(#""x": \#(schema)"#, #""required": ["x"]"#))
    #expect(made.form.joined(separator: " ") == "field x: " + field)
    #expect(made.notes.contains { $0.hasPrefix("A key with null") })
    #expect(made.notes.filter { $0.contains("may also be missing") } == [note].compactMap { $0 })
  }

  @Test("a key that alternatives require may be null, even if they are left out")
  func nullInAlternatives() throws {
    let alternatives = ["a", "b"].map { key in
      """
      {"type": "object", "additionalProperties": false, "required": ["n"],
        "properties": {"n": {"type": ["string", "null"]}, "\(key)": {"type": "integer"}}}
      """
    }
    let made = try ImportTests.made(#"{"oneOf": [\#(alternatives.joined(separator: ", "))]}"#)
    #expect(
      made.form == ["field n: any optional", "field a: any optional", "field b: any optional"])
    #expect(made.notes.contains(ImportTests.nullable))
    #expect(made.summary.hasPrefix("0 of 1 "))
  }

  @Test(
    "a note says where the values of a form are others than those of the schema",
    arguments: [
      (
        #"{"type": "array", "items": {"type": "string"}, "uniqueItems": true}"#,
        "two spellings of the same characters are one text"
      ),
      (
        #"{"type": "string", "not": {"const": "é"}}"#,
        "two spellings of the same characters are one text"
      ),
      (#"{"enum": ["x"]}"#, "White space around"), (#"{"type": "number"}"#, "White space around"),
      (#"{"type": "boolean"}"#, "a bool takes 0, 1, yes, no, on and off"),
      (#"{"type": "string", "format": "email"}"#, "the usual addresses"),
      (#"{"type": "string", "format": "date-time"}"#, "no leap second"),
      (#"{"type": "null"}"#, "A key with null, an empty text or an empty list is blank"),
      ("false", "A key with null, an empty text or an empty list is blank"),
    ])
  func noted(schema: String, note: String) throws {
    let made = try ImportTests.made(ImportTests.object(#""x": \#(schema)"#))
    #expect(made.notes.contains { $0.contains(note) }, "\(made.notes)")
  }

  @Test("a key that may be null is left out among those that depend on another")
  func dependentNull() throws {
    let made = try ImportTests.made(
      ImportTests.object(
        #""a": {"type": "string"}, "b": {"type": ["string", "null"]}, "c": {"type": "string"}"#,
        #""dependentRequired": {"a": ["b", "c"]}"#))
    #expect(
      made.form == [
        "field a: string optional", "field b: string optional",
        "field c: string required if a is filled",
      ])
    #expect(
      made.summary == "6 of 7 constraints taken over (85 %); 1 is a condition of another kind")
  }

  @Test(
    "an unknown keyword is noted",
    arguments: [
      ("minLenght", true), ("formatMinimum", true), ("title", false), ("x-order", false),
      ("minLength", false),
    ])
  func unknownKeyword(keyword: String, isNoted: Bool) throws {
    let made = try ImportTests.made(
      ImportTests.object(#""x": {"type": "string", "\#(keyword)": 3}"#))
    let note = "Some keywords are unknown. The coverage lists them as information."
    #expect(made.notes.contains(note) == isNoted)
  }

  @Test("messages that have no place in the form are noted")
  func lostMessages() throws {
    let note = "Some messages have no place in the form. The coverage lists them as information."
    for (message, isLost) in [("additionalProperties", true), ("required", false)] {
      let made = try ImportTests.made(
        ImportTests.object(
          #""x": {"type": "string"}"#,
          #""required": ["x"], "errorMessage": {"\#(message)": "Why"}"#))
      #expect(made.notes.contains(note) == isLost)
      #expect(made.form == ["field x: string" + (isLost ? "" : #" required message "Why""#)])
    }
  }

  @Test("a condition on an empty text, which a form takes for a missing key, is left out")
  func conditionOnEmptyText() throws {
    let made = try ImportTests.made(
      ImportTests.object(
        #""k": {"type": "string"}, "y": {"type": "string"}"#,
        #""if": {"properties": {"k": {"const": ""}}, "required": ["k"]}, "then": {"required": ["y"]}"#
      ))
    #expect(made.form == ["field k: string optional", "field y: string optional"])
    #expect(made.summary.hasSuffix("; 2 are conditions of another kind"))
  }

  @Test(
    "what concerns several properties",
    arguments: [
      (#""required": ["x"]"#, ["field x: string", "field y: int optional"]),
      (
        #""additionalProperties": false"#,
        ["closed", "field x: string optional", "field y: int optional"]
      ),
      (
        #""dependentRequired": {"x": ["y"]}"#,
        ["field x: string optional", "field y: int required if x is filled"]
      ),
      (
        #""required": ["x"], "errorMessage": {"required": {"x": "X is needed"}, "properties": {"y": "Y!"}}"#,
        [
          #"field x: string required message "X is needed""#,
          #"field y: int optional message "Y!""#,
        ]
      ),
      (
        #""anyOf": [{"required": ["x"]}, {"required": ["y"]}], "errorMessage": {"anyOf": "One, please"}"#,
        [
          "field x: string optional", "field y: int optional",
          #"check x is filled or y is filled message "One, please""#,
        ]
      ),
      (
        """
        "required": ["x"], "if": {"properties": {"x": {"const": "a"}}},
        "then": {"required": ["y"], "errorMessage": "Y is needed"}
        """,
        [
          "field x: string", "field y: int optional", #"when x == "a" <"#,
          #"check y is filled at y message "Y is needed""#, ">",
        ]
      ),
      (
        #""anyOf": [{"required": ["x"]}, {"required": ["y"]}]"#,
        [
          "field x: string optional", "field y: int optional", "check x is filled or y is filled",
        ]
      ),
      (
        #""required": ["x"], "if": {"properties": {"x": {"const": "a"}}}, "then": {"required": ["y"]}"#,
        [
          "field x: string", "field y: int optional", #"when x == "a" <"#, "check y is filled at y",
          ">",
        ]
      ),
      (
        """
        "required": ["x"], "oneOf": [
          {"properties": {"x": {"const": "a"}, "z": {"type": "string"}}, "required": ["z"]},
          {"properties": {"x": {"const": "b"}, "z": {"type": "integer"}}}]
        """,
        [
          "field x: string", "field y: int optional", #"check x in ("a", "b")"#,
          #"when x == "a" <"#,
          "field z: string", #"> else when x == "b" <"#, "field z: int optional", ">",
        ]
      ),
      (
        """
        "additionalProperties": false, "required": ["x"], "if": {"properties": {"x": {"const": "a"}}},
        "then": {"properties": {"z": {"type": "string"}}}
        """,
        [
          "closed", "field x: string", "field y: int optional", #"when x == "a" <"#,
          "field z: string optional rule blank", ">",
        ]
      ),
      (
        """
        "required": ["x"], "oneOf": [
          {"properties": {"x": {"const": "a", "pattern": "^b"}}}, {"properties": {"x": {"const": "b"}}}]
        """,
        [
          "field x: string", "field y: int optional", #"check x in ("a", "b")"#,
          #"when x == "a" <"#,
          #"check x == "a" and x is matches(/b[\s\S]*/) at x"#,
          #"> else when x == "b" <"#, ">",
        ]
      ),
      (
        #""dependentSchemas": {"x": {"properties": {"z": {"type": "boolean"}}}}"#,
        [
          "field x: string optional", "field y: int optional", "when x is filled <",
          "field z: bool optional", ">",
        ]
      ),
    ])
  func several(rest: String, form: [String]) throws {
    let properties = #""x": {"type": "string"}, "y": {"type": "integer"}"#
    let made = try ImportTests.made(ImportTests.object(properties, rest))
    #expect(made.form == form)
    #expect(made.summary.hasSuffix("(100 %)"))
  }

  @Test("a schema that is referred to becomes a type, and OpenAPI has parts")
  func parts() throws {
    let schemas = """
      {"openapi": "3.0.0", "components": {"schemas": {
        "Order": {"type": "object", "properties": {"home": {"$ref": "#/components/schemas/Address"}}},
        "Address": {"type": "object", "required": ["zip"], "properties": {"zip": {"type": "string"}}}
      }}}
      """
    let order = try ImportTests.made(schemas, part: "Order")
    #expect(
      order.form == ["field home: Address optional", "define Address: <", "field zip: string", ">"])
    #expect(try ImportTests.made(schemas, part: "Address").form == ["field zip: string"])
    #expect(throws: ImportProblem.self) { try ImportTests.made(schemas) }
    #expect(throws: ImportProblem.self) { try ImportTests.made(schemas, part: "Cart") }
  }

  @Test(
    "a file that is no schema has a message with a place",
    arguments: [
      ("", 0), ("{", 1), (#"{"properties": }"#, 15), ("[]", 0), (#"{"type": "string"}"#, 0),
      (String(repeating: "[", count: 300), 256), ("{\"a\": 01}", 8),
    ])
  func unreadable(text: String, offset: Int) throws {
    let source = Source(name: "a.json", bytes: Array(text.utf8))
    let problem = #expect(throws: ImportProblem.self) {
      try FormImport(source, name: "a", kind: nil, part: nil)
    }
    #expect(
      problem?.diagnostic.span.lower == UInt32(offset), "\(problem?.diagnostic.message ?? "")")
  }

  @Test(
    "the message about a file of another kind says what to do",
    arguments: [
      ("openapi: 3.0.0\ninfo:\n", "YAML must be converted to JSON first."),
      ("# An API\n---\nopenapi: 3.0.0\n", "YAML must be converted to JSON first."),
      ("id,name\n1,Ann\n", "\"formwork new\" makes a form from data."),
      (#"[{"id": 1}]"#, "\"formwork new\" makes a form from data."),
      (#"{"properties": "#, nil),
    ])
  func otherKind(text: String, hint: String?) throws {
    let source = Source(name: "a.json", bytes: Array(text.utf8))
    let problem = #expect(throws: ImportProblem.self) {
      try FormImport(source, name: "a", kind: nil, part: nil)
    }
    let found = problem?.diagnostic.hint
    #expect(hint.map { found?.hasSuffix($0) == true } ?? (found == nil), "\(found ?? "")")
  }

  @Test("a schema of a list of records is recognized without its address")
  func listOfRecords() throws {
    let made = try ImportTests.made(
      #"{"type": "array", "items": \#(ImportTests.object(#""x": {"type": "integer"}"#))}"#)
    #expect(made.form == ["field x: int optional"])
  }

  @Test(
    "a pattern that searches matches a whole text",
    arguments: [
      ("^a$", "/a/"), ("a", #"/[\s\S]*a[\s\S]*/"#), ("^a", #"/a[\s\S]*/"#), ("a$", #"/[\s\S]*a/"#),
      ("^(a|b)$", "/(?:a|b)/"), ("^a|b$", #"/a[\s\S]*|[\s\S]*b/"#), (#"^\d+$"#, #"/\d+/"#),
      ("^(?<x>a)+?$", "/(?:a)+/"), (#"^[\w-]+$"#, #"/[\w\-]+/"#), ("^[^]$", #"/[\s\S]/"#),
      (#"^\cA\x41B$"#, #"/\u{1}\u{41}B/"#), (#"^\uD83D\uDE00$"#, #"/\u{1F600}/"#),
      (#"^\p{L}$"#, #"/\p{L}/"#), ("^a/b$", #"/a\/b/"#),
      ("^(?!A)B", #"not (matches(/A[\s\S]*/))"#),
    ])
  func pattern(ecma: String, written: String) throws {
    let condition = try ECMAPattern.condition(ecma) {
      .test("matches(\(Spelling.pattern($0, ignoringCase: false)))")
    }
    #expect(condition.text.contains(written), "\(condition.text)")
  }

  @Test(
    "a pattern of another kind is refused",
    arguments: [#"(a)\1"#, "a(?=b)c", "(?<=a)b", "[", "(", "*", #"\"#, "(?i)a", "[z-a]"])
  func otherPattern(ecma: String) {
    let made = try? ImportTests.made(
      ImportTests.object(#""x": {"type": "string", "pattern": \#(quoted(ecma))}"#))
    #expect(made?.form == ["field x: string optional"])
    #expect(made?.summary.hasPrefix("3 of 4 ") == true)
  }

  private func quoted(_ text: String) -> String {
    String(decoding: ByteBuffer.bytes { $0.value(text) }, as: UTF8.self)
  }

  // MARK: Tables

  @Test(
    "a field of a Table Schema becomes a field",
    arguments: [
      (#""type": "string""#, "string optional"),
      (
        #""type": "string", "format": "email", "constraints": {"required": true}"#,
        "string rule email"
      ),
      (
        #""type": "string", "constraints": {"maxLength": 5, "pattern": "[a-z]+"}"#,
        "string optional rule count(...5) rule matches(/[a-z]+/)"
      ),
      (#""type": "string", "constraints": {"enum": ["a", "b"]}"#, #"choice("a", "b") optional"#),
      (#""type": "integer", "constraints": {"minimum": 1}"#, "int optional rule value >= 1"),
      (#""type": "integer", "constraints": {"enum": ["1", "2"]}"#, "int optional rule oneOf(1, 2)"),
      (
        #""type": "number", "decimalChar": ",", "groupChar": ".""#,
        #"number(decimal ",", group ".") optional"#
      ),
      (#""type": "boolean""#, "bool optional"),
      (
        #""type": "boolean", "trueValues": ["oui"], "falseValues": ["non"]"#,
        #"bool("oui", "non") optional"#
      ),
      (
        #""type": "boolean", "trueValues": ["oui", "o"], "falseValues": ["non"]"#,
        #"choice("oui" also("o"), "non") optional"#
      ),
      (#""type": "date""#, "date optional"),
      (#""type": "date", "format": "%d/%m/%Y""#, #"date("d/M/yyyy") optional"#),
      (#""type": "date", "format": "%Y%m%d""#, #"date("yyyyMMdd") optional"#),
      (#""type": "datetime""#, "string optional rule datetime or instant"),
      (
        #""type": "date", "constraints": {"minimum": "2020-01-01"}"#,
        "date optional rule value >= 2020-01-01"
      ),
      (#""type": "year""#, "int optional rule range(1000...9999)"),
      (#""type": "string", "constraints": {"unique": true}"#, "string optional rule unique"),
      (#""title": "A \"name\"", "type": "string""#, #"string optional"#),
    ])
  func tableField(schema: String, field: String) throws {
    let made = try ImportTests.made(#"{"fields": [{"name": "x", \#(schema)}]}"#)
    let form = made.form.joined(separator: " ").split(separator: ": ", maxSplits: 1)
    #expect(form.last.map { String($0) } == field)
    #expect(made.summary.hasSuffix("(100 %)"))
  }

  @Test("a Data Package has resources, keys and how its tables are written")
  func dataPackage() throws {
    let package = """
      {"resources": [
        {"name": "people", "path": "people.csv", "dialect": {"delimiter": ";"}, "schema": {
          "fields": [{"name": "id", "type": "integer"}, {"name": "a-b", "example": "x"}, {"name": "city"}],
          "missingValues": ["", "NA"], "primaryKey": "id",
          "foreignKeys": [{"fields": "city", "reference": {"resource": "cities", "fields": "name"}}]}},
        {"name": "cities", "path": "cities.csv", "schema": {"fields": [{"name": "name"}]}}]}
      """
    let made = try ImportTests.made(package, part: "people")
    #expect(
      made.form == [
        #"data csv < blank "NA" delimiter ";" >"#,
        #"list cities from "cities.csv" < field name: string optional >"#, "field id: int",
        "field `a-b`: string optional", "field city: string optional", "check unique(id)",
        "check city in cities.name",
      ])
    #expect(throws: ImportProblem.self) { try ImportTests.made(package) }
    let example = try ImportTests.made(
      #"{"fields": [{"name": "x", "type": "integer", "example": "7"}]}"#)
    #expect(example.form.dropFirst() == [#"example "of the schema" accepts <"#, #"x: "7""#, ">"])
    let wrong = try ImportTests.made(
      #"{"fields": [{"name": "x", "type": "integer", "example": "y"}]}"#)
    #expect(wrong.form == ["field x: int optional"])
  }

  @Test(
    "a key is unique once, however often the schema says so",
    arguments: [
      (#"{"unique": true}"#, #""primaryKey": "x""#, ["field x: string rule unique"]),
      (
        "{}", #""primaryKey": ["x"], "uniqueKeys": [["x"]]"#,
        ["field x: string", "check unique(x)"]
      ),
    ])
  func uniqueOnce(constraints: String, keys: String, form: [String]) throws {
    let made = try ImportTests.made(
      #"{"fields": [{"name": "x", "constraints": \#(constraints)}], \#(keys)}"#)
    #expect(made.form == form)
    #expect(made.summary.hasSuffix("(100 %)"))
  }

  @Test(
    "a column of a CSV Schema becomes a field",
    arguments: [
      ("x:", "string optional"), ("x: notEmpty", "string"),
      ("x: empty", "string optional rule blank"),
      ("x: length(1,5)", "string rule count(1...5)"),
      ("x: length(*,5)", "string optional rule count(...5)"),
      (#"x: is("a") or is("b")"#, #"string rule value == "a" or value == "b""#),
      (#"x: any("a", "b") @optional"#, #"choice("a", "b") optional"#),
      (#"x: regex("[a-z]*")"#, "string optional rule matches(/[a-z]*/)"),
      (#"x: regex("[a-z]+") @ignoreCase"#, "string anyCase rule matches(/[a-z]+/)"),
      (#"x: not("a")"#, #"string optional rule not (value == "a")"#),
      (
        #"x: starts("a") ends("b")"#, #"string rule value startsWith("a") rule value endsWith("b")"#
      ),
      ("x: range(1,10)", "string rule number(1...10)"), ("x: xDate", "date"),
      ("x: xDate(2020-01-01, 2020-12-31)", "date rule range(2020-01-01...2020-12-31)"),
      ("x: uuid4 unique", "string rule uuid(4) rule unique"),
      (#"x: if($y/is("a"), notEmpty, empty)"#, "string"),
      (#"x: is(concat("a", $y))"#, #"string rule value == joined("a", y)"#),
      (#"x: is("a") @matchIsFalse"#, #"string optional rule not (value == "a")"#),
      (
        #"x: length(3) @warningOnly"#,
        #"string optional rule count(3) warning "x: length(3) @warningOnly""#
      ),
    ])
  func csvColumn(column: String, field: String) throws {
    let made = try ImportTests.made("version 1.1\n@totalColumns 2\n\(column)\ny: // any text\n")
    let end = try #require(made.form.firstIndex { $0.hasPrefix("field y") })
    let form = made.form[1..<end].joined(separator: " ")
    #expect(form.hasPrefix("field x: " + field), "\(form)")
    #expect(made.summary.hasSuffix("(100 %)"), "\(made.summary)")
  }

  @Test(
    "a CSV Schema with a mistake has a message with a place",
    arguments: [
      ("version 2.0\n", 11), ("version 1.0\nx: is(", 18), ("version 1.0\nx: is(\"a\n", 18),
      ("version 1.0\nx: if(empty)", 23), ("version 1.0\n@separator", 22), ("version 1.0\n?", 12),
    ])
  func wrongCSVSchema(text: String, offset: Int) throws {
    let source = Source(name: "a.csvs", bytes: Array(text.utf8))
    let problem = #expect(throws: ImportProblem.self) {
      try FormImport(source, name: "a", kind: .csvSchema, part: nil)
    }
    #expect(
      problem?.diagnostic.span.lower == UInt32(offset), "\(problem?.diagnostic.message ?? "")")
  }

  // MARK: XPath

  @Test(
    "a condition of XPath is one of a form",
    arguments: [
      (". > 5", "value > 5"), (". >= 18 and . < 100", "value >= 18 and value < 100"),
      ("${n} = '1'", "n is filled and n == 1"), ("${c} = 'a' or true()", "true"),
      ("${c} != 'a'", #"c is blank or c != "a""#), ("${t} = ''", "t is blank"),
      ("not(selected(${m}, 'a'))", #"not (m is filled and "a" in m)"#),
      ("selected(${c}, 'a')", #"c is filled and c == "a""#),
      ("regex(${t}, '[a-z]+')", "t is filled and t is matches(/[a-z]+/)"),
      ("string-length(${t}) > 3", "t is filled and count(t) > 3"),
      ("${d} <= today()", "d is filled and d <= today"),
      ("${d} > '2020-01-01'", "d is filled and d > 2020-01-01"),
      (". mod 2 = 0", "mod(value, 2) == 0"),
      ("(. + 1) * 2 div 4 > 1", "(((value + 1) * 2) / 4) > 1"),
      ("if(${n} > 1, 'a', 'b') = 'a'", #"("a" if n is filled and n > 1 else "b") == "a""#),
      ("count-selected(.) <= 3", "count(value) <= 3"), ("../n = 1", "n is filled and n == 1"),
    ])
  func xpath(text: String, condition: String) throws {
    let kinds: [(name: String, kind: XPathWriter.Kind)] = [
      ("n", .number), ("c", .choice), ("t", .text), ("m", .choices), ("d", .date),
    ]
    let writer = XPathWriter { name in
      guard let name else { return .init(operand: "value", kind: .number, isOptional: false) }
      return kinds.first { "../" + $0.name == name || $0.name == name }.map {
        .init(operand: $0.name, kind: $0.kind, isOptional: true)
      }
    }
    if text.hasPrefix("count-selected") {
      let list = XPathWriter { _ in .init(operand: "value", kind: .choices, isOptional: false) }
      #expect(try list.condition(XPathParser.parse(text)).text == condition)
    } else {
      #expect(try writer.condition(XPathParser.parse(text)).text == condition)
    }
  }

  @Test(
    "an expression that is none is refused",
    arguments: ["", ". >", "(1", "${a", "'a", "1 2", "f(1,", "=", "a b", "..", "$x"])
  func noXPath(text: String) {
    #expect(throws: Gap.self) { try XPathParser.parse(text) }
  }
}
