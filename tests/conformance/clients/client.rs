// A client and a collector in Rust, written from PROTOCOL.md: only the standard library is used.
//
// Fractions of 128 bits where e^epsilon is rational; else estimates in floating point, and no coins. What does not fit
// into 128 bits is unsupported.

use std::cmp::Ordering;
use std::fs::File;
use std::io::{self, BufRead, Read, Write};

enum Refusal {
    Wrong(String),
    Beyond(String),
}

type Outcome<T> = Result<T, Refusal>;

fn wrong<T>(why: &str) -> Outcome<T> {
    Err(Refusal::Wrong(why.to_string()))
}

fn beyond<T>(why: &str) -> Outcome<T> {
    Err(Refusal::Beyond(why.to_string()))
}

// JSON

enum Value {
    Other,
    Number(String),
    Text(String),
    List(Vec<Value>),
    Object(Vec<(String, Value)>),
}

impl Value {
    fn member(&self, name: &str) -> Option<&Value> {
        match self {
            Value::Object(members) => members.iter().find(|(given, _)| given == name).map(|(_, value)| value),
            _ => None,
        }
    }

    fn text(&self) -> Option<&str> {
        match self {
            Value::Text(text) => Some(text),
            _ => None,
        }
    }

    fn list(&self) -> Outcome<&[Value]> {
        match self {
            Value::List(items) => Ok(items),
            _ => wrong("a list is needed"),
        }
    }

    fn integer(&self) -> Outcome<i64> {
        match self {
            Value::Number(written) => written.parse().or_else(|_| wrong("not a whole number")),
            _ => wrong("not a whole number"),
        }
    }
}

struct Reader<'a> {
    line: &'a [u8],
    at: usize,
}

impl Reader<'_> {
    fn next(&mut self) -> u8 {
        while self.line.get(self.at).is_some_and(u8::is_ascii_whitespace) {
            self.at += 1;
        }
        *self.line.get(self.at).unwrap_or(&0)
    }

    fn items(&mut self, close: u8, mut item: impl FnMut(&mut Self)) {
        self.at += 1;
        while self.next() != close && self.at < self.line.len() {
            item(self);
            if self.next() == b',' {
                self.at += 1;
            }
        }
        self.at += 1;
    }

    fn value(&mut self) -> Value {
        match self.next() {
            b'"' => Value::Text(self.text()),
            b'[' => {
                let mut items = Vec::new();
                self.items(b']', |reader| items.push(reader.value()));
                Value::List(items)
            }
            b'{' => {
                let mut members = Vec::new();
                self.items(b'}', |reader| {
                    let name = reader.text();
                    reader.next();
                    reader.at += 1;
                    let value = reader.value();
                    members.push((name, value));
                });
                Value::Object(members)
            }
            _ => {
                let start = self.at;
                while self.line.get(self.at).is_some_and(|one| !b",]} \t\r\n".contains(one)) {
                    self.at += 1;
                }
                let word = String::from_utf8_lossy(&self.line[start..self.at]).to_string();
                match word.as_str() {
                    "null" | "true" | "false" => Value::Other,
                    _ => Value::Number(word),
                }
            }
        }
    }

    fn text(&mut self) -> String {
        let mut made = Vec::new();
        self.at += 1;
        while self.at < self.line.len() && self.line[self.at] != b'"' {
            let mut one = self.line[self.at];
            if one == b'\\' {
                self.at += 1;
                one = match self.line[self.at] {
                    b'u' => {
                        self.at += 4;
                        b'?' // nothing that is known here is written so
                    }
                    b'n' => b'\n',
                    b't' => b'\t',
                    other => other,
                };
            }
            made.push(one);
            self.at += 1;
        }
        self.at += 1;
        String::from_utf8_lossy(&made).to_string()
    }
}

fn quoted(texts: &[String]) -> String {
    let all: Vec<String> = texts.iter().map(|text| format!("\"{text}\"")).collect();
    format!("[{}]", all.join(", "))
}

// Fractions in lowest terms

