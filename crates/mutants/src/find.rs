//! Where a source can be changed, and into what.
//!
//! What the parser does not see is left alone: the insides of macros. So is what must be known when the crate is built
//! (constants, lengths, `const fn`), what only tests see or a feature that is not on by itself, and what writes text for people
//! to read.

use crate::returns::answers;
use std::ops::Range;
use syn::spanned::Spanned;
use syn::visit::{self, Visit};
use syn::{Attribute, BinOp, Block, Expr, Signature, UnOp};

/// One thing that may stand in a place instead of what stands there.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Change {
    /// An expression for the whole place; for a body, the statement that leaves it.
    pub code: String,
    /// What changes, in a line for people.
    pub shown: String,
}

/// How a change is put into its place.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Form {
    /// An expression takes the place of another one.
    Expression,
    /// A statement goes to the front of a function's body; the range is empty and behind the brace.
    Body,
}

/// A place that can be changed.
#[derive(Clone, Debug)]
pub struct Place {
    /// Bytes of the source.
    pub range: Range<usize>,
    pub form: Form,
    pub line: usize,
    /// The function around it, with the type it belongs to.
    pub function: String,
    pub changes: Vec<Change>,
}

/// What a source has to offer.
#[derive(Debug, Default)]
pub struct Found {
    /// Outer places before those in them.
    pub places: Vec<Place>,
    /// Modules that are in files of their own, as paths below this one (`["tests", "support"]` for one in an inline module).
    pub modules: Vec<Vec<String>>,
}

/// The source can not be read as Rust.
#[derive(Debug, thiserror::Error)]
#[error("line {line}: {message}")]
pub struct Unreadable {
    line: usize,
    message: String,
}

/// Reads a source file and finds its places; these features are on.
pub fn find(source: &str, features: &[String]) -> Result<Found, Unreadable> {
    let file = syn::parse_file(source)
        .map_err(|error| Unreadable { line: error.span().start().line, message: error.to_string() })?;
    let mut finder =
        Finder { source, features, found: Found::default(), names: Vec::new(), inline: Vec::new() };
    finder.visit_file(&file);
    // A statement at the front of a body comes before an expression that begins there; a stable sort leaves the rest as it
    // was visited, outer places first.
    finder.found.places.sort_by_key(|place| (place.range.start, place.form == Form::Expression));
    Ok(finder.found)
}

struct Finder<'a> {
    source: &'a str,
    features: &'a [String],
    found: Found,
    /// Types and functions around.
    names: Vec<String>,
    /// Inline modules around.
    inline: Vec<String>,
}

impl Finder<'_> {
    fn text(&self, part: &impl Spanned) -> &str {
        &self.source[part.span().byte_range()]
    }

    /// What stands on the left: `a || b` must stay together if `&&` comes behind it.
    fn operand(&self, left: &Expr) -> String {
        let loose = matches!(left, Expr::Binary(binary) if matches!(binary.op, BinOp::Or(_) | BinOp::BitOr(_) | BinOp::BitXor(_)));
        if loose { format!("({})", self.text(left)) } else { self.text(left).to_owned() }
    }

    fn add(&mut self, range: Range<usize>, form: Form, line: usize, changes: Vec<Change>) {
        // Outside of functions every expression is a constant.
        if !changes.is_empty() && !self.names.is_empty() {
            self.found.places.push(Place { range, form, line, function: self.names.join("::"), changes });
        }
    }

    fn expression(&mut self, whole: &Expr, line: usize, codes: Vec<String>) {
        let was = short(self.text(whole));
        let change = |code: String| Change { shown: format!("{was} → {}", short(&code)), code };
        let changes = codes.into_iter().map(change).collect();
        self.add(whole.span().byte_range(), Form::Expression, line, changes);
    }

    /// Seen by tests or with a feature only; a test itself.
    fn aside(&self, attributes: &[Attribute]) -> bool {
        let is_on = |words: &str| {
            let feature = words.strip_prefix("feature = \"").and_then(|words| words.strip_suffix('"'));
            feature.is_some_and(|feature| self.features.iter().any(|on| on == feature))
        };
        attributes.iter().any(|attribute| {
            let path = attribute.path();
            path.is_ident("test")
                || path.is_ident("cfg")
                    && matches!(&attribute.meta, syn::Meta::List(list) if {
                        let words = list.tokens.to_string();
                        words.contains("test") || words.contains("feature") && !is_on(&words)
                    })
        })
    }

    fn function(&mut self, signature: &Signature, block: &Block) {
        if signature.constness.is_some() {
            return;
        }
        self.names.push(signature.ident.to_string());
        let inside = block.brace_token.span.open().byte_range().end;
        let body = self.source[inside..block.brace_token.span.close().byte_range().start].trim();
        let changes = answers(&signature.output)
            .into_iter()
            .filter(|answer| answer != body)
            .map(|answer| Change {
                shown: if answer.is_empty() {
                    "body → nothing".into()
                } else {
                    format!("body → {answer}")
                },
                code: format!("return {answer};"),
            })
            .collect();
        self.add(inside..inside, Form::Body, signature.span().start().line, changes);
        visit::visit_block(self, block);
        self.names.pop();
    }
}

