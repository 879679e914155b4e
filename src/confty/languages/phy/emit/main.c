#define _GNU_SOURCE
#define PHY_IMPLEMENTATION
@header@
#include <math.h>
#include <pthread.h>

/* The shortest digits that read back as the same number. */
static void phy_float(double value) {
  char text[40], digits[24];
  int precision, count = 0, exponent, point;
  if (isnan(value)) { fputs("nan", stdout); return; }
  if (isinf(value)) { fputs(value < 0 ? "-inf" : "inf", stdout); return; }
  if (value == 0) { fputs(signbit(value) ? "-0.0" : "0.0", stdout); return; }
  if (value < 0) { putchar('-'); value = -value; }
  for (precision = 0; precision < 18; precision++) {
    char *last = text + (precision ? precision + 1 : 0);
    snprintf(text, sizeof text, "%.*e", precision, value);
    if (strtod(text, NULL) == value) break;
    if (*last < '9') { ++*last; if (strtod(text, NULL) == value) break; }
  }
  for (char *at = text; *at != 'e'; at++) if (*at != '.') digits[count++] = *at;
  exponent = atoi(strchr(text, 'e') + 1);
  while (count > 1 && digits[count - 1] == '0') count--;
  digits[count] = 0;
  point = exponent + 1;
  if (-6 <= point && point <= 17) {
    if (point <= 0) { fputs("0.", stdout); while (point++ < 0) putchar('0'); fputs(digits, stdout); return; }
    for (int at = 0; at < point; at++) putchar(at < count ? digits[at] : '0');
    putchar('.');
    fputs(count > point ? digits + point : "0", stdout);
    return;
  }
  putchar(digits[0]);
  if (count > 1) printf(".%s", digits + 1);
  printf("e%+d", point - 1);
}

@functions@

static void *phy_run(void *nothing) {
  (void)nothing;
  @run@
  return NULL;
}

/* A thread of its own, with a stack for the deepest calls; the largest that can be had. */
int main(void) {
  static const size_t sizes[] = { (size_t)1 << 30, (size_t)128 << 20, (size_t)16 << 20 };
  for (int at = 0; at < 3; at++) {
    pthread_attr_t attributes;
    pthread_t thread;
    pthread_attr_init(&attributes);
    if (pthread_attr_setstacksize(&attributes, sizes[at])) continue;
    phy_room = (int64_t)(sizes[at] - ((size_t)4 << 20));
    if (pthread_create(&thread, &attributes, phy_run, NULL)) continue;
    pthread_join(thread, NULL);
    return fflush(stdout) ? 1 : 0;
  }
  phy_room = 4 << 20;
  phy_run(NULL);
  return fflush(stdout) ? 1 : 0;
}
