//! Presses: the meaning of controls, and their codes.
//!
//! A press holds everything needed to carry it out, so it works after a restart: the table, the
//! journal position at which it was offered, and the tap. It does not say who taps.

use super::duel;
use super::topic::Topic;
use crate::command::Verb;
use crate::game::{GameKind, Seat};
use crate::table::{PersonId, Position, TableKey};

/// A tap as it was offered.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Press {
    pub table: TableKey,
    /// The position of the view that offered it.
    pub at: Position,
    pub tap: Tap,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Tap {
    /// Sit down on the first free seat.
    Join,
    /// Sit down here; in a menu the seat is the chosen value (its index).
    Sit(Option<Seat>),
    /// Stand up; asks first in a match.
    Leave,
    /// Add a computer player of this level on the first free seat; in a menu the level is the
    /// chosen value.
    AddComputer(Option<String>),
    /// Remove the computer player from this seat; in a menu the seat is the chosen value.
    RemoveComputer(Option<Seat>),
    /// Start the match, or a rematch, and deal.
    Start,
    /// Sit down if that is still to do, fill the seats with computer players, start and deal.
    Quick,
    /// Show the chosen house rule with its values, or the chosen group of rules.
    ChooseRule,
    /// Show the house rules of this group.
    Rules(String),
    /// Set the house rule of this name to the chosen value.
    SetRule(String),
    /// Set these house rules: `rounds=off match_to=6`.
    SetRules(String),
    /// Show a page to the presser; in a menu of the help the chosen value is the topic's word.
    Show(PageKind),
    /// The same as typing this verb with these words (at most 68 bytes, so that a code fits into
    /// [`Press::MOST_CODE`]).
    Act {
        verb: Verb,
        /// Its words, independent of language.
        words: String,
    },
    /// The same as typing this verb with the chosen value.
    Choose(Verb),
    /// Put the chosen values of this menu into the draft.
    Pick(u8),
    /// Put together the move of these words (as many at most) in the draft, instead of what was picked.
    Draft(String),
    /// Have so many copies of this card more in the draft, or fewer: as far as there are any. Either case of its
    /// letters will do, so that two buttons can differ that do the same.
    Select {
        card: String,
        more: i8,
    },
    /// Clear the draft.
    Clear,
    /// Suggest a sensible choice, and put it into the draft unless something was picked.
    Hint,
    /// Reverse the sort order of the hand.
    Sort,
    /// Have all cards dealt at once, where nobody else waits for them.
    Rush,
    /// Pause the match until somebody does something.
    Halt,
    /// Let a computer play for the presser until they do something.
    Rest,
    /// Tell the presser when a seat is free.
    Tell,
    /// Take the chosen person off their seat (host); asks first.
    Kick,
    /// Vote for returning to the lobby; the first vote asks first.
    VoteReset,
    /// Withdraw that vote.
    UnvoteReset,
    /// Say yes to what was asked for by the entry of this position.
    Agree(Position),
    /// Say no to it.
    Disagree(Position),
    /// End the table (host and moderators); asks first.
    End,
    /// Do what was asked about.
    Sure(DestructiveAction),
    /// Leave everything as it is.
    Refrain,
    /// Decline a challenge.
    Decline,
    Replay(ReplayPage),
    /// Review the presser's own decisions in the last finished round.
    Review,
    /// Review one of them, by its page.
    Decision(ReplayPage),
    Settings(Owner),
    /// Show the chosen setting of the server with its values.
    ChooseSetting,
    /// Have one's statistics and settings deleted; asks first.
    AskForget,
    /// Set the setting of this name to the chosen value.
    SetSetting(Owner, String),
    /// Open the channel's table if there is none, and sit down.
    Open,
    /// Give the presser a link by which they have the table in a browser.
    Browser,
    /// Open the channel's table in a window of Discord.
    Activity,
    Lesson(Lesson),
    /// Play the deal of the day, or show how it went.
    Daily,
    /// Play it once more, not counted.
    DailyPractice,
    /// Play the cards of the duel of this number, or show how it went.
    Duel(u32),
    /// Show the presser's own profile.
    Profile,
    /// Never have the presser sit in a room with this person.
    Block(PersonId),
    /// Look for this game on the server.
    Seek(GameKind),
    /// Sit down with those who look for this game.
    SeekNow(GameKind),
    /// Sit down in the room of the press, from anywhere.
    Room,
    /// Talk to people from elsewhere in a room, once they want it, too.
    Talk,
    /// Do so no more.
    Hush,
    /// Sign up for the cup of the server.
    CupJoin,
    /// Sign up for it with this person, who has asked for that.
    CupAccept(PersonId),
    /// Sign up with nobody who has asked for that.
    CupDecline,
    CupLeave,
}