fn fits<T>(made: Option<T>) -> Outcome<T> {
    made.ok_or_else(|| Refusal::Beyond("numbers of more than 128 bits".to_string()))
}

fn product(x: i128, y: i128) -> Outcome<i128> {
    fits(x.checked_mul(y))
}

#[derive(Clone, Copy)]
struct Fraction {
    n: i128,
    d: i128,
}

const ONE: Fraction = Fraction { n: 1, d: 1 };
const TWO: Fraction = Fraction { n: 2, d: 1 };

fn of(n: i64) -> Fraction {
    Fraction { n: n as i128, d: 1 }
}

fn terms(n: i128, d: i128) -> Fraction {
    let (mut x, mut y) = (n.abs(), d.abs());
    while y != 0 {
        (x, y) = (y, x % y);
    }
    Fraction { n: n / x * d.signum(), d: d.abs() / x }
}

impl Fraction {
    fn times(self, other: Fraction) -> Outcome<Fraction> {
        let (across, counter) = (terms(self.n, other.d), terms(other.n, self.d));
        Ok(Fraction { n: product(across.n, counter.n)?, d: product(across.d, counter.d)? })
    }

    fn over(self, other: Fraction) -> Outcome<Fraction> {
        self.times(Fraction { n: other.d * other.n.signum(), d: other.n.abs() })
    }

    fn plus(self, other: Fraction) -> Outcome<Fraction> {
        let share = terms(self.d, other.d);
        let n = fits(product(self.n, share.d)?.checked_add(product(other.n, share.n)?))?;
        Ok(terms(n, product(self.d, share.d)?))
    }

    fn minus(self, other: Fraction) -> Outcome<Fraction> {
        self.plus(Fraction { n: -other.n, d: other.d })
    }

    fn compare(self, other: Fraction) -> Outcome<Ordering> {
        Ok(self.minus(other)?.n.cmp(&0))
    }

    fn float(self) -> f64 {
        self.n as f64 / self.d as f64
    }
}

fn digits(text: &str) -> Outcome<i128> {
    if text.is_empty() || !text.bytes().all(|one| one.is_ascii_digit()) {
        return wrong("not a number");
    }
    fits(text.parse().ok())
}

fn number(given: Option<&Value>) -> Outcome<Fraction> {
    match given.and_then(Value::text) {
        Some(text) => fraction(text),
        None => wrong("a number must be a text"),
    }
}

fn fraction(text: &str) -> Outcome<Fraction> {
    let plain = text.strip_prefix('-').unwrap_or(text);
    let sign = if plain.len() < text.len() { -1 } else { 1 };
    if let Some((n, d)) = plain.split_once('/') {
        let d = digits(d)?;
        return if d == 0 { wrong("not a number") } else { Ok(terms(sign * digits(n)?, d)) };
    }
    let (mantissa, exponent) = plain.split_once('e').unwrap_or((plain, "0"));
    let (units, decimals) = mantissa.split_once('.').unwrap_or((mantissa, ""));
    if mantissa.ends_with('.') {
        return wrong("not a number");
    }
    let size = digits(exponent.strip_prefix('-').unwrap_or(exponent))? as i64;
    let power = if exponent.starts_with('-') { -size } else { size } - decimals.len() as i64;
    digits(units)?;
    let n = sign * digits(&format!("{units}{decimals}"))?;
    let scale = fits(10i128.checked_pow(power.unsigned_abs().min(999) as u32))?;
    if power < 0 {
        return Ok(terms(n, scale));
    }
    Ok(terms(product(n, scale)?, 1))
}

fn whole(parameters: &Value, name: &str, least: i128) -> Outcome<i64> {
    let found = number(parameters.member(name))?;
    if found.d != 1 || found.n < least {
        return wrong("a parameter is no whole number, or too small");
    }
    if found.n > 1_000_000_000_000 {
        return beyond("such large numbers");
    }
    Ok(found.n as i64)
}

// Budgets: E, exactly where it is rational, and E - 1 in floating point

struct Budget {
    exact: Option<Fraction>,
    excess: f64,
}

