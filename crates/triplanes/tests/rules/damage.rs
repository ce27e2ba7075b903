//! DAMAGE.
