# Makes the next version of the program of the sources in the present folder: one more migration, game,
# house rule of UNO and of tractor, limit, phase and action. Sourced by `.ci/later.sh`.

fail() {
    printf 'later: %s\n' "$*" >&2
    exit 1
}

# after FILE PATTERN: puts what it reads after the first line that has this in it (as it is written).
after() {
    local text
    text=$(cat)
    [ -f "$1" ] || fail "$1 is not there any more: .ci/later/edit.sh has to be told where it went"
    grep -qF -- "$2" "$1" || fail "$1 has no line with: $2"
    ANCHOR=$2 TEXT=$text awk '
        { print }
        !done && index($0, ENVIRON["ANCHOR"]) { print ENVIRON["TEXT"]; done = 1 }
    ' "$1" >"$1.edited"
    mv "$1.edited" "$1"
}

# change FILE EXPRESSION: changes a file by sed, which has to change something.
change() {
    [ -f "$1" ] || fail "$1 is not there any more: .ci/later/edit.sh has to be told where it went"
    sed -E "$2" "$1" >"$1.edited"
    ! cmp -s "$1" "$1.edited" || fail "nothing in $1 fits: $2"
    mv "$1.edited" "$1"
}

# Another version number: cargo keeps what it builds of the two apart by that.
version() {
    local file
    for file in Cargo.toml Cargo.lock; do
        change "$file" '/^name = "tractor-bot"$/,/^version/s/^version = .*/version = "9000.0.0"/'
    done
    # Both versions are built into one folder, where a crate of the same version is the same one.
    local part
    for part in double:tests/double engine:src/engine gateway:src/discord/gateway; do
        for file in "${part#*:}/Cargo.toml" Cargo.lock; do
            change "$file" '/^name = "'"${part%%:*}"'"$/,/^version/s/^version = .*/version = "9000.0.0"/'
        done
    done
}

# One more migration.
migration() {
    local kind
    for kind in sqlite postgres; do
        [ -d "src/store/migrations/$kind" ] || fail "there are no migrations of $kind"
        cp "$later/migration.sql" "src/store/migrations/$kind/9000_later.sql"
        change src/store/migrations.rs 's/(steps!\["'$kind'".*)\];/\1, "9000_later"];/'
    done
}

# One more game: tic-tac-toe under another name.
game() {
    local file copy
    for file in $(find src -name 'tictactoe*' -type f; find src -path '*/tictactoe/*' -type f; find src -name 'ttt.ftl'); do
        copy=$(printf '%s' "$file" | sed 's/tictactoe/pebbles/; s/ttt\.ftl/pebbles.ftl/')
        mkdir -p "$(dirname "$copy")"
        sed 's/TicTacToe/Pebbles/g; s/tictactoe/pebbles/g; s/\bttt\b/pebbles/g; s/ttt-/pebbles-/g' "$file" >"$copy"
    done
    # What is said of it elsewhere, in every language; Discord shows it by its one name.
    for file in src/discord/commands/*.ftl; do
        change "$file" 's/^ttt = (.*)/pebbles = \1\n&/'
    done
    for file in src/discord/commands/zh-*.ftl; do
        change "$file" 's/^pebbles = .*/&\n    .name = pebbles/'
    done
    for file in src/text/locales/*; do
        change "$file/typed.ftl" 's/^command-ttt = .*/&\ncommand-pebbles = pebbles/'
        change "$file/help.ftl" 's/^(usage-)ttt( = .*)/&\n\1pebbles\2/'
        change "$file/words.ftl" 's/^(skill-note-)ttt(-.*)/&\n\1pebbles\2/'
    done
    # What the desk is given for it is beside what it has.
    change src/desk/pebbles.rs 's/\b(begin|begin_anew|too_many)\(/\1_pebbles(/'
    change src/game.rs 's/^( *)([0-9]+) TicTacToe\(tictactoe\) "ttt",/&\n\190 Pebbles(pebbles) "pebbles",/'
    for file in src/engine.rs src/players.rs src/text.rs src/desk.rs src/host/games.rs; do
        change "$file" 's/^((pub )?mod )tictactoe;/&\n\1pebbles;/'
    done
    change src/club/honour.rs \
        's/^mod tictactoe;/&\nmod pebbles;/; s/^pub use tictactoe::honours as tictactoe_honours;/&\npub use pebbles::honours as pebbles_honours;/'
    change src/host.rs 's/^pub use games::tictactoe_level;/&\npub use games::pebbles_level;/'
    change src/host/games.rs 's/^pub use tictactoe::tictactoe_level;/&\npub use pebbles::pebbles_level;/'
    change src/command/table.rs \
        's/^( *)Open\(GameKind::TicTacToe\):/\1Open(GameKind::Pebbles): ["pebbles"], "pebbles";\n&/'
}

# One more house rule, off until it is set, and a limit.
rules() {
    local file group
    while read -r file name group; do
        after "$file" "pub struct $name {" <<EOF
        /// Of the next version.
        $group later: Later {
            /// As before.
            Off = "off",
            /// Otherwise.
            On = "on",
        },
EOF
    done <<'EOF'
src/uno/rules.rs Rules "cards"
src/tractor/rules.rs Rules "calling"
src/table/limits.rs Limits
EOF
}

# One more phase of tractor, and the action that leads to it.
phase() {
    local file
    for file in src/tractor/matches.rs src/tractor/matches/*.rs; do
        sed -i -E 's/\bPhase::Ready( =>| \||$)/Phase::Ready | Phase::Resting\1/; s/(matches!\(self\.phase|\(Action::[A-Za-z]+(\([a-z]+\))?), Phase::Ready\)/\1, Phase::Ready | Phase::Resting)/' "$file"
    done
    change src/tractor/matches.rs '/^enum Phase \{/,/^\}/s/^    Ready,/&\n    Resting,/'
    change src/tractor/matches/facts.rs 's/Phase::Ready \| Phase::Resting => "Ready",/Phase::Ready => "Ready",\n            Phase::Resting => "Resting",/'
    change src/tractor/matches/snapshot.rs 's/Phase::Ready \| Phase::Resting => None,/Phase::Ready => None,\n            Phase::Resting => return None,/'
    change src/tractor/matches/judge.rs '/enum JudgedAction \{/,/^\}/s/^    Deal,/&\n    Rest,/'
    change src/tractor/matches/judge.rs 's/^( *)\(Action::Deal, .*/&\n\1(Action::Rest, Phase::Ready) => Ok(JudgedAction::Rest),/'
    change src/tractor/matches/judge.rs 's/^( *)\| Action::PlayOn,/\1| Action::PlayOn\n\1| Action::Rest,/'
    after src/tractor/matches/settle.rs 'JudgedAction::Deal =>' <<'EOF'
            JudgedAction::Rest => {
                self.phase = Phase::Resting;
                vec![Event::SurrenderOff { seat }]
            }
EOF
    change src/tractor/action.rs '/pub enum Action \{/,/^\}/s/^    Deal,/&\n    \/\/\/ Rest before the deal.\n    Rest,/'
    change src/text/tractor/hints.rs "s/\\| Action::PlayOn\\b/& | Action::Rest/"
    change src/players/tractor/heuristic/reason.rs "s/\\| Action::PlayOn\\b/& | Action::Rest/"
}

edit() {
    version
    migration
    game
    rules
    phase
}
