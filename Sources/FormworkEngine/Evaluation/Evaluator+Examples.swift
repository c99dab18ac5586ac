// The data set of an example: the records before it, its own record, and the lists of other data.

internal import FormworkSyntax

extension Program {
  /// Whether every list whose file is named in the form has been read, or is part of the example.
  package func hasLists(for example: FormExample) -> Bool {
    dataLists.enumerated().allSatisfy { number, list in
      list.file == nil || list.table != nil || example.lists.contains { $0.list == number }
    }
  }

  /// Returns the program with the lists of an example. Other lists that haven't been read are empty, and values that
  /// haven't been given have their defaults.
  package func with(_ example: FormExample, moment: Moment) -> Program {
    var program = self
    for number in dataLists.indices {
      let own = example.lists.filter { $0.list == number }
      if own.isEmpty, dataLists[number].table != nil { continue }
      let reading = ListReading(number, of: program, moment: moment)
      let records =
        dataLists[number].isOfValues
        ? [Array("{}".utf8)] : own.flatMap { $0.records.map { $0.json } }
      for record in records {
        record.withUnsafeBufferPointer { _ = reading.add(json: $0) }
      }
      program = program.with(reading)
    }
    return program
  }
}

extension Evaluator {
  /// Prepares to judge an example. Collects the keys and answers of the records before it and of its own record.
  package func prepare(for example: FormExample) {
    let tally = RecordTally(program)
    var index = DataSetIndex(program)
    answers = nil
    for (number, record) in ((example.after ?? []).map { $0.json } + [example.record]).enumerated()
    {
      let address = RecordAddress(file: 0, record: number + 1, line: number + 1)
      record.withUnsafeBufferPointer { bytes in
        let entry = entry(at: address, tally: tally) { evaluator throws(MalformedRecord) in
          try evaluator.evaluate(json: bytes)
        }
        expect(index.add(entry, record: number + 1, line: number + 1))
      }
    }
    answers = tally
  }
}

extension FormExample {
  /// The number of the example's record in its data set, from 1.
  package var recordNumber: Int { (after?.count ?? 0) + 1 }

  /// Whether the checks of the data as a whole are judged with the example.
  package var judgesData: Bool { after != nil || rejects?.isEmpty ?? false }
}
