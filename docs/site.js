"use strict";

// Let the keyboard scroll blocks and tables that are wider than their column. Others stay out of the tab order.
function makeScrollableFocusable() {
  for (const block of document.querySelectorAll(".md-typeset pre, .md-typeset__scrollwrap")) {
    const wide = block.scrollWidth > block.clientWidth;
    const label = block.tagName === "PRE" ? "Code" : "Table";
    for (const [name, value] of [["tabindex", "0"], ["role", "group"], ["aria-label", label]]) {
      if (wide) block.setAttribute(name, value);
      else block.removeAttribute(name);
    }
  }
}

window.addEventListener("load", makeScrollableFocusable);
window.addEventListener("resize", makeScrollableFocusable);
