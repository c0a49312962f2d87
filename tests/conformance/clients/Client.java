// A client and a collector in Java, written from PROTOCOL.md: only Java's own packages are used.
//
// Exact fractions where e^epsilon is rational; else estimates in floating point, and no coins.

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.MathContext;
import java.nio.charset.StandardCharsets;
import java.security.SecureRandom;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

final class Client {
    /** A request that is refused. */
    static class Wrong extends RuntimeException {
        Wrong(String why) {
            super(why);
        }
    }

    /** A request for what this program cannot do. */
    static class Beyond extends RuntimeException {
        Beyond(String why) {
            super(why);
        }
    }

    // Fractions, in lowest terms

    record Fraction(BigInteger n, BigInteger d) implements Comparable<Fraction> {
        static final Fraction ZERO = of(0), ONE = of(1), TWO = of(2);

        static Fraction of(long n) {
            return new Fraction(BigInteger.valueOf(n), BigInteger.ONE);
        }

        static Fraction of(BigInteger n, BigInteger d) {
            BigInteger common = n.gcd(d).multiply(BigInteger.valueOf(d.signum()));
            return new Fraction(n.divide(common), d.divide(common));
        }

        Fraction plus(Fraction other) {
            return of(n.multiply(other.d).add(other.n.multiply(d)), d.multiply(other.d));
        }

        Fraction minus(Fraction other) {
            return of(n.multiply(other.d).subtract(other.n.multiply(d)), d.multiply(other.d));
        }

        Fraction times(Fraction other) {
            return of(n.multiply(other.n), d.multiply(other.d));
        }

        Fraction over(Fraction other) {
            return of(n.multiply(other.d), d.multiply(other.n));
        }

        public int compareTo(Fraction other) {
            return n.multiply(other.d).compareTo(other.n.multiply(d));
        }

        double floating() {
            return new BigDecimal(n).divide(new BigDecimal(d), MathContext.DECIMAL128).doubleValue();
        }
    }

    // Numbers and budgets

    static final Pattern NUMBER =
            Pattern.compile("-?[0-9]{1,300}(/0*[1-9][0-9]{0,300}|(\\.[0-9]{1,300})?(e-?[0-9]{1,3})?)");
    static final Pattern LN = Pattern.compile("ln\\((.*)\\)");

    static Fraction number(Object given) {
        if (!(given instanceof String text) || !NUMBER.matcher(text).matches()) throw new Wrong("not a number");
        int slash = text.indexOf('/');
        if (slash >= 0) return Fraction.of(new BigInteger(text.substring(0, slash)), new BigInteger(text.substring(slash + 1)));
        BigDecimal decimal = new BigDecimal(text);
        int scale = decimal.scale();
        return scale > 0
                ? Fraction.of(decimal.unscaledValue(), BigInteger.TEN.pow(scale))
                : Fraction.of(decimal.toBigIntegerExact(), BigInteger.ONE);
    }

    static int whole(Object given, int least, String what) {
        Fraction found = number(given);
        if (!found.d.equals(BigInteger.ONE) || found.compareTo(Fraction.of(least)) < 0)
            throw new Wrong(what + " must be a whole number, at least " + least);
        if (found.n.bitLength() > 30) throw new Beyond("such large numbers");
        return found.n.intValue();
    }

    /** The m-th root of a whole number, or null if it is irrational. */
    static BigInteger root(BigInteger value, int m) {
        BigInteger low = BigInteger.ZERO, high = BigInteger.ONE.shiftLeft(value.bitLength() / m + 1);
        while (low.compareTo(high) < 0) {
            BigInteger middle = low.add(high).add(BigInteger.ONE).shiftRight(1);
            if (middle.pow(m).compareTo(value) <= 0) low = middle;
            else high = middle.subtract(BigInteger.ONE);
        }
        return low.pow(m).equals(value) ? low : null;
    }