/// The m-th root of a whole number above 0, unless it is irrational.
fn root(value: i128, m: u32) -> Option<i128> {
    let (mut low, mut high) = (1, value);
    while low < high {
        let middle = low + (high - low - 1) / 2 + 1;
        if middle.checked_pow(m).is_some_and(|power| power <= value) {
            low = middle;
        } else {
            high = middle - 1;
        }
    }
    (low.checked_pow(m) == Some(value)).then_some(low)
}

fn budgeted(parameters: &Value, m: i64) -> Outcome<Budget> {
    let names = ["epsilon", "odds", "report_odds"];
    let given: Vec<&str> = names.into_iter().filter(|name| parameters.member(name).is_some()).collect();
    let [name] = given[..] else { return wrong("the budget is given once") };
    let Some(text) = parameters.member(name).and_then(Value::text) else { return wrong("a number must be a text") };
    let logarithm = text.strip_prefix("ln(").and_then(|rest| rest.strip_suffix(')'));
    if name == "epsilon" && logarithm.is_none() {
        let epsilon = fraction(text)?;
        if epsilon.n <= 0 {
            return wrong("epsilon must be above 0");
        }
        return Ok(Budget { exact: None, excess: (epsilon.float() / m as f64).exp_m1() });
    }
    let odds = fraction(if name == "epsilon" { logarithm.unwrap_or(text) } else { text })?;
    if odds.n <= odds.d {
        return wrong("the odds must be above 1");
    }
    let share = if name == "report_odds" { 1 } else { m };
    let roots = root(odds.n, share as u32).zip(root(odds.d, share as u32));
    let excess = (odds.minus(ONE)?.float().ln_1p() / share as f64).exp_m1();
    Ok(Budget { exact: roots.map(|(n, d)| Fraction { n, d }), excess })
}

impl Budget {
    fn rational(&self) -> Outcome<Fraction> {
        self.exact.map_or_else(|| beyond("irrational odds"), Ok)
    }

    /// a + b / (E - 1)
    fn over_excess(&self, a: Fraction, b: Fraction) -> Outcome<Estimate> {
        match self.exact {
            Some(exact) => Ok(Estimate::Exact(a.plus(b.over(exact.minus(ONE)?)?)?)),
            None => Ok(Estimate::Float(a.float() + b.float() / self.excess)),
        }
    }
}

#[derive(Clone, Copy)]
enum Estimate {
    Exact(Fraction),
    Float(f64),
    Nobody,
}

impl Estimate {
    fn compare(&self, other: &Estimate) -> Ordering {
        match (self, other) {
            (Estimate::Exact(x), Estimate::Exact(y)) => x.compare(*y).unwrap_or(x.float().total_cmp(&y.float())),
            (Estimate::Float(x), Estimate::Float(y)) => x.total_cmp(y),
            _ => Ordering::Equal,
        }
    }

    fn between(self, other: Estimate) -> Outcome<Estimate> {
        match (self, other) {
            (Estimate::Exact(x), Estimate::Exact(y)) => Ok(Estimate::Exact(x.plus(y)?.over(TWO)?)),
            (Estimate::Float(x), Estimate::Float(y)) => Ok(Estimate::Float((x + y) / 2.0)),
            _ => Ok(Estimate::Nobody),
        }
    }

    fn clipped(self) -> Estimate {
        match self {
            Estimate::Exact(x) if x.n < 0 => Estimate::Exact(of(0)),
            Estimate::Exact(x) if x.n > x.d => Estimate::Exact(ONE),
            Estimate::Float(x) => Estimate::Float(x.clamp(0.0, 1.0)),
            other => other,
        }
    }

    fn written(self) -> String {
        match self {
            Estimate::Exact(x) => format!("{{\"exact\": \"{}/{}\"}}", x.n, x.d),
            Estimate::Float(x) => format!("{x:e}"),
            Estimate::Nobody => "null".to_string(),
        }
    }
}

// Coins: bytes that are given, or the system's if none are

