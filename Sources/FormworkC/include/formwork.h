/* Formwork from C, and from everything that can call C: forms, and records checked by them.
 *
 * A form is loaded once and may be used from any number of threads at the same time. A checker belongs to one thread
 * at a time. Texts are UTF-8. Bytes that are handed in are only read during the call. Bytes that are handed out belong
 * to the caller, who gives them back with formwork_bytes_free. Nothing here prints or ends the process, as long as handles
 * are not used when they have been given back and threads have 512 KiB of stack. */
#ifndef FORMWORK_H
#define FORMWORK_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* What functions return. */
enum {
  /* It was done; all records of this call were accepted. */
  FORMWORK_OK = 0,
  /* It was done; some record was rejected, or the data as a whole is wrong. */
  FORMWORK_REJECTED = 1,
  /* It cannot be done: the form has errors, or the data or the options cannot be read. */
  FORMWORK_FAILED = 2,
  /* An argument is missing, or is no handle of its kind. */
  FORMWORK_MISUSED = 3
};

/* Bytes that were handed out. There is no zero behind them. */
typedef struct {
  const uint8_t *data;
  size_t length;
} formwork_bytes;

typedef struct formwork_form formwork_form;
typedef struct formwork_checker formwork_checker;

/* Reads a file that a form uses, or that it takes choices from.
 *
 * context  what was given to formwork_form_open.
 * path     the path from the form's folder, without "..", and its length in bytes; there is no zero behind it.
 * text     is to be set to the file's bytes, which stay the caller's and must be good until formwork_form_open returns.
 * identity may be set to two numbers that tell the file from all others, such as its device and inode, by which a link is
 *          known to be the same file; 0 and 0, as it comes, for none.
 *
 * It may be called on another thread, while formwork_form_open waits. Returns 0, or another number if there is no such file. */
typedef int32_t (*formwork_read_file)(void *context, const uint8_t *path, size_t path_length,
                                      formwork_bytes *text, uint64_t *identity);

/* How records are to be checked. Set all to zero, then `size` to sizeof(formwork_options). */
typedef struct {
  /* sizeof(formwork_options), by which later versions know what was there. */
  size_t size;
  /* What `today` and `now` mean: an instant with its offset (RFC 3339) such as "2026-11-22T09:30:00+01:00", or a date.
   * Null for the system's clock and time zone. */
  const char *now;
  /* The language of messages, such as "de"; null for the form's own. */
  const char *language;
  /* "json", "ndjson", "csv" or "tsv"; null for "ndjson". */
  const char *format;
  /* What sets the cells of a table apart, one character of ASCII; null for what the form says, else a comma. */
  const char *delimiter;
  /* The most problems reported for a record, from 1; 0 for 100. */
  uint32_t problems;
  /* 0 for all problems, 1 for the first of each field, 2 for the first of each record. */
  uint32_t scope;
} formwork_options;

/* The version of this library, such as "0.1.0". It stays the library's. */
const char *formwork_version(void);

/* Loads a form.
 *
 * text     the form and its length in bytes.
 * name     what to call it in findings, with a zero behind it; null for "form".
 * read     reads the files that it uses; null if it can use none.
 * context  is handed to `read`.
 * form     is set to the form, also to one with errors, whose findings can be asked for; null on FORMWORK_MISUSED.
 *
 * Returns FORMWORK_OK, or FORMWORK_FAILED if the form has errors. */
int32_t formwork_form_open(const uint8_t *text, size_t length, const char *name,
                           formwork_read_file read, void *context, formwork_form **form);

/* Gives a form back; null is passed over. Its checkers may be used on. */
void formwork_form_close(formwork_form *form);

/* What was found in a form: errors and warnings, in their order.
 *
 * drawn  0 for JSON: an array of objects with code, severity, message, file, line, column (from 1, in characters) and,
 *        if there are any, hint and fix (with text, and start and end in bytes of that file).
 *        1 for text, as it is drawn in a terminal.
 *
 * Returns FORMWORK_OK. */
int32_t formwork_findings(const formwork_form *form, int32_t drawn, formwork_bytes *findings);

/* The fields of a form as JSON, what a host needs to draw it: an object with `language`, `fields` and, if the form has
 * them, `name` and `title`; `comparesRecords` are those of the words `unique` and `same` that it has, if any; `numbersRecords` is
 * true if a message says the number of a record. A field has `number`, `name`, `label`, `type` and `required` (null where a condition decides) and,
 * where they are so, `key` (in the data, where it is not the name), `formatted` (the form says how values are written), `long`
 * (a text that may have lines), `default`, `conditional`, `secret`, `hint`, `choices` (each with value and label), `fields` of a
 * record, `items` of a list. Fields of blocks that exclude each other may have the same name. `languages` are those that the
 * form has texts in.
 *
 * language  of labels and hints, such as "de"; null for the form's own.
 *
 * Returns FORMWORK_OK, or FORMWORK_FAILED for a form with errors. */
int32_t formwork_describe(const formwork_form *form, const char *language,
                          formwork_bytes *description);

/* Makes a checker of a form.
 *
 * options  null for the usual ones.
 * checker  is set to the checker; null unless FORMWORK_OK is returned.
 * fault    if not null, is set to a sentence where FORMWORK_FAILED is returned.
 *
 * Returns FORMWORK_OK, or FORMWORK_FAILED for a form with errors and for options that cannot be. */
int32_t formwork_checker_open(const formwork_form *form, const formwork_options *options,
                              formwork_checker **checker, formwork_bytes *fault);

/* Gives a checker back; null is passed over. */
void formwork_checker_close(formwork_checker *checker);

