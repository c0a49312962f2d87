// A client and a collector in JavaScript, written from PROTOCOL.md: no package is used.
//
// Exact fractions where e^epsilon is rational; else estimates in floating point, and no coins.

"use strict";
const crypto = require("crypto");
const readline = require("readline");

class Wrong extends Error {}
class Beyond extends Error {}

// Fractions: [numerator, denominator], in lowest terms

const gcd = (a, b) => (b === 0n ? (a < 0n ? -a : a) : gcd(b, a % b));
function fraction(n, d = 1n) {
  const common = gcd(n, d) * (d < 0n ? -1n : 1n);
  return [n / common, d / common];
}
const plus = (x, y) => fraction(x[0] * y[1] + y[0] * x[1], x[1] * y[1]);
const minus = (x, y) => fraction(x[0] * y[1] - y[0] * x[1], x[1] * y[1]);
const times = (x, y) => fraction(x[0] * y[0], x[1] * y[1]);
const over = (x, y) => fraction(x[0] * y[1], x[1] * y[0]);
const below = (x, y) => x[0] * y[1] < y[0] * x[1];
const of = (n) => fraction(BigInt(n));
const [ZERO, ONE, TWO] = [of(0), of(1), of(2)];

function float([n, d]) {
  // 80 bits of the quotient, then scaled: both may be beyond a double
  const size = (x) => (x < 0n ? -x : x).toString(2).length;
  const shift = 80 - size(n) + size(d);
  const quotient = shift >= 0 ? (n << BigInt(shift)) / d : n / (d << BigInt(-shift));
  return Number(quotient) * 2 ** -Math.max(-1000, Math.min(1000, shift));
}

// Numbers and budgets

function number(text) {
  const found = typeof text === "string" && /^(-?)(\d{1,300})(?:\/(\d{1,300})|(?:\.(\d{1,300}))?(?:e(-?\d{1,3}))?)$/.exec(text);
  if (!found) throw new Wrong("not a number");
  const [, sign, integer, divisor, decimals = "", exponent = "0"] = found;
  if (divisor !== undefined && BigInt(divisor) === 0n) throw new Wrong("not a number");
  const power = Number(exponent) - decimals.length;
  const scaled = BigInt(sign + integer + decimals) * 10n ** BigInt(Math.max(power, 0));
  return fraction(scaled, BigInt(divisor ?? 1) * 10n ** BigInt(Math.max(-power, 0)));
}

function whole(text, least, what) {
  const [n, d] = number(text);
  if (d !== 1n || n < BigInt(least) || n > 10n ** 15n) throw new Wrong(`${what} must be a whole number, at least ${least}`);
  return Number(n);
}

// The m-th root of a whole number, or null if it is irrational.
function root(value, m) {
  let [low, high] = [0n, 1n << BigInt(Math.floor(value.toString(2).length / m) + 1)];
  while (low < high) {
    const middle = (low + high + 1n) / 2n;
    if (middle ** BigInt(m) <= value) low = middle;
    else high = middle - 1n;
  }
  return low ** BigInt(m) === value ? low : null;
}

// E, exactly or as null, and E - 1 in floating point.
function budgeted(parameters, m = 1) {
  const given = ["epsilon", "odds", "report_odds"].filter((name) => name in parameters);
  if (given.length !== 1) throw new Wrong("the budget is given once");
  const [name] = given;
  const text = parameters[name];
  const logarithm = name === "epsilon" && typeof text === "string" && /^ln\((.*)\)$/.exec(text);
  const value = number(logarithm ? logarithm[1] : text);
  if (name === "epsilon" && !logarithm) {
    if (!below(ZERO, value)) throw new Wrong("epsilon must be above 0");
    return { exact: null, excess: Math.expm1(float(value) / m) };
  }
  if (!below(ONE, value)) throw new Wrong("the odds must be above 1");
  const share = name === "report_odds" ? 1 : m;
  const [up, down] = [root(value[0], share), root(value[1], share)];
  const exact = up !== null && down !== null ? fraction(up, down) : null;
  return { exact, excess: Math.expm1(Math.log1p(float(minus(value, ONE))) / share) };
}

function rational(budget) {
  if (budget.exact === null) throw new Beyond("irrational odds");
  return budget.exact;
}

// a + b / (E - 1)
function overExcess({ exact, excess }, a, b) {
  return exact === null ? float(a) + float(b) / excess : plus(a, over(b, minus(exact, ONE)));
}

// Coins

class Coins {
  constructor(given = null) {
    this.given = given;
    this.taken = 0;
  }

  read(k) {
    if (this.given === null) return crypto.randomBytes(k);
    if (this.taken + k > this.given.length) throw new Wrong(`${this.taken + k - this.given.length} bytes are missing`);
    this.taken += k;
    return this.given.subarray(this.taken - k, this.taken);
  }

