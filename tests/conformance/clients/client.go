// A client and a collector in Go, written from PROTOCOL.md: only Go's own packages are used.
//
// Exact fractions where e^epsilon is rational; else estimates in floating point, and no coins.
package main

import (
	"bufio"
	"bytes"
	"crypto/rand"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"math"
	"math/big"
	"os"
	"regexp"
	"slices"
	"strconv"
	"strings"
)

// wrong refuses a request, and beyond is what this program cannot do; both are raised by panic.
type wrong string
type beyond string

type object = map[string]any

// Numbers and budgets

var (
	zero   = big.NewRat(0, 1)
	one    = big.NewRat(1, 1)
	two    = big.NewRat(2, 1)
	number = regexp.MustCompile(`^-?\d{1,300}(/0*[1-9]\d{0,300}|(\.\d{1,300})?(e-?\d{1,3})?)$`)
	ln     = regexp.MustCompile(`^ln\((.*)\)$`)
)

func of(n int) *big.Rat { return big.NewRat(int64(n), 1) }

func plus(x, y *big.Rat) *big.Rat  { return new(big.Rat).Add(x, y) }
func minus(x, y *big.Rat) *big.Rat { return new(big.Rat).Sub(x, y) }
func times(x, y *big.Rat) *big.Rat { return new(big.Rat).Mul(x, y) }
func over(x, y *big.Rat) *big.Rat  { return new(big.Rat).Quo(x, y) }
func float(x *big.Rat) float64     { f, _ := x.Float64(); return f }

func fraction(value any) *big.Rat {
	text, _ := value.(string)
	if !number.MatchString(text) {
		panic(wrong("not a number"))
	}
	x, _ := new(big.Rat).SetString(text)
	return x
}

func whole(value any, least int, what string) int {
	x := fraction(value)
	if !x.IsInt() || x.Cmp(of(least)) < 0 || x.Cmp(of(1<<53)) > 0 {
		panic(wrong(fmt.Sprintf("%s must be a whole number, at least %d", what, least)))
	}
	return int(x.Num().Int64())
}

// root is the m-th root of a whole number, or nil if it is irrational.
func root(value *big.Int, m int) *big.Int {
	low, high := big.NewInt(0), new(big.Int).Lsh(big.NewInt(1), uint(value.BitLen()/m+1))
	power := func(x *big.Int) *big.Int { return new(big.Int).Exp(x, big.NewInt(int64(m)), nil) }
	for low.Cmp(high) < 0 {
		middle := new(big.Int).Add(low, high)
		middle.Rsh(middle.Add(middle, big.NewInt(1)), 1)
		if power(middle).Cmp(value) <= 0 {
			low = middle
		} else {
			high = middle.Sub(middle, big.NewInt(1))
		}
	}
	if power(low).Cmp(value) != 0 {
		return nil
	}
	return low
}

// budget is E, exactly or as nil, and E - 1 in floating point.
type budget struct {
	exact  *big.Rat
	excess float64
}

func budgeted(parameters object, m int) budget {
	var given []string
	for _, name := range []string{"epsilon", "odds", "report_odds"} {
		if _, there := parameters[name]; there {
			given = append(given, name)
		}
	}
	if len(given) != 1 {
		panic(wrong("the budget is given once"))
	}
	text, _ := parameters[given[0]].(string)
	logarithm := ln.FindStringSubmatch(text)
	if given[0] == "epsilon" && logarithm == nil {
		epsilon := fraction(text)
		if epsilon.Sign() <= 0 {
			panic(wrong("epsilon must be above 0"))
		}
		return budget{nil, math.Expm1(float(epsilon) / float64(m))}
	}
	if given[0] == "epsilon" {
		text = logarithm[1]
	}
	if given[0] == "report_odds" {
		m = 1
	}
	value := fraction(text)
	if value.Cmp(one) <= 0 {
		panic(wrong("the odds must be above 1"))
	}
	found := budget{nil, math.Expm1(math.Log1p(float(minus(value, one))) / float64(m))}
	if up, down := root(value.Num(), m), root(value.Denom(), m); up != nil && down != nil {
		found.exact = new(big.Rat).SetFrac(up, down)
	}
	return found
}

