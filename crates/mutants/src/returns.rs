//! What a function may answer without having thought: values of simple types.

use syn::{GenericArgument, PathArguments, ReturnType, Type};

/// Expressions that can stand for the answer of a function with this signature; none if its type is not a simple one. The
/// empty text stands for an answer of nothing.
pub fn answers(output: &ReturnType) -> Vec<String> {
    match output {
        ReturnType::Default => vec![String::new()],
        ReturnType::Type(_, kind) => {
            values(kind).into_iter().map(|value| if value == "()" { String::new() } else { value }).collect()
        }
    }
}

fn values(kind: &Type) -> Vec<String> {
    let own = |words: &[&str]| words.iter().map(|word| (*word).to_owned()).collect();
    match kind {
        Type::Tuple(tuple) if tuple.elems.is_empty() => own(&["()"]),
        Type::Reference(reference) if reference.mutability.is_none() => match &*reference.elem {
            Type::Path(path) if path.path.is_ident("str") => own(&["\"\"", "\"xyzzy\""]),
            Type::Slice(_) => own(&["&[]"]),
            _ => Vec::new(),
        },
        Type::Path(path) => {
            let Some(last) = path.path.segments.last() else { return Vec::new() };
            match last.ident.to_string().as_str() {
                "bool" => own(&["true", "false"]),
                "u8" | "u16" | "u32" | "u64" | "u128" | "usize" | "i8" | "i16" | "i32" | "i64" | "i128"
                | "isize" => own(&["0", "1"]),
                "f32" | "f64" => own(&["0.0", "1.0"]),
                "String" => own(&["String::new()", "String::from(\"xyzzy\")"]),
                "Option" => own(&["None"]),
                "Vec" => own(&["Vec::new()"]),
                "Result" => {
                    first(&last.arguments).map_or_else(Vec::new, values).into_iter().map(ok).collect()
                }
                _ => Vec::new(),
            }
        }
        _ => Vec::new(),
    }
}

fn ok(value: String) -> String {
    format!("Ok({value})")
}

fn first(arguments: &PathArguments) -> Option<&Type> {
    let PathArguments::AngleBracketed(list) = arguments else { return None };
    list.args.iter().find_map(|argument| match argument {
        GenericArgument::Type(kind) => Some(kind),
        _ => None,
    })
}

#[cfg(test)]
mod tests {
    use super::answers;

    fn check(signature: &str, expected: &[&str]) {
        let signature: syn::Signature = syn::parse_str(signature).expect("a signature");
        assert_eq!(answers(&signature.output), expected);
    }

    #[test]
    fn simple_types_have_answers_and_others_have_none() {
        check("fn f()", &[""]);
        check("fn f() -> ()", &[""]);
        check("fn f() -> bool", &["true", "false"]);
        check("fn f() -> u8", &["0", "1"]);
        check("fn f() -> Option<Plan>", &["None"]);
        check("fn f() -> Result<(), Refusal>", &["Ok(())"]);
        check("fn f() -> io::Result<bool>", &["Ok(true)", "Ok(false)"]);
        check("fn f() -> Result<Plan, Refusal>", &[]);
        check("fn f() -> &str", &["\"\"", "\"xyzzy\""]);
        check("fn f() -> Pose", &[]);
        check("fn f() -> impl Iterator<Item = u8>", &[]);
    }
}
