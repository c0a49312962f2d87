"use strict";
// Claims whose name, place, printed words, sentences or theorems have all the words that are looked for; those whose
// name or place has the words as they stand, such as "Theorem 9", come first.
const box = document.querySelector("search");
const field = document.getElementById("search");
const results = document.getElementById("results");
const found = document.getElementById("found");
const MOST = 30;

function matches(words) {
  return CLAIMS.filter((claim) => {
    const text = [claim.name, claim.place, claim.printed, claim.text, claim.theorems].join(" ").toLowerCase();
    return words.every((word) => text.includes(word));
  });
}

function named(claim, phrase) {
  return `${claim.name} ${claim.place}`.toLowerCase().includes(phrase);
}

function shown(claim) {
  const item = document.createElement("li");
  const link = document.createElement("a");
  link.href = `claims/${claim.name}.html`;
  link.textContent = claim.name;
  item.append(link, ` ${claim.verdict}: ${claim.printed}`);
  return item;
}

function search() {
  const words = field.value.toLowerCase().split(/\s+/).filter(Boolean);
  const phrase = words.join(" ");
  const claims = words.length ? matches(words) : [];
  claims.sort((one, other) => named(other, phrase) - named(one, phrase));
  results.replaceChildren(...claims.slice(0, MOST).map(shown));
  const more = claims.length > MOST ? `, the first ${MOST} of them` : "";
  found.textContent = words.length ? `${claims.length} claims${more}` : "";
}

field.addEventListener("input", search);
box.hidden = false;
