/* A client and a collector in C, written from PROTOCOL.md: only the standard library is used.
 *
 * Fractions of 128 bits where e^epsilon is rational; else estimates in floating point, and no coins. What does not fit
 * into 128 bits is unsupported.
 */
#include <ctype.h>
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef __int128 wide;

/* Refusals, and memory that lasts as long as a request */

static jmp_buf refusal;
static const char *refused_as, *refused_why;

static _Noreturn void refuse(const char *as, const char *why) {
    refused_as = as;
    refused_why = why;
    longjmp(refusal, 1);
}
static _Noreturn void wrong(const char *why) { refuse("error", why); }
static _Noreturn void beyond(const char *why) { refuse("unsupported", why); }

static void **owned;
static size_t owned_count, owned_room;

static void *fresh(size_t size) {
    if (owned_count == owned_room) owned = realloc(owned, (owned_room = 2 * owned_room + 64) * sizeof *owned);
    void *memory = calloc(1, size ? size : 1);
    if (!memory) abort();
    return owned[owned_count++] = memory;
}

static void forget(void) {
    while (owned_count) free(owned[--owned_count]);
}

/* The answer, as it is written */

static char *answer;
static size_t answer_length, answer_room;

static void put(const char *format, ...) {
    for (;;) {
        va_list arguments;
        va_start(arguments, format);
        int length = vsnprintf(answer + answer_length, answer_room - answer_length, format, arguments);
        va_end(arguments);
        if (answer_length + length < answer_room) {
            answer_length += length;
            return;
        }
        answer = realloc(answer, answer_room = 2 * (answer_room + length + 1));
    }
}

/* JSON */

typedef enum { NOTHING, BOOLEAN, NUMBER, TEXT, LIST, OBJECT } Kind;
typedef struct Value Value;
struct Value {
    Kind kind;
    char *text; /* of a text, and of a number as it is written */
    const char *name;
    Value *first, *next;
    long count;
};

static const char *at;

static void blank(void) {
    while (*at == ' ' || *at == '\t' || *at == '\r' || *at == '\n') at++;
}

static char *text(void) {
    char *made = fresh(strlen(at) + 1), *end = made;
    for (at++; *at && *at != '"'; at++) {
        if (*at != '\\') {
            *end++ = *at;
        } else if (*++at == 'u') {
            unsigned code = 0;
            sscanf(at + 1, "%4x", &code);
            *end++ = code && code < 128 ? (char)code : '?'; /* nothing that is known here is beyond ASCII */
            at += 4;
        } else {
            const char *escaped = strchr("b\bf\fn\nr\rt\t", *at);
            *end++ = escaped ? escaped[1] : *at;
        }
    }
    if (*at) at++;
    return made;
}

static Value *value(void) {
    Value *made = fresh(sizeof *made);
    blank();
    if (*at == '"') {
        made->kind = TEXT;
        made->text = text();
    } else if (*at == '[' || *at == '{') {
        char close = *at == '[' ? ']' : '}';
        made->kind = *at++ == '[' ? LIST : OBJECT;
        Value **last = &made->first;
        for (blank(); *at && *at != close; blank()) {
            const char *name = NULL;
            if (made->kind == OBJECT) {
                name = text();
                blank();
                at++; /* the colon */
            }
            *last = value();
            (*last)->name = name;
            last = &(*last)->next;
            made->count++;
            blank();
            if (*at == ',') at++;
        }
        if (*at) at++;
    } else {
        size_t length = strcspn(at, ",]} \t\r\n");
        made->kind = *at == 'n' ? NOTHING : *at == 't' || *at == 'f' ? BOOLEAN : NUMBER;
        made->text = fresh(length + 1);
        memcpy(made->text, at, length);
        at += length ? length : 1;
    }
    return made;
}

static Value *member(const Value *object, const char *name) {
    if (object && object->kind == OBJECT)
        for (Value *each = object->first; each; each = each->next)
            if (!strcmp(each->name, name)) return each;
    return NULL;
}