    /** E, exactly or as null, and E - 1 in floating point. */
    record Budget(Fraction exact, double excess) {
        static Budget of(Map<String, Object> parameters, int m) {
            List<String> given = new ArrayList<>(List.of("epsilon", "odds", "report_odds"));
            given.retainAll(parameters.keySet());
            if (given.size() != 1) throw new Wrong("the budget is given once");
            Object text = parameters.get(given.get(0));
            if (given.get(0).equals("epsilon")) {
                Matcher logarithm = LN.matcher(text instanceof String written ? written : "");
                if (!logarithm.matches()) {
                    Fraction epsilon = number(text);
                    if (epsilon.n.signum() <= 0) throw new Wrong("epsilon must be above 0");
                    return new Budget(null, Math.expm1(epsilon.floating() / m));
                }
                text = logarithm.group(1);
            }
            Fraction odds = number(text);
            if (odds.compareTo(Fraction.ONE) <= 0) throw new Wrong("the odds must be above 1");
            int share = given.get(0).equals("report_odds") ? 1 : m;
            BigInteger up = root(odds.n, share), down = root(odds.d, share);
            Fraction exact = up == null || down == null ? null : Fraction.of(up, down);
            return new Budget(exact, Math.expm1(Math.log1p(odds.minus(Fraction.ONE).floating()) / share));
        }

        Fraction rational() {
            if (exact == null) throw new Beyond("irrational odds");
            return exact;
        }

        /** a + b / (E - 1). */
        Estimate overExcess(Fraction a, Fraction b) {
            return exact == null
                    ? new Estimate(null, a.floating() + b.floating() / excess)
                    : new Estimate(a.plus(b.over(exact.minus(Fraction.ONE))), 0);
        }
    }

    /** A number, exactly or, if that is null, in floating point. */
    record Estimate(Fraction exact, double floating) implements Comparable<Estimate> {
        public int compareTo(Estimate other) {
            return exact == null ? Double.compare(floating, other.floating) : exact.compareTo(other.exact);
        }

        Estimate between(Estimate other) {
            return exact == null
                    ? new Estimate(null, (floating + other.floating) / 2)
                    : new Estimate(exact.plus(other.exact).over(Fraction.TWO), 0);
        }

        Estimate clipped() {
            if (exact == null) return new Estimate(null, Math.min(Math.max(floating, 0), 1));
            if (exact.n.signum() < 0) return new Estimate(Fraction.ZERO, 0);
            return exact.compareTo(Fraction.ONE) > 0 ? new Estimate(Fraction.ONE, 0) : this;
        }
    }

    // Coins

    /** Bytes that were given, or the system's if they are null; how many were taken. */
    static final class Coins {
        static final SecureRandom SYSTEM = new SecureRandom();
        final byte[] given;
        int taken = 0;

        Coins(byte[] given) {
            this.given = given;
        }

        byte[] read(int k) {
            if (given == null) {
                byte[] drawn = new byte[k];
                SYSTEM.nextBytes(drawn);
                return drawn;
            }
            if (taken + k > given.length) throw new Wrong((taken + k - given.length) + " bytes are missing");
            taken += k;
            return Arrays.copyOfRange(given, taken - k, taken);
        }

        int below(int n) {
            int k = 1;
            for (int left = n - 1; left > 0; left /= 256) k++;
            BigInteger size = BigInteger.valueOf(n), all = BigInteger.ONE.shiftLeft(8 * k);
            BigInteger limit = all.subtract(all.mod(size));
            while (true) {
                BigInteger drawn = new BigInteger(1, read(k));
                if (drawn.compareTo(limit) < 0) return drawn.mod(size).intValue();
            }
        }

        Set<Integer> subset(int m, int T) {
            Set<Integer> chosen = new HashSet<>();
            for (int j = T - m; j < T; j++)
                if (!chosen.add(below(j + 1))) chosen.add(j);
            return chosen;
        }

        /** Yes with the probability table[which]. */
        boolean decision(int which, List<Fraction> table, boolean decoys) {
            int count = table.size();
            BigInteger[] left = new BigInteger[count];
            int[] order = new int[count];
            for (int i = 0; i < count; i++) left[i] = table.get(i).n;
            while (true) {
                byte[] block = read(16);
                boolean settled = true;
                for (int i = 0; i < count; i++) {
                    BigInteger d = table.get(i).d;
                    for (byte read : block) {
                        int digit = 255;
                        if (left[i].compareTo(d) < 0) {
                            BigInteger[] parts = left[i].shiftLeft(8).divideAndRemainder(d);
                            digit = parts[0].intValue();
                            left[i] = parts[1];
                        }
                        if (order[i] == 0) order[i] = (read & 255) - digit;
                    }
                    settled = settled && order[i] != 0;
                }
                boolean decoy = decoys && (block[12] | block[13] | block[14] | block[15]) == 0;
                if (settled && !decoy) return order[which] < 0;
            }
        }
    }

