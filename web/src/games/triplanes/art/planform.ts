/**
 * Plan forms of the airplanes: one row of parameters per model, and the generator that turns a row into path data.
 * Millimetres on the table (about 1:104), nose up, the base's centre at (0, 0).
 */
import { type Pt, hash, lerp, n, poly, smooth, spindle } from '../../../table/ink'

/** Tips: square with a soft corner, round, raked outwards to the trailing edge, raked to the leading edge, elliptic. */
type Tip = "square" | "round" | "rake" | "fore" | "ellipse";
type Nose = "rotary" | "inline" | "spinner" | "radiator" | "boat" | "pods" | "mono";
type Tail = "nieuport" | "spad" | "heart" | "fokker" | "sopwith" | "leaf" | "swept" | "twin";
export type Nation = "france" | "britain" | "italy" | "germany" | "austria" | "soviet" | "raf" | "luftwaffe" | "regia";

interface Surface {
  span: number;
  chord: number;
  /** Leading edge at the root; more is further back. */
  y: number;
  tip: Tip;
  /** How far the tip's leading edge lies behind the root's. */
  sweep?: number;
  /** Tip chord as a part of the root's. */
  taper?: number;
  /** Depth of the cut over the cockpit, as a part of the chord. */
  cut?: number;
  /** Aileron: from this part of the half span to the tip; "horn" juts out beyond the tip. */
  aileron?: number;
  horn?: boolean;
  /** A bent wing: the inner part, up to this share of the half span, runs forward and widens to the kink. */
  kink?: number;
}

interface Plan {
  nation: Nation;
  /** From the lowest wing to the highest. */
  wings: Surface[];
  nose: Nose;
  tail: Tail;
  /** Nose tip, tail end, and the fuselage's half width. */
  from: number;
  to: number;
  body: number;
  guns: 1 | 2;
  paint: [Paint, Paint];
  /** WW2: where the canopy begins and ends, and what hangs under the wings. */
  glass?: [number, number];
  pods?: "radiators" | "belly" | "trousers" | "chin" | "twin";
}

/** Wing, its shade, fuselage, accent, and the pattern that carries the scheme in grey. */
export interface Paint {
  wing: string;
  shade: string;
  body: string;
  accent: string;
  deco: "plain" | "camo" | "bands" | "lozenge" | "tips" | "chequer";
  nation?: Nation;
  balken?: boolean;
}

const paint = (wing: string, shade: string, body: string, accent: string, deco: Paint["deco"], more: Partial<Paint> = {}): Paint => ({
  wing, shade, body, accent, deco, ...more,
});
const wing = (span: number, chord: number, y: number, tip: Tip, more: Partial<Surface> = {}): Surface => ({ span, chord, y, tip, ...more });

const SILVER = paint("#d6d6c4", "#b4b6a4", "#dcd9c4", "#2b5a86", "plain");
const LINEN = paint("#e0cf9c", "#c0ac78", "#dac590", "#8c4a2a", "plain");
const FRENCH = paint("#c4b183", "#8d8f62", "#cdbb8f", "#6b5138", "camo");
const PC10 = paint("#9a8c5e", "#7b6f48", "#a3956a", "#ece2c6", "bands", { nation: "britain" });
const PC10_PLAIN = paint("#a59a6c", "#857b53", "#aba175", "#8a2f28", "plain", { nation: "britain" });
const LOZENGE = paint("#b3a98f", "#8e8a86", "#b98f5d", "#3f4a3c", "lozenge", { balken: true });
const MAUVE = paint("#a99a86", "#7f8264", "#c79a5c", "#4c5a3e", "camo");

