//! HEAT RAY.