    // Clients: from parameters, an input and coins to an output

    record Shots(int T, int m, Fraction r) {
        static Shots of(Map<String, Object> parameters) {
            int T = whole(parameters.get("T"), 1, "T"), m = whole(parameters.get("m"), 1, "m");
            Fraction r = number(parameters.getOrDefault("r", "0"));
            if (m > T || r.compareTo(Fraction.ZERO) < 0 || r.compareTo(Fraction.ONE) > 0)
                throw new Wrong("m is at most T, and r from 0 to 1");
            return new Shots(T, m, r);
        }
    }

    static String states(Object input, int T) {
        if (!(input instanceof String text) || text.length() != T || !text.matches("[01]*"))
            throw new Wrong("not one bit for each of " + T + " rounds");
        return text;
    }

    static List<Fraction> truths(Fraction E) {
        Fraction all = E.plus(Fraction.ONE);
        return new ArrayList<>(List.of(Fraction.ONE.over(all), E.over(all)));
    }

    static String shots(Map<String, Object> parameters, Object input, Coins coins) {
        Shots known = Shots.of(parameters);
        String secret = states(input, known.T);
        List<Fraction> table = truths(Budget.of(parameters, known.m).rational());
        table.add(known.r);
        Set<Integer> chosen = coins.subset(known.m, known.T);
        StringBuilder sent = new StringBuilder();
        for (int t = 0; t < known.T; t++)
            sent.append(coins.decision(chosen.contains(t) ? secret.charAt(t) - '0' : 2, table, true) ? '1' : '0');
        return sent.toString();
    }

    static String glance(Map<String, Object> parameters, Object input, Coins coins) {
        int T = whole(parameters.get("T"), 1, "T");
        String secret = states(input, T);
        List<Fraction> table = truths(Budget.of(parameters, 1).rational());
        int chosen = coins.below(T);
        String sent = coins.decision(secret.charAt(chosen) - '0', table, true) ? "1" : "0";
        return "-".repeat(chosen) + sent + "-".repeat(T - chosen - 1);
    }

    static int column(String text, int w) {
        if (!text.matches("[0-9]{1,9}") || Integer.parseInt(text) >= w) throw new Wrong("not a whole number below " + w);
        return Integer.parseInt(text);
    }

    static int[] columns(Object given, int w, int d) {
        if (!(given instanceof String text)) throw new Wrong("columns must be a text");
        String[] parts = text.split(",", -1);
        if (parts.length != d) throw new Wrong("not " + d + " columns");
        return Arrays.stream(parts).mapToInt(part -> column(part, w)).toArray();
    }

    static String kary(Map<String, Object> parameters, Object input, Coins coins) {
        int w = whole(parameters.get("w"), 2, "w"), d = whole(parameters.get("d"), 1, "d");
        int[] hashed = columns(input, w, d);
        Fraction excess = Budget.of(parameters, 1).rational().minus(Fraction.ONE);
        int row = coins.below(d);
        boolean told = coins.decision(0, List.of(excess.over(excess.plus(Fraction.of(w)))), false);
        int other = coins.below(w);
        return row + ":" + (told ? hashed[row] : other);
    }

    // Collectors: from parameters and a request to estimates

    static List<?> list(Object given, String what) {
        if (!(given instanceof List<?> found)) throw new Wrong(what + " must be a list");
        return found;
    }

    static int integer(Object given) {
        if (!(given instanceof BigDecimal number) || number.scale() > 0 || number.precision() > 10) throw new Wrong("not a whole number");
        return number.intValueExact();
    }

    static String choice(Map<String, Object> parameters, String name, String... choices) {
        Object given = parameters.getOrDefault(name, choices[0]);
        if (!List.of(choices).contains(given)) throw new Wrong(name + " is one of " + String.join(", ", choices));
        return (String) given;
    }

