/* Formwork from C, and from every language that can call C: loads forms and checks records against them.
 *
 * A form is loaded once and can be used by any number of threads at the same time. A checker can be used by one thread at a
 * time; while it is in use, other calls return FORMWORK_MISUSED. Texts are UTF-8. Bytes passed in are read only during the
 * call. Bytes handed out belong to the caller, who frees them with formwork_bytes_free. No function prints or ends the
 * process, provided that handles aren't used after they are closed and that threads have a stack of 512 KiB. */
#ifndef FORMWORK_H
#define FORMWORK_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* The return codes of functions. */
enum {
  /* Success. All records of this call were accepted. */
  FORMWORK_OK = 0,
  /* Success, but a record was rejected or the data as a whole is invalid. */
  FORMWORK_REJECTED = 1,
  /* Failure: the form has errors, or the data or the options are unreadable. */
  FORMWORK_FAILED = 2,
  /* An argument is missing, or isn't a handle of the right kind, or the checker is in use by another thread. */
  FORMWORK_MISUSED = 3
};

/* Bytes handed out. They do not end with a zero. */
typedef struct {
  const uint8_t *data;
  size_t length;
} formwork_bytes;

typedef struct formwork_form formwork_form;
typedef struct formwork_checker formwork_checker;

/* Reads a file that a form uses, or that it takes choices from.
 *
 * context  the context given to formwork_form_open.
 * path     the path relative to the form's folder, without "..", and its length in bytes. It does not end with a zero.
 * text     to be set to the file's bytes. They stay the caller's and must be valid until formwork_form_open returns.
 * identity may be set to two numbers that identify the file, such as its device and inode. By them a link and its target
 *          are known to be the same file. Both are 0 at first, for an unknown identity.
 *
 * Can be called on another thread while formwork_form_open waits. Returns 0, or another number if the file doesn't exist. */
typedef int32_t (*formwork_read_file)(void *context, const uint8_t *path, size_t path_length,
                                      formwork_bytes *text, uint64_t *identity);

struct ArrowArray;
struct ArrowSchema;

/* The records of a list of other data, which replace the file that the form names, or a value. Set everything to zero, then
 * `name`, and `file`, `text`, `schema` or `value`. They stay the caller's and must be valid until formwork_form_open_with returns. */
typedef struct {
  /* The name in the form. */
  const char *name;
  /* The path of a file that the command line could read: also compressed, in another encoding, or a workbook. If there is a
   * `text`, the name of the file that it was read from. The format of the records follows from its ending. */
  const char *file;
  /* The bytes of a file; without `file`, JSON records, one on each line. */
  formwork_bytes text;
  /* Batches of columns, as for formwork_check_arrow, and their number. */
  const struct ArrowArray *const *arrays;
  size_t array_count;
  const struct ArrowSchema *schema;
  /* In place of records, the value that the form needs under this name (`needs year: int`), as in data. */
  const char *value;
} formwork_list;

/* Options for checking records. Set everything to zero, then `size` to sizeof(formwork_options). */
typedef struct {
  /* sizeof(formwork_options), from which later versions know the fields that the caller has. */
  size_t size;
  /* The moment for `today` and `now`: an instant with its offset (RFC 3339) such as "2026-11-22T09:30:00+01:00", or a date.
   * Null for the system's clock and time zone. */
  const char *now;
  /* The language of messages, such as "de"; null for the form's own. */
  const char *language;
  /* "json", "ndjson", "csv" or "tsv"; null for "ndjson" or, for files, for the format that their name tells. */
  const char *format;
  /* The delimiter of cells in a table, one ASCII character; null for the form's own, or else that of the format. */
  const char *delimiter;
  /* The maximum number of problems reported for a record, from 1; 0 for 100. */
  uint32_t problems;
  /* 0 for all problems, 1 for the first of each field, 2 for the first of each record. */
  uint32_t scope;
  /* Not 0 to leave out the lines of records without problems. */
  uint32_t only_problems;
  /* A secret of all processes that check parts of the same data as columns, such as random digits; null if there is only one
   * process. With it they hash values alike, and take only each other's answers. */
  const char *shared_key;
  /* The names of the data's files and their number, for batches with a column `formwork_file`. */
  const char *const *files;
  size_t file_count;
} formwork_options;