static const char *as_text(const Value *given) { return given && given->kind == TEXT ? given->text : NULL; }

static Value *as_list(Value *given) {
    if (!given || given->kind != LIST) wrong("a list is needed");
    return given;
}

static long as_integer(const Value *given) {
    char *end;
    if (!given || given->kind != NUMBER || strlen(given->text) > 17) wrong("not a whole number");
    long number = strtol(given->text, &end, 10);
    if (*end) wrong("not a whole number");
    return number;
}

/* Fractions in lowest terms */

typedef struct {
    wide n, d;
} Fraction;

static wide product(wide x, wide y) {
    wide made;
    if (__builtin_mul_overflow(x, y, &made)) beyond("numbers of more than 128 bits");
    return made;
}

static wide sum(wide x, wide y) {
    wide made;
    if (__builtin_add_overflow(x, y, &made)) beyond("numbers of more than 128 bits");
    return made;
}

static Fraction over_terms(wide n, wide d) {
    wide x = n < 0 ? -n : n, y = d < 0 ? -d : d;
    while (y) {
        wide rest = x % y;
        x = y;
        y = rest;
    }
    return d < 0 ? (Fraction){-n / x, -d / x} : (Fraction){n / x, d / x};
}

static Fraction of(long n) { return (Fraction){n, 1}; }
static Fraction times(Fraction x, Fraction y) {
    Fraction across = over_terms(x.n, y.d), other = over_terms(y.n, x.d);
    return (Fraction){product(across.n, other.n), product(across.d, other.d)};
}
static Fraction over(Fraction x, Fraction y) { return times(x, y.n < 0 ? (Fraction){-y.d, -y.n} : (Fraction){y.d, y.n}); }
static Fraction plus(Fraction x, Fraction y) {
    Fraction share = over_terms(x.d, y.d); /* x.d/y.d = share.n/share.d */
    return over_terms(sum(product(x.n, share.d), product(y.n, share.n)), product(x.d, share.d));
}
static Fraction minus(Fraction x, Fraction y) { return plus(x, (Fraction){-y.n, y.d}); }
static int compare(Fraction x, Fraction y) {
    Fraction difference = minus(x, y);
    return difference.n < 0 ? -1 : difference.n > 0;
}
static double as_double(Fraction x) { return (double)x.n / (double)x.d; }

static wide digits(const char **place) {
    wide made = 0;
    if (!isdigit((unsigned char)**place)) wrong("not a number");
    for (; isdigit((unsigned char)**place); ++*place) made = sum(product(made, 10), **place - '0');
    return made;
}

static Fraction fraction(const char *given) {
    if (!given) wrong("a number must be a text");
    bool negative = *given == '-';
    if (negative) given++;
    Fraction made = {digits(&given), 1};
    if (*given == '/') {
        given++;
        made.d = digits(&given);
        if (!made.d) wrong("not a number");
    } else {
        int power = 0;
        if (*given == '.') {
            const char *point = ++given;
            wide after = digits(&given);
            for (; point < given; point++) {
                made.n = product(made.n, 10);
                power--;
            }
            made.n = sum(made.n, after);
        }
        if (*given == 'e') {
            bool below = *++given == '-';
            if (below) given++;
            wide exponent = digits(&given);
            if (exponent > 999) beyond("numbers of more than 128 bits");
            power += below ? -(int)exponent : (int)exponent;
        }
        for (; power > 0; power--) made.n = product(made.n, 10);
        for (; power < 0; power++) made.d = product(made.d, 10);
    }
    if (*given) wrong("not a number");
    return over_terms(negative ? -made.n : made.n, made.d);
}

static Fraction number(const Value *parameters, const char *name) { return fraction(as_text(member(parameters, name))); }

