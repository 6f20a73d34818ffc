//! The Causeway bridge on Radix: one component locks its canonical asset towards remotes, mints and burns one bridged
//! token per remote, and pays releases and refunds, each at most once.

mod admin;
mod amount;
mod bridge;
mod creation;
mod error;
mod event;
mod hash;
mod inbound;
mod metadata;
mod many;
mod outbound;
mod rate_limit;
mod remote;
mod roles;
mod status;
mod view;

use causeway_codec::Word;
use causeway_codec::amount::wire_decimals;
use scrypto::prelude::*;

use crate::bridge::{Bridge, Interval, StatusPage};
use crate::creation::globalize;
use crate::error::{BridgeError, accept, ensure};
// Only the schema names them, and the code is built without a schema.
#[allow(unused_imports)]
use crate::event::*;
use crate::metadata::{Content, DAPP_DEFINITION, ICON_URL, create_locker, locked};
use crate::outbound::{NO_REFERENCE, Order};
use crate::rate_limit::Limits;
use crate::remote::{Registration, Remote, Side};
use crate::roles::{ADMIN, Badge, GUARDIAN, ORACLE, PROPOSED_ADMIN, Roles, rule_of};
use crate::status::MessageStatus;
use crate::view::{Configuration, LaneView, LimitsView, RemoteView};

/// Domains below are of EVM chains.
const FIRST_DOMAIN: u32 = 1 << 31;

#[blueprint]
#[types(u32, u128, Word, Interval, StatusPage, Remote)]
#[events(
    TokensLocked,
    TokensBurned,
    OrderCancelled,
    TokensMinted,
    TokensReleased,
    OrderSkipped,
    RootCommitted,
    RootReplaced,
    RemoteSet,
    RemoteOpened,
    LimitsSet,
    OutboundPausedSet,
    InboundPausedSet,
    RemotePausedSet,
    FeeSet,
    FeesCollected,
    OracleSet,
    GuardianSet,
    AdminProposed,
    AdminSet
)]
mod causeway_bridge {
    enable_method_auth! {
        roles {
            oracle => updatable_by: [SELF];
            guardian => updatable_by: [SELF];
            admin => updatable_by: [SELF];
            proposed_admin => updatable_by: [SELF];
        },
        methods {
            lock_tokens => PUBLIC;
            lock_tokens_with_reference => PUBLIC;
            burn_tokens => PUBLIC;
            burn_tokens_with_reference => PUBLIC;
            commit_root => restrict_to: [oracle];
            mint_tokens => restrict_to: [oracle];
            release_tokens => restrict_to: [oracle];
            cancel_order => restrict_to: [oracle];
            execute_many => restrict_to: [oracle];
            pause_outbound => restrict_to: [guardian, admin];
            pause_inbound => restrict_to: [guardian, admin];
            unpause_outbound => restrict_to: [admin];
            unpause_inbound => restrict_to: [admin];
            pause_remote => restrict_to: [guardian, admin];
            unpause_remote => restrict_to: [admin];
            set_fee => restrict_to: [guardian, admin];
            collect_fees => restrict_to: [admin];
            set_remote => restrict_to: [admin];
            open_remote => restrict_to: [admin];
            set_limits => restrict_to: [admin];
            replace_root => restrict_to: [admin];
            set_oracle => restrict_to: [admin];
            set_guardian => restrict_to: [admin];
            propose_admin => restrict_to: [admin];
            accept_admin => restrict_to: [proposed_admin];
            configuration => PUBLIC;
            remote => PUBLIC;
            lane => PUBLIC;
            limits => PUBLIC;
            fee => PUBLIC;
            status => PUBLIC;
            statuses => PUBLIC;
            root => PUBLIC;
            claimable => PUBLIC;
        }
    }

    struct CausewayBridge {
        bridge: Bridge,
    }