/* Checks a JSON object, or an array of them, whatever the format of the checker. They are one set of data for `unique`,
 * `same` and `records`.
 *
 * results  a line of JSON for each record, as `formwork check --output ndjson` writes it.
 * fault    if not null, is set to a sentence where FORMWORK_FAILED is returned.
 *
 * Returns FORMWORK_OK, FORMWORK_REJECTED or FORMWORK_FAILED. */
int32_t formwork_check_json(formwork_checker *checker, const uint8_t *text, size_t length,
                            formwork_bytes *results, formwork_bytes *fault);

/* Which fields of a form are to be shown while a record is filled in: those whose `when` blocks are in force, by what is
 * filled in so far. Nothing is judged.
 *
 * text     the record so far as a JSON object; an object that is left out has no fields in force, an empty one has.
 * fields   is set to a JSON array of objects with `number`, as formwork_describe gives it, and `path`, such as
 *          "items[0].price".
 * fault    if not null, is set to a sentence where FORMWORK_FAILED is returned.
 *
 * Returns FORMWORK_OK, or FORMWORK_FAILED for what is no JSON object. */
int32_t formwork_in_force(formwork_checker *checker, const uint8_t *text, size_t length,
                          formwork_bytes *fields, formwork_bytes *fault);

/* Checks the next piece of a stream in UTF-8, in the format of the checker. It may be cut anywhere.
 *
 * is_last  whether the stream ends with it; then the next piece begins another stream.
 * results  a line of JSON for each record that ends in the piece, also for those before a fault.
 * fault    if not null, is set to a sentence where FORMWORK_FAILED is returned.
 *
 * Returns FORMWORK_OK or FORMWORK_REJECTED; FORMWORK_FAILED if the stream cannot be read on, and then the next piece begins
 * another one. */
int32_t formwork_check_lines(formwork_checker *checker, const uint8_t *text, size_t length,
                             int32_t is_last, formwork_bytes *results, formwork_bytes *fault);

/* What the owner of the data should know of the header of the table, or of the columns, that came last: that a column is
 * asked for by no field, or that an optional field has none.
 *
 * warnings  is set to a JSON array of sentences.
 *
 * Returns FORMWORK_OK. */
int32_t formwork_warnings(formwork_checker *checker, formwork_bytes *warnings);

/* The structures of the Arrow C data interface, as its specification has them. */
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

/* Checks a batch of records that come as columns, in place. A column belongs to a field as the column of a table does; a
 * record or a list of the form may also be one column, a struct or a list. Types: utf8, large_utf8 and utf8_view, whole
 * numbers, floats (as their shortest decimal form; NaN and infinities are the problem `type`), decimals, bool, dates, times,
 * timestamps, null, lists, structs, and dictionaries of them. Nothing of the format of the checker counts here.
 *
 * A column `formwork_record` of whole numbers says the number of each record in its data, if that is not its place in the
 * stream. A column `formwork_hits` says what other batches mean for a row, in the place of what came before in the stream: a
 * list of structs with `rule`, as formwork_keys_arrow gives it, `record`, the number of the record that had the key first,
 * and `file`, the name of that record's file if it is another one.
 *
 * array, schema  the batch, a struct whose fields are the columns. They stay the caller's, and are only read during the call.
 * products       not 0 if the typed products are wanted.
 * first          the number of its first record in its data, from 1; with 1 another stream begins. Batches of one stream come
 *                one after the other, unless the form has no rules about several records.
 * results, types are set to a struct with a row for each record: `accepted`, a bool; `problems`, a list of structs with
 *                `field` (null for the whole record), `code`, `severity`, `message` and `params` (an object of JSON, or null);
 *                and, if wanted, `product`, a struct with the fields of the form, null for what was rejected; a value of the
 *                type `any` is JSON. Fields of one name in branches share a column: of their type, or of JSON if they have
 *                several types or are records or lists. They are the caller's, who calls their `release`; they are not touched unless
 *                FORMWORK_OK or FORMWORK_REJECTED is returned.
 * fault          if not null, is set to a sentence where FORMWORK_FAILED is returned.
 *
 * Returns FORMWORK_OK, FORMWORK_REJECTED, or FORMWORK_FAILED for a column of a type that no field can have, for a required
 * field without a column, and for columns that contradict the interface as far as that can be told. */
int32_t formwork_check_arrow(formwork_checker *checker, const struct ArrowArray *array,
                             const struct ArrowSchema *schema, int32_t products, uint64_t first,
                             struct ArrowArray *results, struct ArrowSchema *types,
                             formwork_bytes *fault);

/* The keys of `unique` and `same` of a batch, for hosts that hold records against each other themselves.
 *
 * results, types  are set to a struct with a row for each record: `keys`, a list of structs with `rule`, a number of the form,
 *                 `key`, sixteen bytes (of SHA-256), the same in every process, and `same`, whether all records must have
 *                 the same key, and not each another one.
 *
 * The rest is as for formwork_check_arrow. */
int32_t formwork_keys_arrow(formwork_checker *checker, const struct ArrowArray *array,
                            const struct ArrowSchema *schema, struct ArrowArray *results,
                            struct ArrowSchema *types, formwork_bytes *fault);

/* What is wrong with the number of all records, by the rules of the form about `records`.
 *
 * problems  is set to a JSON array of problems, as formwork_check_lines has them in its last line.
 *
 * Returns FORMWORK_OK, or FORMWORK_REJECTED if there are problems. */
int32_t formwork_count_problems(formwork_checker *checker, uint64_t count, formwork_bytes *problems);

/* Gives bytes back and sets them to none; those of null are passed over. */
void formwork_bytes_free(formwork_bytes *bytes);

#ifdef __cplusplus
}
#endif

#endif