static long whole(const Value *parameters, const char *name, long least) {
    Fraction made = number(parameters, name);
    if (made.d != 1 || made.n < least) wrong("a parameter is no whole number, or too small");
    if (made.n > 1000000000000) beyond("such large numbers");
    return (long)made.n;
}

/* Budgets: E, exactly where it is rational, and E - 1 in floating point */

typedef struct {
    bool rational;
    Fraction exact;
    double excess;
} Budget;

/* The m-th root of a whole number above 0, or 0 if it is irrational. */
static wide root(wide of_what, long m) {
    wide low = 1, high = of_what;
    while (low < high) {
        wide middle = low + (high - low) / 2 + 1, power = 1;
        if (middle > high) middle = high;
        bool too_large = false;
        for (long i = 0; i < m && !too_large; i++) too_large = __builtin_mul_overflow(power, middle, &power) || power > of_what;
        if (too_large) high = middle - 1;
        else low = middle;
    }
    wide power = 1;
    for (long i = 0; i < m && low > 1; i++) power *= low;
    return power == of_what ? low : 0;
}

static Budget budgeted(const Value *parameters, long m) {
    const Value *epsilon = member(parameters, "epsilon"), *odds = member(parameters, "odds");
    const Value *report_odds = member(parameters, "report_odds");
    if (!!epsilon + !!odds + !!report_odds != 1) wrong("the budget is given once");
    const char *given = as_text(epsilon ? epsilon : odds ? odds : report_odds);
    if (!given) wrong("a number must be a text");
    size_t length = strlen(given);
    bool logarithm = epsilon && length > 4 && !strncmp(given, "ln(", 3) && given[length - 1] == ')';
    if (logarithm) {
        char *inner = fresh(length);
        memcpy(inner, given + 3, length - 4);
        given = inner;
    }
    Fraction found = fraction(given);
    if (epsilon && !logarithm) {
        if (found.n <= 0) wrong("epsilon must be above 0");
        return (Budget){false, of(0), expm1(as_double(found) / m)};
    }
    if (compare(found, of(1)) <= 0) wrong("the odds must be above 1");
    if (report_odds) m = 1;
    Fraction exact = {root(found.n, m), root(found.d, m)};
    return (Budget){exact.n && exact.d, exact, expm1(log1p(as_double(minus(found, of(1)))) / m)};
}

static Fraction rational(Budget budget) {
    if (!budget.rational) beyond("irrational odds");
    return budget.exact;
}

/* An estimate: a fraction, a double, or nothing. */
typedef struct {
    enum { EXACT, FLOATING, NOBODY } kind;
    Fraction exact;
    double floating;
} Estimate;

/* a + b / (E - 1) */
static Estimate over_excess(Budget budget, Fraction a, Fraction b) {
    if (!budget.rational) return (Estimate){FLOATING, of(0), as_double(a) + as_double(b) / budget.excess};
    return (Estimate){EXACT, plus(a, over(b, minus(budget.exact, of(1)))), 0};
}

static int ordered(const void *x, const void *y) {
    const Estimate *one = x, *other = y;
    if (one->kind == EXACT) return compare(one->exact, other->exact);
    return one->floating < other->floating ? -1 : one->floating > other->floating;
}

static void put_wide(wide number) {
    char made[48], *end = made + sizeof made - 1;
    wide left = number < 0 ? -number : number;
    *end = 0;
    do *--end = '0' + (int)(left % 10);
    while (left /= 10);
    put("%s%s", number < 0 ? "-" : "", end);
}

static void put_estimate(Estimate estimate) {
    if (estimate.kind == NOBODY) {
        put("null");
    } else if (estimate.kind == FLOATING) {
        put("%.17g", estimate.floating);
    } else {
        put("{\"exact\": \"");
        put_wide(estimate.exact.n);
        put("/");
        put_wide(estimate.exact.d);
        put("\"}");
    }
}

/* Coins: bytes that are given, or the system's if none are */

typedef struct {
    const uint8_t *given;
    size_t length, taken;
} Coins;