struct Coins {
    given: Option<Vec<u8>>,
    system: Option<File>,
    taken: usize,
}

impl Coins {
    fn read(&mut self, k: usize) -> Outcome<Vec<u8>> {
        if let Some(system) = &mut self.system {
            let mut drawn = vec![0; k];
            system.read_exact(&mut drawn).expect("the system has coins");
            return Ok(drawn);
        }
        self.taken += k;
        let given = self.given.as_deref().unwrap_or_default();
        given.get(self.taken - k..self.taken).map_or_else(|| wrong("some bytes are missing"), |found| Ok(found.to_vec()))
    }

    fn below(&mut self, n: i64) -> Outcome<i64> {
        let (mut k, mut left) = (1, n - 1);
        while left > 0 {
            k += 1;
            left /= 256;
        }
        let size = 1i128 << (8 * k);
        loop {
            let drawn = self.read(k)?.iter().fold(0, |read, byte| read * 256 + *byte as i128);
            if drawn < size / n as i128 * n as i128 {
                return Ok((drawn % n as i128) as i64);
            }
        }
    }

    /// For each of T rounds, whether it is one of m that are drawn.
    fn subset(&mut self, m: i64, rounds: i64) -> Outcome<Vec<bool>> {
        let mut chosen = vec![false; rounds as usize];
        for j in rounds - m..rounds {
            let drawn = self.below(j + 1)?;
            let added = if chosen[drawn as usize] { j } else { drawn };
            chosen[added as usize] = true;
        }
        Ok(chosen)
    }

    /// Yes with the probability table[which].
    fn decision(&mut self, which: usize, table: &[Fraction], decoys: bool) -> Outcome<bool> {
        let mut left: Vec<i128> = table.iter().map(|p| p.n).collect();
        let mut order = vec![Ordering::Equal; table.len()];
        loop {
            let block = self.read(16)?;
            for (i, p) in table.iter().enumerate() {
                for byte in &block {
                    let scaled = product(left[i], 256)?;
                    let digit = (scaled / p.d).min(255);
                    left[i] = scaled - digit * p.d;
                    order[i] = order[i].then((*byte as i128).cmp(&digit));
                }
            }
            let decoy = decoys && block[12..] == [0, 0, 0, 0];
            if !decoy && order.iter().all(|each| each.is_ne()) {
                return Ok(order[which].is_lt());
            }
        }
    }
}

// Clients: from parameters, an input and coins to an output

fn shots_parameters(parameters: &Value) -> Outcome<(i64, i64, Fraction)> {
    let (rounds, m) = (whole(parameters, "T", 1)?, whole(parameters, "m", 1)?);
    let r = match parameters.member("r") {
        None => of(0),
        given => number(given)?,
    };
    if m > rounds || r.n < 0 || r.n > r.d {
        return wrong("m is at most T, and r from 0 to 1");
    }
    Ok((rounds, m, r))
}

/// The places of a person's states in the table of probabilities.
fn states(input: Option<&str>, rounds: i64) -> Outcome<Vec<usize>> {
    match input {
        Some(text) if text.len() as i64 == rounds && text.bytes().all(|one| one == b'0' || one == b'1') => {
            Ok(text.bytes().map(|one| (one - b'0') as usize).collect())
        }
        _ => wrong("not one bit for each round"),
    }
}

fn truths(odds: Fraction) -> Outcome<Vec<Fraction>> {
    let all = odds.plus(ONE)?;
    Ok(vec![ONE.over(all)?, odds.over(all)?])
}

fn shots(parameters: &Value, input: Option<&str>, coins: &mut Coins) -> Outcome<String> {
    let (rounds, m, r) = shots_parameters(parameters)?;
    let secret = states(input, rounds)?;
    let mut table = truths(budgeted(parameters, m)?.rational()?)?;
    table.push(r);
    let chosen = coins.subset(m, rounds)?;
    let mut sent = String::new();
    for (state, reported) in secret.into_iter().zip(chosen) {
        sent.push(if coins.decision(if reported { state } else { 2 }, &table, true)? { '1' } else { '0' });
    }
    Ok(sent)
}

