// `formwork lsp`: serves an editor over standard input and output.

internal import FormworkEngine
internal import FormworkReport
internal import FormworkRuntime
internal import FormworkServer

/// One run of `formwork lsp`.
struct ServeCommand {
  /// The number of bytes to read at a time.
  private static let pieceSize = 64 << 10

  private let terminal: Terminal
  private let moment: () -> Moment

  init(
    _ arguments: Arguments, _ terminal: Terminal, _ moment: @escaping () -> Moment
  ) throws(Arguments.Problem) {
    if let operand = arguments.operands.first {
      throw Arguments.Problem(
        message: "\"\(operand.text)\" is not expected here.", hint: "Usage: " + Verb.lsp.usage)
    }
    self.terminal = terminal
    self.moment = moment
  }

  func run() -> Int32 {
    do throws(FileProblem) {
      return try serve(InputFile("-"))
    } catch {
      terminal.error("error: " + FileWords.sentence(error) + "\n")
      return ExitCode.failed
    }
  }

  private func serve(_ input: InputFile) throws(FileProblem) -> Int32 {
    if terminal.inputIsTerminal {
      terminal.error(
        "This server waits for an editor, which usually starts it. See examples/editors.\n")
    }
    let server = LanguageServer(version: CommandLineTool.version, host: host)
    var messages = MessageReader()
    var room = [UInt8](repeating: 0, count: ServeCommand.pieceSize)
    while true {
      do throws(MessageReader.Unreadable) {
        while let message = try messages.next() {
          server.take(message)
          if let code = server.exitCode { return code }
        }
      } catch {
        terminal.error(
          "error: A message must begin with a header such as \"Content-Length: 42\".\n"
            + "  An editor usually starts this server. See examples/editors.\n")
        return ExitCode.failed
      }
      if terminal.isClosed { return ExitCode.failed }
      var isFirst = true
      let count = try room.fill { room throws(FileProblem) in
        try input.read(into: room) {
          // There is no input to read yet.
          if isFirst { server.settle() }
          isFirst = false
          return !terminal.isClosed
        }
      }
      if count == 0 { return server.isShutDown ? ExitCode.accepted : ended() }
      messages.append(room[..<count])
    }
  }

  /// Reports input that ended before the editor shut down the server.
  private func ended() -> Int32 {
    terminal.error("error: The input ended before the editor sent \"exit\".\n")
    return ExitCode.failed
  }

  private var host: LanguageServer.Host {
    LanguageServer.Host(
      reader: { path in RunFiles().formReader(at: path.map { SystemText(bytes: $0) }) },
      knowsEncoding: TextDecoder.knows, moment: moment,
      data: .init(
        isThere: SampleCheck.isThere,
        check: { [moment] in SampleCheck(moment: moment()).sentences($0, $1) }),
      forms: { formNames(in: SystemText(bytes: $0)) },
      folders: { folderNames(in: SystemText(bytes: $0)) },
      help: { code in FindingPage.all.first { $0.code == code }?.text() },
      send: { message in
        MessageReader.frame(message).withUnsafeBufferPointer { terminal.output($0) }
      })
  }
}