static void take(Coins *coins, uint8_t *block, size_t k) {
    if (!coins->given) {
        static FILE *source;
        if (!source) source = fopen("/dev/urandom", "rb");
        if (!source || fread(block, 1, k, source) != k) abort();
        return;
    }
    if (coins->taken + k > coins->length) wrong("some bytes are missing");
    memcpy(block, coins->given + coins->taken, k);
    coins->taken += k;
}

static long below(Coins *coins, long n) {
    size_t k = 1;
    for (long left = n - 1; left; left /= 256) k++;
    wide size = (wide)1 << (8 * k), limit = size / n * n;
    for (;;) {
        uint8_t block[16];
        wide drawn = 0;
        take(coins, block, k);
        for (size_t i = 0; i < k; i++) drawn = drawn * 256 + block[i];
        if (drawn < limit) return (long)(drawn % n);
    }
}

/* For each of T rounds, whether it is one of m that are drawn. */
static bool *subset(Coins *coins, long m, long T) {
    bool *chosen = fresh(T);
    for (long j = T - m; j < T; j++) {
        long drawn = below(coins, j + 1);
        chosen[chosen[drawn] ? j : drawn] = true;
    }
    return chosen;
}

/* Yes with the probability table[which]. */
static bool decision(Coins *coins, int which, const Fraction *table, int count, bool decoys) {
    wide left[3];
    int order[3] = {0};
    for (int i = 0; i < count; i++) left[i] = table[i].n;
    for (;;) {
        uint8_t block[16];
        bool settled = true;
        take(coins, block, 16);
        for (int i = 0; i < count; i++) {
            for (int j = 0; j < 16; j++) {
                wide scaled = product(left[i], 256);
                int digit = left[i] == table[i].d ? 255 : (int)(scaled / table[i].d);
                left[i] = scaled - digit * table[i].d;
                if (!order[i]) order[i] = block[j] - digit;
            }
            settled = settled && order[i];
        }
        bool decoy = decoys && !block[12] && !block[13] && !block[14] && !block[15];
        if (settled && !decoy) return order[which] < 0;
    }
}

/* Clients: from parameters, an input and coins to an output */

typedef struct {
    long T, m;
    Fraction r;
} Shots;

static Shots shots_parameters(const Value *parameters) {
    Shots made = {whole(parameters, "T", 1), whole(parameters, "m", 1), of(0)};
    if (member(parameters, "r")) made.r = number(parameters, "r");
    if (made.m > made.T || made.r.n < 0 || made.r.n > made.r.d) wrong("m is at most T, and r from 0 to 1");
    return made;
}

static const char *states(const char *input, long T) {
    if (!input || (long)strlen(input) != T || (long)strspn(input, "01") != T) wrong("not one bit for each round");
    return input;
}

static void truths(Fraction E, Fraction *table) {
    table[0] = over(of(1), plus(E, of(1)));
    table[1] = over(E, plus(E, of(1)));
}

static void shots(const Value *parameters, const char *input, Coins *coins) {
    Shots known = shots_parameters(parameters);
    const char *secret = states(input, known.T);
    Fraction table[3];
    truths(rational(budgeted(parameters, known.m)), table);
    table[2] = known.r;
    bool *chosen = subset(coins, known.m, known.T);
    for (long t = 0; t < known.T; t++)
        put("%c", decision(coins, chosen[t] ? secret[t] - '0' : 2, table, 3, true) ? '1' : '0');
}

static void glance(const Value *parameters, const char *input, Coins *coins) {
    long T = whole(parameters, "T", 1);
    const char *secret = states(input, T);
    Fraction table[2];
    truths(rational(budgeted(parameters, 1)), table);
    long chosen = below(coins, T);
    char sent = decision(coins, secret[chosen] - '0', table, 2, true) ? '1' : '0';
    for (long t = 0; t < T; t++) put("%c", t == chosen ? sent : '-');
}