fn glance(parameters: &Value, input: Option<&str>, coins: &mut Coins) -> Outcome<String> {
    let rounds = whole(parameters, "T", 1)?;
    let secret = states(input, rounds)?;
    let table = truths(budgeted(parameters, 1)?.rational()?)?;
    let chosen = coins.below(rounds)? as usize;
    let sent = if coins.decision(secret[chosen], &table, true)? { "1" } else { "0" };
    Ok("-".repeat(chosen) + sent + &"-".repeat(secret.len() - chosen - 1))
}

fn column(text: &str, w: i64) -> Outcome<i64> {
    let found = digits(text)?;
    if found >= w as i128 {
        return wrong("a row or column is out of range");
    }
    Ok(found as i64)
}

fn columns(input: Option<&str>, w: i64, d: i64) -> Outcome<Vec<i64>> {
    let Some(text) = input else { return wrong("columns must be a text") };
    let found: Vec<i64> = text.split(',').map(|part| column(part, w)).collect::<Outcome<_>>()?;
    if found.len() as i64 == d { Ok(found) } else { wrong("a wrong number of columns") }
}

fn kary(parameters: &Value, input: Option<&str>, coins: &mut Coins) -> Outcome<String> {
    let (w, d) = (whole(parameters, "w", 2)?, whole(parameters, "d", 1)?);
    let hashed = columns(input, w, d)?;
    let excess = budgeted(parameters, 1)?.rational()?.minus(ONE)?;
    let tell = excess.over(excess.plus(of(w))?)?;
    let row = coins.below(d)?;
    let told = coins.decision(0, &[tell], false)?;
    let other = coins.below(w)?;
    Ok(format!("{row}:{}", if told { hashed[row as usize] } else { other }))
}

// Collectors: from parameters and a request to estimates

/// For each round how many send a 1, and how many a bit.
fn rounds_heard(request: &Value, rounds: i64, people: i64, alphabet: &str) -> Outcome<Vec<(i64, i64)>> {
    let mut heard = Vec::new();
    match (request.member("reports"), request.member("counts")) {
        (None, Some(counts)) => {
            for pair in counts.list()? {
                let [ones, bits] = pair.list()? else { return wrong("not two whole numbers for a round") };
                heard.push((ones.integer()?, bits.integer()?));
            }
        }
        (Some(reports), None) => {
            let mut reported = vec![false; people.min(1 << 24) as usize];
            for report in reports.list()? {
                let sent = report.text().unwrap_or("?");
                if sent.len() as i64 != people || !sent.chars().all(|one| alphabet.contains(one)) {
                    return wrong("not a character for everybody");
                }
                for (i, one) in sent.bytes().enumerate() {
                    if alphabet.contains('-') && one != b'-' && std::mem::replace(&mut reported[i], true) {
                        return wrong("somebody reports twice");
                    }
                }
                heard.push((sent.matches('1').count() as i64, people - sent.matches('-').count() as i64));
            }
        }
        _ => return wrong("either reports or counts"),
    }
    if heard.len() as i64 > rounds { wrong("more rounds than T") } else { Ok(heard) }
}

fn choice<'a>(parameters: &Value, name: &str, choices: &[&'a str]) -> Outcome<&'a str> {
    let given = parameters.member(name).map_or(Some(choices[0]), Value::text);
    choices.iter().find(|each| Some(**each) == given).map_or_else(|| wrong("not among the choices"), |found| Ok(*found))
}