  below(n) {
    let k = 1;
    for (let left = n - 1; left > 0; left = Math.floor(left / 256)) k += 1;
    const size = BigInt(n);
    for (;;) {
      const drawn = this.read(k).reduce((read, byte) => read * 256n + BigInt(byte), 0n);
      if (drawn < (256n ** BigInt(k) / size) * size) return Number(drawn % size);
    }
  }

  subset(m, T) {
    const chosen = new Set();
    for (let j = T - m; j < T; j++) {
      const drawn = this.below(j + 1);
      chosen.add(chosen.has(drawn) ? j : drawn);
    }
    return chosen;
  }

  decision(p, table, decoys = true) {
    const compared = [p, ...table].map((probability) => ({ left: probability[0], of: probability[1], order: 0 }));
    for (;;) {
      const block = this.read(16);
      for (const byte of block) {
        for (const digits of compared) {
          let digit = (digits.left * 256n) / digits.of;
          if (digit > 255n) digit = 255n;
          digits.left = digits.left * 256n - digit * digits.of;
          if (digits.order === 0) digits.order = Math.sign(byte - Number(digit));
        }
      }
      const decoy = decoys && block.subarray(12).every((byte) => byte === 0);
      if (!decoy && compared.every((digits) => digits.order !== 0)) return compared[0].order < 0;
    }
  }
}

// Clients: from parameters, an input and coins to an output

function shotsParameters(parameters) {
  const [T, m] = [whole(parameters.T, 1, "T"), whole(parameters.m, 1, "m")];
  const r = number(parameters.r ?? "0");
  if (m > T || below(r, ZERO) || below(ONE, r)) throw new Wrong("m is at most T, and r from 0 to 1");
  return [T, m, r];
}

function states(text, T) {
  if (typeof text !== "string" || text.length !== T || /[^01]/.test(text)) throw new Wrong(`not one bit for each of ${T} rounds`);
  return text;
}

const truths = (E) => [over(ONE, plus(E, ONE)), over(E, plus(E, ONE))];

function shots(parameters, input, coins) {
  const [T, m, r] = shotsParameters(parameters);
  const secret = states(input, T);
  const truth = truths(rational(budgeted(parameters, m)));
  const chosen = coins.subset(m, T);
  let sent = "";
  for (let t = 0; t < T; t++) sent += coins.decision(chosen.has(t) ? truth[secret[t]] : r, [...truth, r]) ? "1" : "0";
  return sent;
}

function glance(parameters, input, coins) {
  const T = whole(parameters.T, 1, "T");
  const secret = states(input, T);
  const truth = truths(rational(budgeted(parameters)));
  const [chosen] = coins.subset(1, T);
  const sent = coins.decision(truth[secret[chosen]], truth) ? "1" : "0";
  return "-".repeat(chosen) + sent + "-".repeat(T - chosen - 1);
}

const sizes = (parameters) => [whole(parameters.w, 2, "w"), whole(parameters.d, 1, "d")];

function columns(text, w, d) {
  if (typeof text !== "string" || !/^\d{1,9}(,\d{1,9})*$/.test(text)) throw new Wrong("not columns");
  const values = text.split(",").map(Number);
  if (values.length !== d || values.some((value) => value >= w)) throw new Wrong(`not ${d} columns below ${w}`);
  return values;
}

function kary(parameters, input, coins) {
  const [w, d] = sizes(parameters);
  const hashed = columns(input, w, d);
  const excess = minus(rational(budgeted(parameters)), ONE);
  const row = coins.below(d);
  const tell = over(excess, plus(excess, of(w)));
  const told = coins.decision(tell, [tell], false);
  const other = coins.below(w);
  return `${row}:${told ? hashed[row] : other}`;
}

// Collectors: from parameters and a request to estimates

function rounds(request, T, N, alphabet) {
  if ("reports" in request === "counts" in request) throw new Wrong("either reports or counts");
  const given = request.reports ?? request.counts;
  if (!Array.isArray(given) || given.length > T) throw new Wrong(`not a list of at most ${T} rounds`);
  if ("counts" in request) {
    if (given.some((pair) => !Array.isArray(pair) || pair.length !== 2 || !pair.every(Number.isSafeInteger)))
      throw new Wrong("not two whole numbers for a round");
    return given;
  }
  if (given.some((sent) => typeof sent !== "string" || sent.length !== N || [...sent].some((one) => !alphabet.includes(one))))
    throw new Wrong(`not a character of ${alphabet} for each of ${N} people`);
  for (let i = 0; alphabet.includes("-") && i < N; i++)
    if (given.filter((sent) => sent[i] !== "-").length > 1) throw new Wrong("somebody reports twice");
  return given.map((sent) => [sent.split("1").length - 1, N - (sent.split("-").length - 1)]);
}