/* Returns the version of this library, such as "0.1.0". The string belongs to the library. */
const char *formwork_version(void);

/* Loads a form.
 *
 * text     the form and its length in bytes.
 * name     the name of the form in findings, ending with a zero; null for "form".
 * read     reads the files that the form uses; null if it can use no files.
 * context  passed to `read`.
 * form     set to the form, or to null on FORMWORK_MISUSED. A form with errors is set too, and has findings.
 *
 * Returns FORMWORK_OK, or FORMWORK_FAILED if the form has errors. */
int32_t formwork_form_open(const uint8_t *text, size_t length, const char *name,
                           formwork_read_file read, void *context, formwork_form **form);

/* Loads a form as formwork_form_open does, with the records of lists of other data.
 *
 * lists       the lists and their number. The last of a name counts. A list that isn't among them is read from the file that
 *             the form names, by `read`.
 *
 * Records that can't be read as the form says are left out, and a warning among the findings tells how many. A list that can't
 * be read at all, or a name that isn't a list of the form, is an error among the findings. */
int32_t formwork_form_open_with(const uint8_t *text, size_t length, const char *name,
                                formwork_read_file read, void *context, const formwork_list *lists,
                                size_t list_count, formwork_form **form);

/* Closes a form; null is ignored. Its checkers stay valid. */
void formwork_form_close(formwork_form *form);

/* Returns the findings of a form: errors and warnings, in order.
 *
 * drawn  0 for JSON: an array of objects with code, severity, message, file, line, column (from 1, in characters) and,
 *        if there are any, hint and fix (with text, and start and end in bytes of that file).
 *        1 for text, as drawn in a terminal.
 *
 * Returns FORMWORK_OK. */
int32_t formwork_findings(const formwork_form *form, int32_t drawn, formwork_bytes *findings);

/* Writes a form in another format, as `formwork export` does. No record that the form accepts is refused by the file.
 *
 * kind      "json-schema", "table-schema", "xlsx", "xlsform", "typescript" or "swift".
 * dialect   "openapi" for "json-schema"; null for the usual one.
 * language  the language of labels and messages; null for the form's own.
 * file      set to the file.
 * coverage  set to the outcome for each constraint of the form, as JSON; may be null.
 * fault     set to the reason for FORMWORK_FAILED; may be null.
 *
 * Returns FORMWORK_OK if the file says all that the form does, FORMWORK_REJECTED if something is left out, or
 * FORMWORK_FAILED if the form has errors or the kind is unknown. */
int32_t formwork_export(const formwork_form *form, const char *kind, const char *dialect, const char *language,
                        formwork_bytes *file, formwork_bytes *coverage, formwork_bytes *fault);

/* Makes a form of a file in another format, as `formwork import` does.
 *
 * text      the file and its length in bytes, at most 16 MiB.
 * name      the name of the file, by which the form is named; null for "form".
 * kind      "json-schema", "table-schema", "csv-schema" or "xlsform"; null to find out.
 * part      the part of the file to take, such as a schema of OpenAPI; null for the whole.
 * form      set to the text of the form.
 * coverage  set to the outcome for each constraint of the file, as JSON; may be null.
 * fault     set to the reason for FORMWORK_FAILED; may be null.
 *
 * Returns FORMWORK_OK if the form says all that the file does, FORMWORK_REJECTED if something is left out, or
 * FORMWORK_FAILED if no form can be made of it. */
int32_t formwork_import(const uint8_t *text, size_t length, const char *name, const char *kind, const char *part,
                        formwork_bytes *form, formwork_bytes *coverage, formwork_bytes *fault);

