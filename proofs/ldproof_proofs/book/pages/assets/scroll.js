"use strict";

// A formula that is wider than its line is scrolled: by keyboard too, and no other one is in the way of the tab key.
function reach() {
  for (const formula of document.querySelectorAll(".formula")) {
    const wide = formula.scrollWidth > formula.clientWidth;
    for (const [name, value] of [["tabindex", "0"], ["role", "group"], ["aria-label", "Formula"]]) {
      if (wide) formula.setAttribute(name, value);
      else formula.removeAttribute(name);
    }
  }
}

reach();
window.addEventListener("resize", reach);
document.addEventListener("toggle", reach, true);