func (b budget) rational() *big.Rat {
	if b.exact == nil {
		panic(beyond("irrational odds"))
	}
	return b.exact
}

// estimate is a number, exactly or, if that is nil, in floating point.
type estimate struct {
	exact *big.Rat
	float float64
}

// overExcess is x + y / (E - 1).
func (b budget) overExcess(x, y *big.Rat) estimate {
	if b.exact == nil {
		return estimate{nil, float(x) + float(y)/b.excess}
	}
	return estimate{plus(x, over(y, minus(b.exact, one))), 0}
}

func (e estimate) compare(other estimate) int {
	if e.exact != nil {
		return e.exact.Cmp(other.exact)
	}
	switch {
	case e.float < other.float:
		return -1
	case e.float > other.float:
		return 1
	}
	return 0
}

func between(e, other estimate) estimate {
	if e.exact != nil {
		return estimate{over(plus(e.exact, other.exact), two), 0}
	}
	return estimate{nil, (e.float + other.float) / 2}
}

// Coins

// coins are bytes that were given, or the system's if they are nil; and how many were taken.
type coins struct {
	given []byte
	taken int
}

func (c *coins) read(k int) []byte {
	if c.given == nil {
		drawn := make([]byte, k)
		if _, err := rand.Read(drawn); err != nil {
			panic(err)
		}
		return drawn
	}
	if c.taken+k > len(c.given) {
		panic(wrong(fmt.Sprintf("%d bytes are missing", c.taken+k-len(c.given))))
	}
	c.taken += k
	return c.given[c.taken-k : c.taken]
}

func (c *coins) below(n int) int {
	k := 1
	for left := n - 1; left > 0; left /= 256 {
		k++
	}
	size := big.NewInt(int64(n))
	limit := new(big.Int).Lsh(big.NewInt(1), uint(8*k))
	limit.Mul(limit.Div(limit, size), size)
	for {
		drawn := new(big.Int).SetBytes(c.read(k))
		if drawn.Cmp(limit) < 0 {
			return int(drawn.Mod(drawn, size).Int64())
		}
	}
}

func (c *coins) subset(m, T int) map[int]bool {
	chosen := map[int]bool{}
	for j := T - m; j < T; j++ {
		drawn := c.below(j + 1)
		if chosen[drawn] {
			drawn = j
		}
		chosen[drawn] = true
	}
	return chosen
}

// decision is yes with the probability table[which].
func (c *coins) decision(which int, table []*big.Rat, decoys bool) bool {
	left := make([]*big.Int, len(table))
	order := make([]int, len(table))
	for i, p := range table {
		left[i] = new(big.Int).Set(p.Num())
	}
	for {
		block := c.read(16)
		settled := true
		for i, p := range table {
			for _, read := range block {
				digit := 255
				if left[i].Cmp(p.Denom()) < 0 {
					left[i].Lsh(left[i], 8)
					quotient, rest := new(big.Int).QuoRem(left[i], p.Denom(), new(big.Int))
					digit, left[i] = int(quotient.Int64()), rest
				}
				if order[i] == 0 {
					order[i] = int(read) - digit
				}
			}
			settled = settled && order[i] != 0
		}
		decoy := decoys && bytes.Equal(block[12:], []byte{0, 0, 0, 0})
		if settled && !decoy {
			return order[which] < 0
		}
	}
}

// Clients: from parameters, an input and coins to an output

func shotsParameters(parameters object) (T, m int, r *big.Rat) {
	T, m, r = whole(parameters["T"], 1, "T"), whole(parameters["m"], 1, "m"), zero
	if given, there := parameters["r"]; there {
		r = fraction(given)
	}
	if m > T || r.Sign() < 0 || r.Cmp(one) > 0 {
		panic(wrong("m is at most T, and r from 0 to 1"))
	}
	return T, m, r
}

