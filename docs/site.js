"use strict";

// A block or table that is wider than its column is scrolled: by keyboard too, and no other one is in the way of the tab key.
function reach() {
  for (const block of document.querySelectorAll(".md-typeset pre, .md-typeset__scrollwrap")) {
    const wide = block.scrollWidth > block.clientWidth;
    const label = block.tagName === "PRE" ? "Code" : "Table";
    for (const [name, value] of [["tabindex", "0"], ["role", "group"], ["aria-label", label]]) {
      if (wide) block.setAttribute(name, value);
      else block.removeAttribute(name);
    }
  }
}

window.addEventListener("load", reach);
window.addEventListener("resize", reach);