impl<'ast> Visit<'ast> for Finder<'_> {
    fn visit_item_mod(&mut self, item: &'ast syn::ItemMod) {
        if self.aside(&item.attrs) {
            return;
        }
        self.inline.push(item.ident.to_string());
        if item.content.is_none() {
            self.found.modules.push(self.inline.clone());
        }
        visit::visit_item_mod(self, item);
        self.inline.pop();
    }

    fn visit_item_fn(&mut self, item: &'ast syn::ItemFn) {
        if !self.aside(&item.attrs) {
            self.function(&item.sig, &item.block);
        }
    }

    fn visit_impl_item_fn(&mut self, item: &'ast syn::ImplItemFn) {
        if !self.aside(&item.attrs) {
            self.function(&item.sig, &item.block);
        }
    }

    fn visit_trait_item_fn(&mut self, item: &'ast syn::TraitItemFn) {
        if let Some(block) = item.default.as_ref().filter(|_| !self.aside(&item.attrs)) {
            self.function(&item.sig, block);
        }
    }

    fn visit_item_impl(&mut self, item: &'ast syn::ItemImpl) {
        let formats = item.trait_.as_ref().and_then(|(_, path, _)| path.segments.last());
        if self.aside(&item.attrs)
            || formats.is_some_and(|name| name.ident == "Debug" || name.ident == "Display")
        {
            return;
        }
        self.names.push(short(self.text(&item.self_ty)));
        for part in &item.items {
            self.visit_impl_item(part);
        }
        self.names.pop();
    }

    fn visit_item_trait(&mut self, item: &'ast syn::ItemTrait) {
        if self.aside(&item.attrs) {
            return;
        }
        self.names.push(item.ident.to_string());
        for part in &item.items {
            self.visit_trait_item(part);
        }
        self.names.pop();
    }

    fn visit_arm(&mut self, arm: &'ast syn::Arm) {
        if let Some((_, guard)) = arm.guard.as_ref().filter(|(_, guard)| !binds(guard)) {
            let was = short(self.text(guard));
            let changes = ["true", "false"]
                .map(|code| Change { code: code.into(), shown: format!("if {was} => → if {code} =>") });
            self.add(
                guard.span().byte_range(),
                Form::Expression,
                guard.span().start().line,
                changes.to_vec(),
            );
        }
        visit::visit_arm(self, arm);
    }

    fn visit_expr_binary(&mut self, binary: &'ast syn::ExprBinary) {
        let whole = Expr::Binary(binary.clone());
        let chain = matches!(binary.op, BinOp::And(_)) && binds(&whole);
        if !chain {
            let (left, right) = (self.operand(&binary.left), self.text(&binary.right));
            let codes = others(&binary.op).iter().map(|other| format!("{left} {other} {right}")).collect();
            self.expression(&whole, binary.op.span().start().line, codes);
        }
        visit::visit_expr_binary(self, binary);
    }

    fn visit_expr_unary(&mut self, unary: &'ast syn::ExprUnary) {
        if matches!(unary.op, UnOp::Not(_) | UnOp::Neg(_)) {
            let without = self.text(&unary.expr).to_owned();
            self.expression(&Expr::Unary(unary.clone()), unary.op.span().start().line, vec![without]);
        }
        visit::visit_expr_unary(self, unary);
    }

    fn visit_expr_repeat(&mut self, repeat: &'ast syn::ExprRepeat) {
        self.visit_expr(&repeat.expr);
    }

    // What is known when the crate is built, or no expression at all.
    fn visit_expr_const(&mut self, _: &'ast syn::ExprConst) {}
    fn visit_item_const(&mut self, _: &'ast syn::ItemConst) {}
    fn visit_item_static(&mut self, _: &'ast syn::ItemStatic) {}
    fn visit_impl_item_const(&mut self, _: &'ast syn::ImplItemConst) {}
    fn visit_trait_item_const(&mut self, _: &'ast syn::TraitItemConst) {}
    fn visit_item_enum(&mut self, _: &'ast syn::ItemEnum) {}
    fn visit_type(&mut self, _: &'ast syn::Type) {}
    fn visit_generic_argument(&mut self, _: &'ast syn::GenericArgument) {}
    fn visit_pat(&mut self, _: &'ast syn::Pat) {}
    fn visit_attribute(&mut self, _: &'ast Attribute) {}
}

/// A chain of `&&` with a `let` in it: it is no expression, it can only stand where it stands.
fn binds(expression: &Expr) -> bool {
    match expression {
        Expr::Let(_) => true,
        Expr::Binary(binary) if matches!(binary.op, BinOp::And(_)) => {
            binds(&binary.left) || binds(&binary.right)
        }
        _ => false,
    }
}

/// A comparison moves its border or looks the other way; a sum goes the other way.
fn others(operator: &BinOp) -> &'static [&'static str] {
    match operator {
        BinOp::Lt(_) => &["<=", ">="],
        BinOp::Le(_) => &["<", ">"],
        BinOp::Gt(_) => &[">=", "<="],
        BinOp::Ge(_) => &[">", "<"],
        BinOp::Eq(_) => &["!="],
        BinOp::Ne(_) => &["=="],
        BinOp::And(_) => &["||"],
        BinOp::Or(_) => &["&&"],
        BinOp::Add(_) => &["-"],
        BinOp::Sub(_) => &["+"],
        BinOp::Mul(_) => &["+", "/"],
        BinOp::Div(_) => &["*"],
        BinOp::Rem(_) => &["/"],
        BinOp::BitAnd(_) => &["|"],
        BinOp::BitOr(_) | BinOp::BitXor(_) => &["&"],
        BinOp::Shl(_) => &[">>"],
        BinOp::Shr(_) => &["<<"],
        BinOp::AddAssign(_) => &["-="],
        BinOp::SubAssign(_) => &["+="],
        BinOp::MulAssign(_) => &["/="],
        BinOp::DivAssign(_) => &["*="],
        BinOp::BitAndAssign(_) => &["|="],
        BinOp::BitOrAssign(_) | BinOp::BitXorAssign(_) => &["&="],
        _ => &[],
    }
}

/// On one line, and not too long for it.
fn short(text: &str) -> String {
    let line = text.split_whitespace().collect::<Vec<_>>().join(" ");
    if line.chars().count() <= 100 {
        return line;
    }
    let start: String = line.chars().take(60).collect();
    let end: String = line.chars().skip(line.chars().count() - 36).collect();
    format!("{start} … {end}")
}

#[cfg(test)]
mod tests;