func states(input any, T int) string {
	text, _ := input.(string)
	if len(text) != T || strings.Trim(text, "01") != "" {
		panic(wrong(fmt.Sprintf("not one bit for each of %d rounds", T)))
	}
	return text
}

func truths(E *big.Rat) []*big.Rat {
	return []*big.Rat{over(one, plus(E, one)), over(E, plus(E, one))}
}

func bit(yes bool) string {
	if yes {
		return "1"
	}
	return "0"
}

func shots(parameters object, input any, c *coins) string {
	T, m, r := shotsParameters(parameters)
	secret := states(input, T)
	table := append(truths(budgeted(parameters, m).rational()), r)
	chosen := c.subset(m, T)
	var sent strings.Builder
	for t := range T {
		which := 2
		if chosen[t] {
			which = int(secret[t] - '0')
		}
		sent.WriteString(bit(c.decision(which, table, true)))
	}
	return sent.String()
}

func glance(parameters object, input any, c *coins) string {
	T := whole(parameters["T"], 1, "T")
	secret := states(input, T)
	table := truths(budgeted(parameters, 1).rational())
	for chosen := range c.subset(1, T) {
		sent := bit(c.decision(int(secret[chosen]-'0'), table, true))
		return strings.Repeat("-", chosen) + sent + strings.Repeat("-", T-chosen-1)
	}
	panic("no round was chosen")
}

func sizes(parameters object) (w, d int) {
	return whole(parameters["w"], 2, "w"), whole(parameters["d"], 1, "d")
}

func column(text string, w int) int {
	value, err := strconv.Atoi(text)
	if err != nil || value < 0 || value >= w || strings.ContainsAny(text, "+-") {
		panic(wrong(fmt.Sprintf("not a whole number below %d", w)))
	}
	return value
}

func columns(input any, w, d int) (values []int) {
	text, _ := input.(string)
	for _, value := range strings.Split(text, ",") {
		values = append(values, column(value, w))
	}
	if len(values) != d {
		panic(wrong(fmt.Sprintf("not %d columns", d)))
	}
	return values
}

func kary(parameters object, input any, c *coins) string {
	w, d := sizes(parameters)
	hashed := columns(input, w, d)
	excess := minus(budgeted(parameters, 1).rational(), one)
	row := c.below(d)
	tell := over(excess, plus(excess, of(w)))
	told := c.decision(0, []*big.Rat{tell}, false)
	other := c.below(w)
	if told {
		other = hashed[row]
	}
	return fmt.Sprintf("%d:%d", row, other)
}

// Collectors: from parameters and a request to estimates

func list(value any, what string) []any {
	given, there := value.([]any)
	if !there {
		panic(wrong(what + " must be a list"))
	}
	return given
}

func integer(value any) int {
	given, _ := value.(json.Number)
	found, err := strconv.ParseInt(given.String(), 10, 53)
	if err != nil {
		panic(wrong("not a whole number"))
	}
	return int(found)
}

// rounds gives [ones, bits] for each round.
func rounds(request object, T, N int, alphabet string) (counts [][2]int) {
	reports, told := request["reports"]
	tallies, counted := request["counts"]
	if told == counted {
		panic(wrong("either reports or counts"))
	}
	if counted {
		for _, pair := range list(tallies, "counts") {
			round := list(pair, "a round's counts")
			if len(round) != 2 {
				panic(wrong("not two whole numbers for a round"))
			}
			counts = append(counts, [2]int{integer(round[0]), integer(round[1])})
		}
	} else {
		heard := map[int]bool{}
		for _, report := range list(reports, "reports") {
			sent, _ := report.(string)
			if len(sent) != N || strings.Trim(sent, alphabet) != "" {
				panic(wrong(fmt.Sprintf("not a character of %s for each of %d people", alphabet, N)))
			}
			for i := range len(sent) {
				if strings.Contains(alphabet, "-") && sent[i] != '-' {
					if heard[i] {
						panic(wrong("somebody reports twice"))
					}
					heard[i] = true
				}
			}
			counts = append(counts, [2]int{strings.Count(sent, "1"), N - strings.Count(sent, "-")})
		}
	}
	if len(counts) > T {
		panic(wrong(fmt.Sprintf("more than %d rounds", T)))
	}
	return counts
}

