/* Formwork from C++17: the functions of formwork.h with handles that close themselves, strings, and exceptions. */
#ifndef FORMWORK_HPP
#define FORMWORK_HPP

#include "formwork.h"

#include <cstdint>
#include <exception>
#include <functional>
#include <memory>
#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace formwork {

/* A form with errors; what() is drawn as in a terminal. Or data or options that can't be read; what() is a sentence. */
struct error : std::runtime_error {
  using std::runtime_error::runtime_error;
};

/* The results for some records. */
struct results {
  /* Whether all of the records were accepted, and the data as a whole if it has ended. */
  bool accepted;
  /* A line of JSON for each record, as `formwork check --output ndjson` writes it. */
  std::string lines;
};

/* The options of a checker; see formwork_options. */
struct options {
  std::optional<std::string> now, language, format, delimiter;
  std::uint32_t problems = 0, scope = 0;
  bool only_problems = false;
};

/* The records of a list of other data: a file that can be read, or the text of a file of this name. Or a value that the form
 * needs. */
struct list {
  std::string name, file;
  std::optional<std::string> text{}, value{};
};

namespace detail {

/* Bytes that are handed out. */
class block {
 public:
  block() = default;
  block(const block &) = delete;
  block &operator=(const block &) = delete;
  ~block() { formwork_bytes_free(&bytes_); }
  formwork_bytes *get() { return &bytes_; }
  std::string text() const {
    return bytes_.length ? std::string(reinterpret_cast<const char *>(bytes_.data), bytes_.length) : std::string();
  }

 private:
  formwork_bytes bytes_{nullptr, 0};
};

inline const std::uint8_t *data(std::string_view text) { return reinterpret_cast<const std::uint8_t *>(text.data()); }

inline const char *text_of(const std::optional<std::string> &text) { return text ? text->c_str() : nullptr; }

inline void expect(std::int32_t code, const block &fault) {
  if (code == FORMWORK_MISUSED) throw std::logic_error(fault.text().empty() ? "misuse of formwork" : fault.text());
  if (code == FORMWORK_FAILED) throw error(fault.text());
}

/* Calls a function of the caller from C, which no exception may cross. */
template <typename Function>
struct guarded {
  const Function &function;
  std::exception_ptr raised;

  template <typename Call>
  std::int32_t call(const Call &body) noexcept {
    try {
      return body(function) ? 0 : 1;
    } catch (...) {
      raised = std::current_exception();
      return 1;
    }
  }
  void rethrow() const {
    if (raised) std::rethrow_exception(raised);
  }
};

struct close {
  void operator()(formwork_form *form) const { formwork_form_close(form); }
  void operator()(formwork_checker *checker) const { formwork_checker_close(checker); }
};

}  // namespace detail

/* Checks records. One thread at a time may use it. */
class checker {
 public:
  /* Checks a JSON object by itself, or an array of them as a data set. */
  results check(std::string_view json) {
    detail::block lines, fault;
    auto code = formwork_check_json(handle_.get(), detail::data(json), json.size(), lines.get(), fault.get());
    detail::expect(code, fault);
    return {code == FORMWORK_OK, lines.text()};
  }

  /* Checks the next piece of a stream, which may end anywhere. After a failure, and after the last piece, another stream
   * begins. */
  results check_lines(std::string_view piece, bool is_last) {
    detail::block lines, fault;
    auto code = formwork_check_lines(
        handle_.get(), detail::data(piece), piece.size(), is_last, lines.get(), fault.get());
    detail::expect(code, fault);
    return {code == FORMWORK_OK, lines.text()};
  }

  /* Checks the records of a file, which may be compressed or a workbook. `take` receives lines of results, and returns
   * whether to go on. Returns whether everything was accepted. */
  bool check_file(const std::string &path, const std::function<bool(std::string_view)> &take, unsigned jobs = 1) {
    detail::block fault;
    detail::guarded<std::function<bool(std::string_view)>> guard{take, nullptr};
    auto receive = [](void *context, const std::uint8_t *lines, std::size_t length) -> std::int32_t {
      return static_cast<decltype(guard) *>(context)->call([&](const auto &function) {
        return function(std::string_view(reinterpret_cast<const char *>(lines), length));
      });
    };
    auto code = formwork_check_file(handle_.get(), path.c_str(), jobs, receive, &guard, fault.get());
    guard.rethrow();
    detail::expect(code, fault);
    return code == FORMWORK_OK;
  }

