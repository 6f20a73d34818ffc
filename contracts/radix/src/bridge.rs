//! The bridge's state.

use causeway_codec::Word;
use scrypto::prelude::*;

use crate::amount::Unit;
use crate::error::{BridgeError, Checked, ensure};
use crate::remote::Remote;
use crate::roles::Roles;
use crate::status::{self, MessageStatus};

/// An interval of a lane: [first_nonce, first_nonce + count).
#[derive(ScryptoSbor, Clone, Copy, Debug, PartialEq, Eq)]
pub struct Interval {
    pub source: u32,
    pub first_nonce: u64,
    pub count: u32,
}

impl Interval {
    /// The first nonce after the interval; None when it would exceed 64 bits.
    pub fn end(&self) -> Option<u64> {
        self.first_nonce.checked_add(self.count.into())
    }

    /// NonceOutOfRange unless `nonce` is in the interval.
    pub fn check(&self, nonce: u64) -> Checked {
        let inside = nonce.checked_sub(self.first_nonce).is_some_and(|offset| offset < u64::from(self.count));
        ensure(inside, BridgeError::NonceOutOfRange)
    }
}

/// The page with the status of a message: 64 nonces of a lane.
#[derive(ScryptoSbor, Clone, Copy, Debug, PartialEq, Eq)]
pub struct StatusPage {
    pub source: u32,
    pub page: u64,
}

impl StatusPage {
    fn of(source: u32, nonce: u64) -> Self {
        Self { source, page: status::page_of(nonce) }
    }
}

/// The state of the component.
#[derive(ScryptoSbor)]
pub struct Bridge {
    pub domain: u32,
    pub canonical: ResourceAddress,
    /// Of the canonical asset.
    pub wire_decimals: u8,
    /// The locked tokens.
    pub escrow: FungibleVault,
    /// The delivery fees, XRD. They never mix with the escrow, even when that is of XRD too.
    pub fees: FungibleVault,
    /// Holds the credits of failed payments.
    pub locker: Global<AccountLocker>,
    /// The operator's account that names the bridge and its tokens for wallets.
    pub dapp_definition: ComponentAddress,
    pub roles: Roles,
    pub outbound_paused: bool,
    pub inbound_paused: bool,
    pub remotes: KeyValueStore<u32, Remote>,
    pub roots: KeyValueStore<Interval, Word>,
    /// Two bits a nonce, the lowest nonce in the lowest bits.
    pub statuses: KeyValueStore<StatusPage, u128>,
}

impl Bridge {
    /// The wire unit of the canonical asset.
    pub fn unit(&self) -> Unit {
        Unit::of(self.wire_decimals)
    }

    /// The remote of `domain`, if one is registered.
    pub fn find_remote(&self, domain: u32) -> Option<Remote> {
        self.remotes.get(&domain).map(|remote| remote.clone())
    }

    /// The remote of `domain`, which must be registered.
    pub fn registered_remote(&self, domain: u32) -> Checked<Remote> {
        self.find_remote(domain).ok_or(BridgeError::UnknownRemote)
    }

    /// The remote of `domain`, which must be open.
    pub fn open_remote(&self, domain: u32) -> Checked<Remote> {
        let remote = self.registered_remote(domain)?;
        ensure(remote.opened, BridgeError::RemoteNotOpen)?;
        Ok(remote)
    }

    /// The root committed for the interval, or UnknownRoot.
    pub fn root(&self, interval: &Interval) -> Checked<Word> {
        self.roots.get(interval).map(|root| *root).ok_or(BridgeError::UnknownRoot)
    }

    pub fn status(&self, source: u32, nonce: u64) -> MessageStatus {
        status::get(self.status_page(StatusPage::of(source, nonce)), nonce)
    }

    /// Applies `next` to the status of a message.
    pub fn change_status(
        &self,
        source: u32,
        nonce: u64,
        next: impl FnOnce(MessageStatus) -> Checked<MessageStatus>,
    ) -> Checked {
        let key = StatusPage::of(source, nonce);
        let page = self.status_page(key);
        let changed = status::set(page, nonce, next(status::get(page, nonce))?);
        self.statuses.insert(key, changed);
        Ok(())
    }

    /// The statuses of consecutive messages from `nonce` on.
    pub fn status_run(&self, source: u32, nonce: u64) -> StatusRun<'_> {
        let key = StatusPage::of(source, nonce);
        StatusRun { bridge: self, key, page: self.status_page(key) }
    }

    /// Makes every Executed or Cancelled status of the nonces [first, end) Replaced, page by page.
    pub fn replace_statuses(&self, source: u32, first: u64, end: u64) {
        let mut nonce = first;
        while nonce < end {
            let key = StatusPage::of(source, nonce);
            let next = status::page_end(nonce).min(end);
            let page = self.status_page(key);
            let replaced = status::replace_range(page, nonce, next);
            if replaced != page {
                self.statuses.insert(key, replaced);
            }
            nonce = next;
        }
    }

    /// The statuses of `count` messages from `first_nonce`.
    pub fn statuses(&self, source: u32, first_nonce: u64, count: u32) -> Vec<MessageStatus> {
        let end = first_nonce.saturating_add(count.into());
        let mut statuses = Vec::new();
        let mut nonce = first_nonce;
        while nonce < end {
            let page = self.status_page(StatusPage::of(source, nonce));
            let next = status::page_end(nonce).min(end);
            statuses.extend((nonce..next).map(|nonce| status::get(page, nonce)));
            nonce = next;
        }
        statuses
    }

    fn status_page(&self, key: StatusPage) -> u128 {
        self.statuses.get(&key).map_or(0, |page| *page)
    }
}

/// The statuses of consecutive messages. Each page is read once and written once, the last one by `write`.
pub struct StatusRun<'a> {
    bridge: &'a Bridge,
    key: StatusPage,
    page: u128,
}

impl StatusRun<'_> {
    /// The status of `nonce`, which is not below those asked for before.
    pub fn get(&mut self, nonce: u64) -> MessageStatus {
        let key = StatusPage::of(self.key.source, nonce);
        if key != self.key {
            self.write();
            *self = self.bridge.status_run(key.source, nonce);
        }
        status::get(self.page, nonce)
    }

    /// Changes the status of the nonce that was asked for last.
    pub fn set(&mut self, nonce: u64, status: MessageStatus) {
        self.page = status::set(self.page, nonce, status);
    }

    pub fn write(&self) {
        self.bridge.statuses.insert(self.key, self.page);
    }
}

/// The vault as a value of its own. Deposits and withdrawals change the vault and not the component that owns it, so
/// that a call can make them without writing the component's state, which would cost more.
pub fn handle_of(vault: &FungibleVault) -> FungibleVault {
    FungibleVault(Vault(vault.0.0))
}

/// The component that runs.
pub fn own_address() -> ComponentAddress {
    Runtime::global_address()
}

/// An address of this ledger in its 32-byte form.
pub fn to_word(address: ComponentAddress) -> Word {
    let mut word = [0; 32];
    word[32 - NodeId::LENGTH..].copy_from_slice(address.as_bytes());
    word
}

/// Seconds since 1970.
pub fn now() -> i64 {
    Clock::current_time_rounded_to_seconds().seconds_since_unix_epoch
}
