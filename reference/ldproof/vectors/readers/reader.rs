// Read files of test vectors: `rustc -O reader.rs`; `./reader randomize.json` prints one a line.
use std::io::{stdout, BufWriter, Write};

/// A part of a JSON text.
#[derive(Clone)]
pub struct Value<'a> {
    pub raw: &'a str,          // as it is written, with the quotes and the escapes of a text
    pub items: Vec<Value<'a>>, // of a list; of an object its names and values in turn
}

impl<'a> Value<'a> {
    /// A member of an object, if there is one.
    pub fn get(&self, name: &str) -> Option<&Value<'a>> {
        self.items.chunks(2).find(|each| each[0].raw.trim_matches('"') == name).map(|each| &each[1])
    }
}

fn parse<'a>(text: &'a str, at: &mut usize) -> Value<'a> {
    let rest = |at: usize| at + text[at..].find(|c| !" \n\r\t,:".contains(c)).expect("more text");
    let (bytes, start) = (text.as_bytes(), rest(*at));
    let mut items = Vec::new();
    *at = start + 1;
    match bytes[start] {
        b'"' => {
            while bytes[*at] != b'"' { *at += 1 + usize::from(bytes[*at] == b'\\') }
            *at += 1;
        }
        b'[' | b'{' => {
            while !b"]}".contains(&bytes[rest(*at)]) { items.push(parse(text, at)) }
            *at = rest(*at) + 1;
        }
        _ => *at += text[*at..].find(|c| ",]} \n\r\t".contains(c)).expect("more text"),
    }
    Value { raw: &text[start..*at], items }
}

/// Each vector with its request as it is to be sent, but for its "id". Panics if some are missing.
pub fn read_vectors(text: &str) -> Vec<(String, Value<'_>)> {
    let file = parse(text, &mut 0);
    let mut found = Vec::new();
    for group in &file.get("groups").expect("groups").items {
        let named = ["op", "mechanism", "formula", "family"]
            .map(|name| group.get(name).map_or(String::new(), |value| format!("\"{name}\":{},", value.raw)));
        for vector in &group.get("vectors").expect("vectors").items {
            let request = vector.get("request").expect("a request").raw;
            found.push((format!("{{{}{}", named.concat(), &request[1..]), vector.clone()));
        }
    }
    assert_eq!(found.len().to_string(), file.get("numberOfTests").expect("a number").raw);
    found
}

fn main() {
    let mut out = BufWriter::new(stdout());
    for path in std::env::args().skip(1) {
        let text = std::fs::read_to_string(&path).expect(&path);
        for (sent, all) in read_vectors(&text) { writeln!(out, "{sent}\t{}", all.raw).expect("output") }
    }
}
