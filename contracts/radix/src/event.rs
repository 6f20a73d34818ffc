//! Events.

use causeway_codec::Word;
use causeway_codec::message::Message as CodecMessage;
use scrypto::prelude::*;

use crate::rate_limit::Limits;
use crate::remote::Side;
use crate::roles::{Badge, Roles};

/// A message; words are left-padded addresses of its chains.
#[derive(ScryptoSbor)]
pub struct Message {
    /// 1 Lock, 2 Burn, 3 Cancel.
    pub kind: u8,
    pub source: u32,
    pub destination: u32,
    pub nonce: u64,
    pub source_bridge: Word,
    pub destination_bridge: Word,
    pub asset_home: u32,
    pub sender: Word,
    pub recipient: Word,
    pub wire_amount: u128,
    pub reference: Word,
}

impl From<&CodecMessage<'_>> for Message {
    fn from(message: &CodecMessage) -> Self {
        Self {
            kind: message.kind as u8,
            source: message.source,
            destination: message.destination,
            nonce: message.nonce,
            source_bridge: *message.source_bridge,
            destination_bridge: *message.destination_bridge,
            asset_home: message.asset_home,
            sender: *message.sender,
            recipient: *message.recipient,
            wire_amount: message.wire_amount,
            reference: *message.reference,
        }
    }
}

/// The canonical asset was locked.
#[derive(ScryptoSbor, ScryptoEvent)]
pub struct TokensLocked {
    pub message_id: Word,
    pub message: Message,
}

/// A bridged token was burned.
#[derive(ScryptoSbor, ScryptoEvent)]
pub struct TokensBurned {
    pub message_id: Word,
    pub message: Message,
}

/// An inbound order was cancelled; the message refunds it.
#[derive(ScryptoSbor, ScryptoEvent)]
pub struct OrderCancelled {
    pub message_id: Word,
    pub message: Message,
}

/// A bridged token was minted, or credited.
#[derive(ScryptoSbor, ScryptoEvent)]
pub struct TokensMinted {
    pub message_id: Word,
    pub recipient: Word,
    pub wire_amount: u128,
    pub reference: Word,
    pub credited: bool,
}

/// The canonical asset was released, or credited.
#[derive(ScryptoSbor, ScryptoEvent)]
pub struct TokensReleased {
    pub message_id: Word,
    pub recipient: Word,
    pub wire_amount: u128,
    pub reference: Word,
    pub credited: bool,
}

/// A packed order was left as it was, because its own function would have refused it.
#[derive(ScryptoSbor, ScryptoEvent)]
pub struct OrderSkipped {
    pub message_id: Word,
    /// The name of the error.
    pub reason: String,
}

/// An interval was committed.
#[derive(ScryptoSbor, ScryptoEvent)]
pub struct RootCommitted {
    pub source: u32,
    pub first_nonce: u64,
    pub count: u32,
    pub root: Word,
}

/// A committed interval got another root, or was dropped: then the root is zero.
#[derive(ScryptoSbor, ScryptoEvent)]
pub struct RootReplaced {
    pub source: u32,
    pub first_nonce: u64,
    pub count: u32,
    pub root: Word,
    pub changed: Vec<u64>,
}

/// A remote was registered.
#[derive(ScryptoSbor, ScryptoEvent)]
pub struct RemoteSet {
    pub domain: u32,
    pub bridge: Word,
    pub token: ResourceAddress,
    pub address_length: u8,
    pub wire_decimals: u8,
}

/// A remote was opened for good.
#[derive(ScryptoSbor, ScryptoEvent)]
pub struct RemoteOpened {
    pub domain: u32,
}

/// The limits of one side of a remote changed.
#[derive(ScryptoSbor, ScryptoEvent)]
pub struct LimitsSet {
    pub domain: u32,
    pub side: Side,
    pub limits: Limits,
}

/// Lock and burn were paused or unpaused.
#[derive(ScryptoSbor, ScryptoEvent)]
pub struct OutboundPausedSet {
    pub paused: bool,
}

/// Mint and release were paused or unpaused.
#[derive(ScryptoSbor, ScryptoEvent)]
pub struct InboundPausedSet {
    pub paused: bool,
}

/// A remote was paused or unpaused alone.
#[derive(ScryptoSbor, ScryptoEvent)]
pub struct RemotePausedSet {
    pub remote: u32,
    pub paused: bool,
}

/// The delivery fee of locks and burns towards a remote changed.
#[derive(ScryptoSbor, ScryptoEvent)]
pub struct FeeSet {
    pub remote: u32,
    /// XRD.
    pub fee: Decimal,
}

/// The collected fees were paid out.
#[derive(ScryptoSbor, ScryptoEvent)]
pub struct FeesCollected {
    pub to: Word,
    /// XRD.
    pub amount: Decimal,
}

/// The oracle set changed.
#[derive(ScryptoSbor, ScryptoEvent)]
pub struct OracleSet {
    pub members: Vec<PublicKeyHash>,
    pub threshold: u8,
}

/// The guardian changed.
#[derive(ScryptoSbor, ScryptoEvent)]
pub struct GuardianSet {
    pub guardian: Badge,
}

/// A new admin was proposed; none withdraws.
#[derive(ScryptoSbor, ScryptoEvent)]
pub struct AdminProposed {
    pub admin: Option<Badge>,
}

/// The admin changed.
#[derive(ScryptoSbor, ScryptoEvent)]
pub struct AdminSet {
    pub admin: Badge,
}

/// Emits the events of the roles' first holders.
pub fn emit_roles(roles: &Roles) {
    let Roles { admin, guardian, members, threshold, .. } = roles.clone();
    Runtime::emit_event(AdminSet { admin });
    Runtime::emit_event(GuardianSet { guardian });
    Runtime::emit_event(OracleSet { members, threshold });
}
