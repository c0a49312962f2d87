// Read files of test vectors: `node reader.js randomize.json` prints one a line.

const fs = require("fs");

const SUBJECTS = ["op", "mechanism", "formula", "family"];

/** The vectors of a file, whose `request` can be sent with an `id`; throws if some are missing, or all. */
function readVectors(text) {
  const file = JSON.parse(text);
  const found = file.groups.flatMap((group) => {
    const names = SUBJECTS.filter((name) => name in group);
    const subject = Object.fromEntries(names.map((name) => [name, group[name]]));
    return group.vectors.map((vector) => {
      if (!(vector.request instanceof Object)) throw new Error("no request");
      return { ...vector, request: { ...subject, ...vector.request } };
    });
  });
  if (!found.length || found.length !== file.numberOfTests) {
    throw new Error(`${found.length} vectors, not ${file.numberOfTests}`);
  }
  return found;
}

module.exports = { readVectors };

if (require.main === module) {
  for (const path of process.argv.slice(2)) {
    try {
      for (const vector of readVectors(fs.readFileSync(path, "utf8"))) {
        console.log(`${JSON.stringify(vector.request)}\t${JSON.stringify(vector)}`);
      }
    } catch (flaw) {
      console.error(`${path}: not a complete file of test vectors: ${flaw.message.replace(/\s+/g, " ")}`);
      process.exitCode = 2;
      break;
    }
  }
}
