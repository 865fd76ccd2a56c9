//! What every game owes the house, asked of each on the list of games: whoever adds one adds
//! nothing here but its number.

mod hands;
mod holdings;
mod leaks;
mod opened;
mod pages;
mod play;
mod replay;
mod reseeded;
mod restarted;
mod secrecy;
mod shuffles;
mod statistics;
mod typed;
mod unfinished;
mod vocabulary;

use tractor_bot::console::table_key;
use tractor_bot::desk::Served;
use tractor_bot::game::{GameKind, for_each_game};
use tractor_bot::table::TableKey;
use tractor_bot::text::context::{RenderContext, Surface};
use tractor_bot::text::locale::{Locale, Sentences};
use tractor_bot::text::statistics::StatisticsQuestion;
use tractor_bot::text::table::game_name;
use tractor_bot::text::topic::Topic;

/// The numbers and names by which stores and terminals know the games. They never change: a new game
/// comes last, with a number that none has had.
const NUMBERS: &[(u8, &str)] = &[(0, "tractor"), (1, "uno"), (2, "ttt")];

#[test]
fn every_number_and_name_is_what_it_was() {
    let known = GameKind::ALL.map(|game| (game.number(), game.name()));
    assert_eq!(known, *NUMBERS);
    for (number, name) in NUMBERS {
        let same = |other: &&(u8, &str)| other.0 == *number || other.1 == *name;
        assert_eq!(NUMBERS.iter().filter(same).count(), 1, "{number} {name}");
    }
    for game in GameKind::ALL {
        let written = serde_json::to_string(&game).expect("a name");
        assert_eq!(written, format!("{:?}", game.name()));
        assert_eq!(GameKind::of(game.name()), Some(game));
        let letters = game.name().bytes().all(|sign| sign.is_ascii_lowercase());
        assert!(letters, "{} is also the name of files", game.name());
    }
}

/// A terminal finds the table that was left there before.
#[test]
fn every_terminal_table_has_the_key_that_it_had() {
    let key = |game| tractor_bot::at_game!(game, G => table_key::<G>());
    let keys = [GameKind::Tractor, GameKind::Uno, GameKind::TicTacToe].map(key);
    assert_eq!(keys, [1, 2, 3].map(TableKey));
}

/// The sentences of a game are in a file of each language, its help is a topic, and statistics can be
/// asked for by its name.
fn check_texts<G: Served>() {
    for locale in Locale::all() {
        let file = vocabulary::folder(locale).join(format!("{}.ftl", G::KIND.name()));
        assert!(file.is_file(), "{}", file.display());
        let help = Topic::Game(G::KIND).word();
        for key in [format!("help-{help}"), format!("help-{help}-title")] {
            assert!(
                Sentences::of(locale).has(&key),
                "{} lacks {key}",
                locale.tag()
            );
        }
    }
    vocabulary::check_rules::<G>();
    for (locale, readme) in [
        (Locale::ENGLISH, include_str!("../../README.md")),
        (Locale::CHINESE, include_str!("../../README.zh-CN.md")),
        (
            Locale::of("zh-TW").expect("it is a language"),
            include_str!("../../README.zh-TW.md"),
        ),
    ] {
        let cx = RenderContext::new(locale, Surface::Terminal, "$");
        let called = game_name(G::KIND.name(), &cx).to_lowercase();
        let readme = readme.to_lowercase();
        assert!(readme.contains(&called), "the README tells of {called}");
    }
    let question = StatisticsQuestion::parse(G::KIND.name());
    assert_eq!((question.game, question.name), (Some(G::KIND), None));
}

/// The same tests for each game, in a module of its name.
macro_rules! tests {
    ($($number:literal $variant:ident($module:ident) $name:literal,)+) => {
        $(
            mod $module {
                use tractor_bot::$module::$variant as Game;

                #[test]
                fn has_sentences_in_every_language_and_help() {
                    super::check_texts::<Game>();
                }

                #[test]
                fn is_played_to_the_end_at_every_skill_and_replayed_to_the_byte() {
                    super::replay::check_matches::<Game>();
                }

                #[test]
                fn is_replayed_to_the_byte_where_people_come_and_go() {
                    super::replay::check_crowded_matches::<Game>();
                }

                #[test]
                fn opens_a_match_that_the_first_version_exported() {
                    super::replay::check_exported::<Game>();
                }

                #[test]
                fn shows_nobody_what_is_hidden_from_them() {
                    super::secrecy::check::<Game>();
                }

                #[test]
                fn shows_nothing_of_a_round_before_it_is_over() {
                    super::unfinished::check::<Game>();
                }

                #[test]
                fn counts_everything_that_players_are_compared_by() {
                    super::statistics::check::<Game>();
                }

                #[test]
                fn is_rated_and_honoured_alike_after_a_restart() {
                    super::restarted::check::<Game>();
                }

                #[test]
                fn has_pages_that_are_whole_and_its_own() {
                    super::pages::check::<Game>();
                }

                #[test]
                fn plays_nothing_by_one_tap_where_plays_are_confirmed() {
                    super::hands::check_confirmed::<Game>();
                }

                #[test]
                fn understands_what_its_pages_show_when_it_is_typed() {
                    super::typed::check::<Game>();
                }

                #[test]
                fn completes_commands_to_whole_legal_moves() {
                    super::hands::check_completions::<Game>();
                }

                #[test]
                fn keeps_words_that_name_hidden_cards_out_of_channels() {
                    super::hands::check_secrets::<Game>();
                }

                #[test]
                fn tells_nobody_in_the_news_what_they_cannot_see() {
                    super::hands::check_news::<Game>();
                }

                #[test]
                fn offers_what_is_usual() {
                    super::hands::check_usual::<Game>();
                }

                #[test]
                fn deals_other_cards_after_it_was_put_back() {
                    super::reseeded::check::<Game>();
                }

                #[test]
                fn verifies_its_shuffles() {
                    super::shuffles::check::<Game>();
                }

                #[test]
                fn leaks_nothing_under_any_rules() {
                    super::leaks::check::<Game>(1);
                }

                #[tokio::test]
                async fn is_opened_by_typing() {
                    super::opened::check_commands::<Game>().await;
                }

                #[cfg(feature = "discord")]
                #[tokio::test]
                async fn is_opened_by_a_slash_command() {
                    super::opened::check_slash::<Game>().await;
                }

                #[test]
                fn is_played_in_the_terminal() {
                    super::opened::check_terminal::<Game>();
                }
            }
        )+
    };
}
for_each_game!(tests);