    record Round(int ones, int bits) {}

    static List<Round> rounds(Map<String, Object> request, int T, int N, String alphabet) {
        if (request.containsKey("reports") == request.containsKey("counts")) throw new Wrong("either reports or counts");
        List<Round> heard = new ArrayList<>();
        Set<Integer> reported = new HashSet<>();
        if (request.containsKey("counts")) {
            for (Object pair : list(request.get("counts"), "counts")) {
                List<?> counts = list(pair, "a round's counts");
                if (counts.size() != 2) throw new Wrong("not two whole numbers for a round");
                heard.add(new Round(integer(counts.get(0)), integer(counts.get(1))));
            }
        } else {
            for (Object report : list(request.get("reports"), "reports")) {
                if (!(report instanceof String sent) || sent.length() != N || !sent.matches("[" + alphabet + "]*"))
                    throw new Wrong("not a character of " + alphabet + " for each of " + N + " people");
                for (int i = 0; i < N && alphabet.contains("-"); i++)
                    if (sent.charAt(i) != '-' && !reported.add(i)) throw new Wrong("somebody reports twice");
                int ones = (int) sent.chars().filter(one -> one == '1').count();
                heard.add(new Round(ones, N - (int) sent.chars().filter(one -> one == '-').count()));
            }
        }
        if (heard.size() > T) throw new Wrong("more than " + T + " rounds");
        return heard;
    }

    static List<Estimate> shotsEstimates(Map<String, Object> parameters, Map<String, Object> request) {
        Shots known = Shots.of(parameters);
        int N = whole(parameters.get("N"), 1, "N");
        Budget budget = Budget.of(parameters, known.m);
        boolean clipped = choice(parameters, "clipped", "no", "yes").equals("yes");
        Fraction share = Fraction.of(known.m).over(Fraction.of(known.T));
        Fraction dummies = Fraction.ONE.minus(share).times(known.r);
        List<Estimate> estimates = new ArrayList<>();
        for (Round round : rounds(request, known.T, N, "01")) {
            if (round.bits != N || round.ones < 0 || round.ones > N) throw new Wrong("not a bit of everybody");
            // (ones/N - q) / (p - q), with the truth about half of all told apart: p - q = m/T (E - 1)/(E + 1)
            Fraction middle = share.over(Fraction.TWO).plus(dummies);
            Fraction overHalf = Fraction.of(round.ones).over(Fraction.of(N)).minus(middle).over(share);
            Fraction half = Fraction.ONE.over(Fraction.TWO);
            Estimate found = budget.overExcess(overHalf.plus(half), overHalf.times(Fraction.TWO));
            estimates.add(clipped ? found.clipped() : found);
        }
        return estimates;
    }

    static List<Estimate> glanceEstimates(Map<String, Object> parameters, Map<String, Object> request) {
        int T = whole(parameters.get("T"), 1, "T"), N = whole(parameters.get("N"), 1, "N");
        Budget budget = Budget.of(parameters, 1);
        List<Estimate> estimates = new ArrayList<>();
        long all = 0;
        for (Round round : rounds(request, T, N, "01-")) {
            all += round.bits;
            if (round.ones < 0 || round.ones > round.bits || all > N) throw new Wrong("more reports than there are people");
            if (round.bits == 0) {
                estimates.add(null);
                continue;
            }
            Fraction share = Fraction.of(round.ones).over(Fraction.of(round.bits));
            estimates.add(budget.overExcess(share, share.times(Fraction.TWO).minus(Fraction.ONE)));
        }
        return estimates;
    }

    /** The people behind n reports, S of which say the column: (S - n low)/(high - low) = S + (S w - n)/(E - 1). */
    static Estimate people(Budget budget, int w, int n, int S, Fraction c, int standFor) {
        Fraction scale = Fraction.of(standFor).over(Fraction.ONE.minus(c));
        Fraction plain = Fraction.of(S).minus(Fraction.of(n).times(c));
        return budget.overExcess(scale.times(plain), scale.times(Fraction.of((long) S * w - n)));
    }