fn shots_estimates(parameters: &Value, request: &Value) -> Outcome<Vec<Estimate>> {
    let (rounds, m, r) = shots_parameters(parameters)?;
    let (people, budget) = (whole(parameters, "N", 1)?, budgeted(parameters, m)?);
    let clipped = choice(parameters, "clipped", &["no", "yes"])? == "yes";
    let share = of(m).over(of(rounds))?;
    let middle = share.over(TWO)?.plus(ONE.minus(share)?.times(r)?)?;
    let mut estimates = Vec::new();
    for (ones, bits) in rounds_heard(request, rounds, people, "01")? {
        if bits != people || ones < 0 || ones > people {
            return wrong("not a bit of everybody");
        }
        // (ones/N - q) / (p - q), with the truth about half of all told apart: p - q = m/T (E - 1)/(E + 1)
        let over_half = of(ones).over(of(people))?.minus(middle)?.over(share)?;
        let found = budget.over_excess(over_half.plus(ONE.over(TWO)?)?, TWO.times(over_half)?)?;
        estimates.push(if clipped { found.clipped() } else { found });
    }
    Ok(estimates)
}

fn glance_estimates(parameters: &Value, request: &Value) -> Outcome<Vec<Estimate>> {
    let (rounds, people) = (whole(parameters, "T", 1)?, whole(parameters, "N", 1)?);
    let budget = budgeted(parameters, 1)?;
    let (mut estimates, mut all) = (Vec::new(), 0i64);
    for (ones, bits) in rounds_heard(request, rounds, people, "01-")? {
        all = all.saturating_add(bits);
        if ones < 0 || ones > bits || all > people {
            return wrong("more reports than there are people");
        }
        if bits == 0 {
            estimates.push(Estimate::Nobody);
            continue;
        }
        let share = of(ones).over(of(bits))?;
        estimates.push(budget.over_excess(share, TWO.times(share)?.minus(ONE)?)?);
    }
    Ok(estimates)
}

fn kary_estimates(parameters: &Value, request: &Value) -> Outcome<Vec<Estimate>> {
    let (w, d) = (whole(parameters, "w", 2)?, whole(parameters, "d", 1)?);
    let budget = budgeted(parameters, 1)?;
    let collision = match parameters.member("collision") {
        None => ONE.over(of(w))?,
        given => number(given)?,
    };
    if collision.n < 0 || collision.n >= collision.d {
        return wrong("collision is from 0 to below 1");
    }
    let estimator = choice(parameters, "estimator", &["mean", "median", "minimum"])?;
    let (Some(reports), Some(items)) = (request.member("reports"), request.member("columns")) else {
        return wrong("reports and columns are needed");
    };
    let mut said = Vec::new();
    for report in reports.list()? {
        let Some((row, content)) = report.text().and_then(|text| text.split_once(':')) else {
            return wrong("not a report");
        };
        said.push((column(row, d)? as usize, column(content, w)?));
    }
    // (S - n low) / (high - low) = S + (S w - n) / (E - 1)
    let people = |n: i64, support: i64, c: Fraction, stand_for: i64| {
        let scale = of(stand_for).over(ONE.minus(c)?)?;
        let plain = of(support).minus(of(n).times(c)?)?;
        budget.over_excess(scale.times(plain)?, scale.times(of(support * w - n))?)
    };
    let mut estimates = Vec::new();
    for item in items.list()? {
        let hashed = columns(item.text(), w, d)?;
        let (mut n, mut support) = (vec![0; hashed.len()], vec![0; hashed.len()]);
        for (row, content) in &said {
            n[*row] += 1;
            support[*row] += i64::from(hashed[*row] == *content);
        }
        if estimator == "mean" {
            estimates.push(people(said.len() as i64, support.iter().sum(), collision, 1)?);
            continue;
        }
        let c = if estimator == "minimum" { of(0) } else { collision };
        let mut each = Vec::new();
        for row in 0..hashed.len() {
            each.push(people(n[row], support[row], c, d)?);
        }
        each.sort_by(Estimate::compare);
        let (low, high) = (each[(each.len() - 1) / 2], each[each.len() / 2]);
        estimates.push(if estimator == "minimum" { each[0] } else { low.between(high)? });
    }
    Ok(estimates)
}

// Decisions

fn shots_decisions(parameters: &Value, request: &Value) -> Outcome<Vec<String>> {
    let theta = number(parameters.member("theta"))?;
    let mut decisions = Vec::new();
    for estimate in shots_estimates(parameters, request)? {
        let Estimate::Exact(exact) = estimate else { return beyond("irrational odds") };
        decisions.push(if exact.compare(theta)?.is_ge() { "up" } else { "down" }.to_string());
    }
    Ok(decisions)
}