    impl CausewayBridge {
        /// Creates a bridge for `canonical`, a fungible resource that anyone can hold, at the reserved address if one is
        /// given. The bridge, its locker and its tokens name the dApp definition for ever, an account of the operator that
        /// is to name them too. Remotes are registered afterwards.
        pub fn instantiate(
            domain: u32,
            canonical: ResourceAddress,
            admin: Badge,
            guardian: Badge,
            members: Vec<PublicKeyHash>,
            threshold: u8,
            dapp_definition: Global<Account>,
            icon_url: String,
            address_reservation: Option<GlobalAddressReservation>,
        ) -> Global<CausewayBridge> {
            accept(ensure(domain >= FIRST_DOMAIN, BridgeError::InvalidDomain));
            accept(ensure(canonical.is_fungible(), BridgeError::InvalidToken));
            let divisibility = ResourceManager::from(canonical).resource_type().divisibility();
            let roles = Roles { admin, proposed_admin: None, guardian, members, threshold };
            accept(roles.check());
            emit_roles(&roles);

            let (reservation, address) = address_reservation.map_or_else(
                || Runtime::allocate_component_address(CausewayBridge::blueprint_id()),
                |reservation| {
                    let address = Runtime::get_reservation_address(&reservation);
                    (reservation, ComponentAddress::new_or_panic(address.into()))
                },
            );
            let dapp_definition = dapp_definition.address();
            let role_rules = [
                (ORACLE, Some(roles.oracle_rule())),
                (GUARDIAN, Some(rule_of(&roles.guardian))),
                (ADMIN, Some(rule_of(&roles.admin))),
                (PROPOSED_ADMIN, Some(rule!(deny_all))),
            ];
            let metadata = [
                locked("name", Content::Text("Causeway bridge".to_owned())),
                locked(ICON_URL, Content::Url(icon_url)),
                locked(DAPP_DEFINITION, Content::Address(dapp_definition.into())),
            ];
            let bridge = Bridge {
                domain,
                canonical,
                wire_decimals: wire_decimals(divisibility.expect("fungible")),
                escrow: FungibleVault::new(canonical),
                fees: FungibleVault::new(XRD),
                locker: create_locker(address, dapp_definition),
                dapp_definition,
                roles,
                outbound_paused: false,
                inbound_paused: false,
                remotes: KeyValueStore::new_with_registered_type(),
                roots: KeyValueStore::new_with_registered_type(),
                statuses: KeyValueStore::new_with_registered_type(),
            };
            globalize(Self { bridge }.instantiate(), reservation, &role_rules, &metadata)
        }

        /// Locks `amount` of the canonical asset towards a remote, where its bridged token is minted for `recipient`. `fee` is
        /// exactly the remote's delivery fee in XRD.
        pub fn lock_tokens(
            &self,
            destination_chain: u32,
            recipient: Word,
            amount: Decimal,
            tokens: Bucket,
            fee: Bucket,
            refund_address: Global<Account>,
        ) {
            let (remote, reference) = (destination_chain, NO_REFERENCE);
            accept(self.bridge.lock(Order { remote, recipient, amount, tokens, fee, reference, refund_address }))
        }

        /// `lock_tokens` with the caller's reference.
        pub fn lock_tokens_with_reference(
            &self,
            destination_chain: u32,
            recipient: Word,
            amount: Decimal,
            tokens: Bucket,
            fee: Bucket,
            reference: Word,
            refund_address: Global<Account>,
        ) {
            let remote = destination_chain;
            accept(self.bridge.lock(Order { remote, recipient, amount, tokens, fee, reference, refund_address }))
        }

        /// Burns `amount` of the bridged token of a remote, where the canonical asset is released to `return_address`.
        /// `fee` is exactly the remote's delivery fee in XRD.
        pub fn burn_tokens(
            &self,
            amount: Decimal,
            return_chain: u32,
            return_address: Word,
            tokens: Bucket,
            fee: Bucket,
            refund_address: Global<Account>,
        ) {
            let (remote, recipient, reference) = (return_chain, return_address, NO_REFERENCE);
            accept(self.bridge.burn(Order { remote, recipient, amount, tokens, fee, reference, refund_address }))
        }

        /// `burn_tokens` with the caller's reference.
        pub fn burn_tokens_with_reference(
            &self,
            amount: Decimal,
            return_chain: u32,
            return_address: Word,
            tokens: Bucket,
            fee: Bucket,
            reference: Word,
            refund_address: Global<Account>,
        ) {
            let (remote, recipient) = (return_chain, return_address);
            accept(self.bridge.burn(Order { remote, recipient, amount, tokens, fee, reference, refund_address }))
        }

        /// Commits the root of the messages [first_nonce, first_nonce + count) from `source`.
        pub fn commit_root(&self, source: u32, first_nonce: u64, count: u32, root: Word) {
            accept(self.bridge.commit_root(Interval { source, first_nonce, count }, root))
        }

        /// Mints `amount` of the bridged token of the proof's source.
        pub fn mint_tokens(&self, order_id: Word, recipient: Global<Account>, amount: Decimal, proof: Vec<u8>) {
            accept(self.bridge.mint(order_id, recipient, amount, &proof))
        }

        /// Releases the proof's amount of the canonical asset.
        pub fn release_tokens(&self, order_id: Word, recipient: Global<Account>, proof: Vec<u8>) {
            accept(self.bridge.release(order_id, recipient, &proof))
        }

        /// Cancels an inbound message, and sends the Cancel message that refunds it.
        pub fn cancel_order(&self, order_id: Word, proof: Vec<u8>) {
            accept(self.bridge.cancel(order_id, &proof))
        }

        /// Mints, releases and cancels consecutive orders of one interval. `recipients` are the accounts of the orders to mint or
        /// release, in their order. An order that its own function would refuse is skipped with an event.
        pub fn execute_many(&self, packed: Vec<u8>, recipients: Vec<Global<Account>>) {
            accept(self.bridge.execute_many(&packed, recipients))
        }

