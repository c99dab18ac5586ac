// The data set of an example: the records before it, itself, and the lists of other data.

internal import FormworkSyntax

extension Program {
  /// Returns the program with the lists that an example has. A list without records is empty.
  package func with(_ example: FormExample, moment: Moment) -> Program {
    if example.lists.isEmpty, dataLists.allSatisfy({ $0.table != nil }) { return self }
    var program = self
    let readings = dataLists.indices.map { number in
      let reading = ListReading(number, of: self, self.program(ofList: number), moment: moment)
      for content in example.lists where content.list == number {
        for record in content.records {
          record.withUnsafeBufferPointer { reading.add($0, line: 1, defect: nil, of: nil) }
        }
      }
      return reading
    }
    let own = OrderedSet(example.lists.map { $0.list })
    program = program.with(readings)
    for number in dataLists.indices where !own.contains(number) {
      if let table = dataLists[number].table { program.dataLists[number].table = table }
    }
    program.layOut()
    program.indexLists()
    return program
  }
}

extension Evaluator {
  /// Reads the records before an example, which count for it but aren't judged.
  package func prepare(for example: FormExample) {
    let tally = RecordTally(program)
    var index = DataSetIndex(program)
    answers = nil
    for (number, record) in ((example.after ?? []) + [example.record]).enumerated() {
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
  /// The number of its record in its data.
  package var recordNumber: Int { (after?.count ?? 0) + 1 }

  /// Whether the checks of the data as a whole are judged with it.
  package var judgesData: Bool { after != nil || rejects?.isEmpty ?? false }
}
