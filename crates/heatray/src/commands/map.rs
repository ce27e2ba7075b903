//! The table as text, from a view.

use serde_json::Value;
use std::fmt::Write as _;

/// A character is about twice as high as wide: this is a square table.
const COLUMNS: usize = 45;
const ROWS: usize = 22;

const ARROWS: [char; 8] = ['↑', '↗', '→', '↘', '↓', '↙', '←', '↖'];

/// A map with a legend, if the view has a table in millimetres; else nothing.
pub fn draw(view: &Value) -> Option<String> {
    let (width, height) = (view["area"][0].as_f64()?, view["area"][1].as_f64()?);
    let mut cells = vec![[' '; COLUMNS]; ROWS];
    let mut put = |at: &Value, signs: &[char]| {
        let (Some(x), Some(y)) = (at["x"].as_f64(), at["y"].as_f64()) else { return };
        let cell = |part: f64, cells: usize| ((part * cells as f64).max(0.0) as usize).min(cells - 1);
        let (column, row) = (cell(x / width, COLUMNS), ROWS - 1 - cell(y / height, ROWS));
        for (sign, place) in signs.iter().zip(&mut cells[row][column..]) {
            *place = *sign;
        }
    };
    for corner in view["field"]["corners"].as_array().into_iter().flatten() {
        put(corner, &['+']);
    }
    for objective in view["objectives"].as_array().into_iter().flatten() {
        let destroyed = objective["destroyed"] == true;
        put(&objective["at"], &[if destroyed { '×' } else { '⌂' }]);
    }
    let vehicles = view["vehicles"].as_array()?;
    let mut legend = String::new();
    // Airplanes fly above tripods, so they are drawn last.
    for tripods in [true, false] {
        for vehicle in vehicles.iter().filter(|v| is_tripod(v) == tripods) {
            let number = vehicle["id"].as_u64()? + 1;
            let mut signs = vec![sign(vehicle)];
            signs.extend(number.to_string().chars());
            put(&vehicle["pose"]["centre"], &signs);
        }
    }
    for vehicle in vehicles {
        let _ = writeln!(legend, "   {}", describe(vehicle)?);
    }
    let mut text = format!("  ┌{}┐\n", "─".repeat(COLUMNS));
    for row in &cells {
        let _ = writeln!(text, "  │{}│", row.iter().collect::<String>());
    }
    let _ = writeln!(text, "  └{}┘", "─".repeat(COLUMNS));
    Some(text + &legend)
}

fn is_tripod(vehicle: &Value) -> bool {
    vehicle["craft"]["kind"] == "tripod"
}

fn sign(vehicle: &Value) -> char {
    if is_tripod(vehicle) {
        return '▲';
    }
    let heading = vehicle["pose"]["heading"].as_f64().unwrap_or(0.0);
    ARROWS[(heading / 45.0).round() as usize % 8]
}

fn describe(vehicle: &Value) -> Option<String> {
    let number = vehicle["id"].as_u64()? + 1;
    let name = vehicle["name"].as_str().unwrap_or_default();
    let pose = &vehicle["pose"];
    let Some((x, y)) = pose["centre"]["x"].as_f64().zip(pose["centre"]["y"].as_f64()) else {
        return Some(format!(
            "{} {number} {name}: not on the table",
            if is_tripod(vehicle) { '▲' } else { '·' }
        ));
    };
    let heading = pose["heading"].as_f64().unwrap_or(0.0);
    let mut text = format!("{} {number} {name} at ({x:.0}, {y:.0}) facing {heading}°", sign(vehicle));
    if let (Some(level), false) = (vehicle["level"].as_u64(), is_tripod(vehicle)) {
        let _ = write!(text, ", level {level}");
    }
    let craft = &vehicle["craft"];
    if let (Some(energy), Some(rating)) = (craft["energy"].as_u64(), craft["energy_rating"].as_u64()) {
        let _ = write!(text, ", energy {energy} of {rating}");
    }
    if let (Some(points), Some(resistance)) = (vehicle["points"].as_u64(), vehicle["resistance"].as_u64()) {
        let _ = write!(text, ", damage {points} of {resistance}");
    }
    Some(text)
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn pieces_stand_where_they_are_and_north_is_up() {
        let view = json!({
            "area": [900.0, 900.0],
            "field": { "corners": [{ "x": 200.0, "y": 899.0 }, { "x": 300.0, "y": 899.0 }] },
            "objectives": [{ "at": { "x": 1.0, "y": 1.0 } }, { "at": null }],
            "vehicles": [
                { "id": 0, "name": "Nieuport", "craft": { "kind": "airplane" }, "level": 2,
                  "pose": { "centre": { "x": 899.0, "y": 899.0 }, "heading": 352.0 } },
                { "id": 1, "name": "Locust", "level": 1,
                  "craft": { "kind": "tripod", "energy": 3, "energy_rating": 5 },
                  "pose": { "centre": { "x": 450.0, "y": 450.0 }, "heading": 90 } },
                { "id": 2, "name": "Scout", "craft": { "kind": "tripod" }, "pose": null },
            ],
        });
        let map = draw(&view).unwrap();
        let lines: Vec<&str> = map.lines().collect();
        assert_eq!(lines.len(), ROWS + 2 + 3);
        assert!(lines[1].ends_with("↑│"), "{map}");
        assert!(
            lines[1].contains("+    +") && map.contains("Nieuport at (899, 899) facing 352°, level 2"),
            "{map}"
        );
        assert!(lines[ROWS].starts_with("  │⌂"), "{map}");
        assert!(map.contains("▲2 "), "{map}");
        assert!(map.contains("▲ 2 Locust at (450, 450) facing 90°, energy 3 of 5"), "{map}");
        assert!(map.contains("▲ 3 Scout: not on the table"), "{map}");
    }

    #[test]
    fn a_view_without_a_table_has_no_map() {
        assert_eq!(draw(&json!({ "turn": 1 })), None);
    }
}
