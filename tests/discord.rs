//! The Discord face, end to end: the real client against the double, with people who act through it.

#[path = "discord/absent.rs"]
mod absent;
mod double;
#[path = "discord/games.rs"]
mod games;
#[path = "discord/hands.rs"]
mod hands;
#[path = "discord/hidden.rs"]
mod hidden;
#[path = "discord/hostile.rs"]
mod hostile;
#[path = "discord/house.rs"]
mod house;
#[path = "discord/kitty.rs"]
mod kitty;
#[path = "discord/load.rs"]
mod load;
#[path = "discord/lobby.rs"]
mod lobby;
#[path = "discord/restart.rs"]
mod restart;
#[path = "discord/rooms.rs"]
mod rooms;
#[path = "discord/round.rs"]
mod round;
#[path = "discord/servers.rs"]
mod servers;
#[path = "discord/settings.rs"]
mod settings;
#[path = "discord/startup.rs"]
mod startup;
#[path = "discord/trouble.rs"]
mod trouble;
#[path = "discord/ttt.rs"]
mod ttt;
#[path = "discord/uno.rs"]
mod uno;
