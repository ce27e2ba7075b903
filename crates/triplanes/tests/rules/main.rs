//! The rulebook as tests: one module for each section, one test for each thing a player could be held to.
//! `proves!` names the entries of the ledger.

mod support;

mod ace_rules;
mod aim;
mod airplane_maneuvers;
mod altitude;
mod anchor_and_chain;
mod automated_tripod;
mod black_smoke;
mod cannons;
mod change_facing;
mod cooling;
mod damage;
mod destroy_objective;
mod eagles_nest;
mod examples;
mod explosion;
mod firing_airplanes;
mod firing_tripods;
mod game_turn;
mod geometry;
mod heat_ray;
mod leaving_the_playing_area;
mod line_of_sight;
mod movement_maneuvers;
mod number_of_players;
mod overlapping;
mod planning;
mod recharge;
mod reminders;
mod rockets;
mod running_out_of_damage_cards;
mod scenario_files;
mod scenarios;
mod setup;
mod solo_scenarios;
mod special_damages;
mod take_off_and_landing;
mod terrain_elements;
mod toppled_tripods;
mod tripod_action_cards;
mod tripod_maneuvers;
mod tripod_protection;
mod victory;
mod who_knows_what;