const MODELS: Record<string, Plan> = {
  nieuport_16: {
    nation: "france", nose: "rotary", tail: "nieuport", from: -28, to: 29, body: 5.2, guns: 1,
    wings: [wing(64, 6.2, -6, "rake", { sweep: 1.6 }), wing(73, 11.5, -18, "rake", { sweep: 2, cut: 0.22, aileron: 0.5 })],
    paint: [SILVER, { ...FRENCH, wing: "#cbb98b" }],
  },
  nieuport_17: {
    nation: "france", nose: "rotary", tail: "nieuport", from: -29, to: 30, body: 5.6, guns: 1,
    wings: [wing(74, 6.4, -5, "rake", { sweep: 2.4 }), wing(80, 12, -18.5, "rake", { sweep: 3, cut: 0.24, aileron: 0.52 })],
    paint: [{ ...SILVER, deco: "bands", accent: "#a8322a" }, FRENCH],
  },
  nieuport_28: {
    nation: "france", nose: "rotary", tail: "nieuport", from: -31, to: 31, body: 5.8, guns: 2,
    wings: [wing(74, 9.6, -6, "round", { aileron: 0.5 }), wing(79, 12.6, -20, "round", { cut: 0.16 })],
    paint: [FRENCH, { ...LINEN, deco: "tips", accent: "#2b5a86" }],
  },
  spad_xiii: {
    nation: "france", nose: "radiator", tail: "spad", from: -31, to: 30, body: 6, guns: 2,
    wings: [wing(76, 12.4, -12, "square"), wing(78, 13.4, -20, "square", { cut: 0.26, aileron: 0.48 })],
    paint: [FRENCH, { ...LINEN, deco: "bands", accent: "#2a2722" }],
  },
  hanriot_hd1: {
    nation: "italy", nose: "rotary", tail: "swept", from: -28, to: 29, body: 5.4, guns: 1,
    wings: [wing(68, 10.6, -7, "square"), wing(83, 12.4, -18.5, "square", { cut: 0.3, aileron: 0.62, taper: 0.96 })],
    paint: [paint("#d8c894", "#b4a46c", "#d3c08a", "#3c6b46", "tips"), { ...FRENCH, deco: "camo" }],
  },
  macchi_m5: {
    nation: "italy", nose: "boat", tail: "twin", from: -33, to: 35, body: 6.4, guns: 2,
    wings: [wing(74, 10, -4, "round"), wing(95, 13, -15, "rake", { aileron: 0.55, cut: 0.1 })],
    paint: [paint("#d9c48e", "#b59c64", "#b07f4a", "#3c6b46", "plain"), paint("#d6d8cc", "#b2b6aa", "#c9cbbf", "#a8322a", "bands")],
  },
  caproni_ca3: {
    nation: "italy", nose: "pods", tail: "twin", from: -27, to: 33, body: 7, guns: 1,
    wings: [wing(136, 19, -16, "square"), wing(136, 19.5, -19, "square", { aileron: 0.62, cut: 0.12 })],
    paint: [paint("#dccb98", "#b8a570", "#d2bf8a", "#3c6b46", "tips"), paint("#b5ab7d", "#8f865c", "#aaa076", "#ece2c6", "camo")],
  },
  sopwith_camel: {
    nation: "britain", nose: "rotary", tail: "sopwith", from: -28, to: 27, body: 6, guns: 2,
    wings: [wing(81, 12.4, -9, "rake", { aileron: 0.56, taper: 0.98 }), wing(82, 12.6, -19, "rake", { cut: 0.2, aileron: 0.56 })],
    paint: [PC10, { ...PC10_PLAIN, deco: "tips", accent: "#a8322a" }],
  },
  sopwith_snipe: {
    nation: "britain", nose: "rotary", tail: "heart", from: -30, to: 29, body: 7.4, guns: 2,
    wings: [wing(87, 13, -8, "fore", { aileron: 0.55 }), wing(88, 13.4, -18.5, "fore", { cut: 0.34, aileron: 0.55 })],
    paint: [{ ...PC10_PLAIN, deco: "chequer", accent: "#ece2c6" }, paint("#c4c3ac", "#a09f88", "#b9b59b", "#2b5a86", "bands", { nation: "britain" })],
  },
  sopwith_triplane: {
    nation: "britain", nose: "rotary", tail: "sopwith", from: -28, to: 28, body: 5.4, guns: 1,
    wings: [wing(77, 8, -1, "rake"), wing(77, 8, -10.5, "rake"), wing(77, 8.2, -20, "rake", { cut: 0.12, aileron: 0.58 })],
    paint: [{ ...PC10_PLAIN, deco: "plain" }, paint("#4b4a44", "#35342f", "#57554d", "#ece2c6", "tips", { nation: "britain" })],
  },
  fokker_dri: {
    nation: "germany", nose: "rotary", tail: "fokker", from: -27, to: 27, body: 5.6, guns: 2,
    wings: [wing(56, 9, 1, "round"), wing(62, 9, -8.5, "round"), wing(70, 9.2, -18.5, "round", { aileron: 0.55, horn: true, cut: 0.1 })],
    paint: [paint("#a8443a", "#7f2d27", "#a03a32", "#ece2c6", "plain"), paint("#8d9470", "#6a7153", "#929a76", "#3e8080", "bands")],
  },
  fokker_dvii: {
    nation: "germany", nose: "radiator", tail: "fokker", from: -32, to: 31, body: 6.2, guns: 2,
    wings: [wing(67, 10.4, -8, "square"), wing(86, 14, -20, "square", { aileron: 0.6, horn: true, cut: 0.14 })],
    paint: [LOZENGE, paint("#c8cbbd", "#9fa396", "#a8443a", "#2a2722", "bands", { balken: true })],
  },
  albatros_diii: {
    nation: "germany", nose: "spinner", tail: "heart", from: -34, to: 33, body: 5.8, guns: 2,
    wings: [wing(82, 7, -5, "rake", { sweep: 0.6 }), wing(87, 13, -19, "rake", { cut: 0.2, aileron: 0.55 })],
    paint: [MAUVE, { ...MAUVE, wing: "#b9b592", shade: "#94916d", deco: "bands", accent: "#2a2722" }],
  },
  albatros_dva: {
    nation: "germany", nose: "spinner", tail: "heart", from: -34, to: 34, body: 6.6, guns: 2,
    wings: [wing(83, 7.6, -4, "rake", { sweep: 0.6 }), wing(87, 13.4, -19, "rake", { cut: 0.12, aileron: 0.55, sweep: 0.8 })],
    paint: [{ ...LOZENGE, balken: false, deco: "lozenge" }, paint("#8f9a8c", "#6d786b", "#5f7f74", "#ece2c6", "tips")],
  },
  pfalz_diii: {
    nation: "germany", nose: "spinner", tail: "leaf", from: -33, to: 33, body: 6, guns: 2,
    wings: [wing(78, 9, -6, "fore"), wing(90, 13.2, -19.5, "fore", { cut: 0.24, aileron: 0.58 })],
    paint: [paint("#c9ccc4", "#a3a79f", "#cfd1c8", "#4b5a63", "plain"), paint("#c9ccc4", "#a3a79f", "#cfd1c8", "#a8443a", "tips", { balken: true })],
  },
  aviatik_di: {
    nation: "austria", nose: "inline", tail: "spad", from: -32, to: 33, body: 5.8, guns: 2,
    wings: [wing(76, 11.4, -8, "rake", { sweep: -0.6 }), wing(77, 12.4, -20, "rake", { cut: 0.18, aileron: 0.5 })],
    paint: [paint("#d9c48e", "#b39c62", "#b98a4e", "#6d5a34", "plain"), paint("#9c946a", "#7a734e", "#b98a4e", "#4c5a3e", "lozenge")],
  },
  phonix_di: {
    nation: "austria", nose: "inline", tail: "swept", from: -32, to: 32, body: 6, guns: 2,
    wings: [wing(86, 9.4, -7, "fore", { sweep: 0.8 }), wing(93, 13, -20, "fore", { sweep: 1.2, cut: 0.22, aileron: 0.55 })],
    paint: [paint("#cdb98a", "#8f7f56", "#b9894f", "#6d5a34", "camo"), paint("#d8d2ba", "#b2ab92", "#8c6a40", "#a8322a", "bands")],
  },
  // WW2, on the same bases: smaller in scale, told apart by wing, nose, canopy and marks.
  spitfire_mk1: {
    nation: "raf", nose: "mono", tail: "heart", from: -38, to: 38, body: 5.2, guns: 2, glass: [1, 10], pods: "radiators",
    wings: [wing(96, 23, -14, "ellipse", { aileron: 0.6 })],
    paint: [paint("#8f9163", "#6b5a40", "#8f9163", "#e8e2c8", "camo"), paint("#8a8f86", "#5f7560", "#8a8f86", "#e8e2c8", "camo")],
  },
  hurricane: {
    nation: "raf", nose: "mono", tail: "sopwith", from: -34, to: 34, body: 6.6, guns: 2, glass: [-1, 8], pods: "belly",
    wings: [wing(99, 22, -13, "round", { taper: 0.62, sweep: 2.4, aileron: 0.58 })],
    paint: [paint("#8a7f55", "#5d6b46", "#8a7f55", "#2a2722", "camo"), paint("#9a8a60", "#6b5a40", "#9a8a60", "#e8e2c8", "camo")],
  },
  bf109e: {
    nation: "luftwaffe", nose: "mono", tail: "spad", from: -37, to: 37, body: 5, guns: 2, glass: [0, 8], pods: "radiators",
    wings: [wing(86, 17, -11, "square", { taper: 0.56, sweep: 4.6, aileron: 0.62 })],
    paint: [paint("#97a3a2", "#66756a", "#a8b3b0", "#d8b13a", "lozenge"), paint("#8f9a8c", "#5f6b58", "#9aa294", "#d8b13a", "camo")],
  },
  ju87_stuka: {
    nation: "luftwaffe", nose: "mono", tail: "twin", from: -36, to: 38, body: 6.4, guns: 2, glass: [-6, 12], pods: "trousers",
    wings: [wing(108, 23, -16, "square", { taper: 0.56, sweep: 7.5, kink: 0.3, aileron: 0.34 })],
    paint: [paint("#6f7a58", "#4a543e", "#76815f", "#3a3a30", "camo"), paint("#7c8474", "#565e50", "#848c7c", "#3a3a30", "lozenge")],
  },
  yak1: {
    nation: "soviet", nose: "mono", tail: "leaf", from: -36, to: 36, body: 5.2, guns: 1, glass: [0, 10], pods: "belly",
    wings: [wing(92, 22, -13, "round", { taper: 0.42, sweep: 6.5, aileron: 0.58 })],
    paint: [paint("#7d8f5c", "#45503c", "#7d8f5c", "#b3352c", "camo"), paint("#dcdccb", "#b8bbab", "#e2e1d2", "#b3352c", "tips")],
  },
  re2001: {
    nation: "regia", nose: "mono", tail: "fokker", from: -37, to: 36, body: 5.8, guns: 2, glass: [2, 9], pods: "twin",
    wings: [wing(96, 24, -12, "ellipse", { aileron: 0.5, sweep: -3 })],
    paint: [paint("#b59a68", "#6f7a4c", "#b59a68", "#f0ead6", "camo"), paint("#97916a", "#6f6a48", "#a09a74", "#f0ead6", "bands")],
  },
};

