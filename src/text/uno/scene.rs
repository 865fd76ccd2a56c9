//! What a viewer sees of a match of UNO.

use super::cards::color_name;
use super::plays::ways;
use super::*;
use crate::text::scene::{button_of, given};

pub fn of(cx: &MatchContext) -> Value {
    let game = cx.game;
    json!({
        "round": game.round,
        "scores": game.scores,
        "order": game.order,
        "seal": game.commitment,
        "cards": game.playing().map(|round| cards(round, cx)),
    })
}

fn cards(round: &RoundView, cx: &MatchContext) -> Value {
    let plays = ways(cx.game, round, cx).into_iter().map(|way| {
        let label = match way.color {
            Some(color) => color_name(color, cx),
            None => say!(cx, "button-play", cards = way.label),
        };
        let button = cx.act(label, (Verb::Play, way.words), way.style);
        let play = json!({
            "card": way.card,
            "color": way.color.map(Color::letter),
            "uno": way.uno,
            "hint": way.is_hint,
            "button": button_of(&button),
        });
        given(play, &["color"])
    });
    let mut cards = json!({
        "top": round.top,
        "color": round.color.map(Color::letter),
        "backward": round.direction == Direction::Backward,
        "turn": round.turn,
        "owed": round.owed,
        "pile": round.draw_pile,
        "sizes": round.hand_sizes,
        "said": round.said_uno.iter().collect::<Vec<_>>(),
        "hand": by_color(&round.hand).map(|(_, held)| held).collect::<Vec<_>>(),
        "drawn": round.drawn,
        "marked": marks(cx.game),
        "plays": plays.collect::<Vec<_>>(),
        "note": plain(&hand::costs(round, cx).unwrap_or_default()),
    });
    for (verb, label, style) in hand::moves(round, cx) {
        let name = match verb {
            Verb::Draw => "draw",
            Verb::Pass => "pass",
            Verb::Call => "challenge",
            // To say it without a play.
            Verb::Uno if round.exposed == cx.view.seat() => "uno",
            Verb::Catch => "catch",
            _ => continue,
        };
        cards[name] = button_of(&cx.act(label, (verb, ""), style));
    }
    given(cards, &["note"])
}
