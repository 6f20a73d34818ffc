//! The ways out of a store. They take terms that break rules too, because the money is there already.

use causeway_codec::Word;
use causeway_codec::address::is_address;
use causeway_codec::terms::{FINISH_FEE_DIVISOR, Terms};
use scrypto::prelude::*;

use crate::delivery::unit;
use crate::error::{Checked, SettlerError, ensure};
use crate::event::{Returned, Swept};
use crate::settler::{Keccak, Settler, State, Store, Swap, asset_of, attos, low, now, pay, require_owner, word_of};

/// Seconds after the deadline from which on the token is given back, whatever amount arrived.
const LATE: u64 = 24 * 60 * 60;
const RETURNED: Swap = Swap { state: State::Returned, solver: None };

/// A side of a remote.
#[derive(ScryptoSbor)]
enum Side {
    Canonical,
    Bridged,
}

/// The bridge's view of a side's limits; wire units.
#[derive(ScryptoSbor)]
struct Limits {
    min_amount: u128,
    max_amount: u128,
    capacity: u128,
    refill_per_second: u128,
    available: u128,
}

impl Settler {
    /// Gives back what nobody filled. Returns the caller's finishFee.
    pub fn give_back(&self, terms: &[u8], recipient: Global<Account>, fee: Bucket) -> Checked<Bucket> {
        let terms = Terms::read(terms)?;
        let id = terms.id::<Keccak>();
        self.check_none(&id)?;
        let (time, deadline) = (now(), terms.deadline());
        ensure(time >= deadline, SettlerError::DeadlineNotReached)?;
        let is_late = time - deadline >= LATE;
        let store = Store { id, asset: asset_of(terms.asset_in()) };
        let (held, whole) = (self.held(&store), attos(terms.amount_in()));
        ensure(held.is_positive() && (held >= whole || is_late), SettlerError::NotDelivered)?;
        self.check_recipient(&terms, recipient)?;
        let reward = capped_fee(&terms, held.min(whole));
        let goes_home = !is_late && self.is_carried_home(&terms, &store.asset, terms.amount_in() - reward);

        self.swaps.insert(id, RETURNED);
        let reward = self.take(&store, attos(reward))?;
        // What is there beyond amountIn stays when the rest goes home; sweep pays it.
        let all = if goes_home { whole } else { held };
        let rest = self.take(&store, all - reward.amount())?;
        let (amount, home) = (rest.amount(), if goes_home { terms.home() } else { 0 });
        Runtime::emit_event(Returned { id, amount, home });
        if !goes_home {
            ensure(fee.amount().is_zero(), SettlerError::WrongValue)?;
            fee.drop_empty();
            pay(recipient, rest)?;
        } else if store.asset == word_of(self.canonical.resource) {
            let order = (home, *terms.home_address(), amount, rest, fee, id, recipient);
            self.call_bridge::<()>("lock_tokens_with_reference", &order);
        } else {
            let order = (amount, home, *terms.home_address(), rest, fee, id, recipient);
            self.call_bridge::<()>("burn_tokens_with_reference", &order);
        }
        Ok(reward)
    }

    /// Whether the terms return `amount`, units of 10^-18, home, and the lane there can carry it. A pause does not count:
    /// it ends.
    fn is_carried_home(&self, terms: &Terms, asset: &Word, amount: u128) -> bool {
        if !terms.returns_home() || self.check(terms).is_err() {
            return false;
        }
        let Some(remote) = self.remote(terms.home()) else { return false };
        let is_canonical = *asset == word_of(self.canonical.resource);
        let (side, wire_decimals) = if is_canonical {
            (Side::Canonical, self.canonical.wire_decimals)
        } else {
            (Side::Bridged, remote.wire_decimals)
        };
        let is_lane = remote.opened
            && (is_canonical || *asset == word_of(remote.token))
            && is_address(terms.home_address(), remote.address_length);
        let unit = u128::from(unit(wire_decimals));
        if !is_lane || amount % unit != 0 {
            return false;
        }
        let limits: Limits = self.call_bridge("limits", &(terms.home(), side));
        (limits.min_amount..=limits.max_amount).contains(&(amount / unit))
    }

    /// Pays the recipient, who signs, what lies in a store; a swap that nobody filled ends.
    pub fn withdraw(
        &self,
        terms: &[u8],
        asset: ResourceAddress,
        recipient: Global<Account>,
        to: Global<Account>,
    ) -> Checked {
        let terms = Terms::read(terms)?;
        let id = terms.id::<Keccak>();
        ensure(word_of(recipient.address()) == low(terms.recipient()), SettlerError::NotRecipient)?;
        require_owner(recipient);
        ensure(to.address() != self.account.address(), SettlerError::InvalidRecipient)?;
        let state = self.find(&id).map(|swap| swap.state);
        ensure(state != Some(State::Filled), SettlerError::AlreadyFilled)?;
        let store = Store { id, asset: word_of(asset) };
        let held = self.held(&store);
        let is_input = store.asset == asset_of(terms.asset_in());
        // With nothing there, the recipient cancels a swap that is not over.
        ensure(held.is_positive() || state.is_none(), SettlerError::NotDelivered)?;
        if state.is_none() {
            self.swaps.insert(id, RETURNED);
            Runtime::emit_event(Returned { id, amount: if is_input { held } else { Decimal::ZERO }, home: 0 });
        }
        if state.is_some() || !is_input {
            Runtime::emit_event(Swept { id, asset: store.asset, to: word_of(to.address()), amount: held });
        }
        if held.is_positive() { pay(to, self.take(&store, held)?) } else { Ok(()) }
    }

    /// Pays the recipient what lies in a store of a swap that is over.
    pub fn sweep(&self, terms: &[u8], asset: ResourceAddress, recipient: Global<Account>) -> Checked {
        let terms = Terms::read(terms)?;
        let id = terms.id::<Keccak>();
        let is_over = self.find(&id).is_some_and(|swap| swap.state != State::Filled);
        ensure(is_over, SettlerError::NotOver)?;
        let store = Store { id, asset: word_of(asset) };
        let amount = self.held(&store);
        ensure(amount.is_positive(), SettlerError::NotDelivered)?;
        self.check_recipient(&terms, recipient)?;
        Runtime::emit_event(Swept { id, asset: store.asset, to: word_of(recipient.address()), amount });
        pay(recipient, self.take(&store, amount)?)
    }
}

/// The finishFee for a return of `amount`, which is at most amountIn; units of 10^-18. At most a twentieth of it.
fn capped_fee(terms: &Terms, amount: Decimal) -> u128 {
    let amount = u128::try_from(amount.attos()).expect("at most amountIn");
    terms.finish_fee().min(amount / u128::from(FINISH_FEE_DIVISOR))
}
