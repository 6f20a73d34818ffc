//! The settler's state, and what its functions share.

use causeway_codec::terms::{Site, Terms};
use causeway_codec::{Keccak256, Word};
use scrypto::prelude::*;

use crate::error::{Checked, SettlerError, ensure};

/// What became of a swap.
#[derive(ScryptoSbor, Clone, Copy, PartialEq, Eq)]
pub enum State {
    Filled,
    Settled,
    Returned,
}

/// A swap that was filled or returned.
#[derive(ScryptoSbor, Clone)]
pub struct Swap {
    pub state: State,
    /// Who filled it.
    pub solver: Option<Global<Account>>,
}

/// What was delivered for a swap, of one asset.
#[derive(ScryptoSbor, Clone, Copy)]
pub struct Store {
    pub id: Word,
    pub asset: Word,
}

/// An asset of the bridge.
#[derive(ScryptoSbor, Clone)]
pub struct Token {
    pub resource: ResourceAddress,
    pub wire_decimals: u8,
}

/// A message towards this chain.
#[derive(ScryptoSbor, Clone, Copy)]
pub struct Inbound {
    pub source: u32,
    pub nonce: u64,
}

/// The state of the component.
#[derive(ScryptoSbor)]
pub struct Settler {
    pub bridge: Global<AnyComponent>,
    /// The recipient of every order: the vault of all swaps until `deliver`. It takes every deposit, and nobody can change
    /// that; so the bridge never credits it in its locker.
    pub account: Global<Account>,
    /// The bridge's domain and canonical asset.
    pub domain: u32,
    pub canonical: Token,
    pub swaps: KeyValueStore<Word, Swap>,
    pub stores: KeyValueStore<Store, Vault>,
    /// The bridged tokens of the remotes from which something came.
    pub tokens: KeyValueStore<u32, Token>,
    /// The messages that were moved into a store.
    pub delivered: KeyValueStore<Inbound, bool>,
}

impl Settler {
    /// The first rule of a fill that the terms break.
    pub fn check(&self, terms: &Terms) -> Checked {
        let settler = &word_of(Runtime::global_address());
        let site = Site { domain: self.domain, settler, address_length: NodeId::LENGTH as u8 };
        Ok(terms.check(&site)?)
    }

    /// Unless `account` is the recipient of the terms, and not the settler's own, which would have no way out.
    pub fn check_recipient(&self, terms: &Terms, account: Global<Account>) -> Checked {
        let is_recipient = word_of(account.address()) == low(terms.recipient());
        ensure(is_recipient && account.address() != self.account.address(), SettlerError::InvalidRecipient)
    }

    pub fn find(&self, id: &Word) -> Option<Swap> {
        self.swaps.get(id).map(|swap| swap.clone())
    }

    /// Unless nobody filled or returned the swap.
    pub fn check_none(&self, id: &Word) -> Checked {
        self.find(id).map_or(Ok(()), |swap| Err(swap.state.error()))
    }

    /// What the swap's store has of the asset.
    pub fn held(&self, store: &Store) -> Decimal {
        self.stores.get(store).map_or(Decimal::ZERO, |vault| vault.amount())
    }

    /// Puts tokens into a store.
    pub fn put(&self, store: Store, tokens: Bucket) {
        if let Some(vault) = self.stores.get(&store) {
            handle_of(&vault).put(tokens);
            return;
        }
        self.stores.insert(store, Vault::with_bucket(tokens));
    }

    /// Takes from a store, which has the amount. Rounded down to the resource's divisibility: a payment must not fail for
    /// digits that the resource does not have.
    pub fn take(&self, store: &Store, amount: Decimal) -> Checked<Bucket> {
        let vault = self.stores.get(store).ok_or(SettlerError::NotDelivered)?;
        Ok(handle_of(&vault).take_advanced(amount, WithdrawStrategy::Rounded(RoundingMode::ToZero)))
    }

    /// Calls a method of the bridge.
    pub fn call_bridge<T: ScryptoDecode>(&self, method: &str, arguments: &impl ScryptoEncode) -> T {
        let arguments = scrypto_encode(arguments).expect("encodes");
        let bridge = self.bridge.address();
        let result = ScryptoVmV1Api::object_call(bridge.as_node_id(), method, arguments);
        scrypto_decode(&result).expect("of the bridge")
    }
}

impl State {
    pub fn error(self) -> SettlerError {
        match self {
            Self::Filled => SettlerError::AlreadyFilled,
            Self::Settled => SettlerError::AlreadySettled,
            Self::Returned => SettlerError::AlreadyReturned,
        }
    }
}

/// The protocol's hash function, computed by the engine.
pub struct Keccak;

impl Keccak256 for Keccak {
    fn keccak256(parts: &[&[u8]]) -> Word {
        CryptoUtils::keccak256_hash(parts.concat()).0
    }
}

/// Pays an account, which must take it.
pub fn pay(mut to: Global<Account>, tokens: Bucket) -> Checked {
    ensure(to.try_deposit_or_refund(tokens, None).is_none(), SettlerError::PaymentFailed)
}

/// Fails unless the call has the proofs that the account's owner has.
pub fn require_owner(account: Global<Account>) {
    Runtime::assert_access_rule(account.get_owner_role().rule);
}

/// The vault as a value of its own, so that a payment does not write the entry that holds it, which must be open meanwhile.
fn handle_of(vault: &Vault) -> Vault {
    Vault(vault.0)
}

/// An amount of terms: units of 10^-18.
pub fn attos(amount: u128) -> Decimal {
    Decimal::from_attos(I192::from(amount))
}

/// An address of this ledger in its 32-byte form.
pub fn word_of(address: impl AsRef<[u8]>) -> Word {
    let mut word = [0; 32];
    word[32 - NodeId::LENGTH..].copy_from_slice(address.as_ref());
    word
}

/// The word of an address in terms, whatever its pad is.
pub fn low(word: &Word) -> Word {
    word_of(&word[32 - NodeId::LENGTH..])
}

/// The word of an asset in terms; zero is XRD.
pub fn asset_of(word: &Word) -> Word {
    let low = low(word);
    if low == [0; 32] { word_of(XRD) } else { low }
}

/// Seconds since 1970.
pub fn now() -> u64 {
    Clock::current_time_rounded_to_seconds().seconds_since_unix_epoch as u64
}