    static List<Estimate> karyEstimates(Map<String, Object> parameters, Map<String, Object> request) {
        int w = whole(parameters.get("w"), 2, "w"), d = whole(parameters.get("d"), 1, "d");
        Budget budget = Budget.of(parameters, 1);
        Fraction c = number(parameters.getOrDefault("collision", "1/" + w));
        if (c.n.signum() < 0 || c.compareTo(Fraction.ONE) >= 0) throw new Wrong("collision is from 0 to below 1");
        String estimator = choice(parameters, "estimator", "mean", "median", "minimum");
        List<int[]> reports = new ArrayList<>();
        for (Object report : list(request.get("reports"), "reports")) {
            String[] parts = report instanceof String text ? text.split(":", -1) : new String[0];
            if (parts.length != 2) throw new Wrong("not a report");
            reports.add(new int[] {column(parts[0], d), column(parts[1], w)});
        }
        List<Estimate> estimates = new ArrayList<>();
        for (Object item : list(request.get("columns"), "columns")) {
            int[] hashed = columns(item, w, d), n = new int[d], S = new int[d];
            for (int[] report : reports) {
                n[report[0]]++;
                if (hashed[report[0]] == report[1]) S[report[0]]++;
            }
            if (estimator.equals("mean")) {
                estimates.add(people(budget, w, reports.size(), Arrays.stream(S).sum(), c, 1));
                continue;
            }
            Estimate[] each = new Estimate[d];
            Fraction share = estimator.equals("minimum") ? Fraction.ZERO : c;
            for (int row = 0; row < d; row++) each[row] = people(budget, w, n[row], S[row], share, d);
            Arrays.sort(each);
            estimates.add(estimator.equals("minimum") ? each[0] : each[(d - 1) / 2].between(each[d / 2]));
        }
        return estimates;
    }

    // Decisions

    static List<String> shotsDecisions(Map<String, Object> parameters, Map<String, Object> request) {
        Fraction theta = number(parameters.get("theta"));
        Budget.of(parameters, whole(parameters.get("m"), 1, "m")).rational();
        List<String> decisions = new ArrayList<>();
        for (Estimate estimate : shotsEstimates(parameters, request))
            decisions.add(estimate.exact.compareTo(theta) >= 0 ? "up" : "down");
        return decisions;
    }

    static List<String> tableDecisions(Map<String, Object> parameters, Map<String, Object> request) {
        int m1 = whole(parameters.get("m1"), 1, "m1"), m2 = whole(parameters.get("m2"), 1, "m2");
        Fraction tau = number(parameters.get("tau"));
        Budget.of(parameters, 1);
        if (tau.n.signum() <= 0) throw new Wrong("tau is above 0");
        List<String> decisions = new ArrayList<>();
        for (Object table : list(request.get("tables"), "tables")) {
            int[] variants = columns(table, Math.max(m1, m2) + 1, 2);
            long a = variants[0], b = variants[1], N = (long) m1 + m2, s = a + b;
            if (a > m1 || b > m2) throw new Wrong("more have the variant than there are");
            Fraction h = Fraction.of(a * m2 - b * m1), statistic = Fraction.ZERO;
            if (0 < s && s < N)
                statistic = h.times(h).times(Fraction.of(N)).over(Fraction.of(s * (N - s)).times(Fraction.of((long) m1 * m2)));
            decisions.add(statistic.compareTo(tau) > 0 ? "1" : "0");
        }
        return decisions;
    }

    // The protocol: by op, for each mechanism what computes, the parameters, and those that are optional

    interface Draw {
        String draw(Map<String, Object> parameters, Object input, Coins coins);
    }

    interface Answer {
        List<?> answer(Map<String, Object> parameters, Map<String, Object> request);
    }

    record Row<F>(F compute, Set<String> needed, Set<String> optional) {}

    static final Set<String> BUDGET = Set.of("epsilon", "odds");
    static final Map<String, Row<Draw>> RANDOMIZE = new LinkedHashMap<>();
    static final Map<String, Row<Answer>> ESTIMATE = new LinkedHashMap<>(), DECIDE = new LinkedHashMap<>();

