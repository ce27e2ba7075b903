//! Matches: to make them, to look at them, to play them.

use super::auth;
use super::body::{self, Asked, Path, Read};
use crate::app::App;
use crate::failure::{Code, failure, misplaced, not_found, quoted};
use crate::limits::{Act, Guest};
use crate::line;
use crate::nodes::{self, Passed};
use crate::room::{Ask, Caller, Reply};
use crate::socket::{self, Speaker};
#[cfg(feature = "ts")]
use crate::wire::Failure;
use crate::wire::{
    ChatWish, ClaimWish, Claimed, FailureBody, History, Invitation, LegalAsk, LegalOrders, Made, Moment,
    NewMatch, Offer, OrderWish, Reviewed, SaltWish, Say, Sitting, Summary, Tell, VowWish, WishWish,
};
use axum::Json;
use axum::extract::ws::rejection::WebSocketUpgradeRejection;
use axum::extract::{Request, State, WebSocketUpgrade};
use axum::http::HeaderMap;
use axum::http::header::{CONTENT_DISPOSITION, CONTENT_TYPE};
use axum::response::{IntoResponse, Response};
use serde::Deserialize;
use serde_json::Value;

type Answer<T> = Result<Json<T>, FailureBody>;

async fn ask(app: &App, headers: &HeaderMap, id: &str, ask: Ask) -> Result<Reply, FailureBody> {
    let caller = auth::caller(app, headers, id).await?;
    app.hall.ask(id, &caller, ask).await
}

fn odd() -> FailureBody {
    failure(Code::Internal, "the match gave another answer than it was asked for")
}

/// What somebody says, and whether it was done.
async fn say(app: &App, guest: &Guest, headers: &HeaderMap, id: &str, say: Say) -> Result<Tell, FailureBody> {
    guest.may_say(&say)?;
    let Reply::Told(tell) = ask(app, headers, id, Ask::Say(say)).await? else { return Err(odd()) };
    match *tell {
        Tell::Error { error } => Err(error),
        Tell::Refused { code, rule, why, .. } => Err(FailureBody { code, message: why, rule, place: None }),
        tell => Ok(tell),
    }
}

/// Makes a match. Who has a key has the seat; who is first to exchange an invitation gets one of his own.
#[cfg_attr(feature = "ts", utoipa::path(post, path = "/api/matches", tag = "matches", request_body = NewMatch,
    responses((status = 200, body = Made), (status = 400, body = Failure), (status = 429, body = Failure))))]
pub async fn make(State(app): State<App>, guest: Guest, request: Request) -> Result<Response, FailureBody> {
    let is_passed = request.extensions().get::<Passed>().is_some();
    guest.may(Act::MakeMatch)?;
    let wish: NewMatch = body::long(&app, request).await?;
    let bots = wish.seats.iter().filter(|sitting| matches!(sitting, Sitting::Bot { .. })).count();
    guest.may_so_often(Act::SeatBot, bots as u32)?;
    if !is_passed && let Some(made) = nodes::to_owner(&app, &guest, &wish).await? {
        return Ok(made);
    }
    let made: Made = app.hall.make(wish, guest.client).await?;
    Ok(Json(made).into_response())
}

/// A match in short.
#[cfg_attr(feature = "ts", utoipa::path(get, path = "/api/matches/{id}", tag = "matches", params(("id" = String, Path)),
    responses((status = 200, body = Summary), (status = 403, body = Failure), (status = 404, body = Failure))))]
pub async fn summary(State(app): State<App>, Path(id): Path<String>, headers: HeaderMap) -> Answer<Summary> {
    match ask(&app, &headers, &id, Ask::Summary).await? {
        Reply::Summary(summary) => Ok(Json(*summary)),
        _ => Err(odd()),
    }
}

/// What somebody is invited to, before he sits down. The invitation stands in the place of the key.
#[cfg_attr(feature = "ts", utoipa::path(get, path = "/api/matches/{id}/invitation", tag = "matches", params(("id" = String, Path)),
    responses((status = 200, body = Offer), (status = 403, body = Failure), (status = 404, body = Failure))))]
pub async fn offer(
    State(app): State<App>,
    Path(id): Path<String>,
    guest: Guest,
    headers: HeaderMap,
) -> Answer<Offer> {
    guest.may(Act::Join)?;
    let invitation = auth::bearer(&headers)?.to_owned();
    match app.hall.ask(&id, &Caller::Nobody, Ask::Offer { invitation }).await? {
        Reply::Offer(offer) => Ok(Json(*offer)),
        _ => Err(odd()),
    }
}