func choice(parameters object, name string, choices ...string) string {
	given, there := parameters[name]
	if !there {
		return choices[0]
	}
	chosen, _ := given.(string)
	if !slices.Contains(choices, chosen) {
		panic(wrong(name + " is " + strings.Join(choices, " or ")))
	}
	return chosen
}

func shotsEstimates(parameters, request object) (estimates []estimate) {
	T, m, r := shotsParameters(parameters)
	N, b := whole(parameters["N"], 1, "N"), budgeted(parameters, m)
	clipped := choice(parameters, "clipped", "no", "yes") == "yes"
	share := over(of(m), of(T))
	for _, round := range rounds(request, T, N, "01") {
		ones, bits := round[0], round[1]
		if bits != N || ones < 0 || ones > N {
			panic(wrong("not a bit of everybody"))
		}
		// (ones/N - q) / (p - q), with the truth about half of all told apart: p - q = m/T (E - 1)/(E + 1)
		dummies := times(minus(one, share), r)
		overHalf := over(minus(minus(over(of(ones), of(N)), over(share, two)), dummies), share)
		found := b.overExcess(plus(overHalf, over(one, two)), times(two, overHalf))
		if low := (estimate{zero, 0}); clipped && found.exact != nil && found.compare(low) < 0 {
			found = low
		} else if high := (estimate{one, 0}); clipped && found.exact != nil && found.compare(high) > 0 {
			found = high
		} else if clipped && found.exact == nil {
			found.float = min(max(found.float, 0), 1)
		}
		estimates = append(estimates, found)
	}
	return estimates
}

// glanceEstimates has an estimate without a number where nobody has reported.
func glanceEstimates(parameters, request object) (estimates []estimate) {
	T, N, b := whole(parameters["T"], 1, "T"), whole(parameters["N"], 1, "N"), budgeted(parameters, 1)
	heard := 0
	for _, round := range rounds(request, T, N, "01-") {
		ones, bits := round[0], round[1]
		heard += bits
		if ones < 0 || ones > bits || heard > N {
			panic(wrong("more reports than there are people"))
		}
		if bits == 0 {
			estimates = append(estimates, estimate{nil, math.NaN()})
			continue
		}
		share := over(of(ones), of(bits))
		estimates = append(estimates, b.overExcess(share, minus(times(two, share), one)))
	}
	return estimates
}

func karyEstimates(parameters, request object) (estimates []estimate) {
	w, d := sizes(parameters)
	b, collision := budgeted(parameters, 1), over(one, of(w))
	if given, there := parameters["collision"]; there {
		collision = fraction(given)
	}
	if collision.Sign() < 0 || collision.Cmp(one) >= 0 {
		panic(wrong("collision is from 0 to below 1"))
	}
	estimator := choice(parameters, "estimator", "mean", "median", "minimum")
	if estimator == "minimum" {
		collision = zero
	}
	var reports [][2]int
	for _, report := range list(request["reports"], "reports") {
		text, _ := report.(string)
		parts := strings.Split(text, ":")
		if len(parts) != 2 {
			panic(wrong("not a report"))
		}
		reports = append(reports, [2]int{column(parts[0], d), column(parts[1], w)})
	}
	people := func(n, S, standFor int) estimate {
		// (S - n low) / (high - low) = S + (S w - n) / (E - 1)
		scale := over(of(standFor), minus(one, collision))
		extra := minus(times(of(S), of(w)), of(n))
		return b.overExcess(times(scale, minus(of(S), times(of(n), collision))), times(scale, extra))
	}
	for _, item := range list(request["columns"], "columns") {
		hashed := columns(item, w, d)
		n, S, all := make([]int, d), make([]int, d), 0
		for _, report := range reports {
			n[report[0]]++
			if hashed[report[0]] == report[1] {
				S[report[0]]++
				all++
			}
		}
		if estimator == "mean" {
			estimates = append(estimates, people(len(reports), all, 1))
			continue
		}
		ordered := make([]estimate, d)
		for row := range d {
			ordered[row] = people(n[row], S[row], d)
		}
		slices.SortFunc(ordered, estimate.compare)
		if estimator == "minimum" {
			estimates = append(estimates, ordered[0])
		} else {
			estimates = append(estimates, between(ordered[(d-1)/2], ordered[d/2]))
		}
	}
	return estimates
}

