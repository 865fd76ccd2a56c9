//! A bot of a few commands, built as any bot with poise is: the double knows nothing of it.

use crate::double::{Double, Running};
use poise::serenity_prelude as serenity;
use serenity::{
    ButtonStyle, ComponentInteraction, CreateActionRow, CreateAllowedMentions, CreateButton,
    CreateInputText, CreateInteractionResponse, CreateInteractionResponseFollowup,
    CreateInteractionResponseMessage, CreateMessage, CreateModal, CreateSelectMenu,
    CreateSelectMenuKind, CreateSelectMenuOption, EditInteractionResponse, FullEvent,
    GatewayIntents, InputTextStyle, Interaction,
};

type Error = Box<dyn std::error::Error + Send + Sync>;
type Context<'a> = poise::Context<'a, (), Error>;

pub const INTENTS: GatewayIntents =
    GatewayIntents::non_privileged().union(GatewayIntents::MESSAGE_CONTENT);

/// Starts the bot against the double, and waits until it is there.
pub async fn start(discord: &Double) -> Running {
    let running = discord.run(client(discord, discord.http(), INTENTS).await);
    discord.registered("join").await;
    running
}

pub async fn client(
    discord: &Double,
    http: serenity::Http,
    intents: GatewayIntents,
) -> serenity::Client {
    let options = poise::FrameworkOptions {
        commands: vec![
            join(),
            hand(),
            slow(),
            play(),
            rules(),
            form(),
            whisper(),
            close(),
            deal(),
        ],
        prefix_options: poise::PrefixFrameworkOptions {
            prefix: Some("$".into()),
            ..Default::default()
        },
        allowed_mentions: Some(CreateAllowedMentions::new()),
        event_handler: |context, event| Box::pin(on_event(context, event)),
        on_error: |error| Box::pin(async move { tracing::warn!("{error}") }),
        ..Default::default()
    };
    let framework = poise::Framework::builder()
        .options(options)
        .setup(|context, _, framework| {
            Box::pin(async move {
                Ok(
                    poise::builtins::register_globally(context, &framework.options().commands)
                        .await?,
                )
            })
        });
    let client = serenity::ClientBuilder::new_with_http(http, intents).framework(framework.build());
    let client = client.await.expect("a client");
    assert_eq!(*client.ws_url.lock().await, discord.endpoints().gateway);
    client
}

fn nobody() -> CreateAllowedMentions {
    CreateAllowedMentions::new()
}

/// Sit down.
#[poise::command(prefix_command, slash_command)]
async fn join(ctx: Context<'_>) -> Result<(), Error> {
    let buttons = vec![
        CreateButton::new("sit").label("Sit down"),
        CreateButton::new("hand")
            .label("My hand")
            .style(ButtonStyle::Primary),
        CreateButton::new("quiet").label("Quiet"),
        CreateButton::new("off").label("Off").disabled(true),
    ];
    let cards = ["2S", "5H", "KC"]
        .map(|card| CreateSelectMenuOption::new(format!("card {card}"), card))
        .to_vec();
    let menu = CreateSelectMenu::new("choose", CreateSelectMenuKind::String { options: cards });
    let menu = menu.placeholder("Choose cards").min_values(1).max_values(2);
    let rows = vec![
        CreateActionRow::Buttons(buttons),
        CreateActionRow::SelectMenu(menu),
    ];
    let embed = serenity::CreateEmbed::new()
        .title("Tractor")
        .description("1 of 4 seated")
        .field("House rules", "standard", false);
    let text = format!("Welcome, <@{}>", ctx.author().id);
    ctx.send(
        poise::CreateReply::default()
            .content(text)
            .embed(embed)
            .components(rows),
    )
    .await?;
    Ok(())
}

/// Look at your cards.
#[poise::command(prefix_command, slash_command, ephemeral)]
async fn hand(ctx: Context<'_>) -> Result<(), Error> {
    ctx.say("Your hand: A♥").await?;
    Ok(())
}

/// Think first.
#[poise::command(slash_command)]
async fn slow(ctx: Context<'_>) -> Result<(), Error> {
    ctx.defer_ephemeral().await?;
    ctx.say("Thought about it").await?;
    ctx.say("And again").await?;
    Ok(())
}

async fn complete(_: Context<'_>, typed: &str) -> serenity::CreateAutocompleteResponse {
    let cards = ["5H", "5S", "KC"]
        .into_iter()
        .filter(|card| card.starts_with(typed));
    let choices = cards.map(|card| serenity::AutocompleteChoice::new(format!("card {card}"), card));
    serenity::CreateAutocompleteResponse::new().set_choices(choices.collect())
}

/// Play cards.
#[poise::command(prefix_command, slash_command)]
async fn play(
    ctx: Context<'_>,
    #[description = "The cards"]
    #[autocomplete = "complete"]
    #[rest]
    cards: String,
) -> Result<(), Error> {
    ctx.say(format!("{} plays {cards}", ctx.author().name))
        .await?;
    Ok(())
}

/// House rules.
#[poise::command(slash_command, subcommands("set"), subcommand_required)]
async fn rules(_: Context<'_>) -> Result<(), Error> {
    Ok(())
}