fn table_decisions(parameters: &Value, request: &Value) -> Outcome<Vec<String>> {
    let (m1, m2, tau) = (whole(parameters, "m1", 1)?, whole(parameters, "m2", 1)?, number(parameters.member("tau"))?);
    budgeted(parameters, 1)?;
    if tau.n <= 0 {
        return wrong("tau is above 0");
    }
    let Some(tables) = request.member("tables") else { return wrong("tables are needed") };
    let mut decisions = Vec::new();
    for table in tables.list()? {
        let variants = columns(table.text(), m1.max(m2) + 1, 2)?;
        let (a, b) = (variants[0], variants[1]);
        if a > m1 || b > m2 {
            return wrong("more have the variant than there are");
        }
        let (all, s) = (of(m1 + m2), a + b);
        let h = of(a).times(of(m2))?.minus(of(b).times(of(m1))?)?;
        let statistic = if s == 0 || s == m1 + m2 {
            of(0)
        } else {
            let margins = of(s).times(of(m1 + m2 - s))?.times(of(m1))?.times(of(m2))?;
            all.times(h.times(h)?)?.over(margins)?
        };
        decisions.push(if statistic.compare(tau)?.is_gt() { "1" } else { "0" }.to_string());
    }
    Ok(decisions)
}

// The protocol: by op, for each mechanism what computes, the parameters, and those that are optional

type Draw = fn(&Value, Option<&str>, &mut Coins) -> Outcome<String>;
type Collect = fn(&Value, &Value) -> Outcome<Vec<Estimate>>;
type Decide = fn(&Value, &Value) -> Outcome<Vec<String>>;
type Row<F> = (&'static str, F, &'static str, &'static str);

const RANDOMIZE: [Row<Draw>; 3] = [
    ("shots.report", shots, "T m", "r report_odds epsilon odds"),
    ("counting.glance", glance, "T", "epsilon odds"),
    ("sketch.kary", kary, "w d", "epsilon odds"),
];
const ESTIMATE: [Row<Collect>; 3] = [
    ("shots.report", shots_estimates, "T m N", "r report_odds epsilon odds clipped"),
    ("counting.glance", glance_estimates, "T N", "epsilon odds"),
    ("sketch.kary", kary_estimates, "w d", "epsilon odds collision estimator"),
];
const DECIDE: [Row<Decide>; 3] = [
    ("shots.report", shots_decisions, "T m N theta", "r report_odds epsilon odds"),
    ("chi2.algorithm_2", table_decisions, "m1 m2 tau", "epsilon odds"),
    ("chi2.optimal", table_decisions, "m1 m2 tau", "epsilon odds"),
];

fn looked_up<'a, F: Copy>(rows: &[Row<F>], request: &'a Value) -> Outcome<(F, &'a Value)> {
    let mechanism = request.member("mechanism").and_then(Value::text);
    let Some((_, compute, needed, optional)) = rows.iter().find(|row| Some(row.0) == mechanism) else {
        return beyond("no such mechanism");
    };
    let Some(parameters) = request.member("parameters") else { return wrong("there are no parameters") };
    let Value::Object(members) = parameters else { return wrong("parameters must be an object") };
    let known = |name: &str| needed.split(' ').chain(optional.split(' ')).any(|each| each == name);
    if needed.split(' ').any(|name| parameters.member(name).is_none()) {
        return wrong("a parameter is missing");
    }
    if members.iter().any(|(name, _)| !known(name)) {
        return wrong("an unknown parameter");
    }
    Ok((*compute, parameters))
}

fn names<F>(rows: &[Row<F>]) -> Vec<String> {
    rows.iter().map(|row| row.0.to_string()).collect()
}

