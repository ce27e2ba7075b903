//! Where the piece that is placed next may go, as shapes to shade: drawn from what lies open, judged elsewhere.

use crate::content::intern;
use crate::order::Ask;
use crate::scenarios::{ForcePlace, TemplatesPlace};
use crate::state::{State, Step, VehicleId};
use geometry::{Border, Convex, Pose, Vec2};
use serde::Serialize;
use table::{Game, Prompt, RuleId, Viewer};

#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(rename_all = "snake_case")]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub enum Shape {
    Polygon { corners: Vec<Vec2> },
    Disc { centre: Vec2, radius: f64 },
}

/// Help for who places a piece: where it may go, and where it lies before he touches it.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct PlacingView {
    /// The prompt that this is about.
    pub ask: Ask,
    pub rule: RuleId,
    /// What is asked for, in words.
    pub text: String,
    /// Where the piece comes to lie, as far as distances decide.
    pub region: Vec<Shape>,
    /// What of that is taken.
    pub barred: Vec<Shape>,
    /// A line on which the piece stands with its nearest edge, where the distance is exact.
    pub line: Option<[Vec2; 2]>,
    /// Facing the enemy, and legal.
    pub preset: Pose,
}

impl State {
    /// What this viewer may place now.
    pub(crate) fn project_placing(&self, viewer: Viewer) -> Vec<PlacingView> {
        if !matches!(self.step, Step::Placing | Step::Firing { .. }) {
            return Vec::new();
        }
        let mut prompts = Vec::new();
        self.prompts(&mut prompts);
        prompts.retain(|p| viewer == Viewer::Umpire || viewer == Viewer::Seat(p.seat));
        prompts.iter().filter_map(|p| self.placing_view(p)).collect()
    }

    fn placing_view(&self, next: &Prompt<Ask>) -> Option<PlacingView> {
        let area = &self.table.area;
        let (ruler, middle) = (self.table.content.ruler, self.middle());
        let whole = || band(area.width, 0.0, area.height);
        let mut line = None;
        let (rule, text, region, barred) = match next.ask {
            Ask::PlaceField => {
                let off = self.field_distance().unwrap_or(0.0);
                let long = self.table.content.field_size[1];
                line = Some([Vec2::new(0.0, off), Vec2::new(area.width, off)]);
                let text = format!("{off} mm from the Earthling side, measured from its nearest edge");
                ("TT-EAG-02", text, vec![band(area.width, off, off + long)], Vec::new())
            }
            Ask::PlaceTerrain { .. } if self.templates_place() == TemplatesPlace::Middle => {
                let text = "anywhere inside the area, clear of other templates".to_owned();
                ("TT-TER-01", text, vec![whole()], self.lying())
            }
            Ask::PlaceTerrain { .. } | Ask::PlaceObjective { .. } => {
                let apart = |centre| Shape::Disc { centre, radius: ruler };
                let mut barred: Vec<Shape> = self.template_centres().map(apart).collect();
                barred.extend(self.field_pose().map(|field| outline(&self.field_outline(field))));
                let own = self.table.scenario.as_ref().and_then(|s| s.templates_rule.as_deref());
                let (rule, from, region) = match self.templates_place() {
                    TemplatesPlace::Middle => (
                        "TT-SCN-05",
                        "the middle of the area",
                        vec![Shape::Disc { centre: middle, radius: ruler }],
                    ),
                    TemplatesPlace::Edge => {
                        let far = area.height - ruler;
                        let side = |x: f64| rectangle(Vec2::new(x, ruler), Vec2::new(x + ruler, far));
                        let ends = [band(area.width, 0.0, ruler), band(area.width, far, area.height)];
                        let region = ends.into_iter().chain([side(0.0), side(area.width - ruler)]).collect();
                        ("TT-PIA-02", "a border", region)
                    }
                };
                let text = format!(
                    "its middle at most one ruler ({ruler} mm) from {from}, and at least one ruler from other templates"
                );
                (own.map_or(rule, intern), text, region, barred)
            }
            Ask::PlaceVehicle { vehicle } => {
                let (text, region) = self.stands_for(vehicle, &mut line);
                (self.table.place_rules[vehicle.index()], text, region, self.barred_for(vehicle))
            }
            Ask::Smoke { vehicle } => {
                let centre = self.smoke_end(vehicle, self.smoke_side(vehicle)?);
                let radius = self.table.content.cloud_inner_radius;
                let text = "the end of the ruler lies inside the circle of the cloud".to_owned();
                ("TT-SMK-03", text, vec![Shape::Disc { centre, radius }], Vec::new())
            }
            _ => return None,
        };
        let preset = self.preset(next).pose()?;
        Some(PlacingView { ask: next.ask, rule: RuleId(rule), text, region, barred, line, preset })
    }

