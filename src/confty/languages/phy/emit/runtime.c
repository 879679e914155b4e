#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct { const char *what, *before, *after, *frame; int procedure; } phy_site;
typedef struct { const char *name; int64_t weight; } phy_procedure;
static const phy_site phy_sites[] = {
@sites@
};
static const phy_procedure phy_procedures[] = {
@bodies@
};

static void phy_wide(__int128 value) {
  char digits[48];
  int at = 47;
  bool negative = value < 0;
  unsigned __int128 rest = negative ? -(unsigned __int128)value : (unsigned __int128)value;
  digits[at] = 0;
  do { digits[--at] = (char)('0' + (int)(rest % 10)); rest /= 10; } while (rest);
  if (negative) digits[--at] = '-';
  fputs(digits + at, stderr);
}

static void phy_message(const phy_site *site, int64_t left, int64_t right) {
  const char *what = site->what;
  if (!strcmp(what, "unreachable")) fputs(@unreachable@, stderr);
  else if (!strcmp(what, "index"))
    fprintf(stderr, @index@, (long long)left, (long long)right);
  else if (!strcmp(what, "call"))
    fprintf(stderr, @call@, left ? "the stack has room for" : "@deepest@");
  else if (right == 0 && (!strcmp(what, "div") || !strcmp(what, "mod")))
    fprintf(stderr, @zero@, (long long)left);
  else {
    __int128 a = left, b = right;
    fputs(@overflow@, stderr);
    phy_wide(*what == '+' ? a + b : *what == '-' ? a - b : *what == '*' ? a * b : -a);
    fputs(@overflowed@, stderr);
  }
}

void phy_trap(int64_t at, int64_t left, int64_t right, int64_t depth, int32_t *shadow) {
  const phy_site *site = &phy_sites[at];
  int running = site->procedure;
  int64_t count = 0, index = 0, level;
  fflush(stdout);
  phy_message(site, left, right);
  fputs(site->before, stderr);
  for (level = depth - phy_procedures[running].weight; level > 0; count++)
    level -= phy_procedures[phy_sites[shadow[level + 1]].procedure].weight;
  for (level = depth - phy_procedures[running].weight; level > 0; index++) {
    const phy_site *call = &phy_sites[shadow[level + 1]];
    if (index < @inner@ || index >= count - @outer@)
      fprintf(stderr, "%s%s\n", call->frame, phy_procedures[running].name);
    else if (index == @inner@) {
      char digits[32], grouped[48];
      int from, to = 0, length = snprintf(digits, sizeof digits, "%lld", (long long)(count - @inner@ - @outer@));
      for (from = 0; from < length; from++) {
        if (from && (length - from) % 3 == 0) grouped[to++] = ',';
        grouped[to++] = digits[from];
      }
      grouped[to] = 0;
      fprintf(stderr, @more@, grouped);
    }
    running = call->procedure;
    level -= phy_procedures[running].weight;
  }
  fputs(site->after, stderr);
  exit(1);
}

void phy_exhausted(void) {
  fflush(stdout);
  fputs(@memory@, stderr);
  exit(1);
}

void phy_put(int64_t stream, const char *text, int64_t length) {
  FILE *file = stream == 1 ? stdout : stderr;
  fwrite(text, 1, (size_t)length, file);
  fflush(file);
}

int64_t phy_read_file(const char *letters, int64_t length, char *to) {
  char *name = malloc((size_t)length + 1);
  FILE *file;
  int64_t count = 0;
  int one;
  if (!name) return 0;
  memcpy(name, letters, (size_t)length);
  name[length] = 0;
  file = strlen(name) == (size_t)length ? fopen(name, "rb") : NULL;
  free(name);
  if (!file) return 0;
  while ((one = getc(file)) != EOF) {
    if (to) to[count] = (char)one;
    count++;
  }
  fclose(file);
  return count;
}
