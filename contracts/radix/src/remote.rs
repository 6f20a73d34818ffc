//! Remotes: registration, both lanes, limits.

use causeway_codec::Word;
use causeway_codec::address::is_address;
use causeway_codec::amount::MAX_WIRE_DECIMALS;
use scrypto::prelude::*;

use crate::amount::Unit;
use crate::creation::create_token;
use crate::error::{BridgeError, Checked, ensure};
use crate::metadata::{Content, DAPP_DEFINITIONS, ICON_URL, locked};
use crate::rate_limit::RateLimit;
use crate::roles::rule_of_component;

/// Most bytes of a bridged token's name and symbol.
const MAX_NAME: usize = 32;
const MAX_SYMBOL: usize = 10;

/// The two limit sets of a remote: Canonical guards lock and release, Bridged burn and mint.
#[derive(ScryptoSbor, Clone, Copy, Debug, PartialEq, Eq)]
pub enum Side {
    Canonical,
    Bridged,
}

/// A remote's registration, as `set_remote` takes it.
pub struct Registration {
    pub domain: u32,
    /// The bridge there, left-padded.
    pub bridge: Word,
    pub address_length: u8,
    pub wire_decimals: u8,
    /// Metadata of the bridged token.
    pub name: String,
    pub symbol: String,
    pub icon_url: String,
}

impl Registration {
    /// InvalidRemote unless a bridge in domain `here` could have this remote.
    pub fn check(&self, here: u32) -> Checked {
        let fits = |text: &str, longest| !text.is_empty() && text.len() <= longest;
        let valid = self.domain != 0
            && self.domain != here
            && (1..=32).contains(&self.address_length)
            && self.wire_decimals <= MAX_WIRE_DECIMALS
            && is_address(&self.bridge, self.address_length)
            && fits(&self.name, MAX_NAME)
            && fits(&self.symbol, MAX_SYMBOL);
        ensure(valid, BridgeError::InvalidRemote)
    }

    /// Creates the bridged token. Only the component at `bridge` can mint and burn it; nobody can freeze or recall it.
    pub fn create_token(&self, bridge: ComponentAddress, dapp_definition: ComponentAddress) -> ResourceAddress {
        let only_bridge = rule_of_component(bridge);
        let metadata = [
            locked("name", Content::Text(self.name.clone())),
            locked("symbol", Content::Text(self.symbol.clone())),
            locked(ICON_URL, Content::Url(self.icon_url.clone())),
            locked(DAPP_DEFINITIONS, Content::Addresses(vec![dapp_definition.into()])),
            locked("origin_domain", Content::Number(self.domain)),
            locked("origin_bridge", Content::Bytes(self.bridge.to_vec())),
        ];
        create_token(only_bridge, &metadata)
    }
}

/// A remote; amounts in wire units.
#[derive(ScryptoSbor, Clone, Debug)]
pub struct Remote {
    /// The bridge there, left-padded.
    pub bridge: Word,
    /// The bridged token here.
    pub token: ResourceAddress,
    pub address_length: u8,
    pub wire_decimals: u8,
    pub opened: bool,
    /// No lock, burn, mint or release.
    pub paused: bool,
    /// The delivery fee of a lock or burn towards the remote, XRD.
    pub fee: Decimal,
    pub next_outbound_nonce: u64,
    pub next_inbound_nonce: u64,
    /// The amount locked here towards the remote and not released.
    pub outstanding: u128,
    pub canonical: RateLimit,
    pub bridged: RateLimit,
}

impl Remote {
    /// The wire unit of the bridged token.
    pub fn unit(&self) -> Unit {
        Unit::of(self.wire_decimals)
    }

    /// RemotePaused while the remote is paused alone.
    pub fn check_paused(&self) -> Checked {
        ensure(!self.paused, BridgeError::RemotePaused)
    }

    pub fn side(&self, side: Side) -> &RateLimit {
        match side {
            Side::Canonical => &self.canonical,
            Side::Bridged => &self.bridged,
        }
    }

    pub fn side_mut(&mut self, side: Side) -> &mut RateLimit {
        match side {
            Side::Canonical => &mut self.canonical,
            Side::Bridged => &mut self.bridged,
        }
    }

    /// Takes a release out of what is outstanding and out of the bucket.
    pub fn draw_release(&mut self, wire_amount: u128, now: i64) -> Checked {
        let left = self.outstanding.checked_sub(wire_amount).ok_or(BridgeError::InsufficientOutstanding)?;
        self.canonical.draw(wire_amount, now)?;
        self.outstanding = left;
        Ok(())
    }

    /// Takes the nonce of the next message of the lane towards the remote.
    pub fn take_nonce(&mut self) -> u64 {
        let nonce = self.next_outbound_nonce;
        self.next_outbound_nonce = nonce + 1;
        nonce
    }
}
