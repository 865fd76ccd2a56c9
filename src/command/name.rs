//! The names of the commands: which one is meant, and by its variant what carries it out.

use crate::game::GameKind;

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Name {
    /// One that needs no table.
    Anywhere(Anywhere),
    /// Opens a table of a game, or joins one.
    Open(GameKind),
    /// One that is carried out at a table of any game.
    AtTable(AtTable),
    /// A move in a match.
    Move(Verb),
}

/// Commands that need no table.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Anywhere {
    Intro,
    /// Explain a topic or a command.
    Help,
    /// Teach tractor in guided tricks.
    Practice,
    /// Play the deal of the day, or show how it went.
    Daily,
    /// Play the same cards as others, and see how everybody did.
    Duel,
    /// List the tables of the server.
    List,
    /// Show or change settings, of a person or of the server.
    Settings,
    /// Show a person's statistics.
    Stats,
    /// Show a person's ratings and honours.
    Profile,
    Leaderboard,
    /// Show the ten best players of every game.
    Top10,
    /// Show the replay of a finished round.
    Replay,
    /// Send a finished match as a file.
    Export,
    /// Review the requester's own decisions in a finished round.
    Review,
    /// Ask to be told when a seat is free.
    TellMe,
    /// Open, find, join or leave a room.
    Room,
    /// Say something in the other places of a room.
    Chat,
    /// Never sit in a room with somebody.
    Block,
    /// Report somebody to the operator.
    Report,
    /// Look for people to play with on the server.
    Seek,
    /// Call a cup, sign up for it, or see how it stands.
    Cup,
    /// Open the channel's table in a window of Discord.
    Activity,
    /// Leave what was asked about as it is.
    Back,
}

/// Commands that are carried out at a table.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum AtTable {
    /// Stand up.
    Leave,
    /// Take a person off their seat.
    Kick,
    /// Add computer players on free seats.
    Computer,
    Start,
    /// Show the house rules, or change one.
    Rules,
    Hand,
    Table,
    /// Show the last trick or the last plays.
    Last,
    Score,
    /// Show how to verify the last shuffle.
    Verify,
    /// Vote for returning to the lobby.
    Reset,
    /// Say yes or no to what somebody asked for.
    Agree,
    End,
    Hint,
    /// Show what is seldom needed, and what cannot be undone.
    More,
    /// Have a card more, or one fewer, among those that are to be played.
    Select,
    /// Put together a move without making it.
    Draft,
    /// Choose nothing any more.
    Clear,
    /// Turn the order of the hand.
    Sort,
    /// Have all cards dealt at once, where nobody else waits for them.
    Rush,
    /// Pause the match until somebody does something.
    Pause,
    /// Let a computer play until the next move of one's own.
    Autopilot,
    /// Show which cards have been played in the round.
    Seen,
    /// Say no to an invitation.
    Decline,
    /// Get a link by which one has the table in a browser.
    Browser,
}

impl AtTable {
    /// Whether it tells of a match, and can be asked for when the table is closed.
    pub const fn is_of_match(self) -> bool {
        matches!(
            self,
            Self::Hand | Self::Score | Self::Last | Self::Seen | Self::Verify
        )
    }
}

/// What somebody wants to do: the commands for it are on one page of the help.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Aim {
    /// To sit down, begin and leave.
    Sit,
    Play,
    /// To see how a match stands, and to decide together how it goes on.
    Decide,
    /// To look back at what was played.
    LookBack,
    /// To find people to play with, and to be left alone.
    Meet,
    /// To learn, alone too, and to set how it looks.
    Learn,
}

impl Aim {
    pub const ALL: [Aim; 6] = [
        Aim::Sit,
        Aim::Play,
        Aim::Decide,
        Aim::LookBack,
        Aim::Meet,
        Aim::Learn,
    ];
}

impl Name {
    /// What the command is for.
    pub const fn aim(self) -> Aim {
        match self {
            Name::Open(_) => Aim::Sit,
            Name::Move(Verb::Surrender | Verb::PlayOn | Verb::TakeBack) => Aim::Decide,
            Name::Move(_) => Aim::Play,
            Name::AtTable(command) => match command {
                AtTable::Leave | AtTable::Kick | AtTable::Computer => Aim::Sit,
                AtTable::Start | AtTable::Rules | AtTable::End => Aim::Sit,
                AtTable::Hand | AtTable::Hint => Aim::Play,
                AtTable::Table | AtTable::Last | AtTable::Score => Aim::Decide,
                AtTable::Seen => Aim::Decide,
                AtTable::Reset | AtTable::Agree => Aim::Decide,
                AtTable::Pause | AtTable::Autopilot => Aim::Decide,
                AtTable::More | AtTable::Browser => Aim::Decide,
                AtTable::Select | AtTable::Draft | AtTable::Clear => Aim::Play,
                AtTable::Sort | AtTable::Rush => Aim::Play,
                AtTable::Decline => Aim::Sit,
                AtTable::Verify => Aim::LookBack,
            },
            Name::Anywhere(command) => match command {
                Anywhere::List | Anywhere::TellMe => Aim::Sit,
                Anywhere::Stats | Anywhere::Profile | Anywhere::Leaderboard => Aim::LookBack,
                Anywhere::Top10 | Anywhere::Replay | Anywhere::Export => Aim::LookBack,
                Anywhere::Review => Aim::LookBack,
                Anywhere::Room | Anywhere::Chat | Anywhere::Seek | Anywhere::Cup => Aim::Meet,
                Anywhere::Block | Anywhere::Report | Anywhere::Duel => Aim::Meet,
                Anywhere::Activity => Aim::Meet,
                Anywhere::Intro | Anywhere::Help | Anywhere::Practice => Aim::Learn,
                Anywhere::Back | Anywhere::Daily | Anywhere::Settings => Aim::Learn,
            },
        }
    }
}

/// Declares the moves.
macro_rules! verbs {
    ($($(#[$doc:meta])* $verb:ident;)+) => {
        #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
        pub enum Verb {
            $($(#[$doc])* $verb),+
        }

        impl Verb {
            pub const ALL: &[Verb] = &[$(Verb::$verb),+];
        }
    };
}

verbs! {
    /// Start the deal; with words, after they were mixed into the shuffle.
    Deal;
    /// Call trump; in UNO call the bluff.
    Call;
    Kitty;
    /// Play cards or set a piece.
    Play;
    /// Pass: in the call window, or the turn after drawing.
    Pass;
    Draw;
    Uno;
    /// Catch somebody who did not say UNO.
    Catch;
    /// Offer to concede, or agree.
    Surrender;
    /// Withdraw the offer, or decline it.
    PlayOn;
    /// Mix words into the shuffle of the next deal.
    Mix;
    /// Take back the last play or call.
    TakeBack;
    /// Choose before the turn what is played when it comes.
    Premove;
}
