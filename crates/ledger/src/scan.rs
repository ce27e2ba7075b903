//! Finds `proves!("…", "…")` calls in Rust source.
//!
//! Shared by the build script, which scans the workspace, and by the library, which tests it. It reads
//! tokens, not lines: a call may span lines, and one that stands in a comment or inside a string literal
//! is no call.

/// One id named by one `proves!` call.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Proof {
    /// The id as written, whether or not the ledger has it.
    pub id: String,
    /// The nearest `fn` before the call; empty when there is none.
    pub test: String,
}

/// Every id named by a `proves!` call in `source`, in order of appearance.
pub fn proofs(source: &str) -> Vec<Proof> {
    let mut found = Vec::new();
    let mut function = "";
    let mut tokens = Tokens { rest: source }.peekable();
    while let Some(token) = tokens.next() {
        match token {
            Token::Word("fn") => {
                // `fn(u8) -> u8` is a type and has no name.
                if let Some(Token::Word(name)) = tokens.peek() {
                    function = name;
                }
            }
            Token::Word("proves") if tokens.next_if_eq(&Token::Mark('!')).is_some() => {
                let Some(Token::Mark('(' | '[' | '{')) = tokens.next() else { continue };
                for inside in tokens.by_ref() {
                    match inside {
                        Token::Text(id) => found.push(Proof { id: id.to_owned(), test: function.to_owned() }),
                        Token::Mark(')' | ']' | '}') => break,
                        _ => {}
                    }
                }
            }
            _ => {}
        }
    }
    found
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Token<'a> {
    /// An identifier, keyword or number.
    Word(&'a str),
    /// What stands between the quotes of a string literal, escapes untouched.
    Text(&'a str),
    /// Any other single character.
    Mark(char),
}

/// The tokens of Rust source without comments and character literals: as much of the grammar as it takes
/// to tell code from what only looks like it.
struct Tokens<'a> {
    rest: &'a str,
}

impl<'a> Iterator for Tokens<'a> {
    type Item = Token<'a>;

    fn next(&mut self) -> Option<Token<'a>> {
        loop {
            self.rest = self.rest.trim_start();
            let first = self.rest.chars().next()?;
            if self.rest.starts_with("//") {
                self.take(self.rest.find('\n').unwrap_or(self.rest.len()));
            } else if self.rest.starts_with("/*") {
                self.take(block_comment(self.rest));
            } else if let Some((prefix, hashes)) = raw_string(self.rest) {
                self.take(prefix);
                let close = format!("\"{}", "#".repeat(hashes));
                let end = self.rest.find(&close).unwrap_or(self.rest.len());
                let text = self.take(end);
                self.take(close.len());
                return Some(Token::Text(text));
            } else if first == '"' {
                self.take(1);
                let text = self.take(quoted(self.rest, '"'));
                self.take(1);
                return Some(Token::Text(text));
            } else if let Some(length) = char_literal(self.rest) {
                self.take(length);
            } else if is_word(first) {
                let end = self.rest.find(|c| !is_word(c)).unwrap_or(self.rest.len());
                return Some(Token::Word(self.take(end)));
            } else {
                self.take(first.len_utf8());
                return Some(Token::Mark(first));
            }
        }
    }
}

impl<'a> Tokens<'a> {
    /// Cuts off the next `length` bytes, or what is left of them.
    fn take(&mut self, length: usize) -> &'a str {
        let (taken, rest) = self.rest.split_at(length.min(self.rest.len()));
        self.rest = rest;
        taken
    }
}

fn is_word(c: char) -> bool {
    c.is_alphanumeric() || c == '_'
}

/// Length of the block comment that `source` begins with; block comments nest.
fn block_comment(source: &str) -> usize {
    let mut depth = 0;
    let mut at = 0;
    while at < source.len() {
        if source[at..].starts_with("/*") {
            depth += 1;
            at += 2;
        } else if source[at..].starts_with("*/") {
            depth -= 1;
            at += 2;
            if depth == 0 {
                return at;
            }
        } else {
            at += source[at..].chars().next().map_or(1, char::len_utf8);
        }
    }
    at
}

/// Length of `r#"` (or `br"`, `cr##"` …) at the start of `source`, and its number of hashes.
fn raw_string(source: &str) -> Option<(usize, usize)> {
    let letters = ["r", "br", "cr"]
        .into_iter()
        .find(|l| source.strip_prefix(l).is_some_and(|rest| rest.starts_with(['#', '"'])))?;
    let hashes = source[letters.len()..].bytes().take_while(|b| *b == b'#').count();
    let quote = letters.len() + hashes;
    source[quote..].starts_with('"').then_some((quote + 1, hashes))
}