static long column(const char **place, long w) {
    wide made = digits(place);
    if (made >= w) wrong("a row or column is out of range");
    return (long)made;
}

static long *columns(const char *input, long w, long d) {
    if (!input || d > 1000000) wrong("not columns");
    long *made = fresh(d * sizeof *made);
    for (long row = 0; row < d; row++) {
        made[row] = column(&input, w);
        if (*input != (row < d - 1 ? ',' : 0)) wrong("a wrong number of columns");
        input++;
    }
    return made;
}

static void kary(const Value *parameters, const char *input, Coins *coins) {
    long w = whole(parameters, "w", 2), d = whole(parameters, "d", 1);
    long *hashed = columns(input, w, d);
    Fraction excess = minus(rational(budgeted(parameters, 1)), of(1)), tell = over(excess, plus(excess, of(w)));
    long row = below(coins, d);
    bool told = decision(coins, 0, &tell, 1, false);
    long other = below(coins, w);
    put("%ld:%ld", row, told ? hashed[row] : other);
}

/* Collectors: from parameters and a request to estimates */

typedef struct {
    long ones, bits;
} Round;

static Round *rounds(const Value *request, long T, long N, const char *alphabet, long *count) {
    Value *reports = member(request, "reports"), *counts = member(request, "counts");
    if (!reports == !counts) wrong("either reports or counts");
    Value *given = as_list(reports ? reports : counts);
    if ((*count = given->count) > T) wrong("more rounds than T");
    Round *made = fresh(given->count * sizeof *made), *next = made;
    bool *heard = reports ? fresh(N) : NULL;
    for (Value *each = given->first; each; each = each->next, next++) {
        if (counts) {
            if (as_list(each)->count != 2) wrong("not two whole numbers for a round");
            *next = (Round){as_integer(each->first), as_integer(each->first->next)};
            continue;
        }
        const char *sent = as_text(each);
        if (!sent || (long)strlen(sent) != N || (long)strspn(sent, alphabet) != N) wrong("not a character for everybody");
        for (long i = 0; i < N; i++) {
            if (sent[i] == '-') continue;
            if (heard[i] && strchr(alphabet, '-')) wrong("somebody reports twice");
            heard[i] = true;
            next->bits++;
            next->ones += sent[i] == '1';
        }
    }
    return made;
}

static const char *choice(const Value *parameters, const char *name, const char **choices) {
    const Value *given = member(parameters, name);
    if (!given) return choices[0];
    for (; *choices; choices++)
        if (as_text(given) && !strcmp(as_text(given), *choices)) return *choices;
    wrong("a parameter is not among its choices");
}

static Estimate *shots_estimates(const Value *parameters, const Value *request, long *count) {
    static const char *choices[] = {"no", "yes", NULL};
    Shots known = shots_parameters(parameters);
    long N = whole(parameters, "N", 1);
    Budget budget = budgeted(parameters, known.m);
    bool clipped = !strcmp(choice(parameters, "clipped", choices), "yes");
    Fraction share = over(of(known.m), of(known.T)), dummies = times(minus(of(1), share), known.r);
    Round *heard = rounds(request, known.T, N, "01", count);
    Estimate *made = fresh(*count * sizeof *made);
    for (long t = 0; t < *count; t++) {
        if (heard[t].bits != N || heard[t].ones < 0 || heard[t].ones > N) wrong("not a bit of everybody");
        /* (ones/N - q) / (p - q), with the truth about half of all told apart: p - q = m/T (E - 1)/(E + 1) */
        Fraction middle = plus(over(share, of(2)), dummies);
        Fraction over_half = over(minus(over(of(heard[t].ones), of(N)), middle), share);
        made[t] = over_excess(budget, plus(over_half, over(of(1), of(2))), times(of(2), over_half));
        if (!clipped) continue;
        Estimate none = {made[t].kind, of(0), 0}, all = {made[t].kind, of(1), 1};
        if (ordered(&made[t], &none) < 0) made[t] = none;
        if (ordered(&made[t], &all) > 0) made[t] = all;
    }
    return made;
}

