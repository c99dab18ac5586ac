// Rows of tables (RFC 4180): quotes, line breaks in cells, headers, faults after which reading goes on, and the same
// from a stream in pieces of any size.

import Testing

@testable import FormworkEngine

@Suite struct ReaderTableTests {
  let bench: ReaderBench

  init() throws {
    bench = try ReaderBench("field a: string optional\nfield b: string optional")
  }

  private func expect(
    _ text: String, _ wanted: [String], delimiter: Character? = ",",
    at location: SourceLocation = #_sourceLocation
  ) {
    let bytes = readerBytes(text)
    let format =
      delimiter.map { DataLayout.table(delimiter: $0.asciiValue ?? 0) } ?? DataLayout.csv
    #expect(bench.read(bytes, format) == wanted, sourceLocation: location)
    for pieces in readerPieces {
      #expect(
        bench.read(bytes, format, pieces: pieces) == wanted, "pieces of \(pieces)",
        sourceLocation: location)
    }
  }

  // MARK: Rows

  @Test func rows() {
    expect("a,b\n1,2\n", [#"2:1 a="1" b="2""#])
    expect("a,b\r\n1,2\r\n3,4", [#"2:1 a="1" b="2""#, #"3:1 a="3" b="4""#])
    expect("\\xef\\xbb\\xbfa,b\n1,2\n", [#"2:1 a="1" b="2""#])
    expect("b,a\n1,2\n", [#"2:1 a="2" b="1""#])
    expect("a,b\n,\n \t,\u{3000}\n\"\",x\n\"\",\n", [#"4:1 b="x""#, "5:1 "])
    expect("a,b\n 1 ,\t2\n", ["2:1 a=\" 1 \" b=\"\t2\""])
    expect("a,b\n1,2\r", [#"2:1 a="1" b="2""#])
    expect("a,b\né,𝄞\n", [#"2:1 a="é" b="𝄞""#])
    expect("sep=;\na;b\n1,2;3\n", [#"3:1 a="1,2" b="3""#], delimiter: nil)
    expect("\"sep=|\"\r\na|b\n1|2\n", [#"3:1 a="1" b="2""#], delimiter: nil)
    expect("sep=;\na,b\n1,2\n", [#"3:1 a="1" b="2""#])
    expect("a,b", [])
    expect("a,b\n", [])
    expect("\n\r\na,b\n\n1,2\n\n\n3,4\n\n", [#"5:1 a="1" b="2""#, #"8:1 a="3" b="4""#])
  }

  @Test func quotes() {
    expect("a,b\n\"1\",\"2\"\n", [#"2:1 a="1" b="2""#])
    expect("\"a\",\"b\"\n\"x,y\",\"say \"\"hi\"\"\"\n", [#"2:1 a="x,y" b="say "hi"""#])
    expect("a,b\n\"\"\"\",\"\"\"x\"\n", [#"2:1 a=""" b=""x""#])
    expect("a,b\n1,\"\"", [#"2:1 a="1""#])
    expect("a,b\n1,\"2\"", [#"2:1 a="1" b="2""#])
  }

  @Test func lineBreaksInCells() {
    expect(
      "a,b\n\"x\ny\",1\n2,\"p\r\nq\r\n\"\r\n3,4\n",
      ["2:1 a=\"x\ny\" b=\"1\"", "4:1 a=\"2\" b=\"p\r\nq\r\n\"", #"7:1 a="3" b="4""#])
    expect("\"a\n\",b\n1,2\n", [#"3:1 a="1" b="2""#])
    expect("a,b\n\"\n\n\",\"\n\"\n1,2,3\n", ["2:1 a=\"\n\n\" b=\"\n\"", "6:1 wrongWidth(2,3) 6:1"])
  }

  @Test func delimiters() {
    expect("a\tb\n1\t2,\n", [#"2:1 a="1" b="2,""#], delimiter: "\t")
    expect("b;a\n\"1;\";2\n", [#"2:1 a="2" b="1;""#], delimiter: ";")
    expect("a|b\n1|\"2\"x|\n", ["2:1 textAfterQuote 2:6"], delimiter: "|")
    expect("a b\n1 2\n", [#"2:1 a="1" b="2""#], delimiter: " ")
  }

  @Test func faults() {
    expect(
      "a,b\n1\n1,2,3\n1,2\n",
      ["2:1 wrongWidth(2,1) 2:1", "3:1 wrongWidth(2,3) 3:1", #"4:1 a="1" b="2""#])
    expect("a,b\n\"x\"y,2\n1,2\n", ["2:1 textAfterQuote 2:4", #"3:1 a="1" b="2""#])
    expect("a,b\n\"x\" ,2\n", ["2:1 textAfterQuote 2:4"])
    expect("a,b\nx\"y,2\n1,2\n", ["2:1 quoteInsideCell 2:2", #"3:1 a="1" b="2""#])
    expect("a,b\n1, \"2\"\n1,2\n", ["2:1 quoteInsideCell 2:4", #"3:1 a="1" b="2""#])
    expect("a,b\nx\\x00y,2\n1,2\n", ["2:1 nulCharacter 2:2", #"3:1 a="1" b="2""#])
    expect("a,b\né\\xff,2\n1,2\n", ["2:1 badUTF8 2:2", #"3:1 a="1" b="2""#])
    expect("a,b\n\\xed\\xa0\\x80,2\n", ["2:1 badUTF8 2:1"])
  }

  @Test func unclosedQuote() {
    expect(
      "a,b\n1,\"2\n3,4\n5,6\n", ["2:1 unclosedQuote 2:3", #"3:1 a="3" b="4""#, #"4:1 a="5" b="6""#])
    expect("a,b\n1,\"2", ["2:1 unclosedQuote 2:3"])
    expect("a,b\n1,2\n\"\"\"", [#"2:1 a="1" b="2""#, "3:1 unclosedQuote 3:1"])
    // The next quote closes the cell, but other text follows it.
    expect(
      "a,b\n1,\"2\n3,\"4\"\n5,6\n",
      ["2:1 unclosedQuote 2:3", #"3:1 a="3" b="4""#, #"4:1 a="5" b="6""#])
    expect(
      "a,b\n\"1,2\r\n\"3\",\"4\"\r\n5,6\r\n",
      ["2:1 unclosedQuote 2:1", #"3:1 a="3" b="4""#, #"4:1 a="5" b="6""#])
    expect(
      "a,b\n\"1\n2\"x,3\n4,5\n",
      ["2:1 unclosedQuote 2:1", "3:1 quoteInsideCell 3:2", #"4:1 a="4" b="5""#])
  }

  @Test func cellLimit() {
    let long = String(repeating: "x", count: 30)
    let format = DataLayout.table(delimiter: UInt8(ascii: ","))
    for pieces in readerPieces + [25, 1_000] {
      func read(_ text: String) -> [String] {
        bench.read(Array(text.utf8), format, pieces: pieces, cellLimit: 20)
      }
      // On one line nothing is lost, however long the cell is.
      #expect(
        read("a,b\n\"\(long)\",2\n3,4\n") == ["2:1 a=\"\(long)\" b=\"2\"", #"3:1 a="3" b="4""#])
      #expect(
        read("a,b\n\"1\n\(long)\",2\n3,4\n")
          == ["2:1 unclosedQuote 2:1", "3:1 quoteInsideCell 3:31", #"4:1 a="3" b="4""#])
      let most = "1\n" + String(repeating: "x", count: 16) + "\"\""
      #expect(read("a,b\n\"\(most)\",2\n") == ["2:1 a=\"\(most.dropLast())\" b=\"2\""])
      #expect(
        read("a,b\n\"\(most)x\",2\n").first == "2:1 unclosedQuote 2:1")
      #expect(
        read("a,b\n\"\(long)\n3,4\n") == ["2:1 unclosedQuote 2:1", #"3:1 a="3" b="4""#])
    }
  }

  // MARK: Headers

  @Test func columnsAndKeys() throws {
    let bench = try ReaderBench(
      """
      field id: string from "Kunden-Nr.", "customer"
      field Straße: string optional
      field a: string optional
      field A: string optional
      field address: < field zip: string optional field at: < field x: string optional > optional >
        optional
      """)
    func row(_ header: String, _ row: String) -> [String] {
      bench.read(Array("\(header)\n\(row)\n".utf8), .table(delimiter: UInt8(ascii: ",")))
    }
    #expect(row("Kunden-Nr.", "1") == [#"2:1 Kunden-Nr.="1""#])
    #expect(row("KUNDEN-NR.", "1") == [#"2:1 Kunden-Nr.="1""#])
    #expect(row("\" customer \"", "1") == [#"2:1 customer="1""#])
    #expect(row("customer,STRASSE", "1,2") == [#"2:1 customer="1""#])
    #expect(row("customer,straße", "1,2") == [#"2:1 customer="1" Straße="2""#])
    #expect(row("customer,A,a", "1,2,3") == [#"2:1 customer="1" a="3" A="2""#])
    #expect(
      row("address.zip,customer,ADDRESS.AT.X", "1,2,3")
        == [#"2:1 customer="2" address={zip="1" at={x="3"}}"#])
    #expect(row("address.zip,customer", ",2") == [#"2:1 customer="2""#])
    #expect(row("customer,,  ,id", "1,2,3,4") == [#"2:1 customer="1""#])
  }

  @Test func columnOfACalculatedField() throws {
    let bench = try ReaderBench("closed field id: string field both: string = \"{id}{id}\"")
    #expect(bench.headerProblems("id") == [])
    #expect(
      bench.headerProblems("id,both") == [.calculatedColumn("both", position: 1)])
  }

  @Test func headersThatCannotBe() throws {
    let bench = try ReaderBench("field id: string\nfield name: string optional")
    #expect(
      bench.headerProblems("id,name,ID") == [.repeatedColumn("ID", first: 0, second: 2)])
    #expect(
      bench.headerProblems("name,idd")
        == [
          .unknownColumn("idd", position: 1, near: ["id"], isError: false),
          .missingColumn(field: "id", keys: ["id"], near: ["idd"], isError: true),
        ])
    #expect(
      bench.headerProblems("id,nmae,other")
        == [
          .unknownColumn("nmae", position: 1, near: ["name"], isError: false),
          .unknownColumn("other", position: 2, near: [], isError: false),
          .missingColumn(field: "name", keys: ["name"], near: ["nmae"], isError: false),
        ])
    #expect(bench.headerProblems("formwork_problems,id,name") == [])
    #expect(bench.headerProblems("\"id") == [.malformedHeader(.unclosedQuote, offset: 0)])
    #expect(bench.headerProblems("id,\"x\"y") == [.malformedHeader(.textAfterQuote, offset: 6)])
    #expect(
      bench.headerProblems("\"id\";\"x\"")
        == [.malformedHeader(.textAfterQuote, offset: 4, delimiter: ";")])
    #expect(bench.headerProblems("id,\0") == [.malformedHeader(.nulCharacter, offset: 3)])
  }

  @Test func headersOfClosedForms() throws {
    let bench = try ReaderBench("closed\nfield id: string\nfield name: string optional")
    #expect(
      bench.headerProblems("id,nmae")
        == [
          .unknownColumn("nmae", position: 1, near: ["name"], isError: true),
          .missingColumn(field: "name", keys: ["name"], near: ["nmae"], isError: false),
        ])
    #expect(bench.headerProblems("formwork_problems,id,name") == [])
  }

  @Test func columnsThatMayBeMissing() throws {
    let bench = try ReaderBench(
      """
      field a: string optional
      field b: string default "x"
      field c: bool default false
      when c < field d: string >
      field e: string required if c
      field f: < field g: string field h: string optional >
      """)
    func missing(
      _ name: String, near: [String] = [], isError: Bool = false, hasDefault: Bool = false
    ) -> TableProblem {
      .missingColumn(
        field: name, keys: [name], near: near, isError: isError, hasDefault: hasDefault)
    }
    #expect(
      bench.headerProblems("aa,f.h")
        == [
          .unknownColumn("aa", position: 0, near: [], isError: false), missing("a"),
          missing("b", hasDefault: true), missing("c", hasDefault: true), missing("d"),
          missing("e"),
          missing("f.g", isError: true),
        ])
  }

  @Test func anotherDelimiter() throws {
    let bench = try ReaderBench("field name: string optional\nfield age: int optional")
    #expect(bench.headerProblems("name;age").first == .noKnownColumn(delimiter: ";"))
    #expect(bench.headerProblems("name\tage").first == .noKnownColumn(delimiter: "\t"))
    #expect(
      bench.headerProblems("name")
        == [.missingColumn(field: "age", keys: ["age"], near: [], isError: false)])
  }

  @Test func headersOfAnySize() throws {
    let columns = (0..<5_000).map { "x\($0)" }.joined(separator: ",")
    let spec = (0..<500).map { "field f\($0): string" }.joined(separator: "\n")
    let problems = try ReaderBench(spec).headerProblems(columns)
    #expect(problems.count == 5_501)
    #expect(problems.first == .noKnownColumn(delimiter: nil))
  }

  /// A row that reaches a cell of an earlier row with a stray quote ends as if it had been scanned to the end.
  @Test func rowsWithStrayQuotes() {
    var random = PatternTestRandom(seed: 5)
    for round in 0..<4_000 {
      let letters = Array((round % 2 == 0 ? "x\",\n" : "x\"\",\",\n\n\r").utf8)
      let period = (0..<Int.random(in: 1...9, using: &random)).map { _ in
        letters.randomElement(using: &random) ?? 0
      }
      var bytes = Array(repeatElement(period, count: 12).joined())
      for _ in 0..<(round % 3) {
        bytes[Int.random(in: 0..<bytes.count, using: &random)] = letters[0]
      }
      let wanted = RowEnds.alone(bytes)
      #expect(RowEnds.together(bytes, size: bytes.count) == wanted, "\(bytes)")
      #expect(RowEnds.together(bytes, size: 1 + round % 40) == wanted, "\(bytes)")
    }
  }

  /// If each line were scanned to the end, this would take minutes.
  @Test(arguments: ["x\",\"y\n", "x\",\"\n", ",x,\",,\"\"\"\n"])
  func manyLinesWithStrayQuotes(_ line: String) {
    let bytes = Array(repeatElement(Array(line.utf8), count: 20_000).joined())
    #expect(RowEnds.together(bytes, size: bytes.count).count == 20_000)
    #expect(RowEnds.together(bytes, size: 40_000).count == 20_000)
  }
}

/// The rows of a table.
private enum RowEnds {
  private static let layout = DataLayout.table(delimiter: UInt8(ascii: ","))

  /// Finds each row with a separate splitter, which has no state from earlier rows.
  static func alone(_ bytes: [UInt8]) -> [Range<Int>] {
    bytes.withUnsafeBufferPointer { bytes in
      var (rows, begin): ([Range<Int>], Int) = ([], 0)
      while begin < bytes.count {
        var (splitter, found): (_, [RecordSpan]) = (
          RecordSplitter(layout, cellLimit: 24), []
        )
        let used = splitter.split(
          bytes.part(begin, bytes.count), isFinal: true, limit: 1, into: &found)
        rows += found.map { begin + $0.lower..<begin + $0.upper }
        begin += used
      }
      return rows
    }
  }

  /// Finds all rows with one splitter, which is given `size` bytes at once, and more if no row ends in them.
  static func together(_ bytes: [UInt8], size: Int) -> [Range<Int>] {
    bytes.withUnsafeBufferPointer { bytes in
      var splitter = RecordSplitter(layout, cellLimit: bytes.count < 1_000 ? 24 : 1 << 20)
      var (rows, begin, end): ([Range<Int>], Int, Int) = ([], 0, 0)
      while begin < bytes.count {
        end = min(bytes.count, max(end, begin) + size)
        var found: [RecordSpan] = []
        let used = splitter.split(
          bytes.part(begin, end), isFinal: end == bytes.count, into: &found)
        rows += found.map { begin + $0.lower..<begin + $0.upper }
        if used == 0, end == bytes.count { break }
        begin += used
      }
      return rows
    }
  }
}
