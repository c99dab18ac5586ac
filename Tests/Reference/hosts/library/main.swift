// Answers cases by the library. Each line of standard input is a `Request`; each line of standard output is its
// `Answer`.

import Foundation

while let line = readLine() {
  let request = try JSONDecoder().decode(Request.self, from: Data(line.utf8))
  print(await Answer(request).line)
  fflush(nil)
}
