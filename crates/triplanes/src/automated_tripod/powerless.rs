//! POWERLESS TRIPOD ACTIONS (INV-AUT-50 to INV-AUT-52).

use super::{Choice, Mind};

impl Mind<'_> {
    pub(super) fn powerless(&mut self) -> Choice {
        if let Some(objective) = self.stands_on_unused() {
            self.notes.objective = Some(objective);
            self.notes.say("INV-AUT-50", || {
                format!("It stands on objective {}: it stands still and recharges.", objective + 1)
            });
            return self.stand(None);
        }
        let cards = self.cards_onto_objectives();
        if cards.is_empty() {
            self.notes.say("INV-AUT-50", || {
                "No card brings it onto an unused objective: it stands still and recharges.".to_owned()
            });
            return self.stand(None);
        }
        let (card, count) = (self.pick(&cards), cards.len());
        let name = self.card_name(card);
        self.notes.objective = self.over_unused(&self.state.footprint_at(self.id, self.end(card)));
        if !self.near {
            self.notes
                .say("INV-AUT-51", || format!("{name} brings it onto an objective ({count} cards do)."));
            return Choice { card, turn: None };
        }
        let moves = self.toss();
        self.notes.say("INV-AUT-52", || {
            let drawn = if moves { name.as_str() } else { "standing still" };
            format!("Of {name}, which leads onto an objective, and standing still it draws {drawn}.")
        });
        if moves { Choice { card, turn: None } } else { self.stand(None) }
    }

    /// Movement cards without an energy icon that end over an unused template.
    fn cards_onto_objectives(&mut self) -> Vec<u8> {
        let mut cards = Vec::new();
        for number in self.own.at_hand() {
            let card = self.card(number);
            if !card.class.is_movement() || card.energy {
                continue;
            }
            let forbidden = self.forbids(number).or_else(|| (!self.is_free(number)).then_some("INV-AUT-73"));
            let base = self.state.footprint_at(self.id, self.end(number));
            self.consider(number, forbidden, &[]);
            if forbidden.is_none() && self.over_unused(&base).is_some() {
                cards.push(number);
            }
        }
        cards
    }
}