static Estimate *glance_estimates(const Value *parameters, const Value *request, long *count) {
    long T = whole(parameters, "T", 1), N = whole(parameters, "N", 1), all = 0;
    Budget budget = budgeted(parameters, 1);
    Round *heard = rounds(request, T, N, "01-", count);
    Estimate *made = fresh(*count * sizeof *made);
    for (long t = 0; t < *count; t++) {
        long ones = heard[t].ones, bits = heard[t].bits;
        if (ones < 0 || ones > bits || (all += bits) > N) wrong("more reports than there are people");
        Fraction share = bits ? over(of(ones), of(bits)) : of(0);
        made[t] = over_excess(budget, share, minus(times(of(2), share), of(1)));
        if (!bits) made[t].kind = NOBODY;
    }
    return made;
}

/* The people behind n reports, of which S say the column: (S - n low) / (high - low) = S + (S w - n) / (E - 1). */
static Estimate people(Budget budget, long w, long n, long S, Fraction c, long stand_for) {
    Fraction scale = over(of(stand_for), minus(of(1), c));
    Fraction plain = minus(of(S), times(of(n), c)), extra = minus(times(of(S), of(w)), of(n));
    return over_excess(budget, times(scale, plain), times(scale, extra));
}

static Estimate *kary_estimates(const Value *parameters, const Value *request, long *count) {
    static const char *choices[] = {"mean", "median", "minimum", NULL};
    long w = whole(parameters, "w", 2), d = whole(parameters, "d", 1);
    Budget budget = budgeted(parameters, 1);
    Fraction c = member(parameters, "collision") ? number(parameters, "collision") : over(of(1), of(w));
    const char *estimator = choice(parameters, "estimator", choices);
    if (c.n < 0 || c.n >= c.d) wrong("collision is from 0 to below 1");
    Value *reports = as_list(member(request, "reports")), *items = as_list(member(request, "columns"));
    Estimate *made = fresh(items->count * sizeof *made), *next = made;
    *count = items->count;
    long *rows = fresh(reports->count * sizeof *rows), *said = fresh(reports->count * sizeof *said), i = 0;
    for (Value *report = reports->first; report; report = report->next, i++) {
        const char *place = as_text(report);
        if (!place) wrong("not a report");
        rows[i] = column(&place, d);
        if (*place++ != ':') wrong("not a report");
        said[i] = column(&place, w);
        if (*place) wrong("not a report");
    }
    for (Value *item = items->first; item; item = item->next, next++) {
        long *hashed = columns(as_text(item), w, d), all = 0;
        long *n = fresh(d * sizeof *n), *S = fresh(d * sizeof *S);
        for (i = 0; i < reports->count; i++) {
            bool supports = hashed[rows[i]] == said[i];
            n[rows[i]]++;
            S[rows[i]] += supports;
            all += supports;
        }
        if (estimator == choices[0]) {
            *next = people(budget, w, reports->count, all, c, 1);
            continue;
        }
        Estimate *each = fresh(d * sizeof *each);
        for (long row = 0; row < d; row++) each[row] = people(budget, w, n[row], S[row], estimator == choices[2] ? of(0) : c, d);
        qsort(each, d, sizeof *each, ordered);
        Estimate low = each[(d - 1) / 2], high = each[d / 2];
        *next = estimator == choices[2] ? each[0] : low;
        if (estimator == choices[2]) continue;
        if (low.kind == EXACT) next->exact = over(plus(low.exact, high.exact), of(2));
        else next->floating = (low.floating + high.floating) / 2;
    }
    return made;
}

/* Decisions */