function clippedTo01(estimate) {
  if (typeof estimate === "number") return Math.min(Math.max(estimate, 0), 1);
  return below(estimate, ZERO) ? ZERO : below(ONE, estimate) ? ONE : estimate;
}

function shotsEstimates(parameters, request) {
  const [T, m, r] = shotsParameters(parameters);
  const [N, budget] = [whole(parameters.N, 1, "N"), budgeted(parameters, m)];
  const clipped = parameters.clipped ?? "no";
  if (!["yes", "no"].includes(clipped)) throw new Wrong("clipped is yes or no");
  const share = over(of(m), of(T));
  return rounds(request, T, N, "01").map(([ones, bits]) => {
    if (bits !== N || ones < 0 || ones > N) throw new Wrong("not a bit of everybody");
    // (ones/N - q) / (p - q), with the truth about half of all told apart: p - q = m/T (E - 1)/(E + 1)
    const dummies = times(minus(ONE, share), r);
    const overHalf = over(minus(minus(over(of(ones), of(N)), over(share, TWO)), dummies), share);
    const estimate = overExcess(budget, plus(overHalf, over(ONE, TWO)), times(TWO, overHalf));
    return clipped === "yes" ? clippedTo01(estimate) : estimate;
  });
}

function glanceEstimates(parameters, request) {
  const [T, N, budget] = [whole(parameters.T, 1, "T"), whole(parameters.N, 1, "N"), budgeted(parameters)];
  let heard = 0;
  return rounds(request, T, N, "01-").map(([ones, bits]) => {
    heard += bits;
    if (ones < 0 || ones > bits || heard > N) throw new Wrong("more reports than there are people");
    if (bits === 0) return null;
    const share = over(of(ones), of(bits));
    return overExcess(budget, share, minus(times(TWO, share), ONE));
  });
}

const smaller = (x, y) => (typeof x === "number" ? x < y : below(x, y));

function karyEstimates(parameters, request) {
  const [w, d] = sizes(parameters);
  const [budget, collision] = [budgeted(parameters), number(parameters.collision ?? `1/${w}`)];
  const estimator = parameters.estimator ?? "mean";
  if (below(collision, ZERO) || !below(collision, ONE) || !["mean", "median", "minimum"].includes(estimator))
    throw new Wrong("collision is from 0 to below 1, and estimator mean, median or minimum");
  if (!Array.isArray(request.reports) || !Array.isArray(request.columns)) throw new Wrong("reports and columns are needed");
  const reports = request.reports.map((report) => {
    const found = typeof report === "string" && /^(\d{1,9}):(\d{1,9})$/.exec(report);
    if (!found || Number(found[1]) >= d || Number(found[2]) >= w) throw new Wrong("not a report");
    return [Number(found[1]), Number(found[2])];
  });
  const people = (n, S, c, standFor) => {
    // (S - n low) / (high - low) = S + (S w - n) / (E - 1)
    const scale = over(of(standFor), minus(ONE, c));
    const extra = minus(times(of(S), of(w)), of(n));
    return overExcess(budget, times(scale, minus(of(S), times(of(n), c))), times(scale, extra));
  };
  return request.columns.map((item) => {
    const hashed = columns(item, w, d);
    const [n, S] = [new Array(d).fill(0), new Array(d).fill(0)];
    for (const [row, column] of reports) {
      n[row] += 1;
      if (hashed[row] === column) S[row] += 1;
    }
    if (estimator === "mean") return people(reports.length, S.reduce((all, one) => all + one, 0), collision, 1);
    const c = estimator === "minimum" ? ZERO : collision;
    const ordered = n.map((_, row) => people(n[row], S[row], c, d)).sort((x, y) => (smaller(x, y) ? -1 : 1));
    if (estimator === "minimum") return ordered[0];
    const [low, high] = [ordered[Math.floor((d - 1) / 2)], ordered[Math.floor(d / 2)]];
    return typeof low === "number" ? (low + high) / 2 : over(plus(low, high), TWO);
  });
}

// Decisions

function shotsDecisions(parameters, request) {
  const theta = number(parameters.theta);
  rational(budgeted(parameters, whole(parameters.m, 1, "m")));
  return shotsEstimates(parameters, request).map((estimate) => (!below(estimate, theta) ? "up" : "down"));
}

function tableDecisions(parameters, request) {
  const [m1, m2, tau] = [whole(parameters.m1, 1, "m1"), whole(parameters.m2, 1, "m2"), number(parameters.tau)];
  budgeted(parameters);
  if (!below(ZERO, tau) || !Array.isArray(request.tables)) throw new Wrong("tau is above 0, and tables are needed");
  return request.tables.map((table) => {
    const [a, b] = columns(table, Math.max(m1, m2) + 1, 2);
    if (a > m1 || b > m2) throw new Wrong("more have the variant than there are");
    const [N, s, h] = [BigInt(m1 + m2), BigInt(a + b), BigInt(a) * BigInt(m2) - BigInt(b) * BigInt(m1)];
    const statistic = s > 0n && s < N ? fraction(N * h * h, s * (N - s) * BigInt(m1) * BigInt(m2)) : ZERO;
    return below(tau, statistic) ? "1" : "0";
  });
}