    /// Where a vehicle stands as far as its side and its scenario say.
    fn stands_for(&self, id: VehicleId, line: &mut Option<[Vec2; 2]>) -> (String, Vec<Shape>) {
        let area = &self.table.area;
        let (border, facing) = self.home(id);
        let off = self.stand_off(id);
        let side = if border == Border::South { "the Earthling side" } else { "the Martian side" };
        let inward = |depth: f64| if border == Border::South { depth } else { area.height - depth };
        let across = |from: f64, to: f64| band(area.width, inward(from), inward(to));
        let base = self.footprint_at(id, Pose { centre: self.middle(), heading: facing });
        let deep = area.height
            - area.distance_to_border(Border::South, &base)
            - area.distance_to_border(Border::North, &base);
        match self.table.places[id.index()] {
            ForcePlace::ByField => {
                let half = self.table.content.half_ruler();
                let around = self.field_pose().map(|pose| {
                    let [width, length] = self.table.content.field_size.map(|size| size + 2.0 * half);
                    outline(&Convex::rectangle(pose, width, length))
                });
                (
                    format!("outside of the landing field and within half a ruler ({half} mm) of it"),
                    around.into_iter().collect(),
                )
            }
            ForcePlace::OwnHalf => (
                "the middle of the base in the own half of the area".to_owned(),
                vec![across(0.0, self.middle().y)],
            ),
            ForcePlace::WithinHalfRuler => {
                let text = format!("the base within half a ruler ({off} mm) of {side}");
                (text, vec![across(0.0, off + deep)])
            }
            place => {
                *line = Some([Vec2::new(0.0, inward(off)), Vec2::new(area.width, inward(off))]);
                let text = match place {
                    ForcePlace::TouchingSide => format!("the base touches {side}"),
                    ForcePlace::AtOneRuler => format!("the base one ruler ({off} mm) from {side}"),
                    _ => format!("the base half a ruler ({off} mm) from {side}"),
                };
                (text, vec![across(off, off + deep)])
            }
        }
    }

    /// What keeps a vehicle off: other bases and terrain, the landing field, tripods that a reinforcement shuns.
    fn barred_for(&self, id: VehicleId) -> Vec<Shape> {
        let mut barred = Vec::new();
        let by_field = self.table.places[id.index()] == ForcePlace::ByField;
        if by_field {
            barred.extend(self.field_pose().map(|field| outline(&self.field_outline(field))));
        }
        if self.is_tripod(id) {
            barred.extend(
                self.terrain
                    .iter()
                    .filter(|t| t.placed)
                    .map(|t| outline(&self.terrain_outline(t.kind, t.pose))),
            );
        }
        if self.is_tripod(id) || by_field {
            let alike = self.in_play().filter(|other| self.is_tripod(*other) == self.is_tripod(id));
            barred.extend(alike.map(|other| outline(&self.footprint(other))));
        }
        if self.is_reinforcement(id) {
            let (least, _) = self.reinforcement_distance(id);
            let shunned = self.enemy_tripods(id).map(|t| self.footprint(t));
            barred.extend(
                shunned.map(|base| Shape::Disc { centre: base.centre(), radius: base.radius() + least }),
            );
        }
        barred
    }

    /// The outlines of all templates on the table.
    fn lying(&self) -> Vec<Shape> {
        let field = self.field_pose().map(|field| outline(&self.field_outline(field)));
        let objectives = self.objectives.iter().filter(|o| o.placed);
        let terrain = self.terrain.iter().filter(|t| t.placed);
        let objectives = objectives.map(|o| outline(&self.objective_footprint(o.pose)));
        let terrain = terrain.map(|t| outline(&self.terrain_outline(t.kind, t.pose)));
        field.into_iter().chain(objectives).chain(terrain).collect()
    }
}

fn outline(shape: &Convex) -> Shape {
    Shape::Polygon { corners: shape.vertices().to_vec() }
}

fn rectangle(from: Vec2, to: Vec2) -> Shape {
    let corners = vec![from, Vec2::new(to.x, from.y), to, Vec2::new(from.x, to.y)];
    Shape::Polygon { corners }
}

/// A strip over the whole width of the area.
fn band(width: f64, from: f64, to: f64) -> Shape {
    rectangle(Vec2::new(0.0, from), Vec2::new(width, to))
}