// Decisions

func shotsDecisions(parameters, request object) []string {
	theta := fraction(parameters["theta"])
	budgeted(parameters, whole(parameters["m"], 1, "m")).rational()
	decisions := []string{}
	for _, found := range shotsEstimates(parameters, request) {
		if found.exact.Cmp(theta) >= 0 {
			decisions = append(decisions, "up")
		} else {
			decisions = append(decisions, "down")
		}
	}
	return decisions
}

func tableDecisions(parameters, request object) []string {
	m1, m2, tau := whole(parameters["m1"], 1, "m1"), whole(parameters["m2"], 1, "m2"), fraction(parameters["tau"])
	budgeted(parameters, 1)
	if tau.Sign() <= 0 {
		panic(wrong("tau is above 0"))
	}
	decisions := []string{}
	for _, table := range list(request["tables"], "tables") {
		variants := columns(table, max(m1, m2)+1, 2)
		a, b := variants[0], variants[1]
		if a > m1 || b > m2 {
			panic(wrong("more have the variant than there are"))
		}
		N, s, statistic := of(m1+m2), of(a+b), zero
		if 0 < a+b && a+b < m1+m2 {
			h := minus(times(of(a), of(m2)), times(of(b), of(m1)))
			statistic = over(times(N, times(h, h)), times(times(s, minus(N, s)), times(of(m1), of(m2))))
		}
		decisions = append(decisions, bit(statistic.Cmp(tau) > 0))
	}
	return decisions
}

// The protocol: for each op, by mechanism, what computes, the parameters, and those that are optional

type row[F any] struct {
	mechanism        string
	compute          F
	needed, optional string
}

var (
	randomizers = []row[func(object, any, *coins) string]{
		{"shots.report", shots, "T m", "r report_odds epsilon odds"},
		{"counting.glance", glance, "T", "epsilon odds"},
		{"sketch.kary", kary, "w d", "epsilon odds"},
	}
	collectors = []row[func(object, object) []estimate]{
		{"shots.report", shotsEstimates, "T m N", "r report_odds epsilon odds clipped"},
		{"counting.glance", glanceEstimates, "T N", "epsilon odds"},
		{"sketch.kary", karyEstimates, "w d", "epsilon odds collision estimator"},
	}
	deciders = []row[func(object, object) []string]{
		{"shots.report", shotsDecisions, "T m N theta", "r report_odds epsilon odds"},
		{"chi2.algorithm_2", tableDecisions, "m1 m2 tau", "epsilon odds"},
		{"chi2.optimal", tableDecisions, "m1 m2 tau", "epsilon odds"},
	}
)

func lookedUp[F any](rows []row[F], request object) (F, object) {
	for _, found := range rows {
		if found.mechanism != request["mechanism"] {
			continue
		}
		parameters, _ := request["parameters"].(object)
		needed, known := strings.Fields(found.needed), strings.Fields(found.needed+" "+found.optional)
		for _, name := range needed {
			if _, there := parameters[name]; !there {
				panic(wrong(name + " is missing"))
			}
		}
		for name := range parameters {
			if !slices.Contains(known, name) {
				panic(wrong("no parameter " + name))
			}
		}
		return found.compute, parameters
	}
	panic(beyond(fmt.Sprint("no ", request["mechanism"])))
}

