//! Ranking people by their sums: in a guild by the sums there, everywhere by those that the database
//! keeps over all guilds in `totals`, a column for each [`Counter`].

use super::statistics::SOUND;
use super::*;

impl Core {
    pub async fn leaderboard(&self, ranking: Ranking) -> Result<Vec<LeaderboardRow>, StoreError> {
        let doing = "read a leaderboard";
        let mut tx = self.begin(Purpose::Read, doing).await?;
        let per = ranking.by.per;
        let (sql, values) = match ranking.reach {
            Reach::Guild(guild) => best_of_guild(ranking, guild),
            Reach::Everywhere => best_of_all(ranking),
        };
        let rows = tx.run(&sql, values).await.doing(doing)?;
        let standing = |row: &Row| {
            let whole = row.int(3).ok()?;
            Some(LeaderboardRow {
                person: PersonId(row.id(0).ok()?),
                name: row.optional_text(1).unwrap_or_default().to_owned(),
                part: row.int(2).ok()?,
                whole: per.map(|_| whole),
            })
        };
        Ok(sound(&rows, doing, standing))
    }
}

/// Ranks the members of a guild by their sums there, which are few and side by side.
fn best_of_guild(ranking: Ranking, guild: GuildId) -> (String, Vec<Value>) {
    let Measure { part, per, .. } = ranking.by;
    let sql = format!(
        "SELECT sums.person, COALESCE(people.name, ''), part, whole FROM (SELECT person, \
         CAST(SUM(CASE WHEN counter = $1 THEN value ELSE 0 END) AS BIGINT) AS part, \
         CAST(SUM(CASE WHEN counter = $2 THEN value ELSE 0 END) AS BIGINT) AS whole \
         FROM counters WHERE game = $3 AND guild = $4 AND counter IN ($1, $2) AND {SOUND} \
         GROUP BY person) AS sums LEFT JOIN people ON people.person = sums.person \
         WHERE whole >= $5 ORDER BY {} DESC, sums.person LIMIT $6",
        // Without a divisor, `whole` is the sum of `part`.
        per.map_or("part", |_| "CAST(part AS DOUBLE PRECISION) / whole")
    );
    let values = vec![
        part.name().into(),
        per.unwrap_or(part).name().into(),
        ranking.game.name().into(),
        guild.0.into(),
        ranking.at_least.max(1).into(),
        ranking.limit.into(),
    ];
    (sql, values)
}

/// Ranks everybody by their sums over all guilds.
fn best_of_all(ranking: Ranking) -> (String, Vec<Value>) {
    let Measure { part, per, .. } = ranking.by;
    let whole = per.unwrap_or(part).name();
    let (part, least) = (part.name(), ranking.at_least.max(1));
    let measure = match per {
        None => part.to_owned(),
        Some(_) => format!("CAST({part} AS DOUBLE PRECISION) / {whole}"),
    };
    // The least is written out: PostgreSQL has indexes of those who have so many, in this order.
    let sql = format!(
        "SELECT best.person, COALESCE(people.name, ''), part, whole FROM (\
         SELECT person, {part} AS part, {whole} AS whole, {measure} AS measure FROM totals \
         WHERE game = $1 AND {whole} >= {least} ORDER BY {measure} DESC, person LIMIT $2) AS best \
         LEFT JOIN people ON people.person = best.person ORDER BY measure DESC, best.person"
    );
    (sql, vec![ranking.game.name().into(), ranking.limit.into()])
}
