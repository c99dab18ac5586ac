/* Checks files by a form: check FORM FILE…
 *
 * The files are of any kind that the command line reads, also compressed. Prints the results of records with problems as
 * lines of JSON; ends with 1 if a record was rejected, with 2 if something cannot be read. */
#include "formwork.hpp"

#include <fstream>
#include <iostream>
#include <iterator>

static std::optional<std::string> read_file(const std::string &path) {
  std::ifstream file(path, std::ios::binary);
  if (!file) return std::nullopt;
  return std::string(std::istreambuf_iterator<char>(file), {});
}

int main(int argc, char **argv) {
  if (argc < 3) return std::cerr << "usage: check FORM FILE...\n", 2;
  try {
    const std::string path = argv[1], folder = path.substr(0, path.find_last_of('/') + 1);
    auto text = read_file(path);
    if (!text) return std::cerr << path << " cannot be read\n", 2;
    const formwork::form form(
        *text, path, [&](std::string_view inner) { return read_file(folder + std::string(inner)); });
    formwork::options options;
    options.only_problems = true;
    auto checker = form.checker(options);
    bool accepted = true;
    for (int number = 2; number < argc; number++)
      accepted &= checker.check_file(argv[number], [](std::string_view lines) {
        return static_cast<bool>(std::cout << lines);
      }, 2);
    return accepted ? 0 : 1;
  } catch (const formwork::error &error) {
    std::cerr << error.what() << '\n';
    return 2;
  }
}