/** A model that nobody drew: a plain biplane whose proportions come from its name. */
function generic(id: string, alliance: "entente" | "central"): Plan {
  const h = hash(id);
  const pick = <T>(list: readonly T[], shift: number): T => list[(h >>> shift) % list.length] as T;
  const span = 76 + (h % 14);
  const tip = pick<Tip>(["square", "round", "rake", "fore"], 4);
  const central = alliance === "central";
  return {
    nation: central ? "germany" : "france",
    nose: pick<Nose>(["rotary", "inline", "radiator"], 8),
    tail: pick<Tail>(["spad", "heart", "fokker", "sopwith", "swept"], 11),
    from: -30, to: 30, body: 5.8, guns: 2,
    wings: [wing(span - 4 - (h % 9), 10, -7, tip), wing(span, 12.6, -19, tip, { cut: 0.2, aileron: 0.55 })],
    paint: central ? [MAUVE, LOZENGE] : [LINEN, FRENCH],
  };
}

/** A surface as a patch: point(u, f), u from root to tip (0..1), f from leading to trailing edge (0..1). */
function patch(s: Surface) {
  const half = s.span / 2;
  const tipAt = (f: number): number => {
    const edge = Math.abs(2 * f - 1);
    const corner = (s.chord * 0.16 * edge ** 6) / half;
    switch (s.tip) {
      case "round": return 1 - ((s.chord * 0.62) / half) * (1 - Math.sqrt(Math.max(0, 1 - edge * edge * 0.98)));
      case "rake": return 1 - (s.chord * 0.46 * (1 - f) ** 1.15) / half - corner * 0.8;
      case "fore": return 1 - (s.chord * 0.42 * f ** 1.15) / half - corner * 0.8;
      case "ellipse": return 1;
      default: return 1 - corner;
    }
  };
  const chordAt = (u: number): number =>
    s.tip === "ellipse" ? s.chord * Math.sqrt(Math.max(0.002, 1 - u ** 2.3)) : s.chord * lerp(1, s.taper ?? 1, u);
  // The inner part of a bent wing runs forward to the kink; from there the plain taper goes on.
  const bend = (u: number): number => (s.kink ? Math.max(0, 1 - u / s.kink) : 0);
  const at = (u: number, f: number): Pt => {
    const chord = chordAt(u) * (1 - 0.2 * bend(u));
    const lead = s.y + (s.sweep ?? 0) * u + 5.2 * bend(u) + (s.tip === "ellipse" ? (s.chord - chord) * 0.36 : 0);
    // The cut over the cockpit takes the trailing edge away near the root.
    const cut = s.cut ? s.cut * Math.max(0, 1 - (u * half / (s.chord * 0.62)) ** 2) : 0;
    return [u * half * tipAt(f), lead + f * chord * (1 - cut)];
  };
  /** The outline of a part of the right half, root to tip. */
  const region = (u0: number, u1: number, f0: number, f1: number, steps = 10): Pt[] => {
    const line = (g: (t: number) => Pt): Pt[] => Array.from({ length: steps + 1 }, (_, i) => g(i / steps));
    return [
      ...line((t) => at(lerp(u0, u1, t ** 0.8), f0)),
      ...line((t) => at(u1, lerp(f0, f1, t))),
      ...line((t) => at(lerp(u1, u0, t ** 1.25), f1)),
    ];
  };
  return { at, region };
}

