//! How a pilot weighs what he sees: how far ahead he looks, and how much he fears. No rule is here.

/// The figures of a judgement.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Manner {
    /// How much of the next round counts.
    pub foresight: f64,
    /// How much of what an enemy could do who moves later he is expected to do, and how much the answer to it is worth.
    pub dread: f64,
    pub riposte: f64,
    /// How far somebody is where he is expected who has yet to move: one who is on his way somewhere, and anybody else.
    pub steady: f64,
    pub free: f64,
    /// How much of the enemy's fire counts: in this round, and in the next one.
    pub care: f64,
    pub returned: f64,
    /// An enemy near before the nose; the own plane behind him; before his nose when he has moved, and when he has not.
    pub ahead: f64,
    pub behind: f64,
    pub seen: f64,
    pub stalked: f64,
    /// A level above him; a hex nearer to the nearest.
    pub height: f64,
    pub near: f64,
    pub reply: f64,
    pub his: f64,
    pub his_points: f64,
    pub finalists: f64,
    pub prudence: f64,
    pub finish: f64,
}

impl Manner {
    /// What `greedy` weighs by.
    pub const PLAIN: Self = Self {
        foresight: 0.8,
        dread: 0.5,
        riposte: 0.7,
        steady: 0.8,
        free: 0.3,
        care: 1.0,
        returned: 0.5,
        ahead: 0.7,
        behind: 0.7,
        seen: 0.3,
        stalked: 0.5,
        height: 0.25,
        near: 1.0,
        reply: 0.0,
        his: 0.5,
        his_points: 300.0,
        finalists: 12.0,
        prudence: 0.0,
        finish: 0.0,
    };
}

/// For measuring: names and fields.
pub const NAMES: [&str; 19] = [
    "foresight", "dread", "riposte", "steady", "free", "care", "returned", "ahead", "behind", "seen", "stalked", "height", "near", "reply", "his", "his_points", "finalists", "prudence", "finish",
];
impl Manner {
    pub fn field(&mut self, n: usize) -> &mut f64 {
        match n {
            0 => &mut self.foresight,
            1 => &mut self.dread,
            2 => &mut self.riposte,
            3 => &mut self.steady,
            4 => &mut self.free,
            5 => &mut self.care,
            6 => &mut self.returned,
            7 => &mut self.ahead,
            8 => &mut self.behind,
            9 => &mut self.seen,
            10 => &mut self.stalked,
            11 => &mut self.height,
            12 => &mut self.near,
            13 => &mut self.reply,
            14 => &mut self.his,
            15 => &mut self.his_points,
            16 => &mut self.finalists,
            17 => &mut self.prudence,
            _ => &mut self.finish,
        }
    }
}