/// Offset of the closing `quote` in `source`, which begins after the opening one.
fn quoted(source: &str, quote: char) -> usize {
    let mut escaped = false;
    for (at, c) in source.char_indices() {
        match c {
            _ if escaped => escaped = false,
            '\\' => escaped = true,
            _ if c == quote => return at,
            _ => {}
        }
    }
    source.len()
}

/// Length of the character literal that `source` begins with; a lifetime (`'a`) is none.
fn char_literal(source: &str) -> Option<usize> {
    let inside = source.strip_prefix('\'')?;
    if inside.starts_with('\\') {
        return Some(1 + quoted(inside, '\'') + 1);
    }
    let width = inside.chars().next()?.len_utf8();
    inside[width..].starts_with('\'').then_some(1 + width + 1)
}

#[cfg(test)]
mod tests {
    use super::proofs;

    /// `expected` holds pairs of test and id.
    #[track_caller]
    fn check(source: &str, expected: &[(&str, &str)]) {
        let found = proofs(source);
        let found: Vec<(&str, &str)> = found.iter().map(|p| (p.test.as_str(), p.id.as_str())).collect();
        assert_eq!(found, expected);
    }

    #[test]
    fn a_call_names_its_ids_and_its_function() {
        check(
            r#"#[test] fn two_sides() { proves!("A-1", "A-2"); }"#,
            &[("two_sides", "A-1"), ("two_sides", "A-2")],
        );
    }

    #[test]
    fn a_call_may_span_lines_and_end_with_a_comma() {
        let source = "fn long() {\n    proves!(\n        \"A-1\",\n        \"A-2\", // why\n        \"A-3\",\n    );\n}";
        check(source, &[("long", "A-1"), ("long", "A-2"), ("long", "A-3")]);
    }

    #[test]
    fn each_call_belongs_to_the_nearest_function_before_it() {
        let source = r#"
            fn one() { proves!("A-1"); }
            fn helper(f: fn(u8) -> u8) -> u8 { f(1) }
            fn two() { let f: fn() = one; proves!["A-2"]; f(); }
        "#;
        check(source, &[("one", "A-1"), ("two", "A-2")]);
    }

    #[test]
    fn a_path_before_the_macro_does_no_harm() {
        check(r#"fn t() { table::proves! { "A-1" } }"#, &[("t", "A-1")]);
    }

    #[test]
    fn comments_are_not_calls() {
        let source = r#"
            fn t() {
                // proves!("A-1");
                /// proves!("A-2");
                /* proves!("A-3"); /* nested */ proves!("A-4"); */
                proves!("A-5", /* "A-6", */ "A-7"); // "A-8"
            }
            // fn not_me() {
            proves!("A-9");
        "#;
        check(source, &[("t", "A-5"), ("t", "A-7"), ("t", "A-9")]);
    }

    #[test]
    fn strings_are_not_calls() {
        let source = r##"
            fn t() {
                let a = "proves!(\"A-1\")";
                let b = r#"fn inner() { proves!("A-2") }"#;
                let c = b"// no comment"; proves!("A-3");
                let d = r"\"; proves!("A-4");
            }
        "##;
        check(source, &[("t", "A-3"), ("t", "A-4")]);
    }

    #[test]
    fn quotes_in_character_literals_and_lifetimes_open_no_string() {
        let source = r#"
            fn t<'a>(s: &'a str) {
                let marks = ['"', '\'', '\\', 'ß', b'"'];
                proves!("A-1");
                s.split('"');
            }
        "#;
        check(source, &[("t", "A-1")]);
    }

    #[test]
    fn the_definition_and_other_macros_are_not_calls() {
        let source = r#"
            macro_rules! proves { ($($id:literal),* $(,)?) => {}; }
            fn t() { disproves!("A-1"); proves("A-2"); let proves = "A-3"; let b = proves != "A-4"; }
        "#;
        check(source, &[]);
    }

    #[test]
    fn a_call_without_a_function_has_no_test_name() {
        check(r#"proves!("A-1");"#, &[("", "A-1")]);
    }

    #[test]
    fn unfinished_source_ends_the_scan() {
        check(r#"fn t() { proves!("A-1", "A-2"#, &[("t", "A-1"), ("t", "A-2")]);
        check("fn t() { /* proves!", &[]);
        check("fn t() { '", &[]);
        check("r#", &[]);
    }
}
