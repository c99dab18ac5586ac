import Embedding
import Testing

@Suite struct FormsTests {
  @Test(arguments: Forms.allCases) func everyFormPassesTheChecker(_ form: Forms) throws {
    let spec = try form.load()
    #expect(spec.warnings.map { $0.description } == [])
  }
}