static void shots_decisions(const Value *parameters, const Value *request) {
    Fraction theta = number(parameters, "theta");
    rational(budgeted(parameters, whole(parameters, "m", 1)));
    long count;
    Estimate *estimates = shots_estimates(parameters, request, &count);
    for (long t = 0; t < count; t++)
        put("%s\"%s\"", t ? ", " : "", compare(estimates[t].exact, theta) >= 0 ? "up" : "down");
}

static void table_decisions(const Value *parameters, const Value *request) {
    long m1 = whole(parameters, "m1", 1), m2 = whole(parameters, "m2", 1), N = m1 + m2;
    Fraction tau = number(parameters, "tau");
    budgeted(parameters, 1);
    if (tau.n <= 0) wrong("tau is above 0");
    Value *tables = as_list(member(request, "tables"));
    for (Value *table = tables->first; table; table = table->next) {
        long *variants = columns(as_text(table), (m1 > m2 ? m1 : m2) + 1, 2), a = variants[0], b = variants[1], s = a + b;
        if (a > m1 || b > m2) wrong("more have the variant than there are");
        wide h = product(a, m2) - product(b, m1);
        Fraction statistic = of(0);
        if (0 < s && s < N)
            statistic = over_terms(product(N, product(h, h)), product(product(s, N - s), product(m1, m2)));
        put("%s\"%s\"", table == tables->first ? "" : ", ", compare(statistic, tau) > 0 ? "1" : "0");
    }
}

/* The protocol: by op, for each mechanism what computes, the parameters, and those that are optional */

typedef struct {
    const char *op, *mechanism, *needed, *optional;
    void (*draw)(const Value *, const char *, Coins *);
    Estimate *(*collect)(const Value *, const Value *, long *);
    void (*decide)(const Value *, const Value *);
} Row;

static const Row ROWS[] = {
    {"randomize", "shots.report", " T m ", " r report_odds epsilon odds ", .draw = shots},
    {"randomize", "counting.glance", " T ", " epsilon odds ", .draw = glance},
    {"randomize", "sketch.kary", " w d ", " epsilon odds ", .draw = kary},
    {"estimate", "shots.report", " T m N ", " r report_odds epsilon odds clipped ", .collect = shots_estimates},
    {"estimate", "counting.glance", " T N ", " epsilon odds ", .collect = glance_estimates},
    {"estimate", "sketch.kary", " w d ", " epsilon odds collision estimator ", .collect = kary_estimates},
    {"decide", "shots.report", " T m N theta ", " r report_odds epsilon odds ", .decide = shots_decisions},
    {"decide", "chi2.algorithm_2", " m1 m2 tau ", " epsilon odds ", .decide = table_decisions},
    {"decide", "chi2.optimal", " m1 m2 tau ", " epsilon odds ", .decide = table_decisions},
};
enum { COUNT = sizeof ROWS / sizeof *ROWS };

static void put_names(const char *key, const char *op) {
    const char *between = "";
    put("\"%s\": [", key);
    for (int i = 0; i < COUNT; i++)
        if (!strcmp(ROWS[i].op, op)) {
            put("%s\"%s\"", between, ROWS[i].mechanism);
            between = ", ";
        }
    put("]");
}

static bool listed(const char *names, const char *name) {
    char *word = fresh(strlen(name) + 3);
    sprintf(word, " %s ", name);
    return !strchr(name, ' ') && strstr(names, word);
}

static const Row *looked_up(const char *op, const Value *request, const Value **parameters) {
    const char *mechanism = as_text(member(request, "mechanism"));
    for (const Row *row = ROWS; row < ROWS + COUNT; row++) {
        if (strcmp(row->op, op) || !mechanism || strcmp(row->mechanism, mechanism)) continue;
        *parameters = member(request, "parameters");
        if (!*parameters || (*parameters)->kind != OBJECT) wrong("there are no parameters");
        int missing = -1;
        for (const char *place = row->needed; *place; place++) missing += *place == ' ';
        for (const Value *each = (*parameters)->first; each; each = each->next) {
            if (listed(row->needed, each->name)) missing--;
            else if (!listed(row->optional, each->name)) wrong("an unknown parameter");
        }
        if (missing) wrong("a parameter is missing");
        return row;
    }
    beyond("no such mechanism");
}

