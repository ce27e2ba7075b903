//! SETUP.