  /* The warnings about the columns of the last table, as a JSON array. */
  std::string warnings() {
    detail::block found;
    detail::expect(formwork_warnings(handle_.get(), found.get()), found);
    return found.text();
  }

  /* The handle, for the functions of formwork.h. */
  formwork_checker *get() const { return handle_.get(); }

 private:
  friend class form;
  explicit checker(formwork_checker *handle) : handle_(handle) {}
  std::unique_ptr<formwork_checker, detail::close> handle_;
};

/* A form, which any number of threads may use. */
class form {
 public:
  /* Reads a file that the form uses, by its path from the form's folder; nothing if there is none. */
  using reader = std::function<std::optional<std::string>(std::string_view)>;

  /* Loads a form. Throws `error` if it has errors. */
  explicit form(std::string_view text, const std::string &name = "form", const reader &read = {},
                const std::vector<list> &lists = {}) {
    struct held {
      detail::guarded<reader> guard;
      std::vector<std::unique_ptr<std::string>> texts;
    } held{{read, nullptr}, {}};
    auto answer = [](void *context, const std::uint8_t *path, std::size_t length, formwork_bytes *bytes,
                     std::uint64_t *) -> std::int32_t {
      auto &held = *static_cast<struct held *>(context);
      return held.guard.call([&](const reader &read) {
        auto text = read(std::string_view(reinterpret_cast<const char *>(path), length));
        if (!text) return false;
        held.texts.push_back(std::make_unique<std::string>(std::move(*text)));
        *bytes = {detail::data(*held.texts.back()), held.texts.back()->size()};
        return true;
      });
    };
    std::vector<formwork_list> given;
    for (const auto &list : lists) {
      formwork_list entry{};
      entry.name = list.name.c_str();
      if (!list.file.empty()) entry.file = list.file.c_str();
      entry.value = detail::text_of(list.value);
      if (list.text) entry.text = {detail::data(*list.text), list.text->size()};
      given.push_back(entry);
    }
    formwork_form *handle = nullptr;
    auto code = formwork_form_open_with(detail::data(text), text.size(), name.c_str(),
                                        read ? static_cast<formwork_read_file>(answer) : nullptr, &held,
                                        given.data(), given.size(), &handle);
    handle_.reset(handle);
    held.guard.rethrow();
    if (code == FORMWORK_MISUSED) throw std::logic_error("misuse of formwork");
    if (code == FORMWORK_FAILED) throw error(findings(true));
  }

  /* The findings: a JSON array, or as drawn in a terminal. */
  std::string findings(bool drawn = false) const {
    detail::block found;
    formwork_findings(handle_.get(), drawn, found.get());
    return found.text();
  }

  /* The fields as JSON, with labels in a language. */
  std::string describe(const std::optional<std::string> &language = {}) const {
    detail::block found;
    formwork_describe(handle_.get(), detail::text_of(language), found.get());
    return found.text();
  }

  formwork::checker checker(const options &options = {}) const {
    formwork_options raw{};
    raw.size = sizeof raw;
    raw.now = detail::text_of(options.now);
    raw.language = detail::text_of(options.language);
    raw.format = detail::text_of(options.format);
    raw.delimiter = detail::text_of(options.delimiter);
    raw.problems = options.problems;
    raw.scope = options.scope;
    raw.only_problems = options.only_problems;
    formwork_checker *opened = nullptr;
    detail::block fault;
    detail::expect(formwork_checker_open(handle_.get(), &raw, &opened, fault.get()), fault);
    return formwork::checker(opened);
  }

  /* The handle, for the functions of formwork.h. */
  const formwork_form *get() const { return handle_.get(); }

 private:
  std::unique_ptr<formwork_form, detail::close> handle_;
};

}  // namespace formwork

#endif