static void randomized(const Value *request) {
    const Value *parameters, *given = member(request, "coins"), *count = member(request, "count");
    const Value *inputs = member(request, "inputs");
    const Row *row = looked_up("randomize", request, &parameters);
    const char *input = as_text(member(request, "input"));
    if (!given + !count + !inputs != 2) wrong("either count, coins or inputs");
    if (given) {
        const char *hex = as_text(given);
        if (!hex || strlen(hex) % 2 || strspn(hex, "0123456789abcdefABCDEF") != strlen(hex)) wrong("coins are bytes");
        uint8_t *bytes = fresh(strlen(hex) / 2);
        Coins coins = {bytes, strlen(hex) / 2, 0};
        for (size_t i = 0; i < coins.length; i++) sscanf(hex + 2 * i, "%2hhx", &bytes[i]);
        put("\"outputs\": [\"");
        row->draw(parameters, input, &coins);
        put("\"], \"taken\": [%zu]", coins.taken);
        return;
    }
    const Value *one = inputs ? as_list(inputs)->first : NULL;
    long draws = inputs ? as_list(inputs)->count : as_integer(count);
    if (draws < 1 || draws > 1000) wrong("from 1 to 1000 outputs are drawn");
    put("\"outputs\": [");
    for (long i = 0; i < draws; i++) {
        Coins coins = {NULL, 0, 0};
        put("%s\"", i ? ", " : "");
        row->draw(parameters, one ? as_text(one) : input, &coins);
        put("\"");
        if (one) one = one->next;
    }
    put("]");
}

static void estimated(const Value *request) {
    const Value *parameters, *precision = member(request, "digits");
    const Row *row = looked_up("estimate", request, &parameters);
    if (precision && (as_integer(precision) < 1 || as_integer(precision) > 4000)) wrong("digits are from 1 to 4000");
    long count;
    Estimate *estimates = row->collect(parameters, request, &count);
    put("\"estimates\": [");
    for (long i = 0; i < count; i++) {
        put("%s", i ? ", " : "");
        put_estimate(estimates[i]);
    }
    put("]");
}

static void decided(const Value *request) {
    const Value *parameters;
    const Row *row = looked_up("decide", request, &parameters);
    put("\"decisions\": [");
    row->decide(parameters, request);
    put("]");
}

static void described(void) {
    put("\"protocol\": 1, \"name\": \"C\", \"mechanisms\": [\"shots.report\", \"counting.glance\", \"sketch.kary\", ");
    put("\"chi2.algorithm_2\", \"chi2.optimal\"], \"capabilities\": {");
    put_names("randomize", "randomize");
    put(", ");
    put_names("coins", "randomize");
    put(", ");
    put_names("inputs", "randomize");
    put(", ");
    put_names("estimate", "estimate");
    put(", ");
    put_names("decide", "decide");
    put("}");
}

int main(void) {
    char *line = NULL;
    size_t room = 0;
    put("");
    while (getline(&line, &room, stdin) > 0) {
        at = line;
        const Value *request = value();
        const char *op = as_text(member(request, "op"));
        long id = strtol(member(request, "id")->text, NULL, 10);
        answer_length = 0;
        put("{\"id\": %ld, ", id);
        size_t head = answer_length;
        if (!setjmp(refusal)) {
            if (op && !strcmp(op, "describe")) described();
            else if (op && !strcmp(op, "randomize")) randomized(request);
            else if (op && !strcmp(op, "estimate")) estimated(request);
            else if (op && !strcmp(op, "decide")) decided(request);
            else beyond("no such op");
        } else {
            answer_length = head;
            put("\"%s\": \"%s\"", refused_as, refused_why);
        }
        printf("%s}\n", answer);
        fflush(stdout);
        forget();
    }
    return 0;
}