const mirror = (pts: readonly Pt[]): Pt[] => pts.map(([x, y]): Pt => [-x, y]);
/** Both halves of a region as one shape (touching the axis) or as two. */
const both = (pts: readonly Pt[], joined: boolean): string =>
  joined ? poly([...pts, ...mirror(pts).reverse()]) : poly(pts) + poly(mirror(pts));

export interface WingArt { outline: string; shade: string; ribs: string; aileron: string; deco: string; accent: string; }
export interface AirplaneArt {
  /** WW2: the canopy and its frames. */
  glass?: string;
  frames?: string;
  /** What juts out before or behind the wing: radiators, trousered wheels. */
  slung?: string;
  paint: Paint;
  nation: Nation;
  nose: Nose;
  wings: WingArt[];
  tail: WingArt;
  fin: string;
  body: string;
  bodyShade: string;
  cowl: string;
  dark: string;
  lines: string;
  cockpit: Pt[];
  props: [number, number, number][];
  under: string;
  marks: [number, number, number][];
  tailMark: Pt | null;
}

function wingArt(s: Surface, deco: Paint["deco"], top: boolean, lower = false): WingArt {
  const { at, region } = patch(s);
  const half = s.span / 2;
  let ribs = "";
  const count = Math.round(half / 5.2);
  for (let i = 1; i < count; i++) {
    const u = i / count;
    for (const m of [1, -1]) {
      const [a, b] = [at(u, 0.08), at(u, 0.94)];
      ribs += `M${n(a[0] * m)} ${n(a[1])}L${n(b[0] * m)} ${n(b[1])}`;
    }
  }
  let aileron = "";
  if (s.aileron) {
    const [a, b, c] = [at(s.aileron, 1), at(s.aileron, 0.7), at(0.985, 0.7)];
    const hornPts: Pt[] = s.horn ? [at(0.98, 0.58), [half + 1.9, at(1, 0.68)[1]], [half + 1.5, at(1, 1)[1]], at(0.97, 1)] : [];
    for (const m of [1, -1]) {
      const f = (q: Pt): string => `${n(q[0] * m)} ${n(q[1])}`;
      aileron += `M${f(a)}L${f(b)}L${f(c)}` + (hornPts.length ? `M${hornPts.map(f).join("L")}` : "");
    }
  }
  // The crease of a bent wing, on both sides.
  if (s.kink) for (const m of [1, -1]) {
    const [a, b] = [at(s.kink, 0.02), at(s.kink, 0.98)];
    aileron += `M${n(a[0] * m)} ${n(a[1])}L${n(b[0] * m)} ${n(b[1])}`;
  }
  let bits = "", accent = "";
  if (deco === "camo")
    // Wavering bands across the chord, not the same on both sides.
    for (const [a, b, m, k] of [[0.12, 0.27, 1, 0.05], [0.46, 0.6, 1, -0.06], [0.8, 0.88, 1, 0.04], [0.2, 0.38, -1, -0.05], [0.58, 0.7, -1, 0.06], [0.9, 0.96, -1, -0.02]] as const) {
      const side = (u: number): Pt[] => [0, 0.3, 0.62, 1].map((f, i) => at(u + [0, k, -k, k / 2][i]!, f));
      const band = [...side(a), ...side(b).reverse()];
      bits += smooth(m > 0 ? band : mirror(band), true);
    }
  if (deco === "lozenge") {
    const rows = 3, cols = Math.round(half / 7);
    for (let i = 0; i < cols; i++) for (let j = 0; j < rows; j++) if ((i + j) % 2) {
      const m: Pt[] = [at((i + 0.5) / cols, j / rows), at((i + 1) / cols, (j + 0.5) / rows), at((i + 0.5) / cols, (j + 1) / rows), at(i / cols, (j + 0.5) / rows)];
      bits += poly(m) + poly(mirror(m));
    }
  }
  if (deco === "tips" && (top || lower)) accent = both(region(0.84, 1, 0, 1), false);
  if (deco === "bands" && top) accent = both(region(0.3, 0.37, 0, 1, 4), false) + both(region(0.42, 0.46, 0, 1, 4), false);
  if (deco === "chequer" && top)
    for (let i = 0; i < 4; i++) for (let j = 0; j < 3; j++) if ((i + j) % 2 === 0) accent += both(region(0.22 + i * 0.06, 0.28 + i * 0.06, j / 3, (j + 1) / 3, 2), false);
  return { outline: both(region(0, 1, 0, 1), true), shade: both(region(0, 1, 0.66, 1), true), ribs, aileron, deco: bits, accent };
}

