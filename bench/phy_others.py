"""Eight more programs in Phy and in C, as unlike the first six as they could be made.

They show whether what is said of the six holds for others: branches that cannot be foretold,
floats, writes to sequences, sequences that grow, deep calls, copies, lists of lists.
"""

from __future__ import annotations

COLLATZ = (
    """
(Module
  (ProcDecl collatz (IntTy) (Params (ParamDecl n (IntTy)))
    (Exprs
      (Decl best 0)
      (Decl i 1)
      (While (Call < i n)
        (Exprs
          (Decl x i)
          (Decl steps 0)
          (While (Call < 1 x)
            (Exprs
              (If (Call == (Call mod x 2) 0)
                (Asgn x (Call div x 2))
                (Asgn x (Call + (Call * x 3) 1)))
              (Asgn steps (Call + steps 1))))
          (If (Call < best steps) (Asgn best steps))
          (Asgn i (Call + i 1))))
      (Return best)))
  (ProcDecl main (IntTy) (Params) (Return (Call collatz SIZE))))
""",
    """
int64_t collatz(int64_t n) {
  int64_t best = 0;
  for (int64_t i = 1; i < n; i++) {
    int64_t x = i, steps = 0;
    while (x > 1) { if (x % 2 == 0) x = x / 2; else x = x * 3 + 1; steps++; }
    if (best < steps) best = steps;
  }
  return best;
}
""",
    300_000,
)
MANDEL = (
    """
(Module
  (ProcDecl inside (IntTy) (Params (ParamDecl cx (FloatTy)) (ParamDecl cy (FloatTy)))
    (Exprs
      (Decl x 0.0) (Decl y 0.0) (Decl n 0)
      (While (And (Call < n 200) (Call < (Call + (Call * x x) (Call * y y)) 4.0))
        (Exprs
          (Decl t (Call + (Call - (Call * x x) (Call * y y)) cx))
          (Asgn y (Call + (Call * (Call * 2.0 x) y) cy))
          (Asgn x t)
          (Asgn n (Call + n 1))))
      (Return n)))
  (ProcDecl mandel (IntTy) (Params (ParamDecl size (IntTy)))
    (Exprs
      (Decl total 0) (Decl i 0) (Decl cy -1.0)
      (Decl d (Call / 2.0 SIZE.0))
      (While (Call < i size)
        (Exprs
          (Decl j 0) (Decl cx -1.5)
          (While (Call < j size)
            (Exprs
              (Asgn total (Call + total (Call inside cx cy)))
              (Asgn cx (Call + cx d))
              (Asgn j (Call + j 1))))
          (Asgn cy (Call + cy d))
          (Asgn i (Call + i 1))))
      (Return total)))
  (ProcDecl main (IntTy) (Params) (Return (Call mandel SIZE))))
""",
    """
int64_t inside(double cx, double cy) {
  double x = 0, y = 0; int64_t n = 0;
  while (n < 200 && x * x + y * y < 4.0) { double t = x * x - y * y + cx; y = 2.0 * x * y + cy; x = t; n++; }
  return n;
}
int64_t mandel(int64_t size) {
  int64_t total = 0; double cy = -1.0, d = 2.0 / (double)size;
  for (int64_t i = 0; i < size; i++) { double cx = -1.5;
    for (int64_t j = 0; j < size; j++) { total += inside(cx, cy); cx += d; }
    cy += d; }
  return total;
}
""",
    500,
)
QUICK = (
    """
(Module
  (ProcDecl sorted (SeqTy (IntTy)) (Params (ParamDecl given (SeqTy (IntTy))))
    (Exprs
      (Decl s given)
      (Decl lows (Seq (IntTy) 0))
      (Decl highs (Seq (IntTy) (Call - (Call len s) 1)))
      (Decl top 0)
      (While (Call <= 0 top)
        (Exprs
          (Decl low (At lows top))
          (Decl high (At highs top))
          (Asgn top (Call - top 1))
          (If (Call < low high)
            (Exprs
              (Decl pivot (At s (Call div (Call + low high) 2)))
              (Decl i low) (Decl j high)
              (While (Call <= i j)
                (Exprs
                  (While (Call < (At s i) pivot) (Asgn i (Call + i 1)))
                  (While (Call < pivot (At s j)) (Asgn j (Call - j 1)))
                  (If (Call <= i j)
                    (Exprs
                      (Decl t (At s i))
                      (Asgn (At s i) (At s j))
                      (Asgn (At s j) t)
                      (Asgn i (Call + i 1))
                      (Asgn j (Call - j 1))))))
              (While (Call <= (Call len lows) (Call + top 2))
                (Exprs (Asgn lows (Call concat lows 0)) (Asgn highs (Call concat highs 0))))
              (Asgn top (Call + top 1)) (Asgn (At lows top) low) (Asgn (At highs top) j)
              (Asgn top (Call + top 1)) (Asgn (At lows top) i) (Asgn (At highs top) high)))))
      (Return s)))
  (ProcDecl main (IntTy) (Params)
    (Exprs
      (Decl s (Seq (IntTy))) (Decl x 12345) (Decl i 0)
      (While (Call < i SIZE)
        (Exprs
          (Asgn x (Call mod (Call + (Call * x 1103515245) 12345) 2147483648))
          (Asgn s (Call concat s x)) (Asgn i (Call + i 1))))
      (Decl r (Call sorted s))
      (Return (Call + (At r 0) (At r (Call div SIZE 2)))))))
""",
    """
void sorted(int64_t *s, int64_t n) {
  int64_t lows[200], highs[200], top = 0; lows[0] = 0; highs[0] = n - 1;
  while (0 <= top) {
    int64_t low = lows[top], high = highs[top]; top--;
    if (low < high) {
      int64_t pivot = s[(low + high) / 2], i = low, j = high;
      while (i <= j) { while (s[i] < pivot) i++; while (pivot < s[j]) j--;
        if (i <= j) { int64_t t = s[i]; s[i] = s[j]; s[j] = t; i++; j--; } }
      top++; lows[top] = low; highs[top] = j; top++; lows[top] = i; highs[top] = high;
    }
  }
}
int64_t quick(int64_t n) {
  int64_t *s = malloc(n * 8), x = 12345;
  for (int64_t i = 0; i < n; i++) { x = (x * 1103515245 + 12345) % 2147483648; s[i] = x; }
  int64_t *r = malloc(n * 8); for (int64_t i = 0; i < n; i++) r[i] = s[i];
  sorted(r, n); int64_t v = r[0] + r[n / 2]; free(s); free(r); return v;
}
""",
    1_500_000,
)
BUILD = (
    """
(Module
  (ProcDecl build (IntTy) (Params (ParamDecl n (IntTy)))
    (Exprs
      (Decl round 0) (Decl total 0)
      (While (Call < round 20)
        (Exprs
          (Decl s (Seq (IntTy))) (Decl i 0)
          (While (Call < i n)
            (Exprs (Asgn s (Call concat s (Call mod (Call * i 7) 1000))) (Asgn i (Call + i 1))))
          (Asgn i 0)
          (While (Call < i (Call len s))
            (Exprs (Asgn total (Call + total (At s i))) (Asgn i (Call + i 1))))
          (Asgn round (Call + round 1))))
      (Return total)))
  (ProcDecl main (IntTy) (Params) (Return (Call build SIZE))))
""",
    """
typedef struct { int64_t *d, n, room; } list;
void push(list *l, int64_t x) { if (l->n == l->room) { l->room = l->room ? l->room * 2 : 4; l->d = realloc(l->d, l->room * 8); } l->d[l->n++] = x; }
int64_t build(int64_t n) {
  int64_t total = 0;
  for (int64_t round = 0; round < 20; round++) {
    list s = {0};
    for (int64_t i = 0; i < n; i++) push(&s, i * 7 % 1000);
    for (int64_t i = 0; i < s.n; i++) total += s.d[i];
    free(s.d);
  }
  return total;
}
""",
    1_000_000,
)
ACK = (
    """
(Module
  (ProcDecl ack (IntTy) (Params (ParamDecl m (IntTy)) (ParamDecl n (IntTy)))
    (If (Call == m 0) (Call + n 1)
      (If (Call == n 0) (Call ack (Call - m 1) 1)
        (Call ack (Call - m 1) (Call ack m (Call - n 1))))))
  (ProcDecl main (IntTy) (Params) (Return (Call ack 3 SIZE))))
""",
    """
int64_t ack_(int64_t m, int64_t n) { if (m == 0) return n + 1; if (n == 0) return ack_(m - 1, 1); return ack_(m - 1, ack_(m, n - 1)); }
int64_t ack(int64_t n) { return ack_(3, n); }
""",
    10,
)
QUEENS = (
    """
(Module
  (ProcDecl solve (IntTy) (Params (ParamDecl n (IntTy)) (ParamDecl row (IntTy)) (ParamDecl cols (SeqTy (IntTy))))
    (Exprs
      (If (Call == row n) (Return 1))
      (Decl mine cols)
      (Decl count 0)
      (Decl c 0)
      (While (Call < c n)
        (Exprs
          (Decl ok true)
          (Decl r 0)
          (While (And ok (Call < r row))
            (Exprs
              (Decl d (Call - (At mine r) c))
              (If (Or (Call == d 0) (Or (Call == d (Call - row r)) (Call == d (Call - r row))))
                (Asgn ok false))
              (Asgn r (Call + r 1))))
          (If ok
            (Exprs
              (Asgn (At mine row) c)
              (Asgn count (Call + count (Call solve n (Call + row 1) mine)))))
          (Asgn c (Call + c 1))))
      (Return count)))
  (ProcDecl main (IntTy) (Params) (Return (Call solve SIZE 0 (Seq (IntTy) 0 0 0 0 0 0 0 0 0 0 0 0 0)))))
""",
    """
int64_t solve(int64_t n, int64_t row, const int64_t *given) {
  if (row == n) return 1;
  int64_t *cols = malloc(13 * 8), count = 0; for (int i = 0; i < 13; i++) cols[i] = given[i];
  for (int64_t c = 0; c < n; c++) {
    bool ok = true;
    for (int64_t r = 0; ok && r < row; r++) { int64_t d = cols[r] - c; if (d == 0 || d == row - r || d == r - row) ok = false; }
    if (ok) { cols[row] = c; count += solve(n, row + 1, cols); }
  }
  free(cols); return count;
}
int64_t queens(int64_t n) { int64_t z[13] = {0}; return solve(n, 0, z); }
""",
    11,
)
LIFE = (
    """
(Module
  (ProcDecl wrap (IntTy) (Params (ParamDecl i (IntTy)) (ParamDecl n (IntTy)))
    (If (Call < i 0) (Call + i n) (If (Call < i n) i (Call - i n))))
  (ProcDecl step (SeqTy (IntTy)) (Params (ParamDecl g (SeqTy (IntTy))) (ParamDecl n (IntTy)))
    (Exprs
      (Decl out (Seq (IntTy))) (Decl y 0)
      (While (Call < y n)
        (Exprs
          (Decl x 0)
          (While (Call < x n)
            (Exprs
              (Decl sum 0) (Decl dy -1)
              (While (Call < dy 2)
                (Exprs
                  (Decl dx -1)
                  (While (Call < dx 2)
                    (Exprs
                      (Asgn sum (Call + sum (At g (Call + (Call * (Call wrap (Call + y dy) n) n) (Call wrap (Call + x dx) n)))))
                      (Asgn dx (Call + dx 1))))
                  (Asgn dy (Call + dy 1))))
              (Decl me (At g (Call + (Call * y n) x)))
              (Asgn sum (Call - sum me))
              (Asgn out (Call concat out (If (Or (Call == sum 3) (And (Call == sum 2) (Call == me 1))) 1 0)))
              (Asgn x (Call + x 1))))
          (Asgn y (Call + y 1))))
      (Return out)))
  (ProcDecl main (IntTy) (Params)
    (Exprs
      (Decl g (Seq (IntTy))) (Decl i 0)
      (While (Call < i 40000)
        (Exprs (Asgn g (Call concat g (If (Call < (Call mod (Call * i 7919) 13) 5) 1 0))) (Asgn i (Call + i 1))))
      (Decl k 0)
      (While (Call < k SIZE) (Exprs (Asgn g (Call step g 200)) (Asgn k (Call + k 1))))
      (Decl total 0)
      (Asgn i 0)
      (While (Call < i 40000) (Exprs (Asgn total (Call + total (At g i))) (Asgn i (Call + i 1))))
      (Return total))))
""",
    """
int64_t wrap(int64_t i, int64_t n) { return i < 0 ? i + n : i < n ? i : i - n; }
int64_t *step(int64_t *g, int64_t n) {
  int64_t *out = malloc(n * n * 8);
  for (int64_t y = 0; y < n; y++) for (int64_t x = 0; x < n; x++) {
    int64_t sum = 0;
    for (int64_t dy = -1; dy < 2; dy++) for (int64_t dx = -1; dx < 2; dx++) sum += g[wrap(y + dy, n) * n + wrap(x + dx, n)];
    int64_t me = g[y * n + x]; sum -= me;
    out[y * n + x] = sum == 3 || (sum == 2 && me == 1) ? 1 : 0;
  }
  return out;
}
int64_t life(int64_t k) {
  int64_t *g = malloc(40000 * 8);
  for (int64_t i = 0; i < 40000; i++) g[i] = i * 7919 % 13 < 5 ? 1 : 0;
  while (k--) { int64_t *o = step(g, 200); free(g); g = o; }
  int64_t total = 0; for (int64_t i = 0; i < 40000; i++) total += g[i];
  free(g); return total;
}
""",
    150,
)
FLOYD = (
    """
(Module
  (ProcDecl floyd (SeqTy (SeqTy (FloatTy))) (Params (ParamDecl given (SeqTy (SeqTy (FloatTy)))) (ParamDecl n (IntTy)))
    (Exprs
      (Decl d given)
      (Decl k 0)
      (While (Call < k n)
        (Exprs
          (Decl i 0)
          (While (Call < i n)
            (Exprs
              (Decl j 0)
              (While (Call < j n)
                (Exprs
                  (Decl through (Call + (At (At d i) k) (At (At d k) j)))
                  (If (Call < through (At (At d i) j)) (Asgn (At (At d i) j) through))
                  (Asgn j (Call + j 1))))
              (Asgn i (Call + i 1))))
          (Asgn k (Call + k 1))))
      (Return d)))
  (ProcDecl main (FloatTy) (Params)
    (Exprs
      (Decl d (Seq (SeqTy (FloatTy)))) (Decl i 0) (Decl x 1.0)
      (While (Call < i SIZE)
        (Exprs
          (Decl row (Seq (FloatTy))) (Decl j 0)
          (While (Call < j SIZE)
            (Exprs (Asgn row (Call concat row x)) (Asgn x (Call + x 17.3)) (If (Call < 100.0 x) (Asgn x (Call - x 100.0))) (Asgn j (Call + j 1))))
          (Asgn d (Call concat d row)) (Asgn i (Call + i 1))))
      (Decl r (Call floyd d SIZE))
      (Return (Call + (At (At r 3) 5) (At (At r 50) 70))))))
""",
    """
void run(double **d, int64_t n) {
  for (int64_t k = 0; k < n; k++) for (int64_t i = 0; i < n; i++) for (int64_t j = 0; j < n; j++) {
    double through = d[i][k] + d[k][j]; if (through < d[i][j]) d[i][j] = through; }
}
double floyd(int64_t n) {
  double **d = malloc(n * 8), x = 1.0;
  for (int64_t i = 0; i < n; i++) { d[i] = malloc(n * 8); for (int64_t j = 0; j < n; j++) { d[i][j] = x; x += 17.3; if (x > 100.0) x -= 100.0; } }
  double **c = malloc(n * 8); for (int64_t i = 0; i < n; i++) { c[i] = malloc(n * 8); for (int64_t j = 0; j < n; j++) c[i][j] = d[i][j]; }
  run(c, n); double r = c[3][5] + c[50][70];
  for (int64_t i = 0; i < n; i++) { free(c[i]); free(d[i]); } free(c); free(d); return r;
}
""",
    300,
)

# Name: Phy, C, the size.
OTHERS = {
    "collatz": COLLATZ,
    "mandel": MANDEL,
    "quick": QUICK,
    "build": BUILD,
    "ack": ACK,
    "queens": QUEENS,
    "life": LIFE,
    "floyd": FLOYD,
}