// The protocol: by op, for each mechanism its function, its parameters, and those that are optional

const SHOTS = ["r", "report_odds", "epsilon", "odds"];
const RANDOMIZE = {
  "shots.report": [shots, ["T", "m"], SHOTS],
  "counting.glance": [glance, ["T"], ["epsilon", "odds"]],
  "sketch.kary": [kary, ["w", "d"], ["epsilon", "odds"]],
};
const ESTIMATE = {
  "shots.report": [shotsEstimates, ["T", "m", "N"], [...SHOTS, "clipped"]],
  "counting.glance": [glanceEstimates, ["T", "N"], ["epsilon", "odds"]],
  "sketch.kary": [karyEstimates, ["w", "d"], ["epsilon", "odds", "collision", "estimator"]],
};
const DECIDE = {
  "shots.report": [shotsDecisions, ["T", "m", "N", "theta"], SHOTS],
  "chi2.algorithm_2": [tableDecisions, ["m1", "m2", "tau"], ["epsilon", "odds"]],
  "chi2.optimal": [tableDecisions, ["m1", "m2", "tau"], ["epsilon", "odds"]],
};

function lookedUp(table, { mechanism, parameters }) {
  if (!Object.hasOwn(table, mechanism)) throw new Beyond(`no ${mechanism}`);
  const [compute, needed, optional] = table[mechanism];
  const given = parameters !== null && typeof parameters === "object" ? Object.keys(parameters) : [];
  if (needed.some((name) => !given.includes(name)) || given.some((name) => ![...needed, ...optional].includes(name)))
    throw new Wrong(`the parameters are ${[...needed, ...optional].join(", ")}`);
  return [compute, parameters];
}

const OPS = {
  describe() {
    const [randomize, estimate, decide] = [RANDOMIZE, ESTIMATE, DECIDE].map((table) => Object.keys(table));
    const mechanisms = [...new Set([...randomize, ...estimate, ...decide])];
    return { protocol: 1, name: "JavaScript", mechanisms, capabilities: { randomize, coins: randomize, inputs: randomize, estimate, decide } };
  },

  randomize(request) {
    const [draw, parameters] = lookedUp(RANDOMIZE, request);
    const { coins: given, count, inputs } = request;
    if (["coins", "count", "inputs"].filter((name) => name in request).length !== 1) throw new Wrong("either count, coins or inputs");
    if ("inputs" in request) {
      if (!Array.isArray(inputs) || inputs.length < 1 || inputs.length > 1000) throw new Wrong("inputs are a list of 1 to 1000");
      return { outputs: inputs.map((one) => draw(parameters, one, new Coins())) };
    }
    if ("coins" in request) {
      if (typeof given !== "string" || !/^([0-9a-fA-F]{2})*$/.test(given)) throw new Wrong("coins are bytes, two hexadecimal digits each");
      const coins = new Coins(Buffer.from(given, "hex"));
      return { outputs: [draw(parameters, request.input, coins)], taken: [coins.taken] };
    }
    if (!Number.isInteger(count) || count < 1 || count > 1000) throw new Wrong("count is from 1 to 1000");
    return { outputs: Array.from({ length: count }, () => draw(parameters, request.input, new Coins())) };
  },

  estimate(request) {
    const [collect, parameters] = lookedUp(ESTIMATE, request);
    const digits = request.digits ?? 20;
    if (!Number.isInteger(digits) || digits < 1 || digits > 4000) throw new Wrong("digits are from 1 to 4000");
    const written = (estimate) => (Array.isArray(estimate) ? { exact: estimate.join("/") } : estimate);
    return { estimates: collect(parameters, request).map(written) };
  },

  decide(request) {
    const [answer, parameters] = lookedUp(DECIDE, request);
    return { decisions: answer(parameters, request) };
  },
};

readline.createInterface({ input: process.stdin }).on("line", (line) => {
  const request = JSON.parse(line);
  let answer;
  try {
    if (!Object.hasOwn(OPS, request.op)) throw new Beyond(`no op ${request.op}`);
    answer = OPS[request.op](request);
  } catch (refusal) {
    if (refusal instanceof Wrong) answer = { error: refusal.message };
    else if (refusal instanceof Beyond) answer = { unsupported: refusal.message };
    else throw refusal;
  }
  process.stdout.write(JSON.stringify({ id: request.id, ...answer }) + "\n");
});
