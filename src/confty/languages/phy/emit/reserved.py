"""Names that procedures do not have in C: a C program has them from its surroundings.

The linker knows one function of a name only, and a header that declares another one is refused.
"""

from __future__ import annotations

from typing import Final

from confty.patterns import pattern

_STANDARD: Final = """
    abort abs acos acosh aligned_alloc asctime asin asinh at_quick_exit atan atan2 atanh atexit
    atof atoi atol bsearch calloc cbrt ceil clearerr clock copysign cos cosh ctime difftime div
    erf erfc exit exp exp2 expm1 fabs fclose fdim feof ferror fflush fgetc fgetpos fgets floor
    fma fmax fmin fmod fopen fprintf fputc fputs fread free freopen frexp fscanf fseek fsetpos
    ftell fwrite getc getchar getenv gmtime hypot ilogb imaxabs imaxdiv isalnum isalpha isblank
    iscntrl isdigit isgraph islower isprint ispunct isspace isupper isxdigit labs ldexp ldiv
    lgamma llabs lldiv llrint llround localeconv localtime log log10 log1p log2 logb lrint
    lround malloc mblen mbstowcs mbtowc memchr memcmp memcpy memmove memset mktime modf nan
    nearbyint nextafter nexttoward perror pow printf putc putchar puts qsort quick_exit raise
    rand realloc remainder remove remquo rename rewind rint round scalbln scalbn scanf setbuf
    setlocale setvbuf sin sinh snprintf sprintf sqrt srand sscanf strcat strchr strcmp strcoll
    strcpy strcspn strerror strftime strlen strncat strncmp strncpy strpbrk strrchr strspn
    strstr strtod strtof strtoimax strtok strtol strtold strtoul strtoumax strxfrm system tan
    tanh tgamma time timespec_get tmpfile tmpnam tolower toupper trunc ungetc vfprintf vfscanf
    vprintf vscanf vsnprintf vsprintf vsscanf wcstoimax wcstombs wcstoumax wctomb
"""
_POSIX: Final = """
    a64l access acct alarm alloca arc4random arc4random_buf arc4random_uniform asctime_r bcmp
    bcopy brk bzero chdir chown chroot clearenv clearerr_unlocked clock_getcpuclockid
    clock_getres clock_gettime clock_nanosleep clock_settime close closefrom confstr crypt
    ctermid ctime_r daemon dprintf drand48 drand48_r drem dup dup2 dysize ecvt ecvt_r
    endusershell erand48 erand48_r execl execle execlp execv execve execvp explicit_bzero
    faccessat fchdir fchown fchownat fcvt fcvt_r fdatasync fdopen feof_unlocked ferror_unlocked
    fexecve fflush_unlocked ffs fgetc_unlocked fileno fileno_unlocked finite flockfile fmemopen
    fork fpathconf fputc_unlocked fread_unlocked fseeko fsync ftello ftruncate ftrylockfile
    funlockfile fwrite_unlocked gamma gcvt getc_unlocked getchar_unlocked getcwd getdelim
    getdomainname getdtablesize getegid getentropy geteuid getgid getgroups gethostid
    gethostname getline getloadavg getlogin getlogin_r getopt getpagesize getpass getpgid
    getpgrp getpid getppid getsid getsubopt getuid getusershell getw getwd gmtime_r gsignal
    index initstate initstate_r isatty isinf isnan j0 j1 jn jrand48 jrand48_r kill killpg l64a
    lchown lcong48 lcong48_r lgamma_r lgammaf_r lgammal_r link linkat localtime_r lockf lrand48
    lrand48_r lseek memccpy mkdtemp mkstemp mkstemps mktemp mrand48 mrand48_r nanosleep nice
    nrand48 nrand48_r on_exit open_memstream pathconf pause pclose pipe popen posix_memalign
    pread profil pselect psiginfo psignal putc_unlocked putchar_unlocked putenv putw pwrite
    qecvt qecvt_r qfcvt qfcvt_r qgcvt rand_r random random_r read readlink readlinkat
    reallocarray realpath renameat revoke rindex rmdir rpmatch sbrk scalb seed48 seed48_r select
    setbuffer setdomainname setegid setenv seteuid setgid sethostid sethostname setlinebuf
    setlogin setpgid setpgrp setregid setreuid setsid setstate setstate_r setuid setusershell
    sleep srand48 srand48_r srandom srandom_r ssignal stpcpy stpncpy strcasecmp strcasecmp_l
    strcoll_l strdup strerror_l strerror_r strftime_l strncasecmp strncasecmp_l strndup strnlen
    strsep strsignal strtok_r strtoq strtouq strxfrm_l symlink symlinkat sync syscall sysconf
    tcgetpgrp tcsetpgrp tempnam timegm timelocal timer_create timer_delete timer_getoverrun
    timer_gettime timer_settime tmpnam_r truncate ttyname ttyname_r ttyslot tzset ualarm unlink
    unlinkat unsetenv usleep valloc vdprintf vfork vhangup write y0 y1 yn
    accept bind connect listen poll recv send stat fstat lstat wait waitpid open creat fcntl
    mkdir mkfifo mmap munmap socket dlopen dlsym dlclose environ errno stdin stdout stderr
"""
_FUNCTIONS: Final = frozenset(f"{_STANDARD}{_POSIX}".split())
# What begins with an underscore is the compiler's, types end so, and macros are written so.
_PATTERN: Final = pattern(r"_.*|.*_t|pthread_.*|sig[a-z0-9]+|[A-Z][A-Z0-9_]+")


def is_reserved(name: str) -> bool:
    """Whether a C program has something of this name, or may have it."""
    # Functions of numbers are there for every kind of float.
    base = name[:-1] if name[-1:] in {"f", "l"} else name
    return name in _FUNCTIONS or base in _FUNCTIONS or _PATTERN.fullmatch(name) is not None