func names[F any](rows []row[F]) (mechanisms []string) {
	for _, found := range rows {
		mechanisms = append(mechanisms, found.mechanism)
	}
	return mechanisms
}

func described() object {
	draws, estimates, decisions := names(randomizers), names(collectors), names(deciders)
	all := slices.Concat(draws, estimates, decisions)
	slices.Sort(all)
	capabilities := object{"randomize": draws, "coins": draws, "inputs": draws, "estimate": estimates, "decide": decisions}
	return object{"protocol": 1, "name": "Go", "mechanisms": slices.Compact(all), "capabilities": capabilities}
}

func randomized(request object) object {
	draw, parameters := lookedUp(randomizers, request)
	given, fixed := request["coins"]
	several, each := request["inputs"]
	count, own := request["count"]
	if (fixed == own) == !each || fixed && own {
		panic(wrong("either count, coins or inputs"))
	}
	if fixed {
		text, _ := given.(string)
		decoded, err := hex.DecodeString(text)
		if err != nil {
			panic(wrong("coins are bytes, two hexadecimal digits each"))
		}
		c := &coins{given: append([]byte{}, decoded...)}
		return object{"outputs": []string{draw(parameters, request["input"], c)}, "taken": []int{c.taken}}
	}
	var inputs []any
	if each {
		inputs = list(several, "inputs")
	} else if n := integer(count); n >= 1 && n <= 1000 {
		inputs = slices.Repeat([]any{request["input"]}, n)
	}
	if len(inputs) < 1 || len(inputs) > 1000 {
		panic(wrong("from 1 to 1000 outputs are drawn"))
	}
	outputs := make([]string, len(inputs))
	for i, input := range inputs {
		outputs[i] = draw(parameters, input, &coins{})
	}
	return object{"outputs": outputs}
}

func estimated(request object) object {
	collect, parameters := lookedUp(collectors, request)
	if digits, there := request["digits"]; there && (integer(digits) < 1 || integer(digits) > 4000) {
		panic(wrong("digits are from 1 to 4000"))
	}
	estimates := []any{}
	for _, found := range collect(parameters, request) {
		switch {
		case found.exact != nil:
			estimates = append(estimates, object{"exact": found.exact.String()})
		case math.IsNaN(found.float):
			estimates = append(estimates, nil)
		default:
			estimates = append(estimates, found.float)
		}
	}
	return object{"estimates": estimates}
}

func answered(request object) (answer object) {
	defer func() {
		switch refusal := recover().(type) {
		case nil:
		case wrong:
			answer = object{"error": string(refusal)}
		case beyond:
			answer = object{"unsupported": string(refusal)}
		default:
			panic(refusal)
		}
	}()
	switch request["op"] {
	case "describe":
		return described()
	case "randomize":
		return randomized(request)
	case "estimate":
		return estimated(request)
	case "decide":
		decide, parameters := lookedUp(deciders, request)
		return object{"decisions": decide(parameters, request)}
	}
	panic(beyond(fmt.Sprint("no op ", request["op"])))
}

func main() {
	lines := bufio.NewScanner(os.Stdin)
	lines.Buffer(nil, 16<<20)
	for lines.Scan() {
		var request object
		decoder := json.NewDecoder(bytes.NewReader(lines.Bytes()))
		decoder.UseNumber()
		if err := decoder.Decode(&request); err != nil {
			panic(err)
		}
		answer := answered(request)
		answer["id"] = request["id"]
		line, err := json.Marshal(answer)
		if err != nil {
			panic(err)
		}
		fmt.Printf("%s\n", line)
	}
}