        /// Pauses lock and burn.
        pub fn pause_outbound(&mut self) {
            self.bridge.set_outbound_paused(true)
        }

        /// Pauses mint and release.
        pub fn pause_inbound(&mut self) {
            self.bridge.set_inbound_paused(true)
        }

        /// Unpauses lock and burn.
        pub fn unpause_outbound(&mut self) {
            self.bridge.set_outbound_paused(false)
        }

        /// Unpauses mint and release.
        pub fn unpause_inbound(&mut self) {
            self.bridge.set_inbound_paused(false)
        }

        /// Pauses lock, burn, mint and release for one remote.
        pub fn pause_remote(&self, remote: u32) {
            accept(self.bridge.set_remote_paused(remote, true))
        }

        /// Unpauses one remote.
        pub fn unpause_remote(&self, remote: u32) {
            accept(self.bridge.set_remote_paused(remote, false))
        }

        /// Sets the delivery fee of locks and burns towards a remote, XRD.
        pub fn set_fee(&self, remote: u32, fee: Decimal) {
            accept(self.bridge.set_fee(remote, fee))
        }

        /// Pays the collected delivery fees to an account, which must take them.
        pub fn collect_fees(&self, to: Global<Account>) {
            self.bridge.collect_fees(to)
        }

        /// Registers a remote, closed, and creates its bridged token.
        pub fn set_remote(
            &self,
            remote_domain: u32,
            bridge: Word,
            address_length: u8,
            wire_decimals: u8,
            name: String,
            symbol: String,
            icon_url: String,
        ) {
            let domain = remote_domain;
            let registration = Registration { domain, bridge, address_length, wire_decimals, name, symbol, icon_url };
            accept(self.bridge.set_remote(registration))
        }

        /// Opens a registered remote for good.
        pub fn open_remote(&self, remote_domain: u32) {
            accept(self.bridge.set_opened(remote_domain))
        }

        /// Sets the limits of one side of a remote, in wire units.
        pub fn set_limits(&self, remote_domain: u32, side: Side, limits: Limits) {
            accept(self.bridge.set_limits(remote_domain, side, limits))
        }

        /// Replaces a committed root, and the status of each message in `changed` that was executed or cancelled. The zero
        /// root drops the lane's last interval, with no `changed`.
        pub fn replace_root(&self, source: u32, first_nonce: u64, count: u32, root: Word, changed: Vec<u64>) {
            accept(self.bridge.replace_root(Interval { source, first_nonce, count }, root, changed))
        }

        /// Replaces the oracle set.
        pub fn set_oracle(&mut self, members: Vec<PublicKeyHash>, threshold: u8) {
            accept(self.bridge.set_oracle(members, threshold))
        }

        /// Replaces the guardian.
        pub fn set_guardian(&mut self, guardian: Badge) {
            accept(self.bridge.set_guardian(guardian))
        }

        /// Proposes a new admin, or withdraws the proposal.
        pub fn propose_admin(&mut self, admin: Option<Badge>) {
            self.bridge.propose_admin(admin)
        }

        /// Gives the admin role to the proposed admin.
        pub fn accept_admin(&mut self) {
            accept(self.bridge.accept_admin())
        }

        /// Asset, roles and pauses.
        pub fn configuration(&self) -> Configuration {
            self.bridge.configuration()
        }

        /// The registration of a remote.
        pub fn remote(&self, domain: u32) -> Option<RemoteView> {
            self.bridge.remote_view(domain)
        }

        /// Both lanes of a remote; zeros of an unknown one.
        pub fn lane(&self, domain: u32) -> LaneView {
            self.bridge.lane(domain)
        }

        /// The limits of one side of a remote; zeros of an unknown one.
        pub fn limits(&self, domain: u32, side: Side) -> LimitsView {
            self.bridge.limits(domain, side)
        }

        /// The delivery fee of a lock or burn towards a remote, XRD; zero of an unknown one.
        pub fn fee(&self, remote: u32) -> Decimal {
            self.bridge.fee(remote)
        }

        /// The fate on this chain of the message with this nonce from `source`.
        pub fn status(&self, source: u32, nonce: u64) -> MessageStatus {
            self.bridge.status(source, nonce)
        }

        /// The fates of `count` messages from `first_nonce`, in order.
        pub fn statuses(&self, source: u32, first_nonce: u64, count: u32) -> Vec<MessageStatus> {
            self.bridge.statuses(source, first_nonce, count)
        }

        /// The root committed for an interval.
        pub fn root(&self, source: u32, first_nonce: u64, count: u32) -> Option<Word> {
            self.bridge.root(&Interval { source, first_nonce, count }).ok()
        }

        /// The amount that the locker holds for an account.
        pub fn claimable(&self, account: Global<Account>, resource: ResourceAddress) -> Decimal {
            self.bridge.locker.get_amount(account, resource)
        }
    }
}