/// A place in the lesson. Nothing of it is stored: the press says all.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Lesson {
    /// Show this step, from 0; after the last one, the end.
    Step(u8),
    /// Make this choice (from 0) in this step.
    Choice {
        step: u8,
        /// The choice, in the order in which they are offered.
        choice: u8,
    },
    /// A table of one's own with computer players.
    Round,
}

/// What cannot be undone, and asks first. Conceding a round is a move of its game, with a page of its
/// own ([`PageKind::Surrender`]).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum DestructiveAction {
    Leave,
    /// To vote for returning to the lobby.
    Reset,
    End,
    /// To have one's statistics and settings deleted.
    Forget,
    /// To take this person off their seat.
    Kick(PersonId),
}

/// Whose settings: the presser's, or the server's where they press.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Owner {
    Person,
    Server,
}

/// A page of the replay of a round.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ReplayPage {
    /// The opening position of the table's journal.
    pub opening: Position,
    /// The match at the table, from 1.
    pub number: u32,
    /// The round of the match, from 1.
    pub round: u32,
    /// The page, from 0.
    pub page: u16,
}

/// A page that a tap can show.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum PageKind {
    Hand,
    Score,
    LastTrick,
    /// A trick of the present round, by its number from 1.
    Trick(u8),
    Rules,
    Help(Topic),
    /// How to check the shuffle of the last round.
    Verify,
    /// Whether to concede.
    Surrender,
    /// What is seldom needed, and what cannot be undone.
    More,
}

impl PageKind {
    /// Whether it tells of a match, and can be asked for when the table is closed.
    pub const fn is_of_match(self) -> bool {
        use PageKind::{Hand, LastTrick, Score, Trick, Verify};
        matches!(self, Hand | Score | LastTrick | Trick(_) | Verify)
    }
}

impl Press {
    /// The longest code of a Discord component, in bytes.
    pub const MOST_CODE: usize = 100;

    /// The code of the press: a short text of printable characters.
    pub fn code(&self) -> String {
        let mut code = String::with_capacity(48);
        push_base36(&mut code, self.table.0);
        code.push('.');
        push_base36(&mut code, self.at.0);
        code.push('.');
        code.push_str(&self.tap.code());
        code
    }

    /// Reads a code; `None` for anything that [`Press::code`] does not write.
    pub fn of_code(code: &str) -> Option<Press> {
        if code.len() > Self::MOST_CODE {
            return None;
        }
        let mut parts = code.splitn(3, '.');
        let table = TableKey(u64::from_str_radix(parts.next()?, 36).ok()?);
        let at = Position(u64::from_str_radix(parts.next()?, 36).ok()?);
        let tap = Tap::of_code(parts.next()?)?;
        let press = Press { table, at, tap };
        (press.code() == code).then_some(press)
    }
}

/// The taps that say nothing but what they are, with their codes.
static CODES: [(&str, Tap); 50] = [
    ("j", Tap::Join),
    ("s", Tap::Sit(None)),
    ("l", Tap::Leave),
    ("c", Tap::AddComputer(None)),
    ("x", Tap::RemoveComputer(None)),
    ("g", Tap::Start),
    ("k", Tap::ChooseRule),
    ("K", Tap::Quick),
    ("Kk", Tap::Kick),
    ("W", Tap::Tell),
    ("oh", Tap::Show(PageKind::Hand)),
    ("os", Tap::Show(PageKind::Score)),
    ("ol", Tap::Show(PageKind::LastTrick)),
    ("or", Tap::Show(PageKind::Rules)),
    ("ov", Tap::Show(PageKind::Verify)),
    ("oc", Tap::Show(PageKind::Surrender)),
    ("om", Tap::Show(PageKind::More)),
    ("z", Tap::Clear),
    ("h", Tap::Hint),
    ("t", Tap::Sort),
    ("Za", Tap::Rush),
    ("Zp", Tap::Halt),
    ("Zr", Tap::Rest),
    ("v", Tap::VoteReset),
    ("u", Tap::UnvoteReset),
    ("e", Tap::End),
    ("il", Tap::Sure(DestructiveAction::Leave)),
    ("ir", Tap::Sure(DestructiveAction::Reset)),
    ("ie", Tap::Sure(DestructiveAction::End)),
    ("if", Tap::Sure(DestructiveAction::Forget)),
    ("b", Tap::Refrain),
    ("q", Tap::Decline),
    ("R", Tap::Review),
    ("np", Tap::Settings(Owner::Person)),
    ("ns", Tap::Settings(Owner::Server)),
    ("n?", Tap::ChooseSetting),
    ("X", Tap::AskForget),
    ("TO", Tap::Open),
    ("B", Tap::Browser),
    ("Ba", Tap::Activity),
    ("TR", Tap::Lesson(Lesson::Round)),
    ("Yd", Tap::Daily),
    ("Yp", Tap::DailyPractice),
    ("P", Tap::Profile),
    ("m", Tap::Room),
    ("mt", Tap::Talk),
    ("mh", Tap::Hush),
    ("Uj", Tap::CupJoin),
    ("Un", Tap::CupDecline),
    ("Ul", Tap::CupLeave),
];

