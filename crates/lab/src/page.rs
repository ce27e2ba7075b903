//! Reports as one page of HTML that needs nothing else: own style, inline plots, and every number in a table, too.

use std::collections::BTreeMap;
use std::fmt::Write;

/// Paper and ink, as the table in the browser has them.
const STYLE: &str = "\
:root{--paper:#efe4c8;--paper-2:#e6d8b5;--ink:#2a2722;--ink-2:#5f5746;--brass:#a8822f;--earth:#2b5a86;--mars:#20382b;--weed:#9e2f2a}
*{box-sizing:border-box}
body{margin:0;background:var(--paper);color:var(--ink);font:16px/1.45 'Alegreya Sans','Gill Sans','Trebuchet MS',sans-serif}
main{max-width:60rem;margin:0 auto;padding:1rem}
h1,h2,h3{font-family:'IM Fell English SC',Georgia,serif;font-weight:400;line-height:1.15;margin:1.4em 0 .4em}
h1{font-size:2rem;margin-top:.4em;border-bottom:3px double var(--brass)}
h2{font-size:1.45rem;border-bottom:1px solid var(--brass)}
p,li{max-width:46rem}
code{font-family:'Courier Prime','Courier New',monospace;font-size:.9em;overflow-wrap:anywhere}
.warn{border-left:4px solid var(--weed);padding-left:.7rem}
figure{margin:.8rem 0;background:var(--paper-2);border:1px solid var(--brass);padding:.6rem}
figcaption{color:var(--ink-2)}
svg{display:block;width:100%;max-width:29rem;height:auto}
svg text{font:15px 'Alegreya Sans','Gill Sans','Trebuchet MS',sans-serif;fill:var(--ink);paint-order:stroke;stroke:var(--paper-2);stroke-width:3px}
.scroll{overflow-x:auto}
table{border-collapse:collapse;margin:.5rem 0;font-variant-numeric:tabular-nums}
caption{text-align:left;color:var(--ink-2)}
th,td{padding:.25rem .6rem;border-bottom:1px solid #c9b98c;text-align:right;vertical-align:top}
td{white-space:nowrap}
th:first-child{text-align:left}
footer{margin-top:2rem;color:var(--ink-2);border-top:1px solid var(--brass)}
@media print{body{background:#fff}}
";

/// Text as HTML shows it.
pub(crate) fn escaped(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for letter in text.chars() {
        match letter {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '"' => out.push_str("&quot;"),
            '\'' => out.push_str("&#39;"),
            // What a page may not hold at all.
            control if control.is_control() && control != '\n' && control != '\t' => out.push(' '),
            other => out.push(other),
        }
    }
    out
}

/// The height of a row of whiskers.
const ROW: f64 = 60.0;
/// The width of a plot: that of a phone, so that its words are readable there.
const WIDTH: f64 = 360.0;
/// Letters of a row's name that fit into it.
const LETTERS: usize = 46;

/// A rate with its interval.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Whisker {
    /// Whose it is, and its figures in words.
    pub name: String,
    pub figures: String,
    pub at: f64,
    pub low: f64,
    pub high: f64,
}

/// As much of a name as fits; the table has all of it.
fn short(name: &str) -> String {
    match name.char_indices().nth(LETTERS) {
        Some((end, _)) => format!("{}…", &name[..end]),
        None => name.to_owned(),
    }
}

/// A page in the making.
#[derive(Debug)]
pub(crate) struct Page {
    title: String,
    body: String,
}

impl Page {
    pub fn new(title: &str) -> Self {
        Self { title: title.to_owned(), body: format!("<h1>{}</h1>\n", escaped(title)) }
    }

    pub fn heading(&mut self, text: &str) {
        let _ = writeln!(self.body, "<h2>{}</h2>", escaped(text));
    }

    pub fn smaller(&mut self, text: &str) {
        let _ = writeln!(self.body, "<h3>{}</h3>", escaped(text));
    }

    pub fn paragraph(&mut self, text: &str) {
        let _ = writeln!(self.body, "<p>{}</p>", escaped(text));
    }

    pub fn warning(&mut self, text: &str) {
        let _ = writeln!(self.body, "<p class=\"warn\">{}</p>", escaped(text));
    }

    /// Rows of text under headings; the first column names the row.
    pub fn table(&mut self, caption: &str, heads: &[&str], rows: &[Vec<String>]) {
        if rows.is_empty() {
            return;
        }
        let _ = write!(
            self.body,
            "<div class=\"scroll\"><table><caption>{}</caption><thead><tr>",
            escaped(caption)
        );
        for head in heads {
            let _ = write!(self.body, "<th scope=\"col\">{}</th>", escaped(head));
        }
        self.body.push_str("</tr></thead><tbody>\n");
        for row in rows {
            self.body.push_str("<tr>");
            for (column, cell) in row.iter().enumerate() {
                let cell = escaped(cell);
                let _ = match column {
                    0 => write!(self.body, "<th scope=\"row\">{cell}</th>"),
                    _ => write!(self.body, "<td>{cell}</td>"),
                };
            }
            self.body.push_str("</tr>\n");
        }
        self.body.push_str("</tbody></table></div>\n");
    }

    fn figure(&mut self, caption: &str, drawing: &str) {
        let caption = escaped(caption);
        let _ = writeln!(self.body, "<figure>{drawing}<figcaption>{caption}</figcaption></figure>");
    }

    /// Figures with whiskers over a common axis, with a line where neither side is ahead and, if there is one, a band for
    /// what is called fair.
    pub fn whiskers(&mut self, caption: &str, axis: &Axis, rows: &[Whisker]) {
        if rows.is_empty() {
            return;
        }
        let (width, left, right) = (WIDTH, 20.0, 20.0);
        let (top, bottom) = (16.0, 16.0 + ROW * rows.len() as f64);
        let x = |value: f64| {
            let share = ((value - axis.from) / (axis.to - axis.from)).clamp(0.0, 1.0);
            left + share * (width - left - right)
        };
        let mut svg = format!(
            "<svg viewBox=\"0 0 {width} {:.0}\" role=\"img\" aria-label=\"{}\">",
            bottom + 50.0,
            escaped(caption)
        );
        if let Some([low, high]) = axis.band {
            let (from, wide) = (x(low), x(high) - x(low));
            let _ = write!(
                svg,
                "<rect x=\"{from:.1}\" y=\"{top}\" width=\"{wide:.1}\" height=\"{:.1}\" fill=\"#a8822f\" fill-opacity=\"0.18\"/>",
                bottom - top
            );
        }
        for tick in axis.ticks() {
            let (at, label) = (x(tick), (axis.label)(tick));
            let heavy = if (tick - axis.even).abs() < 1e-9 { "1.6" } else { "0.5" };
            let _ = write!(
                svg,
                "<line x1=\"{at:.1}\" y1=\"{top}\" x2=\"{at:.1}\" y2=\"{bottom}\" stroke=\"#5f5746\" stroke-width=\"{heavy}\"/>\
                 <text x=\"{at:.1}\" y=\"{:.0}\" text-anchor=\"middle\">{}</text>",
                bottom + 18.0,
                escaped(&label)
            );
        }
        let _ = write!(
            svg,
            "<text x=\"{:.0}\" y=\"{:.0}\" text-anchor=\"middle\">{}</text>",
            width / 2.0,
            bottom + 40.0,
            escaped(axis.name)
        );
        for (number, row) in rows.iter().enumerate() {
            let y = top + ROW * number as f64 + 46.0;
            let (low, high, at) = (x(row.low), x(row.high), x(row.at));
            let _ = write!(
                svg,
                "<text x=\"{left}\" y=\"{:.0}\">{}</text><text x=\"{left}\" y=\"{:.0}\">{}</text>\
                 <path d=\"M{low:.1} {y}H{high:.1}M{low:.1} {}v12M{high:.1} {}v12\" stroke=\"#2a2722\" stroke-width=\"2\" fill=\"none\"/>\
                 <circle cx=\"{at:.1}\" cy=\"{y}\" r=\"5.5\" fill=\"#2b5a86\" stroke=\"#2a2722\"/>",
                y - 30.0,
                escaped(&short(&row.name)),
                y - 12.0,
                escaped(&row.figures),
                y - 6.0,
                y - 6.0
            );
        }
        svg.push_str("</svg>");
        self.figure(caption, &svg);
    }

    /// How many games took so many turns.
    pub fn histogram(&mut self, caption: &str, counts: &BTreeMap<u32, u64>) {
        let (Some((first, _)), Some((last, _))) = (counts.first_key_value(), counts.last_key_value()) else {
            return;
        };
        // At most 40 bars: turns are put together where games are long.
        let wide = (last - first) / 40 + 1;
        let bars = ((last - first) / wide + 1) as usize;
        let mut heights = vec![0_u64; bars];
        for (turns, count) in counts {
            heights[((turns - first) / wide) as usize] += count;
        }
        let most = heights.iter().copied().max().unwrap_or(1).max(1);
        let (width, left, top, bottom) = (WIDTH, 44.0, 14.0, 220.0);
        let step = (width - left - 20.0) / bars as f64;
        let y = |count: f64| bottom - (bottom - top) * count / most as f64;
        let mut svg =
            format!("<svg viewBox=\"0 0 {width} 270\" role=\"img\" aria-label=\"{}\">", escaped(caption));
        for part in [0, 1, 2] {
            let count = most * part / 2;
            let at = y(count as f64);
            let _ = write!(
                svg,
                "<line x1=\"{left}\" y1=\"{at:.1}\" x2=\"{:.0}\" y2=\"{at:.1}\" stroke=\"#5f5746\" stroke-width=\"0.5\"/>\
                 <text x=\"{:.0}\" y=\"{:.1}\" text-anchor=\"end\">{count}</text>",
                width - 20.0,
                left - 6.0,
                at + 5.0
            );
        }
        let every = bars.div_ceil(8);
        for (bar, count) in heights.iter().enumerate() {
            let (x, at) = (left + step * bar as f64, y(*count as f64));
            let _ = write!(
                svg,
                "<rect x=\"{x:.1}\" y=\"{at:.1}\" width=\"{:.1}\" height=\"{:.1}\" fill=\"#2b5a86\" stroke=\"#2a2722\"/>",
                (step - 1.0).max(1.0),
                bottom - at
            );
            if bar % every == 0 {
                let _ = write!(
                    svg,
                    "<text x=\"{:.1}\" y=\"{:.0}\" text-anchor=\"middle\">{}</text>",
                    x + step / 2.0,
                    bottom + 18.0,
                    first + wide * bar as u32
                );
            }
        }
        let unit = if wide == 1 { "turns".to_owned() } else { format!("turns, {wide} to a bar") };
        let _ = write!(
            svg,
            "<text x=\"{:.0}\" y=\"{:.0}\" text-anchor=\"middle\">{unit}</text></svg>",
            width / 2.0,
            bottom + 42.0
        );
        self.figure(caption, &svg);
        let rows: Vec<Vec<String>> =
            counts.iter().map(|(turns, count)| vec![turns.to_string(), count.to_string()]).collect();
        self.folded("The same in numbers", "Games by their turns", &["turns", "games"], &rows);
    }

    /// A table that opens on demand.
    fn folded(&mut self, summary: &str, caption: &str, heads: &[&str], rows: &[Vec<String>]) {
        let _ = write!(self.body, "<details><summary>{}</summary>", escaped(summary));
        self.table(caption, heads, rows);
        self.body.push_str("</details>\n");
    }

    /// The whole page, with the command that makes it again.
    pub fn finish(self, command: &str) -> String {
        format!(
            "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\"/>\n\
             <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\"/>\n\
             <title>{}</title>\n<style>\n{STYLE}</style>\n</head>\n<body>\n<main>\n{}\
             <footer><p>Intervals are at 95 %. Made by <code>{}</code></p></footer>\n</main>\n</body>\n</html>\n",
            escaped(&self.title),
            self.body,
            escaped(command)
        )
    }
}

/// The axis under whiskers.
#[derive(Clone, Copy)]
pub(crate) struct Axis {
    pub name: &'static str,
    pub from: f64,
    pub to: f64,
    /// Where neither side is ahead.
    pub even: f64,
    pub step: f64,
    pub band: Option<[f64; 2]>,
    pub label: fn(f64) -> String,
}

impl Axis {
    /// Rates from 0 to 100 of 100.
    pub fn percent(name: &'static str, band: Option<[f64; 2]>) -> Self {
        let label = |value: f64| format!("{:.0} %", 100.0 * value);
        Self { name, from: 0.0, to: 1.0, even: 0.5, step: 0.25, band, label }
    }

    /// Figures on both sides of 0, as far as these go.
    pub fn around(name: &'static str, most: f64, unit: f64) -> Self {
        let step = (most / unit / 2.0).ceil().max(1.0) * unit;
        let label = |value: f64| format!("{value:+.0}");
        Self { name, from: -2.0 * step, to: 2.0 * step, even: 0.0, step, band: None, label }
    }

    fn ticks(&self) -> impl Iterator<Item = f64> {
        let (from, step, count) = (self.from, self.step, ((self.to - self.from) / self.step).round() as u32);
        (0..=count).map(move |n| from + step * f64::from(n))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_people_write_is_escaped() {
        let nasty = "<script>alert('x')</script> & \"y\"\u{7}";
        let mut page = Page::new(nasty);
        page.paragraph(nasty);
        page.table(nasty, &[nasty], &[vec![nasty.to_owned(), nasty.to_owned()]]);
        let row = Whisker { name: nasty.to_owned(), figures: nasty.to_owned(), at: 0.5, low: 0.1, high: 2.0 };
        page.whiskers(nasty, &Axis::percent("rate", None), &[row]);
        let text = page.finish(nasty);
        assert!(!text.contains("<script") && !text.contains('\u{7}'));
        assert!(text.contains("&lt;script&gt;alert(&#39;x&#39;)"));
    }

    #[test]
    fn long_games_share_bars() {
        let counts: BTreeMap<u32, u64> = (5..400).map(|turns| (turns, u64::from(turns))).collect();
        let mut page = Page::new("x");
        page.histogram("lengths", &counts);
        let text = page.finish("x");
        assert!(text.matches("<rect").count() <= 40, "{}", text.matches("<rect").count());
        assert!(text.contains("turns, 10 to a bar"));
        let mut empty = Page::new("x");
        empty.histogram("lengths", &BTreeMap::new());
        assert!(!empty.finish("x").contains("<svg"));
    }

    #[test]
    fn an_axis_has_its_ticks() {
        let labels = |axis: Axis| axis.ticks().map(axis.label).collect::<Vec<_>>();
        assert_eq!(labels(Axis::percent("", None)), ["0 %", "25 %", "50 %", "75 %", "100 %"]);
        assert_eq!(labels(Axis::around("", 170.0, 50.0)), ["-200", "-100", "+0", "+100", "+200"]);
    }
}