/// Exchanges an invitation for a seat, once.
#[cfg_attr(feature = "ts", utoipa::path(post, path = "/api/matches/{id}/claim", tag = "matches", params(("id" = String, Path)),
    request_body = ClaimWish,
    responses((status = 200, body = Claimed), (status = 403, body = Failure), (status = 404, body = Failure),
              (status = 409, body = Failure), (status = 422, body = Failure))))]
pub async fn claim(
    State(app): State<App>,
    Path(id): Path<String>,
    guest: Guest,
    Read(wish): Read<ClaimWish>,
) -> Answer<Claimed> {
    guest.may(Act::Join)?;
    match app.hall.ask(&id, &Caller::Nobody, Ask::Claim(wish)).await? {
        Reply::Claimed(seat) => Ok(Json(Claimed { seat: seat.0 })),
        _ => Err(odd()),
    }
}

/// Makes another invitation to a seat that nobody has taken yet; the one before is void. For who made the match.
#[cfg_attr(feature = "ts", utoipa::path(post, path = "/api/matches/{id}/seats/{seat}/invitation", tag = "matches",
    params(("id" = String, Path), ("seat" = u8, Path)),
    responses((status = 200, body = Invitation), (status = 403, body = Failure), (status = 409, body = Failure),
              (status = 422, body = Failure))))]
pub async fn invite(
    State(app): State<App>,
    Path((id, seat)): Path<(String, String)>,
    guest: Guest,
    headers: HeaderMap,
) -> Answer<Invitation> {
    guest.may(Act::Talk)?;
    // `+1` and `01` are numbers, but no seat is written like that.
    let number = seat.parse::<u8>().ok().filter(|number| number.to_string() == seat);
    let seat = number.ok_or_else(|| not_found(format!("there is no seat {}", quoted(&seat))))?;
    match ask(&app, &headers, &id, Ask::Invite { seat }).await? {
        Reply::Invitation(invitation) => Ok(Json(invitation)),
        _ => Err(odd()),
    }
}

/// The WebSocket: the client says `Say`, first of all `hello`; the server says `Tell`.
#[cfg_attr(feature = "ts", utoipa::path(get, path = "/api/matches/{id}/stream", tag = "matches", params(("id" = String, Path)),
    responses((status = 101, description = "Switching to WebSocket"))))]
pub async fn stream(
    State(app): State<App>,
    Path(id): Path<String>,
    guest: Guest,
    headers: HeaderMap,
    upgrade: Result<WebSocketUpgrade, WebSocketUpgradeRejection>,
) -> Result<Response, FailureBody> {
    open(app, id, guest, headers, upgrade, Speaker::Page)
}

/// A seat for a program: the engine's protocol over a WebSocket, one JSON object in, one out. The first line is
/// `{"op":"sit","key":…}`; with an `invitation` beside it the seat is taken by a key of the program's own making.
#[cfg_attr(feature = "ts", utoipa::path(get, path = "/api/matches/{id}/engine", tag = "matches", params(("id" = String, Path)),
    responses((status = 101, description = "Switching to WebSocket"))))]
pub async fn engine(
    State(app): State<App>,
    Path(id): Path<String>,
    guest: Guest,
    headers: HeaderMap,
    upgrade: Result<WebSocketUpgrade, WebSocketUpgradeRejection>,
) -> Result<Response, FailureBody> {
    open(app, id, guest, headers, upgrade, Speaker::Program)
}

fn open(
    app: App,
    id: String,
    guest: Guest,
    headers: HeaderMap,
    upgrade: Result<WebSocketUpgrade, WebSocketUpgradeRejection>,
    speaker: Speaker,
) -> Result<Response, FailureBody> {
    let upgrade = upgrade.map_err(|error| misplaced("headers", format!("expected a WebSocket: {error}")))?;
    let place = guest.socket()?;
    Ok(upgrade
        // The default of 128 KiB for each socket is most of what an idle match would cost.
        .read_buffer_size(8 << 10)
        .write_buffer_size(16 << 10)
        .max_message_size(line::MESSAGE_LIMIT)
        .max_frame_size(line::MESSAGE_LIMIT)
        .on_upgrade(async move |socket| {
            socket::talk(app, id, socket, headers, guest, speaker).await;
            drop(place);
        }))
}

/// Gives an order.
#[cfg_attr(feature = "ts", utoipa::path(post, path = "/api/matches/{id}/orders", tag = "matches", params(("id" = String, Path)),
    request_body = OrderWish,
    responses((status = 200, body = Tell), (status = 403, body = Failure), (status = 409, body = Failure),
              (status = 422, body = Failure))))]
pub async fn order(
    State(app): State<App>,
    Path(id): Path<String>,
    guest: Guest,
    headers: HeaderMap,
    Read(wish): Read<OrderWish>,
) -> Answer<Tell> {
    let order = Say::Order { id: wish.id, order: wish.order, decision: wish.decision };
    say(&app, &guest, &headers, &id, order).await.map(Json)
}