impl Tap {
    /// A row of [`CODES`], or one letter for the kind of tap, then its data.
    fn code(&self) -> String {
        match self {
            Tap::Sit(Some(seat)) => format!("s{}", seat.index()),
            Tap::RemoveComputer(Some(seat)) => format!("x{}", seat.index()),
            Tap::AddComputer(Some(level)) => format!("c{level}"),
            Tap::SetRule(name) => format!("r{name}"),
            Tap::SetRules(settings) => format!("L{settings}"),
            Tap::Rules(group) => format!("w{group}"),
            Tap::Show(PageKind::Help(topic)) => format!("o?{}", topic.word()),
            Tap::Show(PageKind::Trick(number)) => format!("ol{number}"),
            Tap::Act { verb, words } => format!("a{}{words}", verb.letter()),
            Tap::Choose(verb) => format!("d{}", verb.letter()),
            Tap::Pick(menu) => format!("p{menu}"),
            Tap::Draft(words) => format!("H{words}"),
            Tap::Select { card, more } => format!("C{more:+}{card}"),
            Tap::Sure(DestructiveAction::Kick(person)) => format!("ik{}", base36(person.0)),
            Tap::Replay(leaf) => format!("y{}", leaf.code()),
            Tap::Decision(leaf) => format!("Y{}", leaf.code()),
            Tap::Agree(to) => format!("v{}", base36(to.0)),
            Tap::Disagree(to) => format!("u{}", base36(to.0)),
            Tap::Duel(number) => format!("D{}", duel::code(*number)),
            Tap::Block(person) => format!("N{}", base36(person.0)),
            Tap::CupAccept(person) => format!("A{}", base36(person.0)),
            Tap::Seek(game) => format!("S{}", game.name()),
            Tap::SeekNow(game) => format!("G{}", game.name()),
            Tap::SetSetting(Owner::Person, name) => format!("np{name}"),
            Tap::SetSetting(Owner::Server, name) => format!("ns{name}"),
            Tap::Lesson(Lesson::Step(step)) => format!("T{step}"),
            Tap::Lesson(Lesson::Choice { step, choice }) => format!("T{step}.{choice}"),
            plain => {
                let row = CODES.iter().find(|(_, tap)| tap == plain);
                row.expect("a tap without data has a row").0.to_owned()
            }
        }
    }

    fn of_code(code: &str) -> Option<Tap> {
        if let Some((_, tap)) = CODES.iter().find(|(known, _)| *known == code) {
            return Some(tap.clone());
        }
        let kind = code.chars().next()?;
        let rest = &code[kind.len_utf8()..];
        let seat = || Some(Seat::new(rest.parse().ok().filter(|index| *index < 16)?));
        let verb = || Verb::of_letter(rest.chars().next()?);
        let number = |digits: &str| u64::from_str_radix(digits, 36).ok();
        Some(match kind {
            's' => Tap::Sit(Some(seat()?)),
            'x' => Tap::RemoveComputer(Some(seat()?)),
            'c' => Tap::AddComputer(Some(rest.to_owned())),
            'r' if !rest.is_empty() => Tap::SetRule(rest.to_owned()),
            'L' if !rest.is_empty() => Tap::SetRules(rest.to_owned()),
            'w' if !rest.is_empty() => Tap::Rules(rest.to_owned()),
            'o' => Tap::Show(match rest.split_at_checked(1)? {
                ("?", topic) => PageKind::Help(Topic::of(topic)?),
                ("l", number) => PageKind::Trick(number.parse().ok()?),
                _ => return None,
            }),
            'a' => Tap::Act {
                verb: verb()?,
                words: rest[1..].to_owned(),
            },
            'd' => Tap::Choose(verb()?),
            'p' => Tap::Pick(rest.parse().ok()?),
            'H' => Tap::Draft(rest.to_owned()),
            'C' => Tap::Select {
                more: rest.get(..2)?.parse().ok()?,
                card: rest[2..].to_owned(),
            },
            'v' => Tap::Agree(Position(number(rest)?)),
            'u' => Tap::Disagree(Position(number(rest)?)),
            'D' => Tap::Duel(duel::number(rest)?),
            'N' => Tap::Block(PersonId(number(rest)?)),
            'A' => Tap::CupAccept(PersonId(number(rest)?)),
            'S' => Tap::Seek(GameKind::of(rest)?),
            'G' => Tap::SeekNow(GameKind::of(rest)?),
            'i' => Tap::Sure(DestructiveAction::Kick(PersonId(number(
                rest.strip_prefix('k')?,
            )?))),
            'y' => Tap::Replay(ReplayPage::of_code(rest)?),
            'Y' => Tap::Decision(ReplayPage::of_code(rest)?),
            'n' => match rest.split_at_checked(1)? {
                ("p", name) => Tap::SetSetting(Owner::Person, name.to_owned()),
                ("s", name) => Tap::SetSetting(Owner::Server, name.to_owned()),
                _ => return None,
            },
            'T' => Tap::Lesson(match rest.split_once('.') {
                None => Lesson::Step(rest.parse().ok()?),
                Some((step, choice)) => Lesson::Choice {
                    step: step.parse().ok()?,
                    choice: choice.parse().ok()?,
                },
            }),
            _ => return None,
        })
    }
}

