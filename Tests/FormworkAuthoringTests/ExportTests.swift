// Tests of exports, on small forms. `Scripts/export` compares the verdicts of exported schemas with those of forms.

import FormworkEngine
import FormworkReport
import FormworkSyntax
import Testing

@testable import FormworkAuthoring

@Suite("formwork export") struct ExportTests {
  static func exported(
    _ form: String, to kind: ExportKind = .jsonSchema, dialect: String? = nil
  ) throws -> FormExport {
    let compiled = try CompiledForm(
      Source(name: "a.form", bytes: Array(form.utf8)), knowsEncoding: { _ in true },
      read: { _ in .failure(.init(.unreadable("No such file"))) })
    let day = try #require(CalendarDate(year: 2026, month: 11, day: 20))
    return FormExport(
      compiled.program, compiled.source, to: kind, dialect: dialect, moment: Moment(startOf: day))
  }

  /// Returns the schema of a form without its white space.
  private static func schema(_ form: String) throws -> String {
    let file = String(decoding: try exported(form).file, as: UTF8.self)
    return file.split(separator: "\n").map { $0.drop { $0 == " " } }.joined()
  }

  /// Forms, and parts of their schemas.
  static let schemas: [(String, [String])] = [
    (
      "field a: int rule range(1...9)",
      [#""minimum": 1,"maximum": 9"#, #""type": ["integer", "string"]"#, #""required": ["a"]"#]
    ),
    ("field a: number optional rule value > 0.5", [#""exclusiveMinimum": 0.5"#, #""null""#]),
    ("field a: int rule multipleOf(5)", [#""multipleOf": 5"#]),
    ("field a: string rule count(2...4) and digits", [#""minLength": 2,"maxLength": 4"#]),
    (
      "field a: string trimmed rule matches(/[A-Z]\\d+/)",
      [#""pattern": "[^\\s\\u0085]","allOf""#, #""^[\\s\\u0085]*[A-Z][0-9]+[\\s\\u0085]*$""#]
    ),
    ("field a: string without(\"-\") rule digits", [#""^[\\-]*(?:[0-9][\\-]*)*$""#]),
    ("field a: string lowercased rule matches(/[ab]/)", [#""^[ABab]$|[^\\u0000-\\u007F]""#]),
    ("field a: datetime(\"d.M.yyyy'T'H:mm\")", [#"[0-9]{4}[Tt][0-9]"#]),
    (
      "field a: choice(\"x\" \"Ex\", \"y\")",
      [#"{"const": "x","title": "Ex"},{"const": "y"}"#, #""^[\\s\\u0085]*(?:x|y)[\\s\\u0085]*$""#]
    ),
    (
      "choices xy = \"x\", \"y\" field a: choice of xy",
      [##""$ref": "#/$defs/xy""##, ##""$defs": {"xy": {"enum": ["x", "y"]}}"##]
    ),
    ("field a: list of int rule count(2...5)", [#""minItems": 2,"maxItems": 5"#]),
    ("field a: < closed field b: bool >", [#""additionalProperties": false"#]),
    (
      "field a: list by k of bool rule count(2...5) each rule k != \"x\"",
      [
        #""type": "object""#, #""additionalProperties": {"#,
        #""minProperties": 2,"maxProperties": 5"#,
      ]
    ),
    (
      "field a: list by k of < field b: bool > optional rule count(2...)",
      [
        #""additionalProperties": {"type": "object","properties": {"b""#, #""maxProperties": 0"#,
        #""minProperties": 2"#,
      ]
    ),
    (
      "field a: bool when a < field b: string >",
      [#""if": {"properties": {"a": {"anyOf": [{"enum": [true, 1]}"#, #""required": ["b"]}}"#]
    ),
    // Another encoding of the text is blank, too.
    (
      "data json < blank \"é\" > field a: int optional",
      [#"^[\\s\\u0085]*(?:é)[\\s\\u0085]*$|[\\p{M}"#]
    ),
    (
      "field a: string optional field b: string required if a is blank",
      [#""maxLength": 0}}},"then": {"properties": {"b": {"not""#]
    ),
    (
      "field a: string message \"Five letters\" rule matches(/[a-z]{5}/)",
      [#""errorMessage": {"type": "Five letters","pattern": "Five letters"}"#]
    ),
    (
      "field a: number rule value < 5 message \"{value} is not below {max}\"",
      [#""errorMessage": {"exclusiveMaximum": "${0} is not below 5"}"#]
    ),
    (
      "field a: string rule alphanumeric and count(1...9) message \"{min} to {max} letters\"",
      [#""pattern": "1 to 9 letters","minLength": "1 to 9 letters""#]
    ),
    (
      "field a \"A\": string hint \"Ay\" secret",
      [#""title": "A","description": "Ay""#, "writeOnly"]
    ),
    ("field a: date(\"d.M.yyyy\")", [#"*[0-9]{1,2}\\.[0-9]{1,2}\\.[0-9]{4}["#]),
    ("field a: string rule words(...9)", [#""$comment": "Not said here: words(...9)""#]),
    ("field a: string rule matches(/\\p{L}+/)", [#""^\\p{L}+$""#]),
    (
      "field a: string from \"x\", \"y\"",
      [#"{"anyOf": [{"required": ["x"]},{"required": ["y"]}]}"#]
    ),
  ]

  @Test("a form becomes a schema", arguments: schemas)
  func becomesSchema(_ form: String, _ parts: [String]) throws {
    let schema = try ExportTests.schema(form)
    for part in parts { #expect(schema.contains(part), "\(schema)") }
  }

  /// Constraints that a schema would refuse more by than the form.
  static let unsaid: [(String, [String])] = [
    // A character may have several code points.
    ("field a: string rule count(...5)", ["maxLength", "maxItems"]),
    // 1.15 is no multiple of 0.01 in binary.
    ("field a: number rule decimals(...2)", ["multipleOf"]),
    ("field a: number rule multipleOf(0.05)", ["multipleOf\""]),
    // The key may be there with null.
    ("field a: string optional field b: string required if a is filled", ["dependentRequired"]),
    // Case may change the number of characters.
    ("field a: string uppercased rule count(2...) and alphanumeric", ["{2,}", "minLength\": 2"]),
    // The text may be another spelling of the choice.
    ("field a: choice(\"x\" also(\"long\")) rule count(...3)", ["{0,3}", "maxLength"]),
    ("field a: list of int optional rule count(1...)", ["minItems"]),
    ("field a: string optional rule digits and count(1...3)", ["minLength"]),
    ("field a: string optional when a is count(0..<1) < field b: int >", ["{1,0}"]),
  ]

  @Test("a schema is never stronger than its form", arguments: unsaid)
  func isNeverStronger(_ form: String, _ keywords: [String]) throws {
    let schema = try ExportTests.schema(form)
    for keyword in keywords { #expect(!schema.contains(keyword), "\(schema)") }
  }

  /// Forms, the number of constraints that their schemas say, and why others aren't said.
  static let sums: [(String, Int, Int, String)] = [
    ("field a: string rule digits", 3, 3, ""),
    ("field a: int field b: int rule value > a", 4, 5, "1 compares values of a record"),
    ("field a: date rule past", 2, 3, "1 depends on the day"),
    ("field a: string rule unique", 2, 3, "1 asks other records"),
    (
      "field a: int field b: int when a > b < field c: string rule digits >", 4, 8,
      "1 compares values of a record, 3 are in blocks whose conditions are left out"
    ),
    ("field a: string rule email", 2, 3, "1 tests a text in a way of its own"),
    (
      "field a: list(\";\") of int optional rule count(...3)", 1, 3,
      "2 aren't checked in lists that are one text"
    ),
    (
      "field a: list(\";\") of string optional each rule digits when count(a) > 1 < field b: any >",
      2, 5, "3 aren't checked in lists that are one text"
    ),
  ]

  @Test("the coverage counts each constraint", arguments: sums)
  func countsConstraints(_ form: String, _ said: Int, _ all: Int, _ reasons: String) throws {
    let coverage = try ExportTests.exported(form).coverage
    #expect(coverage.summary.hasPrefix("\(said) of \(all) constraints exported"))
    #expect(coverage.summary.hasSuffix(reasons.isEmpty ? "%)" : "; " + reasons))
    #expect(coverage.isWhole == (said == all))
  }

  @Test("the numbers and bools of a schema are imported again")
  func comesBack() throws {
    let form =
      "field a: int rule range(1...9) field b: bool optional field c: list of number"
    let source = Source(name: "a.json", bytes: try ExportTests.exported(form).file)
    let made = try FormImport(source, name: "a", kind: .jsonSchema, part: nil)
    let text = String(decoding: made.form, as: UTF8.self)
    for field in ["a: int rule range(1...9)", "b: bool optional", "c: list of number"] {
      #expect(text.contains("field \(field)\n"), "\(text)")
    }
  }

  @Test("an OpenAPI document has the schema as a component")
  func openAPI() throws {
    let form = "form card choices xy = \"x\", \"y\" field a: choice of xy"
    let file = String(
      decoding: try ExportTests.exported(form, dialect: "openapi").file, as: UTF8.self)
    #expect(file.hasPrefix("{\n  \"openapi\": \"3.1.0\""))
    #expect(file.contains("\"$ref\": \"#/components/schemas/card/$defs/xy\""))
    #expect(!file.contains("$schema"))
  }

  @Test("a form with many fields takes linear time")
  func manyFields() throws {
    let form = (0..<20_000).map { "field a\($0): int optional\n" }.joined()
    #expect(try ExportTests.exported(form).coverage.isWhole)
  }

  @Test("the types of products and problems are TypeScript")
  func typeScript() throws {
    let form = """
      form card choices xy = "x", "y"
      field a "A */": choice of xy
      field `b c`: list of list of choice("p", "q") optional
      field d: < field e: int optional > when a == "x" as more < field f: any >
      """
    let file = String(decoding: try ExportTests.exported(form, to: .typescript).file, as: UTF8.self)
    #expect(
      file.hasPrefix(
        """
        /** Card */
        export interface CardProduct {
          /** A * / */
          a: Xy;
          "b c"?: ("p" | "q")[][];
          d: {
            e?: number;
          };
          more?: {
            f: unknown;
          };
        }

        export type Xy = "x" | "y";

        /** What is wrong with a record. */
        export interface CardProblem {
        """))
  }

  /// TypeScript refuses an interface that declares a property twice (TS2300).
  @Test("fields of several branches with one name are one property")
  func propertiesOfBranches() throws {
    let form = """
      form card field k: choice("a", "b", "c")
      when k == "a" < field x "A number": int field y: list of string >
      else when k == "b" < field x "A text": string field y: list of string optional >
      else < field x: int >
      when k == "a" as more < field z: int > else as more < field z: bool >
      """
    let file = String(decoding: try ExportTests.exported(form, to: .typescript).file, as: UTF8.self)
    #expect(
      file.hasPrefix(
        """
        /** Card */
        export interface CardProduct {
          k: "a" | "b" | "c";
          /** A number / A text */
          x?: number | string;
          y?: string[];
          more?: {
            z: number;
          } | {
            z: boolean;
          };
        }

        """), "\(file)")
  }

  @Test("the fields and products are Swift")
  func swiftTypes() throws {
    let form = """
      form libraryCard "Card"
      field a "A label": choice("x" "X", "y-z" "Y") hint "A hint"
      field `b c`: list of list of choice("p", "q 1") optional
      field d: < field e: int optional  field type: choice("1", "class") >
      field items: list of < field price: number  field on: date >
      field at: instant  field at2: time optional  field class: bool default true
      when a == "x" as more < field f: any > else when class as more < field g: string >
      """
    let file = String(decoding: try ExportTests.exported(form, to: .swift).file, as: UTF8.self)
    #expect(
      file == """
        // Written by `formwork export --to swift` from a.form.

        import Formwork
        import Foundation

        /// The fields of Card.
        enum LibraryCardField: String, CaseIterable, Sendable {
          case a
          case bC = "b c"
          case d
          case dE = "d.e"
          case dType = "d.type"
          case items
          case itemsPrice = "items.price"
          case itemsOn = "items.on"
          case at
          case at2
          case `class`
          case f
          case g
        }

        /// A product of Card.
        struct LibraryCard: Codable, Hashable, Sendable {
          /// A label. A hint
          var a: A
          var bC: [[BC]]?
          var d: D
          var items: [Items]
          var at: Date
          var at2: DateComponents?
          var `class`: Bool
          var more: More?

          enum CodingKeys: String, CodingKey {
            case a
            case bC = "b c"
            case d
            case items
            case at
            case at2
            case `class`
            case more
          }

          enum A: String, Codable, CaseIterable, Sendable {
            case x
            case yZ = "y-z"
          }

          enum BC: String, Codable, CaseIterable, Sendable {
            case p
            case q1 = "q 1"
          }

          struct D: Codable, Hashable, Sendable {
            var e: Int?
            var type: TypeValue

            enum TypeValue: String, Codable, CaseIterable, Sendable {
              case _1 = "1"
              case `class`
            }
          }

          struct Items: Codable, Hashable, Sendable {
            var price: Decimal
            var on: DateComponents
          }

          struct More: Codable, Hashable, Sendable {
            var f: FormValue?
            var g: String?
          }
        }

        """, "\(file)")
  }

  @Test("a workbook is the same each time")
  func workbook() throws {
    let form = "field a: int rule range(1...9) field b: choice(\"x, y\", \"z\") optional"
    let first = try ExportTests.exported(form, to: .xlsx)
    #expect(first.file == (try ExportTests.exported(form, to: .xlsx).file))
    #expect(first.file.starts(with: "PK".utf8) && first.coverage.isWhole)
  }

  /// Fields, each with the outcome of its constraints in a workbook: the type of a validation, or the reason for none.
  static let validations: [(String, [String: String])] = [
    (
      "field a: int rule unique rule range(1...9)",
      ["unique": "custom", "range(1...9)": "validation", "int": "validation", "required": "color"]
    ),
    ("field a: string optional rule unique", ["unique": "custom", "string": "@"]),
    (
      "field a: string optional rule count(2...) and digits rule unique",
      ["count(2...)": "textLength", "digits": "text", "unique": "validation", "string": "@"]
    ),
    (
      "field a: int optional rule value > 0 and value < 31 message \"{min} to {max}\"",
      ["value > 0": "whole", "value < 31": "whole", "int": "whole"]
    ),
    (
      "field a: int optional rule value > 0 message \"More\" rule value < 31 message \"Less\"",
      ["value > 0": "whole", "value < 31": "validation", "int": "whole"]
    ),
    (
      "field a: choice(\"x\", \"y\") optional rule unique",
      ["choice": "list", "unique": "validation"]
    ),
    (
      "field a: string optional rule count(2...4)",
      ["count(2...4)": "textLength, characters", "string": "@"]
    ),
    ("field a: any optional rule unique", ["any": "kind", "unique": "custom"]),
    ("field a: list of int", ["list": "kind", "required": "column"]),
    ("field a: list of int optional", ["list": "kind"]),
  ]

  @Test(
    "the coverage of a workbook names the validation of each constraint", arguments: validations)
  func namesValidations(_ form: String, _ outcomes: [String: String]) throws {
    let coverage = try ExportTests.exported(form, to: .xlsx).coverage
    var found: [String: String] = [:]
    for entry in coverage.entries {
      switch entry.outcome {
      case .kept(let words): found[entry.constraint] = words
      case .leftOut(let lack, _): found[entry.constraint] = "\(lack)"
      case .partly(let words, let lack): found[entry.constraint] = "\(words), \(lack)"
      case .information, .stricter: Issue.record("\(entry)")
      }
    }
    #expect(found == outcomes)
  }

  @Test("a lower and an upper limit are one validation")
  func joinedLimits() throws {
    let form = "field a: int rule value > 0 and value < 31 message \"{min} to {max}\""
    let export = try ExportTests.exported(form, to: .xlsx)
    let book = try Workbook(size: export.file.count) { place, room in
      let part = export.file[place..<min(export.file.count, place + room.count)]
      room.copyBytes(from: part)
      return part.count
    }
    let validation = try #require(try book.validations(ofSheet: "").validations.first)
    #expect(validation.type == "whole" && validation.operation == "between")
    #expect(validation.formulas == ["1", "30"] && validation.error == "0 to 31")
  }

  @Test("a Table Schema has patterns where its types would refuse more")
  func tableSchema() throws {
    let form = """
      field a "A": int rule range(1...9) and unique
      field b: < field c: date optional > field d: bool optional
      when d < field e: string rule digits >
      """
    let export = try ExportTests.exported(form, to: .tableSchema)
    let file = String(decoding: export.file, as: UTF8.self)
    for part in [
      #""primaryKey": ["a"]"#, #""maximum": 9"#, #""name": "b.c""#, #""missingValues": [""]"#,
      #""rdfType": "http://www.w3.org/2001/XMLSchema#date""#,
    ] {
      #expect(file.contains(part), "\(file)")
    }
    // The contents of the column of a block may be ignored.
    #expect(file.contains("\"name\": \"e\",\n      \"type\": \"string\"\n    }"))
    #expect(!export.coverage.isWhole)
  }
}