    static {
        Set<String> shots = Set.of("r", "report_odds", "epsilon", "odds"), test = Set.of("m1", "m2", "tau");
        Set<String> clipped = Set.of("r", "report_odds", "epsilon", "odds", "clipped");
        Set<String> sketch = Set.of("epsilon", "odds", "collision", "estimator");
        RANDOMIZE.put("shots.report", new Row<>(Client::shots, Set.of("T", "m"), shots));
        RANDOMIZE.put("counting.glance", new Row<>(Client::glance, Set.of("T"), BUDGET));
        RANDOMIZE.put("sketch.kary", new Row<>(Client::kary, Set.of("w", "d"), BUDGET));
        ESTIMATE.put("shots.report", new Row<>(Client::shotsEstimates, Set.of("T", "m", "N"), clipped));
        ESTIMATE.put("counting.glance", new Row<>(Client::glanceEstimates, Set.of("T", "N"), BUDGET));
        ESTIMATE.put("sketch.kary", new Row<>(Client::karyEstimates, Set.of("w", "d"), sketch));
        DECIDE.put("shots.report", new Row<>(Client::shotsDecisions, Set.of("T", "m", "N", "theta"), shots));
        DECIDE.put("chi2.algorithm_2", new Row<>(Client::tableDecisions, test, BUDGET));
        DECIDE.put("chi2.optimal", new Row<>(Client::tableDecisions, test, BUDGET));
    }

    static <F> Row<F> lookedUp(Map<String, Row<F>> rows, Map<String, Object> request) {
        Row<F> row = rows.get(request.get("mechanism"));
        if (row == null) throw new Beyond("no " + request.get("mechanism"));
        Set<String> known = new HashSet<>(row.needed), given = parameters(request).keySet();
        known.addAll(row.optional);
        if (!given.containsAll(row.needed) || !known.containsAll(given)) throw new Wrong("the parameters are " + known);
        return row;
    }

    @SuppressWarnings("unchecked")
    static Map<String, Object> parameters(Map<String, Object> request) {
        if (!(request.get("parameters") instanceof Map<?, ?> given)) throw new Wrong("parameters must be an object");
        return (Map<String, Object>) given;
    }

    static Map<String, Object> described() {
        Set<String> mechanisms = new LinkedHashSet<>(RANDOMIZE.keySet());
        mechanisms.addAll(DECIDE.keySet());
        Map<String, Object> capabilities = new LinkedHashMap<>();
        capabilities.put("randomize", List.copyOf(RANDOMIZE.keySet()));
        capabilities.put("coins", List.copyOf(RANDOMIZE.keySet()));
        capabilities.put("inputs", List.copyOf(RANDOMIZE.keySet()));
        capabilities.put("estimate", List.copyOf(ESTIMATE.keySet()));
        capabilities.put("decide", List.copyOf(DECIDE.keySet()));
        return Map.of("protocol", 1, "name", "Java", "mechanisms", List.copyOf(mechanisms), "capabilities", capabilities);
    }

    static Map<String, Object> randomized(Map<String, Object> request) {
        Draw draw = lookedUp(RANDOMIZE, request).compute;
        Object input = request.get("input");
        if (Stream.of("coins", "count", "inputs").filter(request::containsKey).count() != 1)
            throw new Wrong("either count, coins or inputs");
        if (request.containsKey("coins")) {
            if (!(request.get("coins") instanceof String hex) || !hex.matches("([0-9a-fA-F]{2})*"))
                throw new Wrong("coins are bytes, two hexadecimal digits each");
            byte[] given = new byte[hex.length() / 2];
            for (int i = 0; i < given.length; i++) given[i] = (byte) Integer.parseInt(hex.substring(2 * i, 2 * i + 2), 16);
            Coins coins = new Coins(given);
            String output = draw.draw(parameters(request), input, coins);
            return Map.of("outputs", List.of(output), "taken", List.of(coins.taken));
        }
        List<?> inputs = request.containsKey("inputs") ? list(request.get("inputs"), "inputs") : null;
        int count = inputs == null ? integer(request.get("count")) : inputs.size();
        if (count < 1 || count > 1000) throw new Wrong("from 1 to 1000 outputs are drawn");
        List<String> outputs = new ArrayList<>();
        for (int i = 0; i < count; i++)
            outputs.add(draw.draw(parameters(request), inputs == null ? input : inputs.get(i), new Coins(null)));
        return Map.of("outputs", outputs);
    }