/// Change a house rule.
#[poise::command(slash_command)]
async fn set(
    ctx: Context<'_>,
    #[description = "Which one"] name: String,
    #[description = "How many"] count: i64,
    #[description = "Who asked"] who: serenity::User,
) -> Result<(), Error> {
    ctx.say(format!("{name} is {count}, as {} asked", who.name))
        .await?;
    Ok(())
}

/// Fill in a form.
#[poise::command(slash_command)]
async fn form(ctx: poise::ApplicationContext<'_, (), Error>) -> Result<(), Error> {
    let input = CreateInputText::new(InputTextStyle::Short, "Your name", "name");
    let form = CreateModal::new("naming", "Name the table")
        .components(vec![CreateActionRow::InputText(input)]);
    ctx.interaction
        .create_response(ctx.http(), CreateInteractionResponse::Modal(form))
        .await?;
    Ok(())
}

/// End the table.
#[poise::command(slash_command, default_member_permissions = "MANAGE_CHANNELS")]
async fn close(ctx: Context<'_>) -> Result<(), Error> {
    ctx.say("The table is closed").await?;
    Ok(())
}

/// Deal in steps of half a second.
#[poise::command(slash_command)]
async fn deal(ctx: Context<'_>) -> Result<(), Error> {
    let reply = ctx.say("0 dealt").await?;
    for dealt in 1..=20 {
        tokio::time::sleep(std::time::Duration::from_millis(500)).await;
        reply
            .edit(
                ctx,
                poise::CreateReply::default().content(format!("{dealt} dealt")),
            )
            .await?;
    }
    Ok(())
}

/// Get a private message.
#[poise::command(prefix_command, slash_command)]
async fn whisper(ctx: Context<'_>) -> Result<(), Error> {
    let message = CreateMessage::new()
        .content("Between us: K♣")
        .allowed_mentions(nobody());
    let told = match ctx.author().direct_message(ctx, message).await {
        Ok(_) => "Sent",
        Err(serenity::Error::Http(serenity::HttpError::UnsuccessfulRequest(refused)))
            if refused.error.code == 50_007 =>
        {
            "Your direct messages are closed"
        }
        Err(other) => return Err(other.into()),
    };
    ctx.send(poise::CreateReply::default().content(told).ephemeral(true))
        .await?;
    Ok(())
}

async fn on_event(
    context: poise::FrameworkContext<'_, (), Error>,
    event: &FullEvent,
) -> Result<(), Error> {
    let context = context.serenity_context;
    match event {
        FullEvent::InteractionCreate {
            interaction: Interaction::Component(press),
        } => pressed(context, press).await,
        FullEvent::InteractionCreate {
            interaction: Interaction::Modal(form),
        } => {
            let message = CreateInteractionResponseMessage::new()
                .content("Named")
                .allowed_mentions(nobody());
            form.create_response(context, CreateInteractionResponse::Message(message))
                .await?;
            Ok(())
        }
        FullEvent::Message { new_message }
            if new_message.guild_id.is_none() && !new_message.author.bot =>
        {
            let reply = CreateMessage::new().content(format!("You said {}", new_message.content));
            new_message
                .channel_id
                .send_message(context, reply.allowed_mentions(nobody()))
                .await?;
            Ok(())
        }
        _ => Ok(()),
    }
}

async fn pressed(context: &serenity::Context, press: &ComponentInteraction) -> Result<(), Error> {
    let say = |text: &str| {
        CreateInteractionResponseMessage::new()
            .content(text)
            .allowed_mentions(nobody())
    };
    match press.data.custom_id.as_str() {
        "sit" => {
            let change = say(&format!(
                "{} sits",
                press.user.global_name.as_deref().unwrap_or_default()
            ));
            press
                .create_response(context, CreateInteractionResponse::UpdateMessage(change))
                .await?;
        }
        "hand" => {
            let hand = say("A♥ K♣").ephemeral(true);
            press
                .create_response(context, CreateInteractionResponse::Message(hand))
                .await?;
            let more = EditInteractionResponse::new()
                .content("A♥ K♣ 5♦")
                .allowed_mentions(nobody());
            press.edit_response(context, more).await?;
            let next = CreateInteractionResponseFollowup::new()
                .content("A hint")
                .ephemeral(true);
            press
                .create_followup(context, next.allowed_mentions(nobody()))
                .await?;
        }
        "quiet" => {
            press
                .create_response(context, CreateInteractionResponse::Acknowledge)
                .await?;
            let change = EditInteractionResponse::new()
                .content("Quietly changed")
                .allowed_mentions(nobody());
            press.edit_response(context, change).await?;
        }
        "choose" => {
            let serenity::ComponentInteractionDataKind::StringSelect { values } = &press.data.kind
            else {
                return Ok(());
            };
            let chosen = say(&format!("Chosen: {}", values.join(" "))).ephemeral(true);
            press
                .create_response(context, CreateInteractionResponse::Message(chosen))
                .await?;
        }
        "never" => {}
        other => {
            let text = say(&format!("There is no {other}")).ephemeral(true);
            press
                .create_response(context, CreateInteractionResponse::Message(text))
                .await?;
        }
    }
    Ok(())
}
