//! AIM.