impl ReplayPage {
    fn code(self) -> String {
        let opening = base36(self.opening.0);
        format!("{opening}.{}.{}.{}", self.number, self.round, self.page)
    }

    fn of_code(code: &str) -> Option<Self> {
        let mut parts = code.split('.');
        Some(Self {
            opening: Position(u64::from_str_radix(parts.next()?, 36).ok()?),
            number: parts.next()?.parse().ok()?,
            round: parts.next()?.parse().ok()?,
            page: parts.next()?.parse().ok()?,
        })
    }
}

/// The number in base 36, with the digits 0–9 and a–z.
fn base36(number: u64) -> String {
    let mut digits = String::new();
    push_base36(&mut digits, number);
    digits
}

fn push_base36(text: &mut String, mut number: u64) {
    // 36 to the power of 13 is more than 2 to the power of 64.
    let mut digits = ['0'; 13];
    let mut first = digits.len();
    loop {
        first -= 1;
        let digit = char::from_digit((number % 36) as u32, 36);
        digits[first] = digit.expect("a remainder of 36 is a digit of base 36");
        number /= 36;
        if number == 0 {
            text.extend(&digits[first..]);
            return;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(tap: Tap) {
        for (table, at) in [(0, 0), (u64::MAX, u64::from(u32::MAX)), (1_234_567_890, 35)] {
            let press = Press {
                table: TableKey(table),
                at: Position(at),
                tap: tap.clone(),
            };
            let code = press.code();
            assert!(code.len() <= Press::MOST_CODE, "{code} is too long");
            assert_eq!(Press::of_code(&code), Some(press), "{code}");
        }
    }

    /// That every press of a page reads back is held wherever pages are looked at; here are the longest there can be.
    #[test]
    fn the_longest_presses_read_back_from_their_codes() {
        for verb in Verb::ALL.iter().copied() {
            for words in ["", "♥♥", &"TH".repeat(33), &"J+.".repeat(22)] {
                let words = words.to_owned();
                check(Tap::Act { verb, words });
            }
        }
        let replay = ReplayPage {
            opening: Position(u64::from(u32::MAX)),
            number: 12,
            round: 34,
            page: 2,
        };
        for tap in [
            Tap::Draft("TH".repeat(33)),
            Tap::SetRule("throw_checked_against".to_owned()),
            Tap::SetRules("rounds=off match_to=6".to_owned()),
            Tap::SetSetting(Owner::Server, "show_play_number".to_owned()),
            Tap::Decision(replay),
            Tap::CupAccept(PersonId(u64::MAX)),
            Tap::Block(PersonId(u64::MAX)),
            Tap::Sure(DestructiveAction::Kick(PersonId(u64::MAX))),
        ] {
            check(tap);
        }
    }

    #[test]
    fn foreign_codes_are_no_press() {
        for code in [
            "", ".", "..", "0.0.", "0.0.?", "0.0.s99", "0.0.a", "0.0.aé", "-1.0.j", "0.0.jj",
            "+1.0.j", "0.00.j", "0.0.n", "0.0.né", "0.0.i", "0.0.ix", "0.0.T", "0.0.T1.",
            "0.0.T999", "0.0.C", "0.0.CS", "0.0.C18S", "0.0.Cé",
        ] {
            assert_eq!(Press::of_code(code), None, "{code}");
        }
        assert_eq!(Press::of_code(&"é".repeat(60)), None);
    }
}