const TAILS: Record<Tail, Partial<Surface> & { span: number; chord: number; tip: Tip }> = {
  nieuport: { span: 27, chord: 11, tip: "rake", sweep: 2.5, taper: 0.78 },
  spad: { span: 29, chord: 11.5, tip: "rake", sweep: 3.5, taper: 0.7 },
  heart: { span: 27, chord: 14, tip: "ellipse", sweep: 1 },
  fokker: { span: 26, chord: 13, tip: "square", sweep: 6.5, taper: 0.46 },
  sopwith: { span: 25, chord: 11.5, tip: "round", sweep: 1 },
  leaf: { span: 25, chord: 14, tip: "fore", sweep: 4, taper: 0.74 },
  swept: { span: 28, chord: 12, tip: "round", sweep: 4.5, taper: 0.7 },
  twin: { span: 32, chord: 12, tip: "square", sweep: 0.5 },
};

const rect = (x: number, y: number, w: number, h: number): string => `M${n(x)} ${n(y)}h${n(w)}v${n(h)}h${n(-w)}z`;
const disc = (x: number, y: number, r: number): string => `M${n(x - r)} ${n(y)}a${r} ${r} 0 1 0 ${2 * r} 0a${r} ${r} 0 1 0 ${-2 * r} 0z`;