/* Describes the fields of a form as JSON, for a host that draws the form. The JSON is an object with these members:
 * `language`, `fields` and, if the form has them, `name` and `title`; `languages`, the languages that the form has texts in;
 * `comparesRecords`, the words `unique`, `same`, `previous` and `records` if the form uses them; `needsAllRecords`, true if
 * all records are read before the first is judged; `numbersRecords`, true if a message contains the number of a record; and
 * `unknownLanguage`, true if there are neither messages nor texts in `language`.
 *
 * A field has `number`, `name`, `label`, `type` and `required` (null if a condition decides). It also has, where they
 * apply: `key` (in the data, if it differs from the name), `formatted` (the form says how values are written), `long` (a
 * text that may have lines), `default`, `calculated`, `conditional`, `secret`, `hint`, `choices` (each with value and label),
 * `fields` of a record, `items` of a list, and `by`, the name of the keys of a list by name, whose value is an object. What
 * the rules say of each value by itself: `written`, examples in its formats (for dates and times two of each format: of 20
 * November and of 5 January 2026), `words` such as "email", and `limits`. A limit is `of` "value", "count", "words" or
 * "decimals"; it has `least` or `above`, and `most` or `below`. A text that the form doesn't have in the language is in
 * `labelLanguage`, `hintLanguage` or `titleLanguage`. Fields of blocks that exclude each other can have the same name.
 *
 * If people see texts between the fields, the form, a record or an item also has `parts`, in their order. A part is a
 * `field`, with its number; an `intro`, which is a text; or a `block`, with a number, perhaps a `title`, and `parts`. A form
 * with pages has `pages`, each with `parts` and, unless it is what stands between two pages, a `title`. A field of such a
 * form has `asks`, the numbers of the fields that its rules depend on.
 *
 * language  the language of labels and hints, such as "de"; null for the form's own.
 *
 * Returns FORMWORK_OK, or FORMWORK_FAILED for a form with errors. */
int32_t formwork_describe(const formwork_form *form, const char *language,
                          formwork_bytes *description);

/* Creates a checker of a form.
 *
 * options  the options; null for the defaults.
 * checker  set to the checker, or to null unless FORMWORK_OK is returned.
 * fault    if not null, set to a sentence when FORMWORK_FAILED is returned.
 *
 * Returns FORMWORK_OK, or FORMWORK_FAILED for a form with errors or invalid options. */
int32_t formwork_checker_open(const formwork_form *form, const formwork_options *options,
                              formwork_checker **checker, formwork_bytes *fault);

/* Closes a checker; null is ignored. */
void formwork_checker_close(formwork_checker *checker);

/* Checks a JSON object by itself, or an array of them as a data set, whatever the format of the checker. Rules about several
 * records (`unique`, `same`, `previous`, `records`) don't reject an object by itself.
 *
 * results  set to a line of JSON for each record, as `formwork check --output ndjson` writes it. The line of an object by
 *          itself has `unjudged`, an array with the files and lines of the rules about several records, if there are any.
 * fault    if not null, set to a sentence when FORMWORK_FAILED is returned.
 *
 * Returns FORMWORK_OK, FORMWORK_REJECTED or FORMWORK_FAILED. */
int32_t formwork_check_json(formwork_checker *checker, const uint8_t *text, size_t length,
                            formwork_bytes *results, formwork_bytes *fault);

/* Returns the fields to show while a record is filled in: those whose `when` blocks are in force for the values so far.
 * Does not check the values.
 *
 * text     the record so far as a JSON object. A missing inner object has no fields in force, an empty one can have some.
 * fields   set to a JSON array of objects with `number`, as in formwork_describe, `path`, such as "items[0].price", and
 *          `value`, the text of a calculated field that has a value and isn't secret. Before the fields of a record that
 *          has `parts` come its blocks in force, as objects with `block` and the `path` of the record.
 * fault    if not null, set to a sentence when FORMWORK_FAILED is returned.
 *
 * Returns FORMWORK_OK, or FORMWORK_FAILED if the text isn't a JSON object. */
int32_t formwork_in_force(formwork_checker *checker, const uint8_t *text, size_t length,
                          formwork_bytes *fields, formwork_bytes *fault);

