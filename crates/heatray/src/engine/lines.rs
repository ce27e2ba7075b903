//! Lines of bounded length from a pipe.

use std::io::{self, BufRead, ErrorKind};

/// The longest line that is read, in bytes without its line break.
pub const LINE_LIMIT: usize = 1 << 20;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Line {
    Whole,
    /// The line was longer than the limit; it is skipped, and never was in memory.
    TooLong,
    End,
}

/// Reads one line into `line`, without its line break.
pub fn read_line(input: &mut impl BufRead, line: &mut Vec<u8>) -> io::Result<Line> {
    line.clear();
    let mut found = Line::End;
    loop {
        let part = match input.fill_buf() {
            Ok(part) => part,
            Err(error) if error.kind() == ErrorKind::Interrupted => continue,
            Err(error) => return Err(error),
        };
        if part.is_empty() {
            return Ok(found);
        }
        let newline = part.iter().position(|b| *b == b'\n');
        let text = &part[..newline.unwrap_or(part.len())];
        if found == Line::End {
            found = Line::Whole;
        }
        if found == Line::TooLong || line.len() + text.len() > LINE_LIMIT {
            found = Line::TooLong;
            line.clear();
        } else {
            line.extend_from_slice(text);
        }
        let used = text.len() + usize::from(newline.is_some());
        input.consume(used);
        if newline.is_some() {
            return Ok(found);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::io::BufReader;

    fn lines(bytes: &[u8], buffer: usize) -> Vec<(Line, usize)> {
        let mut input = BufReader::with_capacity(buffer, bytes);
        let (mut line, mut all) = (Vec::new(), Vec::new());
        loop {
            let found = read_line(&mut input, &mut line).unwrap();
            if found == Line::End {
                return all;
            }
            all.push((found, line.len()));
        }
    }

    #[test]
    fn lines_end_at_breaks_and_at_the_end() {
        for buffer in [1, 3, 64] {
            assert_eq!(
                lines(b"one\n\nfour\r\nx", buffer),
                [(Line::Whole, 3), (Line::Whole, 0), (Line::Whole, 5), (Line::Whole, 1)]
            );
        }
        assert_eq!(lines(b"", 8), []);
    }

    #[test]
    fn the_limit_is_exact_and_a_long_line_is_not_kept() {
        let mut bytes = vec![b'a'; LINE_LIMIT];
        assert_eq!(lines(&bytes, 4096), [(Line::Whole, LINE_LIMIT)]);
        bytes.push(b'a');
        bytes.extend_from_slice(b"\nnext\n");
        assert_eq!(lines(&bytes, 4096), [(Line::TooLong, 0), (Line::Whole, 4)]);
    }
}
