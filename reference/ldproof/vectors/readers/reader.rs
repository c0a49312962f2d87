// Read files of test vectors: `rustc -O reader.rs`; `./reader randomize.json` prints one a line.
use std::io::{stdout, BufWriter, Write};

/// A part of a JSON text.
#[derive(Clone)]
pub struct Value<'a> {
    pub raw: &'a str,          // as it is written, with the quotes and the escapes of a text
    pub items: Vec<Value<'a>>, // of a list; of an object its names and values in turn
}

impl<'a> Value<'a> {
    /// A member of an object, if there is one that begins with this sign.
    pub fn get(&self, name: &str, sign: &str) -> Option<&Value<'a>> {
        let mut pairs = self.items.chunks_exact(2).filter(|each| each[0].raw.trim_matches('"') == name);
        pairs.next().map(|each| &each[1]).filter(|value| value.raw.starts_with(sign))
    }
}

fn parse<'a>(text: &'a str, at: &mut usize, depth: usize) -> Option<Value<'a>> {
    let rest = |at: usize| Some(at + text.get(at..)?.find(|c| !" \n\r\t,:".contains(c))?);
    let (bytes, start, mut items) = (text.as_bytes(), rest(*at).filter(|_| depth < 900)?, Vec::new());
    *at = start + 1;
    match bytes[start] {
        b'"' => { while *bytes.get(*at)? != b'"' { *at += 1 + usize::from(bytes[*at] == b'\\') } *at += 1 }
        b'[' | b'{' => {
            while !b"]}".contains(&bytes[rest(*at)?]) { items.push(parse(text, at, depth + 1)?) }
            *at = rest(*at)? + 1;
        }
        _ => *at += text.get(*at..)?.find(|c| ",]} \n\r\t".contains(c))?,
    }
    Some(Value { raw: text.get(start..*at)?, items })
}

/// Each vector with its request as it is to be sent, but for its "id"; an error if some are missing, or all.
pub fn read_vectors(text: &str) -> Result<Vec<(String, Value<'_>)>, String> {
    let file = parse(text, &mut 0, 0).ok_or("no whole JSON text")?;
    let mut found = Vec::new();
    for group in &file.get("groups", "[").ok_or("no groups")?.items {
        let named = ["op", "mechanism", "formula", "family"]
            .map(|name| group.get(name, "").map_or("".into(), |each| format!("\"{name}\":{},", each.raw)));
        for vector in &group.get("vectors", "[").ok_or("no vectors")?.items {
            let request = vector.get("request", "{").ok_or("no request")?.raw;
            found.push((format!("{{{}{}", named.concat(), &request[1..]), vector.clone()));
        }
    }
    let (count, said) = (found.len().to_string(), file.get("numberOfTests", "").map_or("", |said| said.raw));
    if found.is_empty() || said != count { Err(count + " vectors") } else { Ok(found) }
}

fn main() {
    for path in std::env::args().skip(1) {
        let text = std::fs::read_to_string(&path).map_err(|flaw| flaw.to_string());
        let found = text.as_deref().map_err(String::clone).and_then(read_vectors).unwrap_or_else(|flaw| {
            eprintln!("{path}: not a complete file of test vectors: {flaw}");
            std::process::exit(2)
        });
        let mut out = BufWriter::new(stdout());
        for (sent, all) in found { writeln!(out, "{sent}\t{}", all.raw).expect("output") }
    }
}
