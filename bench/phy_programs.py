"""The six programs that Phy is compared by, in Phy and in C."""

from __future__ import annotations

LOOPS = """
(Module
  (ProcDecl loops (IntTy) (Params (ParamDecl n (IntTy)))
    (Exprs
      (Decl sum 0)
      (Decl i 0)
      (While (Call < i n)
        (Exprs
          (Decl j 0)
          (While (Call < j n)
            (Exprs
              (If (Call < (Call mod (Call + i j) 7) 3)
                (Asgn sum (Call + sum j))
                (Asgn sum (Call - sum i)))
              (Asgn j (Call + j 1))))
          (Asgn i (Call + i 1))))
      (Return sum)))
  (ProcDecl main (IntTy) (Params) (Return (Call loops SIZE))))
"""
LOOPS_C = """
int64_t loops(int64_t n) {
  int64_t sum = 0, i = 0;
  while (i < n) {
    int64_t j = 0;
    while (j < n) {
      if (add(i, j) % 7 < 3) sum = add(sum, j); else sum = sub(sum, i);
      j = add(j, 1);
    }
    i = add(i, 1);
  }
  return sum;
}
"""
FIB = """
(Module
  (ProcDecl fib (IntTy) (Params (ParamDecl n (IntTy)))
    (If (Call < n 2)
      n
      (Call + (Call fib (Call - n 1)) (Call fib (Call - n 2)))))
  (ProcDecl main (IntTy) (Params) (Return (Call fib SIZE))))
"""
FIB_C = """
int64_t fib(int64_t n) {
  return n < 2 ? n : add(fib(sub(n, 1)), fib(sub(n, 2)));
}
"""
SIEVE = """
(Module
  (ProcDecl sieve (IntTy) (Params (ParamDecl n (IntTy)))
    (Exprs
      (Decl count 0)
      (Decl round 0)
      (Decl marks (ArrayCons MARKS))
      (While (Call < round n)
        (Exprs
          (Decl i 0)
          (While (Call < i LENGTH)
            (Exprs (Asgn (At marks i) true) (Asgn i (Call + i 1))))
          (Asgn i 2)
          (Asgn count 0)
          (While (Call < i LENGTH)
            (Exprs
              (If (At marks i)
                (Exprs
                  (Asgn count (Call + count 1))
                  (Decl j (Call + i i))
                  (While (Call < j LENGTH)
                    (Exprs (Asgn (At marks j) false) (Asgn j (Call + j i))))))
              (Asgn i (Call + i 1))))
          (Asgn round (Call + round 1))))
      (Return count)))
  (ProcDecl main (IntTy) (Params) (Return (Call sieve SIZE))))
"""
LENGTH = 20_000
SHORT = 500
SIEVE_C = """
int64_t sieve(int64_t n) {
  int64_t count = 0, round = 0;
  bool *marks = malloc(LENGTH);
  while (round < n) {
    int64_t i = 0;
    while (i < LENGTH) { at(i, LENGTH); marks[i] = true; i = add(i, 1); }
    i = 2;
    count = 0;
    while (i < LENGTH) {
      at(i, LENGTH);
      if (marks[i]) {
        count = add(count, 1);
        int64_t j = add(i, i);
        while (j < LENGTH) { at(j, LENGTH); marks[j] = false; j = add(j, i); }
      }
      i = add(i, 1);
    }
    round = add(round, 1);
  }
  free(marks);
  return count;
}
"""
TUPLES = """
(Module
  (TypeDecl state (TupleTy (IntTy) (TupleTy (IntTy) (IntTy)) (FloatTy)))
  (ProcDecl step state (Params (ParamDecl s state) (ParamDecl k (IntTy)))
    (Return
      (TupleCons
        (FieldAccess (FieldAccess s 1) 0)
        (TupleCons
          (FieldAccess (FieldAccess s 1) 1)
          (Call mod (Call + (FieldAccess s 0) k) 1000003))
        (Call + (FieldAccess s 2) 0.5))))
  (ProcDecl tuples (IntTy) (Params (ParamDecl n (IntTy)))
    (Exprs
      (Decl s (TupleCons 1 (TupleCons 2 3) 0.0))
      (Decl i 0)
      (While (Call < i n)
        (Exprs
          (Asgn s (Call step s i))
          (Asgn (FieldAccess (FieldAccess s 1) 0)
            (Call mod (Call + (FieldAccess s 0) (FieldAccess (FieldAccess s 1) 1)) 65521))
          (Asgn i (Call + i 1))))
      (Return (Call + (FieldAccess s 0) (FieldAccess (FieldAccess s 1) 1)))))
  (ProcDecl main (IntTy) (Params) (Return (Call tuples SIZE))))
"""
TUPLES_C = """
typedef struct { int64_t a; struct { int64_t b, c; } p; double f; } state;
state step(state s, int64_t k) {
  state r = { s.p.b, { s.p.c, add(s.a, k) % 1000003 }, s.f + 0.5 };
  return r;
}
int64_t tuples(int64_t n) {
  state s = { 1, { 2, 3 }, 0.0 };
  int64_t i = 0;
  while (i < n) {
    s = step(s, i);
    s.p.b = add(s.a, s.p.c) % 65521;
    i = add(i, 1);
  }
  return add(s.a, s.p.c);
}
"""
MATRICES = """
(Module
  (ProcDecl matrix (SeqTy (SeqTy (FloatTy))) (Params (ParamDecl n (IntTy)) (ParamDecl f (FloatTy)))
    (Exprs
      (Decl rows (Seq (SeqTy (FloatTy))))
      (Decl i 0)
      (Decl x 0.0)
      (While (Call < i n)
        (Exprs
          (Decl row (Seq (FloatTy)))
          (Decl j 0)
          (While (Call < j n)
            (Exprs
              (Asgn row (Call concat row x))
              (Asgn x (Call + x f))
              (If (Call < 3.0 x) (Asgn x (Call - x 3.0)))
              (Asgn j (Call + j 1))))
          (Asgn rows (Call concat rows row))
          (Asgn i (Call + i 1))))
      (Return rows)))
  (ProcDecl mul (SeqTy (SeqTy (FloatTy))) (Params (ParamDecl a (SeqTy (SeqTy (FloatTy)))) (ParamDecl b (SeqTy (SeqTy (FloatTy)))))
    (Exprs
      (Decl n (Call len a))
      (Decl c (Seq (SeqTy (FloatTy))))
      (Decl i 0)
      (While (Call < i n)
        (Exprs
          (Decl row (Seq (FloatTy)))
          (Decl j 0)
          (While (Call < j n)
            (Exprs
              (Decl sum 0.0)
              (Decl k 0)
              (While (Call < k n)
                (Exprs
                  (Asgn sum (Call + sum (Call * (At (At a i) k) (At (At b k) j))))
                  (Asgn k (Call + k 1))))
              (Asgn row (Call concat row sum))
              (Asgn j (Call + j 1))))
          (Asgn c (Call concat c row))
          (Asgn i (Call + i 1))))
      (Return c)))
  (ProcDecl main (FloatTy) (Params)
    (Exprs
      (Decl a (Call matrix SIZE 0.7))
      (Decl b (Call matrix SIZE 0.3))
      (Decl c (Call mul a b))
      (Return (Call + (At (At c 0) 1) (At (At c 5) 7))))))
"""
MATRICES_C = """
double **matrix(long n, double f) {
  double **rows = malloc(n * sizeof *rows), x = 0;
  for (long i = 0; i < n; i++) { rows[i] = malloc(n * sizeof **rows);
    for (long j = 0; j < n; j++) { rows[i][j] = x; x += f; if (x > 3.0) x -= 3.0; } }
  return rows; }
double **mul(double **a, double **b, long n) {
  double **c = malloc(n * sizeof *c);
  for (long i = 0; i < n; i++) { c[i] = malloc(n * sizeof **c);
    for (long j = 0; j < n; j++) { double sum = 0;
      for (long k = 0; k < n; k++) sum += a[i][k] * b[k][j];
      c[i][j] = sum; } }
  return c; }
double matrices(long n) { double **a = matrix(n, 0.7), **b = matrix(n, 0.3), **c = mul(a, b, n);
  double r = c[0][1] + c[5][7];
  for (long i = 0; i < n; i++) { free(a[i]); free(b[i]); free(c[i]); } free(a); free(b); free(c); return r; }
"""
BODIES = """
(Module
  (TypeDecl body (RecordTy (Field x (FloatTy)) (Field y (FloatTy)) (Field z (FloatTy)) (Field vx (FloatTy)) (Field vy (FloatTy)) (Field vz (FloatTy)) (Field mass (FloatTy))))
  (ProcDecl sqrt (FloatTy) (Params (ParamDecl a (FloatTy)))
    (Exprs
      (Decl r a)
      (If (Call < a 1.0) (Asgn r 1.0))
      (Decl i 0)
      (While (Call < i 6) (Exprs (Asgn r (Call * 0.5 (Call + r (Call / a r)))) (Asgn i (Call + i 1))))
      (Return r)))
  (ProcDecl make body (Params (ParamDecl a (FloatTy)) (ParamDecl b (FloatTy)) (ParamDecl m (FloatTy)))
    (Return (RecordCons (Field x a) (Field y b) (Field z (Call - a b)) (Field vx (Call * b 0.1)) (Field vy (Call * a 0.1)) (Field vz 0.01) (Field mass m))))
  (ProcDecl run (FloatTy) (Params (ParamDecl steps (IntTy)))
    (Exprs
      (Decl bs (ArrayCons (Call make 0.0 0.0 39.0) (Call make 4.8 1.1 0.03) (Call make 8.3 4.1 0.01) (Call make 12.9 15.1 0.001) (Call make 15.3 25.9 0.002)))
      (Decl s 0)
      (While (Call < s steps)
        (Exprs
          (Decl i 0)
          (While (Call < i 5)
            (Exprs
              (Decl j (Call + i 1))
              (While (Call < j 5)
                (Exprs
                  (Decl dx (Call - (FieldAccess (At bs i) x) (FieldAccess (At bs j) x)))
                  (Decl dy (Call - (FieldAccess (At bs i) y) (FieldAccess (At bs j) y)))
                  (Decl dz (Call - (FieldAccess (At bs i) z) (FieldAccess (At bs j) z)))
                  (Decl d2 (Call + (Call + (Call * dx dx) (Call * dy dy)) (Call * dz dz)))
                  (Decl mag (Call / 0.01 (Call * d2 (Call sqrt d2))))
                  (Asgn (FieldAccess (At bs i) vx) (Call - (FieldAccess (At bs i) vx) (Call * dx (Call * (FieldAccess (At bs j) mass) mag))))
                  (Asgn (FieldAccess (At bs i) vy) (Call - (FieldAccess (At bs i) vy) (Call * dy (Call * (FieldAccess (At bs j) mass) mag))))
                  (Asgn (FieldAccess (At bs i) vz) (Call - (FieldAccess (At bs i) vz) (Call * dz (Call * (FieldAccess (At bs j) mass) mag))))
                  (Asgn (FieldAccess (At bs j) vx) (Call + (FieldAccess (At bs j) vx) (Call * dx (Call * (FieldAccess (At bs i) mass) mag))))
                  (Asgn (FieldAccess (At bs j) vy) (Call + (FieldAccess (At bs j) vy) (Call * dy (Call * (FieldAccess (At bs i) mass) mag))))
                  (Asgn (FieldAccess (At bs j) vz) (Call + (FieldAccess (At bs j) vz) (Call * dz (Call * (FieldAccess (At bs i) mass) mag))))
                  (Asgn j (Call + j 1))))
              (Asgn i (Call + i 1))))
          (Asgn i 0)
          (While (Call < i 5)
            (Exprs
              (Asgn (FieldAccess (At bs i) x) (Call + (FieldAccess (At bs i) x) (Call * 0.01 (FieldAccess (At bs i) vx))))
              (Asgn (FieldAccess (At bs i) y) (Call + (FieldAccess (At bs i) y) (Call * 0.01 (FieldAccess (At bs i) vy))))
              (Asgn (FieldAccess (At bs i) z) (Call + (FieldAccess (At bs i) z) (Call * 0.01 (FieldAccess (At bs i) vz))))
              (Asgn i (Call + i 1))))
          (Asgn s (Call + s 1))))
      (Return (Call + (FieldAccess (At bs 0) x) (FieldAccess (At bs 3) vy)))))
  (ProcDecl main (FloatTy) (Params) (Return (Call run SIZE))))
"""
BODIES_C = """
typedef struct { double x,y,z,vx,vy,vz,mass; } body;
double sqrt_(double a){ double r=a; if(a<1.0) r=1.0; for(long i=0;i<6;i++) r=0.5*(r+a/r); return r;}
body make(double a,double b,double m){ body r={a,b,a-b,b*0.1,a*0.1,0.01,m}; return r;}
double nbody(long steps){ body bs[5]={make(0,0,39),make(4.8,1.1,0.03),make(8.3,4.1,0.01),make(12.9,15.1,0.001),make(15.3,25.9,0.002)};
 for(long s=0;s<steps;s++){ for(long i=0;i<5;i++) for(long j=i+1;j<5;j++){ double dx=bs[i].x-bs[j].x,dy=bs[i].y-bs[j].y,dz=bs[i].z-bs[j].z,d2=dx*dx+dy*dy+dz*dz,mag=0.01/(d2*sqrt_(d2));
  bs[i].vx-=dx*(bs[j].mass*mag);bs[i].vy-=dy*(bs[j].mass*mag);bs[i].vz-=dz*(bs[j].mass*mag);bs[j].vx+=dx*(bs[i].mass*mag);bs[j].vy+=dy*(bs[i].mass*mag);bs[j].vz+=dz*(bs[i].mass*mag);}
 for(long i=0;i<5;i++){bs[i].x+=0.01*bs[i].vx;bs[i].y+=0.01*bs[i].vy;bs[i].z+=0.01*bs[i].vz;}}
 return bs[0].x+bs[3].vy;}
"""
# Name: Phy, C, the size for native code and C, the size for Python and the tree walk.
PROGRAMS = {
    "loops": (LOOPS, LOOPS_C, 8_000, 150),
    "fib": (FIB, FIB_C, 38, 20),
    "sieve": (SIEVE, SIEVE_C, 1_500, 15),
    "tuples": (TUPLES, TUPLES_C, 40_000_000, 16_000),
    "matrices": (MATRICES, MATRICES_C, 400, 0),
    "nbody": (BODIES, BODIES_C, 200_000, 0),
}
