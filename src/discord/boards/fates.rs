//! Tells the players of a table that could not simply go on after a restart what has become of it, in
//! every channel where it was shown.

use poise::serenity_prelude::ChannelId;
use tracing::warn;

use crate::desk::Place;
use crate::discord::Bot;
use crate::discord::delivery::gate::Urgency;
use crate::discord::delivery::letter::Letter;
use crate::table::TableKey;
use crate::text::table::fate_line;

/// Says it, once; nothing if there is nothing to say.
pub(super) async fn tell(bot: &Bot, key: TableKey) {
    let Some((guild, fate)) = bot.desk.host().take_fate(key) else {
        return;
    };
    bot.desk.places().recall(key).await;
    let guild = Some(guild.0).filter(|guild| *guild != 0);
    for showing in bot.desk.places().of(key).places {
        let place = bot.boards.place(&showing);
        let place = Place {
            guild: place.guild.or(guild),
            ..place
        };
        let cx = bot.desk.public_context(&place).await;
        let letter = Letter::text(fate_line(fate, &cx));
        let channel = ChannelId::new(showing.channel.max(1));
        let posted = bot.delivery.post(channel, &letter, None, Urgency::Urgent);
        if let Err(problem) = posted.await {
            warn!(
                channel = showing.channel,
                ?problem,
                "what became of a table could not be told"
            );
        }
    }
}