/** A canopy over the fuselage, with its frames; a long one has seats for two. */
function canopy([from, to]: [number, number], w: number): { glass: string; frames: string } {
  const half = w * 0.62;
  const glass = spindle([[from - 4, 0.6], [from - 1.5, half * 0.86], [from + 2, half], [to - 3, half * 0.94], [to, half * 0.5], [to + 1.5, 0.5]]);
  const panes = Math.max(2, Math.round((to - from) / 4));
  let frames = "";
  for (let i = 0; i <= panes; i++) {
    const y = lerp(from - 1, to - 1.5, i / panes);
    frames += `M${n(-half * 0.9)} ${n(y)}H${n(half * 0.9)}`;
  }
  return { glass, frames: frames + `M0 ${n(from - 3)}V${n(to)}` };
}

/** Under the wings of a WW2 airplane, as far as it shows from above. */
function hanging(plan: Plan, w: number): { slung: string } {
  const top = plan.wings[plan.wings.length - 1] as Surface;
  const back = top.y + top.chord;
  switch (plan.pods) {
    case "radiators": return { slung: rect(12, back - 4, 9, 3.4) + (plan.nation === "raf" ? rect(-19, back - 4, 5, 3.4) : rect(-21, back - 4, 9, 3.4)) };
    case "belly": return { slung: rect(-w * 0.7, back - 3, w * 1.4, 4.2) };
    case "twin": return { slung: rect(14, back - 6, 8, 4.6) + rect(-22, back - 6, 8, 4.6) };
    // Fixed wheels in their spats before the kink of the wing, and the siren's screw.
    case "trousers": {
      const spat = (x: number): string => `M${n(x - 2.6)} ${n(top.y + 4)}q-.6 -9 2.6 -10.5q3.2 1.5 2.6 10.5z`;
      return { slung: spat(top.span * 0.15) + spat(-top.span * 0.15) };
    }
    default: return { slung: "" };
  }
}