/// Whether an order would be accepted; nothing changes.
#[cfg_attr(feature = "ts", utoipa::path(post, path = "/api/matches/{id}/check", tag = "matches", params(("id" = String, Path)),
    request_body = OrderWish,
    responses((status = 200, body = Tell), (status = 403, body = Failure), (status = 422, body = Failure))))]
pub async fn check(
    State(app): State<App>,
    Path(id): Path<String>,
    guest: Guest,
    headers: HeaderMap,
    Read(wish): Read<OrderWish>,
) -> Answer<Tell> {
    say(&app, &guest, &headers, &id, Say::Check { id: wish.id, order: wish.order }).await.map(Json)
}

/// The legal order nearest to this one; nothing changes.
#[cfg_attr(feature = "ts", utoipa::path(post, path = "/api/matches/{id}/nearest", tag = "matches", params(("id" = String, Path)),
    request_body = OrderWish,
    responses((status = 200, body = Tell), (status = 403, body = Failure), (status = 422, body = Failure))))]
pub async fn nearest(
    State(app): State<App>,
    Path(id): Path<String>,
    guest: Guest,
    headers: HeaderMap,
    Read(wish): Read<OrderWish>,
) -> Answer<Tell> {
    say(&app, &guest, &headers, &id, Say::Nearest { id: wish.id, order: wish.order }).await.map(Json)
}

/// What an order would do and cost; nothing changes.
#[cfg_attr(feature = "ts", utoipa::path(post, path = "/api/matches/{id}/preview", tag = "matches", params(("id" = String, Path)),
    request_body = OrderWish,
    responses((status = 200, body = Tell), (status = 403, body = Failure), (status = 422, body = Failure))))]
pub async fn preview(
    State(app): State<App>,
    Path(id): Path<String>,
    guest: Guest,
    headers: HeaderMap,
    Read(wish): Read<OrderWish>,
) -> Answer<Tell> {
    say(&app, &guest, &headers, &id, Say::Preview { id: wish.id, order: wish.order }).await.map(Json)
}

/// The legal orders of the caller's seat.
#[cfg_attr(feature = "ts", utoipa::path(post, path = "/api/matches/{id}/legal", tag = "matches", params(("id" = String, Path)),
    request_body = LegalAsk, responses((status = 200, body = LegalOrders), (status = 403, body = Failure))))]
pub async fn legal(
    State(app): State<App>,
    Path(id): Path<String>,
    guest: Guest,
    headers: HeaderMap,
    Read(wish): Read<LegalAsk>,
) -> Answer<LegalOrders> {
    match say(&app, &guest, &headers, &id, Say::Legal { id: String::new(), ask: wish }).await? {
        Tell::Legal { legal, .. } => Ok(Json(legal)),
        _ => Err(odd()),
    }
}

#[derive(Debug, Deserialize)]
#[cfg_attr(feature = "ts", derive(utoipa::IntoParams))]
#[cfg_attr(feature = "ts", into_params(parameter_in = Query))]
pub struct When {
    /// How many events of his stream the viewer had seen.
    events: u32,
    /// With 1: everything lies open. When the match is over.
    all: Option<u8>,
}

/// The table as the caller saw it at a moment of the match.
#[cfg_attr(feature = "ts", utoipa::path(get, path = "/api/matches/{id}/moment", tag = "matches", params(("id" = String, Path), When),
    responses((status = 200, body = Moment), (status = 403, body = Failure))))]
pub async fn moment(
    State(app): State<App>,
    Path(id): Path<String>,
    Asked(when): Asked<When>,
    headers: HeaderMap,
) -> Answer<Moment> {
    let wanted = Ask::Moment { events: when.events, all: when.all.is_some_and(|all| all != 0) };
    match ask(&app, &headers, &id, wanted).await? {
        Reply::Moment { past, viewer, events } => {
            // A long match takes a while to be played again: elsewhere, and few at a time.
            let view = app.readers.at_work(move || past().map(|play| play.view_text(viewer))).await?;
            let view = view.map_err(|e| failure(Code::Internal, e.to_string()))?;
            Ok(Json(Moment { events, view }))
        }
        _ => Err(odd()),
    }
}

/// What a match that is over was worth, turn by turn, and where it turned; or how far that is worked out.
#[cfg_attr(feature = "ts", utoipa::path(get, path = "/api/matches/{id}/review", tag = "matches", params(("id" = String, Path)),
    responses((status = 200, body = Reviewed), (status = 403, body = Failure), (status = 409, body = Failure),
              (status = 429, body = Failure))))]