/* Checks the next piece of a UTF-8 stream, in the format of the checker. A piece can end anywhere, even within a character.
 *
 * is_last  not 0 if the stream ends with this piece. The next piece then begins another stream.
 * results  set to a line of JSON for each record that ends in the piece, also for those before a fault.
 * fault    if not null, set to a sentence when FORMWORK_FAILED is returned.
 *
 * Returns FORMWORK_OK or FORMWORK_REJECTED, or FORMWORK_FAILED if the rest of the stream is unreadable. The next piece then
 * begins another stream. */
int32_t formwork_check_lines(formwork_checker *checker, const uint8_t *text, size_t length,
                             int32_t is_last, formwork_bytes *results, formwork_bytes *fault);

/* Receives lines of JSON for the next records of a file, as from formwork_check_lines. Returns 0, or another number to stop. */
typedef int32_t (*formwork_take_results)(void *context, const uint8_t *results, size_t length);

/* Checks the records of a file as the command line does: also compressed (gzip), in another encoding, or a workbook.
 *
 * path     the path of the file, ending with a zero.
 * jobs     the number of threads, from 1. `take` is called only on the caller's thread.
 * take     receives the results, in order.
 * context  passed to `take`.
 * fault    if not null, set to a sentence when FORMWORK_FAILED is returned.
 *
 * Returns FORMWORK_OK, FORMWORK_REJECTED, or FORMWORK_FAILED if the file can't be read to its end or its format is unknown. */
int32_t formwork_check_file(formwork_checker *checker, const char *path, uint32_t jobs,
                            formwork_take_results take, void *context, formwork_bytes *fault);

/* Returns warnings about the header of the last table, or about the last columns: a column that no field uses, or an
 * optional field without a column.
 *
 * warnings  set to a JSON array of sentences.
 *
 * Returns FORMWORK_OK. */
int32_t formwork_warnings(formwork_checker *checker, formwork_bytes *warnings);

/* The structures of the Arrow C data interface, from its specification. */
#ifndef ARROW_C_DATA_INTERFACE
#define ARROW_C_DATA_INTERFACE
struct ArrowSchema {
  const char *format;
  const char *name;
  const char *metadata;
  int64_t flags;
  int64_t n_children;
  struct ArrowSchema **children;
  struct ArrowSchema *dictionary;
  void (*release)(struct ArrowSchema *);
  void *private_data;
};

struct ArrowArray {
  int64_t length;
  int64_t null_count;
  int64_t offset;
  int64_t n_buffers;
  int64_t n_children;
  const void **buffers;
  struct ArrowArray **children;
  struct ArrowArray *dictionary;
  void (*release)(struct ArrowArray *);
  void *private_data;
};
#endif

/* Checks a batch of records in columns, in place. Columns are matched to fields as in a table. A record or a list of the form
 * can also be a single column, a struct or a list. Supported types: utf8, large_utf8 and utf8_view, integers, floats (as
 * their shortest decimal form; NaN and infinities are the problem `type`), decimals, bool, dates, times, timestamps, null,
 * lists, structs, and dictionaries of them. The format options of the checker have no effect here.
 *
 * An integer column `formwork_record` gives the number of each record in its data, if it differs from the position in the
 * stream, and `formwork_file` the number of its file among the `files` of the options, from 0, in the order of the data. A
 * column `formwork_hits` gives the matches of each row in other batches, in place of the records before it in the stream. It
 * is a list of structs with `rule`, as in formwork_keys_arrow, `record`, the number of the first record with the key, `file`,
 * the name of that record's file if it is another one, and for rules with a `value` the value of the record before.
 *
 * array, schema  the batch, a struct whose fields are the columns. They stay the caller's, and are read only during the
 *                call.
 * products       not 0 to get the typed products.
 * first          the number of the first record in its data, from 1. With 1, another stream begins. The batches of a stream
 *                must be consecutive, unless the form has no rules about several records.
 * results, types set to a struct with a row for each record: `accepted`, a bool; `problems`, a list of structs with `field`
 *                (null for the whole record), `code`, `severity`, `message` and `params` (a JSON object, or null); and, if
 *                requested, `product`, a struct with the fields of the form, null for a rejected record. A value of the
 *                type `any` is JSON. Fields with the same name in branches share a column: of their type, or of JSON if
 *                they have several types or are records or lists. The caller owns both and calls their `release`. They
 *                are unchanged unless FORMWORK_OK or FORMWORK_REJECTED is returned.
 * fault          if not null, set to a sentence when FORMWORK_FAILED is returned.
 *
 * Returns FORMWORK_OK, FORMWORK_REJECTED, or FORMWORK_FAILED for a column of an unsupported type, for a required field
 * without a column, and for columns that detectably violate the interface. */
