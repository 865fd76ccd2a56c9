//! Pages that all games share: lobby, seats, house rules, news and refusals.

mod challenge;
mod controls;
mod deeds;
mod fate;
mod lobby;
mod news;
mod pages;
mod people;
mod refusals;
mod rule_help;
mod rules;
mod seats;

pub use challenge::{challenge_end, challenge_page};
pub use controls::{act, button, hinted, press};
pub use deeds::{add_vote, asked, consequence, is_voted, more_button, question};
pub use fate::fate_line;
pub use lobby::{closed_page, lobby_brief, lobby_page, party, seat_lines, series_line};
pub use news::news_lines;
pub use pages::{closing_page, help_topic, notice_lines, public_page, sheet_page};
pub use people::{
    COMPUTER_NAMES, awaited, computer_name, game_name, is_viewer, person, plain_who, skill_name,
    skill_of, who,
};
pub use refusals::{refusal, rule_error};
pub use rule_help::rule_help;
pub use rules::{rules_about, rules_after, rules_example, rules_page, value_label};
pub use seats::{add_away, add_return, is_away};
