//! Read methods.

use causeway_codec::Word;
use scrypto::prelude::*;

use crate::bridge::{Bridge, now};
use crate::rate_limit::RateLimit;
use crate::remote::Side;
use crate::roles::{Badge, Roles};

/// The bridge: its asset, roles and pauses.
#[derive(ScryptoSbor)]
pub struct Configuration {
    pub domain: u32,
    pub canonical: ResourceAddress,
    pub wire_decimals: u8,
    pub locker: ComponentAddress,
    pub dapp_definition: ComponentAddress,
    pub admin: Badge,
    pub proposed_admin: Option<Badge>,
    pub guardian: Badge,
    pub members: Vec<PublicKeyHash>,
    pub threshold: u8,
    pub outbound_paused: bool,
    pub inbound_paused: bool,
    /// The bridge's holdings of the canonical asset.
    pub holdings: Decimal,
    /// The delivery fees that were not collected yet, XRD.
    pub fees: Decimal,
}

/// A remote's registration.
#[derive(ScryptoSbor)]
pub struct RemoteView {
    pub bridge: Word,
    pub token: ResourceAddress,
    pub address_length: u8,
    pub wire_decimals: u8,
    pub opened: bool,
}

/// Both lanes of a remote.
#[derive(ScryptoSbor, Default)]
pub struct LaneView {
    pub next_outbound_nonce: u64,
    pub next_inbound_nonce: u64,
    /// Wire units.
    pub outstanding: u128,
    /// The remote is paused alone.
    pub paused: bool,
}

/// The limits of one side of a remote and the current level of its bucket; wire units.
#[derive(ScryptoSbor)]
pub struct LimitsView {
    pub min_amount: u128,
    pub max_amount: u128,
    pub capacity: u128,
    pub refill_per_second: u128,
    pub available: u128,
}

impl Bridge {
    pub fn configuration(&self) -> Configuration {
        let Roles { admin, proposed_admin, guardian, members, threshold } = self.roles.clone();
        Configuration {
            domain: self.domain,
            canonical: self.canonical,
            wire_decimals: self.wire_decimals,
            locker: self.locker.address(),
            dapp_definition: self.dapp_definition,
            admin,
            proposed_admin,
            guardian,
            members,
            threshold,
            outbound_paused: self.outbound_paused,
            inbound_paused: self.inbound_paused,
            holdings: self.escrow.amount(),
            fees: self.fees.amount(),
        }
    }

    pub fn remote_view(&self, domain: u32) -> Option<RemoteView> {
        self.find_remote(domain).map(|remote| RemoteView {
            bridge: remote.bridge,
            token: remote.token,
            address_length: remote.address_length,
            wire_decimals: remote.wire_decimals,
            opened: remote.opened,
        })
    }

    pub fn lane(&self, domain: u32) -> LaneView {
        self.find_remote(domain).map_or_else(LaneView::default, |remote| LaneView {
            next_outbound_nonce: remote.next_outbound_nonce,
            next_inbound_nonce: remote.next_inbound_nonce,
            outstanding: remote.outstanding,
            paused: remote.paused,
        })
    }

    pub fn fee(&self, domain: u32) -> Decimal {
        self.find_remote(domain).map_or(Decimal::ZERO, |remote| remote.fee)
    }

    pub fn limits(&self, domain: u32, side: Side) -> LimitsView {
        let bucket = self.find_remote(domain).map_or_else(RateLimit::default, |remote| remote.side(side).clone());
        LimitsView {
            min_amount: bucket.limits.min_amount,
            max_amount: bucket.limits.max_amount,
            capacity: bucket.limits.capacity,
            refill_per_second: bucket.limits.refill_per_second,
            available: bucket.available(now()),
        }
    }
}