fn described() -> String {
    let (draws, decisions) = (names(&RANDOMIZE), names(&DECIDE));
    let mut all = [draws.clone(), decisions.clone()].concat();
    all.sort();
    all.dedup();
    format!(
        "\"protocol\": 1, \"name\": \"Rust\", \"mechanisms\": {}, \"capabilities\": \
         {{\"randomize\": {draws}, \"coins\": {draws}, \"inputs\": {draws}, \"estimate\": {}, \"decide\": {}}}",
        quoted(&all),
        quoted(&names(&ESTIMATE)),
        quoted(&decisions),
        draws = quoted(&draws),
    )
}

fn randomized(request: &Value) -> Outcome<String> {
    let (draw, parameters) = looked_up(&RANDOMIZE, request)?;
    let input = request.member("input").and_then(Value::text);
    match (request.member("coins"), request.member("count"), request.member("inputs")) {
        (Some(given), None, None) => {
            let hex = given.text().unwrap_or("?");
            if hex.len() % 2 == 1 || !hex.bytes().all(|one| one.is_ascii_hexdigit()) {
                return wrong("coins are bytes, two hexadecimal digits each");
            }
            let byte = |i: usize| u8::from_str_radix(&hex[i..i + 2], 16).expect("digits");
            let given = (0..hex.len()).step_by(2).map(byte).collect();
            let mut coins = Coins { given: Some(given), system: None, taken: 0 };
            let output = draw(parameters, input, &mut coins)?;
            Ok(format!("\"outputs\": {}, \"taken\": [{}]", quoted(&[output]), coins.taken))
        }
        (None, Some(count), None) => {
            let count = count.integer()?;
            if !(1..=1000).contains(&count) {
                return wrong("count is from 1 to 1000");
            }
            drawn(draw, parameters, vec![input; count as usize])
        }
        (None, None, Some(inputs)) => {
            let inputs = inputs.list()?;
            if !(1..=1000).contains(&inputs.len()) {
                return wrong("inputs are from 1 to 1000");
            }
            drawn(draw, parameters, inputs.iter().map(Value::text).collect())
        }
        _ => wrong("either count, coins or inputs"),
    }
}

fn drawn(draw: Draw, parameters: &Value, inputs: Vec<Option<&str>>) -> Outcome<String> {
    let system = File::open("/dev/urandom").expect("the system has coins");
    let mut coins = Coins { given: None, system: Some(system), taken: 0 };
    let outputs: Vec<String> =
        inputs.into_iter().map(|input| draw(parameters, input, &mut coins)).collect::<Outcome<_>>()?;
    Ok(format!("\"outputs\": {}", quoted(&outputs)))
}

fn answered(request: &Value) -> Outcome<String> {
    match request.member("op").and_then(Value::text) {
        Some("describe") => Ok(described()),
        Some("randomize") => randomized(request),
        Some("estimate") => {
            let (collect, parameters) = looked_up(&ESTIMATE, request)?;
            if let Some(precision) = request.member("digits") {
                if !(1..=4000).contains(&precision.integer()?) {
                    return wrong("digits are from 1 to 4000");
                }
            }
            let estimates: Vec<String> = collect(parameters, request)?.into_iter().map(Estimate::written).collect();
            Ok(format!("\"estimates\": [{}]", estimates.join(", ")))
        }
        Some("decide") => {
            let (decide, parameters) = looked_up(&DECIDE, request)?;
            Ok(format!("\"decisions\": {}", quoted(&decide(parameters, request)?)))
        }
        _ => beyond("no such op"),
    }
}

fn main() {
    for line in io::stdin().lock().lines() {
        let line = line.expect("a line");
        let request = Reader { line: line.as_bytes(), at: 0 }.value();
        let answer = answered(&request).unwrap_or_else(|refusal| match refusal {
            Refusal::Wrong(why) => format!("\"error\": \"{why}\""),
            Refusal::Beyond(why) => format!("\"unsupported\": \"{why}\""),
        });
        let id = request.member("id").map_or(0, |id| id.integer().unwrap_or(0));
        println!("{{\"id\": {id}, {answer}}}");
        io::stdout().flush().expect("somebody listens");
    }
}