int32_t formwork_check_arrow(formwork_checker *checker, const struct ArrowArray *array,
                             const struct ArrowSchema *schema, int32_t products, uint64_t first,
                             struct ArrowArray *results, struct ArrowSchema *types,
                             formwork_bytes *fault);

/* Collects what the records of a batch answer to the form's questions about all records (`records`, `per`). If a form asks
 * such a question in a rule of single records, all batches of a stream must be collected before the first of them is passed
 * to formwork_check_arrow. With numbers in `formwork_record`, batches can come in any order.
 *
 * Everything is as for formwork_check_arrow. Returns FORMWORK_OK or FORMWORK_FAILED. */
int32_t formwork_collect_arrow(formwork_checker *checker, const struct ArrowArray *array,
                               const struct ArrowSchema *schema, uint64_t first,
                               formwork_bytes *fault);

/* Returns what the checker knows of all records so far: their answers, after formwork_collect_arrow, and the rules that can't
 * be decided, after formwork_check_arrow. Another checker of the same form adds them, also in another process.
 *
 * answers  set to bytes for formwork_add_answers.
 * fault    if not null, set to a sentence when FORMWORK_FAILED is returned.
 *
 * Returns FORMWORK_OK, or FORMWORK_FAILED if the options of the checker have no `shared_key`. */
int32_t formwork_answers(formwork_checker *checker, formwork_bytes *answers, formwork_bytes *fault);

/* Adds the answers of other records of the data. They can come in any order. Once all have been added, the batches can be
 * passed to formwork_check_arrow, and formwork_count_problems tells what is wrong with the data as a whole.
 *
 * answers  the bytes from formwork_answers, and their length.
 * count    if not null, set to the number of all records so far.
 * fault    if not null, set to a sentence when FORMWORK_FAILED is returned.
 *
 * Returns FORMWORK_OK, or FORMWORK_FAILED for bytes that are damaged or not from a checker of this form with the same
 * `shared_key` and version of the library. Nothing is added then. */
int32_t formwork_add_answers(formwork_checker *checker, const uint8_t *answers, size_t length,
                             uint64_t *count, formwork_bytes *fault);

/* Returns the keys of `unique` and `same` in a batch, for hosts that compare records across batches themselves.
 *
 * results, types  set to a struct with a row for each record: `keys`, a list of structs with `rule`, a number in the form,
 *                 `key`, 16 bytes (of SHA-256) that are the same in every process with the form and the `shared_key`,
 *                 `same`, whether all records must have the same key rather than different keys, and `value`. A rule with a
 *                 `value` asks the record before among those that have the key; checkers with the `shared_key` take the
 *                 value in `formwork_hits`.
 *
 * Everything else is as for formwork_check_arrow. */
int32_t formwork_keys_arrow(formwork_checker *checker, const struct ArrowArray *array,
                            const struct ArrowSchema *schema, struct ArrowArray *results,
                            struct ArrowSchema *types, formwork_bytes *fault);

/* Returns the problems of the data as a whole, by the form's checks about all records.
 *
 * problems  set to a JSON array of problems, as in the last line of formwork_check_lines. A rule that can't be decided because
 *           of some record is a problem `undecided`, whose `params` name the record.
 *
 * Returns FORMWORK_OK, FORMWORK_REJECTED if there are problems, or FORMWORK_FAILED if the form asks more of all records than
 * their number and this checker has not checked all of them. */
int32_t formwork_count_problems(formwork_checker *checker, uint64_t count, formwork_bytes *problems);

/* Frees bytes and sets them to null with length 0; null is ignored. */
void formwork_bytes_free(formwork_bytes *bytes);

#ifdef __cplusplus
}
#endif

#endif
