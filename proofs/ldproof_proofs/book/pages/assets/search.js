"use strict";
// Claims whose name, printed words, sentences or theorems have all the words that are looked for.
const box = document.querySelector("search");
const field = document.getElementById("search");
const results = document.getElementById("results");
const found = document.getElementById("found");
const MOST = 30;

function matches(words) {
  return CLAIMS.filter((claim) => {
    const text = [claim.name, claim.printed, claim.text, claim.theorems].join(" ").toLowerCase();
    return words.every((word) => text.includes(word));
  });
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
  const claims = words.length ? matches(words) : [];
  results.replaceChildren(...claims.slice(0, MOST).map(shown));
  const more = claims.length > MOST ? `, the first ${MOST} of them` : "";
  found.textContent = words.length ? `${claims.length} claims${more}` : "";
}

field.addEventListener("input", search);
box.hidden = false;