    static Map<String, Object> estimated(Map<String, Object> request) {
        Answer collect = lookedUp(ESTIMATE, request).compute;
        int digits = request.containsKey("digits") ? integer(request.get("digits")) : 20;
        if (digits < 1 || digits > 4000) throw new Wrong("digits are from 1 to 4000");
        return Map.of("estimates", collect.answer(parameters(request), request));
    }

    static Map<String, Object> answered(Map<String, Object> request) {
        try {
            return switch (String.valueOf(request.get("op"))) {
                case "describe" -> described();
                case "randomize" -> randomized(request);
                case "estimate" -> estimated(request);
                case "decide" -> Map.of("decisions", lookedUp(DECIDE, request).compute.answer(parameters(request), request));
                default -> throw new Beyond("no op " + request.get("op"));
            };
        } catch (Wrong wrong) {
            return Map.of("error", wrong.getMessage());
        } catch (Beyond beyond) {
            return Map.of("unsupported", beyond.getMessage());
        }
    }

    // JSON

    static final class Reader {
        final String line;
        int at = 0;

        Reader(String line) {
            this.line = line;
        }

        char next() {
            while (Character.isWhitespace(line.charAt(at))) at++;
            return line.charAt(at);
        }

        Object value() {
            switch (next()) {
                case '"':
                    return text();
                case '{':
                    Map<String, Object> members = new LinkedHashMap<>();
                    for (at++; next() != '}'; ) {
                        String name = text();
                        next();
                        at++;
                        members.put(name, value());
                        if (next() == ',') at++;
                        next();
                    }
                    at++;
                    return members;
                case '[':
                    List<Object> items = new ArrayList<>();
                    for (at++; next() != ']'; ) {
                        items.add(value());
                        if (next() == ',') at++;
                    }
                    at++;
                    return items;
                default:
                    int start = at;
                    while (at < line.length() && ",]} \t".indexOf(line.charAt(at)) < 0) at++;
                    String word = line.substring(start, at);
                    return switch (word) {
                        case "null" -> null;
                        case "true", "false" -> Boolean.valueOf(word);
                        default -> new BigDecimal(word);
                    };
            }
        }

        String text() {
            StringBuilder made = new StringBuilder();
            for (at++; line.charAt(at) != '"'; at++) {
                if (line.charAt(at) != '\\') {
                    made.append(line.charAt(at));
                } else if (line.charAt(++at) == 'u') {
                    made.append((char) Integer.parseInt(line.substring(at + 1, at + 5), 16));
                    at += 4;
                } else {
                    int escaped = "bfnrt".indexOf(line.charAt(at));
                    made.append(escaped < 0 ? line.charAt(at) : "\b\f\n\r\t".charAt(escaped));
                }
            }
            at++;
            return made.toString();
        }
    }

    static String written(Object value) {
        if (value instanceof Map<?, ?> members) {
            List<String> parts = new ArrayList<>();
            members.forEach((name, member) -> parts.add(written(name) + ": " + written(member)));
            return "{" + String.join(", ", parts) + "}";
        }
        if (value instanceof List<?> items) return "[" + String.join(", ", items.stream().map(Client::written).toList()) + "]";
        if (value instanceof Estimate estimate)
            return estimate.exact == null ? "" + estimate.floating : "{\"exact\": \"" + estimate.exact.n + "/" + estimate.exact.d + "\"}";
        if (!(value instanceof String text)) return String.valueOf(value);
        StringBuilder made = new StringBuilder("\"");
        for (char one : text.toCharArray()) made.append(one < 32 || one > 126 || one == '"' || one == '\\' ? String.format("\\u%04x", (int) one) : "" + one);
        return made.append('"').toString();
    }

    @SuppressWarnings("unchecked")
    public static void main(String[] words) throws IOException {
        BufferedReader lines = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
        for (String line = lines.readLine(); line != null; line = lines.readLine()) {
            Map<String, Object> request = (Map<String, Object>) new Reader(line).value();
            Map<String, Object> answer = new LinkedHashMap<>();
            answer.put("id", request.get("id"));
            answer.putAll(answered(request));
            System.out.println(written(answer));
            System.out.flush();
        }
    }
}
