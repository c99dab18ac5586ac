/* Checks records by a form: check FORM [NOW [FORMAT [NAME=FILE...]]] < records
 *
 * NOW is what today and now mean, such as 2026-11-22; FORMAT is ndjson, json, csv or tsv. The FILE has the records of the list
 * of this NAME in the form. Prints the results as lines of JSON; ends with 1 if a record was rejected, with 2 if something
 * cannot be read. */
#include "formwork.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Reads a whole file; null if it cannot be read. */
static uint8_t *read_all(const char *path, size_t *length) {
  FILE *file = fopen(path, "rb");
  uint8_t *bytes = NULL;
  if (!file) return NULL;
  *length = 0;
  for (;;) {
    uint8_t *more = realloc(bytes, *length + 65536);
    size_t count;
    if (!more) { free(bytes); bytes = NULL; break; }
    bytes = more;
    count = fread(bytes + *length, 1, 65536, file);
    *length += count;
    if (count == 0) break;
  }
  if (ferror(file)) free(bytes), bytes = NULL;
  fclose(file);
  return bytes;
}

/* The maximum number of lists. */
enum { MOST = 8 };

/* Turns words such as customers=customers.csv into lists; returns their number, or -1 if a word has no "=". */
static int read_lists(char **words, int count, formwork_list *lists) {
  for (int number = 0; number < count; number++) {
    char *mark = strchr(words[number], '=');
    if (!mark || number == MOST) return -1;
    *mark = 0;
    lists[number].name = words[number];
    lists[number].file = mark + 1;
  }
  return count;
}

static void print(formwork_bytes *bytes, FILE *file) {
  if (bytes->length > 0) fwrite(bytes->data, 1, bytes->length, file);
  formwork_bytes_free(bytes);
}

int main(int argc, char **argv) {
  formwork_form *form = NULL;
  formwork_checker *checker = NULL;
  formwork_options options = {0};
  formwork_list lists[MOST] = {{0}};
  formwork_bytes out, fault;
  uint8_t piece[65536];
  size_t length;
  int32_t code, worst = FORMWORK_OK;
  int count = argc > 4 ? read_lists(argv + 4, argc - 4, lists) : 0;
  uint8_t *text = argc >= 2 && count >= 0 ? read_all(argv[1], &length) : NULL;
  if (!text) return fprintf(stderr, "usage: check FORM [NOW [FORMAT [NAME=FILE...]]] < records\n"), 2;

  code = formwork_form_open_with(text, length, argv[1], NULL, NULL, lists, (size_t)count, &form);
  free(text);
  if (formwork_findings(form, 1, &out) == FORMWORK_OK) print(&out, stderr);
  options.size = sizeof options;
  options.now = argc > 2 ? argv[2] : NULL;
  options.format = argc > 3 ? argv[3] : NULL;
  if (code == FORMWORK_OK) {
    code = formwork_checker_open(form, &options, &checker, &out);
    if (code != FORMWORK_OK) print(&out, stderr), fputc('\n', stderr);
  }
  formwork_form_close(form);
  if (code != FORMWORK_OK) return 2;

  do {
    length = fread(piece, 1, sizeof piece, stdin);
    code = formwork_check_lines(checker, piece, length, length == 0, &out, &fault);
    print(&out, stdout);
    if (code == FORMWORK_FAILED) print(&fault, stderr), fputc('\n', stderr);
    if (code > worst) worst = code;
  } while (length > 0 && code != FORMWORK_FAILED);
  formwork_checker_close(checker);
  if (ferror(stdin)) return fprintf(stderr, "The records cannot be read.\n"), 2;
  return worst;
}
