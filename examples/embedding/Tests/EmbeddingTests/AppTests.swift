// The program of the README.

import Foundation
import Testing

@Test func theProgramOfTheReadmeRuns() throws {
  let products = URL(filePath: CommandLine.arguments[0]).deletingLastPathComponent()
  let app = Process()
  app.executableURL = products.appending(path: "App")
  let output = Pipe()
  app.standardOutput = output
  try app.run()
  let printed = output.fileHandleForReading.readDataToEndOfFile()
  app.waitUntilExit()
  #expect(String(decoding: printed, as: UTF8.self) == "a1\n")
}