pub async fn review(
    State(app): State<App>,
    Path(id): Path<String>,
    guest: Guest,
    headers: HeaderMap,
) -> Answer<Reviewed> {
    guest.may(Act::Join)?;
    match ask(&app, &headers, &id, Ask::Review).await? {
        Reply::Review(finished) => app.reviews.of(&id, *finished, guest.client).map(Json),
        _ => Err(odd()),
    }
}

/// Everything that the caller has seen so far.
#[cfg_attr(feature = "ts", utoipa::path(get, path = "/api/matches/{id}/history", tag = "matches", params(("id" = String, Path)),
    responses((status = 200, body = History), (status = 403, body = Failure))))]
pub async fn history(State(app): State<App>, Path(id): Path<String>, headers: HeaderMap) -> Answer<History> {
    match ask(&app, &headers, &id, Ask::History).await? {
        Reply::History(history) => Ok(Json(history)),
        _ => Err(odd()),
    }
}

/// The log: the whole as text when the match is over or the caller's own, else what he may keep of it as JSON.
#[cfg_attr(feature = "ts", utoipa::path(get, path = "/api/matches/{id}/log", tag = "matches", params(("id" = String, Path)),
    responses((status = 200, content((String = "text/plain"), (Value = "application/json"))),
              (status = 403, body = Failure))))]
pub async fn log(
    State(app): State<App>,
    Path(id): Path<String>,
    headers: HeaderMap,
) -> Result<Response, FailureBody> {
    match ask(&app, &headers, &id, Ask::Log).await? {
        Reply::LogText(text) => {
            let name = format!("attachment; filename=\"heatray-{id}.jsonl\"");
            let kind = "text/plain; charset=utf-8".to_owned();
            Ok(([(CONTENT_TYPE, kind), (CONTENT_DISPOSITION, name)], text).into_response())
        }
        Reply::LogValue(value) => Ok(Json(value).into_response()),
        _ => Err(odd()),
    }
}

/// Says something to everybody at the table.
#[cfg_attr(feature = "ts", utoipa::path(post, path = "/api/matches/{id}/chat", tag = "matches", params(("id" = String, Path)),
    request_body = ChatWish, responses((status = 200, body = Value), (status = 403, body = Failure))))]
pub async fn chat(
    State(app): State<App>,
    Path(id): Path<String>,
    guest: Guest,
    headers: HeaderMap,
    Read(wish): Read<ChatWish>,
) -> Answer<Value> {
    say(&app, &guest, &headers, &id, Say::Chat { text: wish.text }).await?;
    Ok(Json(serde_json::json!({})))
}

/// Says what will be added to the dice of a fair match: its hash.
#[cfg_attr(feature = "ts", utoipa::path(post, path = "/api/matches/{id}/vow", tag = "matches", params(("id" = String, Path)),
    request_body = VowWish,
    responses((status = 200, body = Value), (status = 403, body = Failure), (status = 409, body = Failure),
              (status = 422, body = Failure))))]
pub async fn vow(
    State(app): State<App>,
    Path(id): Path<String>,
    guest: Guest,
    headers: HeaderMap,
    Read(wish): Read<VowWish>,
) -> Answer<Value> {
    say(&app, &guest, &headers, &id, Say::Vow { hash: wish.hash }).await?;
    Ok(Json(serde_json::json!({})))
}

/// Adds something to the dice of a fair match, when all have vowed.
#[cfg_attr(feature = "ts", utoipa::path(post, path = "/api/matches/{id}/salt", tag = "matches", params(("id" = String, Path)),
    request_body = SaltWish,
    responses((status = 200, body = Value), (status = 403, body = Failure), (status = 409, body = Failure),
              (status = 422, body = Failure))))]
pub async fn salt(
    State(app): State<App>,
    Path(id): Path<String>,
    guest: Guest,
    headers: HeaderMap,
    Read(wish): Read<SaltWish>,
) -> Answer<Value> {
    say(&app, &guest, &headers, &id, Say::Salt { salt: wish.salt }).await?;
    Ok(Json(serde_json::json!({})))
}

/// Asks for something that the others answer, or answers it. The answer to a rematch that is agreed on is a `Made`.
#[cfg_attr(feature = "ts", utoipa::path(post, path = "/api/matches/{id}/wish", tag = "matches", params(("id" = String, Path)),
    request_body = WishWish, responses((status = 200, body = Value), (status = 403, body = Failure))))]
pub async fn wish(
    State(app): State<App>,
    Path(id): Path<String>,
    guest: Guest,
    headers: HeaderMap,
    Read(wish): Read<WishWish>,
) -> Answer<Value> {
    Ok(Json(match say(&app, &guest, &headers, &id, Say::Wish { wish: wish.wish }).await? {
        Tell::Rematch { made } => serde_json::json!(made),
        _ => serde_json::json!({}),
    }))
}
