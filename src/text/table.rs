//! Pages that all games share: lobby, seats, house rules, news and refusals.

mod controls;
mod lobby;
mod news;
mod pages;
mod people;
mod petitions;
mod rules;

pub use controls::{hinted, more_button, press, profile_button, rematch_row, window_button};
pub use lobby::{
    add_away, add_return, challenge_end, challenge_page, closed_page, come_in_button, comes_back,
    comes_in, computers, draw_line, is_away, lobby_brief, lobby_page, open_seats, party,
    seat_lines, seated, series_line,
};
pub use news::{fate_line, news_lines, refusal, rule_error};
pub use pages::{
    add_vote, asked, closing_page, completions, help_topic, is_voted, notice_lines, public_page,
    question, sheet_page,
};
pub use people::{
    COMPUTER_NAMES, awaited, computer_name, game_name, is_alone, is_viewer, person, ping,
    plain_who, skill_name, skill_of, who,
};
pub use petitions::wish_line;
pub use rules::{
    rule_called, rule_help, rules_about, rules_after, rules_example, rules_in_words, rules_page,
    rules_to_write, value_called, value_label, without_group,
};