function build(plan: Plan, paintIn: Paint): AirplaneArt {
  const { from, to, body: w, nose, guns } = plan;
  const top = plan.wings[plan.wings.length - 1] as Surface;
  const wings = plan.wings.map((s, i) => wingArt(s, paintIn.deco, i === plan.wings.length - 1, i === 0 && plan.wings.length === 3));
  const t = TAILS[plan.tail];
  const tailY = to - t.chord - (t.sweep ?? 0) * 0.35;
  const tail = wingArt({ ...t, y: tailY, aileron: 0.06 }, paintIn.deco === "lozenge" ? "lozenge" : "plain", false);
  const seat = top.y + top.chord + (plan.wings.length === 3 ? 2.5 : 1.6);
  const art: AirplaneArt = {
    paint: paintIn, nation: paintIn.nation ?? plan.nation, nose, wings, tail, cowl: "", dark: "", lines: "", under: "",
    fin: `M0 ${n(tailY + 2)}L0 ${n(to + 1)}`, body: "", bodyShade: "", cockpit: [[0, seat]],
    props: [[0, from - 1.2, 12.5]],
    marks: [[top.span * (top.tip === "rake" || top.tip === "fore" ? 0.355 : 0.38), top.y + top.chord * 0.47 + (top.sweep ?? 0) * 0.74, Math.min(5.4, top.chord * 0.41)]], tailMark: null,
  };
  const slim = plan.tail === "heart" || plan.tail === "leaf" ? 0.34 : 0.24;
  const profile = (head: Pt[]): Pt[] => [...head, [lerp(from, to, 0.45), w], [lerp(from, to, 0.72), w * 0.66], [to - 2, w * slim], [to + 1, 0.5]];
  switch (nose) {
    case "rotary":
      art.body = spindle(profile([[from + 4, w * 0.9], [from + 9, w * 1.02]]));
      art.cowl = spindle([[from, w * 0.5], [from + 0.8, w * 0.98], [from + 3, w * 1.12], [from + 8.5, w * 1.1], [from + 8.6, w * 1.06]]);
      art.dark = disc(0, from + 0.8, 1.9);
      art.lines = `M${n(-w)} ${n(from + 6)}h${n(2 * w)}`;
      break;
    case "radiator":
      art.body = spindle(profile([[from + 1, w * 0.9], [from + 1, w * 0.9], [from + 8, w * 1.02]]));
      art.cowl = plan.tail === "fokker" ? rect(-w * 0.95, from, 2 * w * 0.95, 3.2) : spindle([[from, w * 0.8], [from + 1.2, w * 1.02], [from + 4.2, w * 1.04]]);
      art.lines = `M${n(-w * 0.5)} ${n(from + 6)}v9M${n(w * 0.5)} ${n(from + 6)}v9M${n(w)} ${n(from + 9)}v16`;
      art.dark = disc(0, from + 0.4, 1.3);
      break;
    case "spinner":
      art.body = spindle(profile([[from + 3, w * 0.62], [from + 8, w * 0.92], [from + 14, w]]));
      art.cowl = spindle([[from - 1.4, 0.4], [from + 0.6, w * 0.44], [from + 3.6, w * 0.64]]);
      art.dark = [0, 1, 2, 3].map((i) => disc(0, from + 7.5 + i * 2.1, 0.8)).join("");
      art.lines = `M${n(w * 0.95)} ${n(from + 8)}l1.4 10`;
      break;
    case "inline":
      art.body = spindle(profile([[from + 1, w * 0.6], [from + 1.6, w * 0.74], [from + 8, w * 0.96]]));
      art.cowl = rect(-w * 0.5, from + 0.2, w, 2.4);
      art.dark = rect(-1.5, from + 4.5, 3, 9.5) + disc(w, from + 9, 1);
      art.lines = `M${n(w * 0.9)} ${n(from + 9)}l3 3`;
      break;
    case "mono":
      art.body = spindle(profile([[from + 2, w * 0.5], [from + 6, w * 0.8], [from + 14, w]]));
      art.cowl = spindle([[from - 1, 0.4], [from + 1, w * 0.42], [from + 3, w * 0.55]]);
      art.dark = "";
      art.lines = `M${n(-w * 0.7)} ${n(from + 7)}v8M${n(w * 0.7)} ${n(from + 7)}v8`;
      art.cockpit = [];
      art.props = [[0, from - 0.4, 14]];
      if (plan.glass) Object.assign(art, canopy(plan.glass, w), hanging(plan, w));
      break;
    case "boat": {
      // A boat hull under the wings; the engine hangs between them with a pusher screw.
      art.body = spindle([[from, 0.8], [from + 4, w * 0.75], [from + 13, w * 1.05], [from + 30, w], [to - 18, w * 0.5], [to - 3, w * 0.3], [to, 0.6]]);
      art.lines = `M0 ${n(from + 1)}V${n(from + 13)}M${n(-w * 0.6)} ${n(from + 5)}Q0 ${n(from + 2)} ${n(w * 0.6)} ${n(from + 5)}`;
      art.cowl = spindle([[-13, 2.2], [-12, 3.2], [0, 3], [3, 2]]);
      art.dark = disc(0, 3.4, 1.3);
      art.props = [[0, 4.6, 13]];
      art.cockpit = [[0, from + 15]];
      const f = (x: number): string => `M${n(x - 2.2)} -2q2.2 -9 4.4 0l-1 10h-2.4z`;
      art.under = f(-31) + f(31);
      break;
    }
    case "pods": {
      // Two booms with tractor screws and a nacelle with a pusher between them.
      const boom = (x: number): string => `M${n(x - 3.4)} ${n(from)}q3.4 -2.4 6.8 0l-.4 24l-1.6 ${n(to - from - 24)}h-2.8l-1.6 ${n(from + 24 - to)}z`;
      art.under = boom(-26) + boom(26);
      art.body = spindle([[-37, 2], [-36, 5], [-28, w], [-6, w], [4, w * 0.7], [6, 3]]);
      art.cowl = `${rect(-29.4, from, 6.8, 5)}${rect(22.6, from, 6.8, 5)}`;
      art.dark = disc(0, 6.6, 1.4) + disc(-26, from - 0.6, 1.2) + disc(26, from - 0.6, 1.2);
      art.lines = "M-2.4 -24h4.8M0 -36v-5";
      art.props = [[-26, from - 1.8, 11], [26, from - 1.8, 11], [0, 7.8, 11]];
      art.cockpit = [[0, -32], [0, -20 + 23], [0, -25]];
      art.tail = wingArt({ span: 66, chord: 11, y: to - 9, tip: "square", aileron: 0.04 }, "plain", false);
      art.fin = `M-26 ${to - 8}V${to + 3}M26 ${to - 8}V${to + 3}M0 ${to - 6}V${to + 3}`;
      art.marks = [[top.span * 0.4, top.y + top.chord * 0.46, 7]];
      break;
    }
  }
  if (nose !== "pods" && nose !== "mono") {
    const g0 = nose === "boat" ? from + 3 : from + (nose === "rotary" ? 4.5 : 3.5);
    const len = nose === "boat" ? 8 : 8.5;
    art.lines += (guns === 2 ? [-2.1, 2.1] : [0]).map((x) => `M${x} ${n(g0)}v${len}`).join("");
  }
  art.bodyShade = `M0 ${n(from + 9)}Q${n(w * 1.1)} ${n(from + 16)} ${n(w * 0.92)} ${n(lerp(from, to, 0.5))}L${n(w * slim)} ${n(to - 2)}L0 ${n(to)}Z`;
  if (nose === "pods") art.bodyShade = "M0 -36L6 -28V-6L4 3H0Z";
  if (["germany", "austria", "luftwaffe"].includes(art.nation)) art.tailMark = [0, to - 3];
  return art;
}

const known = new Map<string, AirplaneArt>();

/** The drawing of a model ("sopwith_triplane:B" is drawn as "sopwith_triplane") in one of its two colour schemes. */
export function airplane(model: string, alliance: "entente" | "central", scheme: 0 | 1): AirplaneArt {
  const key = `${model}/${alliance}/${scheme}`;
  let art = known.get(key);
  if (!art) {
    const id = model.split(":")[0] as string;
    const plan = MODELS[id] ?? generic(id, alliance);
    art = build(plan, plan.paint[scheme]);
    known.set(key, art);
  }
  return art;
}
