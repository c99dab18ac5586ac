/* Checks records that lie in columns, as the Arrow C data interface has them, without any library of Arrow.
 *
 * Prints each record's number, whether it was accepted, and its problems; ends with 1 if one was rejected, with 2 if something
 * cannot be done. */
#include "formwork.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

static const char form_text[] =
    "field id: string rule count(1...20) && alphanumeric message \"ID must be 1 to 20 letters or digits\"\n"
    "field age: int optional rule range(0...150) message \"Age must be {min} to {max}\"\n";

/* The ids "taro", "ta ro" and "" end to end, with where each begins and the last one ends. */
static const char id_bytes[] = "tarota ro";
static const int32_t id_offsets[] = {0, 4, 9, 9};
/* The ages 42, none, and 200: a bit says whether there is a value, the first row's lowest. */
static const int64_t ages[] = {42, 0, 200};
static const uint8_t age_validity[] = {0x05};

/* What is handed in here lies in variables of this program, so there is nothing to free. */
static void release_schema(struct ArrowSchema *schema) { schema->release = NULL; }
static void release_array(struct ArrowArray *array) { array->release = NULL; }

static struct ArrowSchema schema_of(const char *format, const char *name) {
  struct ArrowSchema schema = {0};
  schema.format = format;
  schema.name = name;
  schema.flags = 2; /* ARROW_FLAG_NULLABLE */
  schema.release = release_schema;
  return schema;
}

static struct ArrowArray array_of(int64_t length, int64_t null_count, int64_t n_buffers,
                                  const void **buffers) {
  struct ArrowArray array = {0};
  array.length = length;
  array.null_count = null_count;
  array.n_buffers = n_buffers;
  array.buffers = buffers;
  array.release = release_array;
  return array;
}

/* Whether a row has a value; without bits all rows have one. */
static int bit(const void *bits, int64_t row) {
  return !bits || (((const uint8_t *)bits)[row / 8] >> (row % 8) & 1);
}

/* Prints a text of a column of results, if it has one in that row. */
static void print_text(const struct ArrowArray *column, int64_t row) {
  const int32_t *offsets = column->buffers[1];
  const char *bytes = column->buffers[2];
  if (bit(column->buffers[0], row))
    printf(" %.*s", (int)(offsets[row + 1] - offsets[row]), bytes + offsets[row]);
}

static void print_results(const struct ArrowArray *results) {
  const struct ArrowArray *accepted = results->children[0], *problems = results->children[1];
  const struct ArrowArray *problem = problems->children[0];
  const int32_t *offsets = problems->buffers[1];
  int64_t row;
  int32_t at;
  for (row = 0; row < results->length; row++) {
    printf("%" PRId64 " %s\n", row + 1, bit(accepted->buffers[1], row) ? "accepted" : "rejected");
    for (at = offsets[row]; at < offsets[row + 1]; at++) {
      print_text(problem->children[0], at); /* field */
      print_text(problem->children[1], at); /* code */
      print_text(problem->children[3], at); /* message */
      putchar('\n');
    }
  }
}

int main(void) {
  const void *no_buffer[] = {NULL};
  const void *id_buffers[] = {NULL, id_offsets, id_bytes};
  const void *age_buffers[] = {age_validity, ages};
  struct ArrowSchema id_schema = schema_of("u", "id"), age_schema = schema_of("l", "age");
  struct ArrowSchema *schemas[] = {&id_schema, &age_schema}, schema = schema_of("+s", "");
  struct ArrowArray id = array_of(3, 0, 3, id_buffers), age = array_of(3, 1, 2, age_buffers);
  struct ArrowArray *columns[] = {&id, &age}, batch = array_of(3, 0, 1, no_buffer);
  struct ArrowArray results;
  struct ArrowSchema types;
  formwork_form *form = NULL;
  formwork_checker *checker = NULL;
  formwork_bytes fault = {0};
  int32_t code;

  schema.n_children = batch.n_children = 2;
  schema.children = schemas;
  batch.children = columns;
  code = formwork_form_open((const uint8_t *)form_text, strlen(form_text), "columns.form", NULL, NULL, &form);
  if (code == FORMWORK_OK) code = formwork_checker_open(form, NULL, &checker, &fault);
  formwork_form_close(form);
  if (code == FORMWORK_OK)
    code = formwork_check_arrow(checker, &batch, &schema, 0, 1, &results, &types, &fault);
  if (code == FORMWORK_OK || code == FORMWORK_REJECTED) {
    print_results(&results);
    results.release(&results);
    types.release(&types);
  } else if (fault.length > 0) {
    fprintf(stderr, "%.*s\n", (int)fault.length, (const char *)fault.data);
  }
  formwork_bytes_free(&fault);
  formwork_checker_close(checker);
  batch.release(&batch);
  schema.release(&schema);
  return code == FORMWORK_OK ? 0 : code == FORMWORK_REJECTED ? 1 : 2;
}
