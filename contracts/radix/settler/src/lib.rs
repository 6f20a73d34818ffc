//! The settler of swaps on Radix: it belongs to one bridge for ever, has no owner, and nothing of it can be changed.

mod creation;
mod delivery;
mod error;
mod event;
mod exit;
mod fill;
mod settler;

use causeway_codec::Word;
use scrypto::prelude::*;

use crate::creation::{Configuration, globalize};
use crate::error::accept;
// Only the schema names them, and the code is built without a schema.
#[allow(unused_imports)]
use crate::event::*;
use crate::fill::Fill;
use crate::settler::{Inbound, Settler, State, Store, Swap, Token, asset_of};

#[blueprint]
#[types(bool, u32, Word, Swap, Store, Vault, Inbound, Token)]
#[events(Delivered, Filled, Settled, Returned, Swept)]
mod causeway_settler {
    struct CausewaySettler {
        settler: Settler,
    }

    impl CausewaySettler {
        /// Creates the settler of a bridge, with its account, at the reserved address if one is given.
        pub fn instantiate(
            bridge: Global<AnyComponent>,
            address_reservation: Option<GlobalAddressReservation>,
        ) -> Global<CausewaySettler> {
            let (reservation, address) = address_reservation.map_or_else(
                || Runtime::allocate_component_address(CausewaySettler::blueprint_id()),
                |reservation| {
                    let address = Runtime::get_reservation_address(&reservation);
                    (reservation, ComponentAddress::new_or_panic(address.into()))
                },
            );
            let Configuration { domain, canonical: resource, wire_decimals } = Configuration::of(bridge.address());
            // The settler alone owns its account, for ever.
            let owner = OwnerRole::Fixed(rule!(require(global_caller(address))));
            let settler = Settler {
                bridge,
                account: Blueprint::<Account>::create_advanced(owner, None),
                domain,
                canonical: Token { resource, wire_decimals },
                swaps: KeyValueStore::new_with_registered_type(),
                stores: KeyValueStore::new_with_registered_type(),
                tokens: KeyValueStore::new_with_registered_type(),
                delivered: KeyValueStore::new_with_registered_type(),
            };
            globalize(Self { settler }.instantiate(), reservation)
        }

        /// Moves what the bridge paid to the settler's account for `message`, 198 bytes, into the store of its reference. The
        /// message is an executed Lock or Burn under the root of [first_nonce, first_nonce + count); once.
        pub fn deliver(&self, message: Vec<u8>, first_nonce: u64, count: u32, siblings: Vec<Word>) {
            accept(self.settler.deliver(&message, first_nonce, count, &siblings))
        }

        /// Pays `recipient` what a fill of the terms pays now, at most `max_out` and of `tokens`, whose rest it returns. The
        /// settlement will pay `solver`; until exclusiveUntil that is the solver of the terms, whose owner signs.
        pub fn fill(
            &self,
            terms: Vec<u8>,
            max_out: Decimal,
            tokens: Bucket,
            recipient: Global<Account>,
            solver: Global<Account>,
        ) -> Bucket {
            accept(self.settler.fill(Fill { terms: &terms, max_out, tokens, recipient, solver }, State::Filled))
        }

        /// Pays exactly amountIn to who filled the swap.
        pub fn settle(&self, terms: Vec<u8>) {
            accept(self.settler.settle(&terms, None))
        }

        /// Pays the filler, whose owner signs, what has arrived: less than amountIn, at least `least`. Final.
        pub fn settle_less(&self, terms: Vec<u8>, least: Decimal) {
            accept(self.settler.settle(&terms, Some(least)))
        }

        /// `fill` and `settle`, both or neither.
        pub fn fill_and_settle(
            &self,
            terms: Vec<u8>,
            max_out: Decimal,
            tokens: Bucket,
            recipient: Global<Account>,
            solver: Global<Account>,
        ) -> Bucket {
            accept(self.settler.fill_and_settle(Fill { terms: &terms, max_out, tokens, recipient, solver }))
        }

        /// Gives back what nobody filled until the deadline, to `recipient` or home. Returns the caller's finishFee. `fee` is the
        /// delivery fee of a return home in XRD, otherwise an empty bucket.
        pub fn give_back(&self, terms: Vec<u8>, recipient: Global<Account>, fee: Bucket) -> Bucket {
            accept(self.settler.give_back(&terms, recipient, fee))
        }

        /// Pays `to` what lies there of `asset`, unless a filler is owed. The owner of `recipient` signs.
        pub fn withdraw(
            &self,
            terms: Vec<u8>,
            asset: ResourceAddress,
            recipient: Global<Account>,
            to: Global<Account>,
        ) {
            accept(self.settler.withdraw(&terms, asset, recipient, to))
        }

        /// Pays `recipient` what lies there of `asset` after a settlement or return.
        pub fn sweep(&self, terms: Vec<u8>, asset: ResourceAddress, recipient: Global<Account>) {
            accept(self.settler.sweep(&terms, asset, recipient))
        }

        /// The bridge, and the account to which orders go.
        pub fn configuration(&self) -> (ComponentAddress, ComponentAddress) {
            (self.settler.bridge.address(), self.settler.account.address())
        }

        /// What became of a swap; nothing while it is neither filled nor returned.
        pub fn swap(&self, id: Word) -> Option<Swap> {
            self.settler.find(&id)
        }

        /// What lies in the store of a swap, of an asset by its word in terms.
        pub fn held(&self, id: Word, asset: Word) -> Decimal {
            self.settler.held(&Store { id, asset: asset_of(&asset) })
        }
    }
}
