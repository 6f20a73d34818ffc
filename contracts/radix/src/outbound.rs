//! Lock and burn.

use causeway_codec::Word;
use causeway_codec::address::is_address;
use causeway_codec::message::{Kind, Message};
use scrypto::prelude::*;

use crate::bridge::{Bridge, handle_of, own_address, to_word};
use crate::error::{BridgeError, Checked, ensure};
use crate::event::{self, TokensBurned, TokensLocked};
use crate::hash::message_id;
use crate::remote::Remote;

/// The reference of an order when its caller gives none.
pub const NO_REFERENCE: Word = [0; 32];

/// The arguments of a lock or burn.
pub struct Order {
    pub remote: u32,
    /// The recipient on the destination.
    pub recipient: Word,
    pub amount: Decimal,
    /// The tokens to lock or burn, exactly `amount`.
    pub tokens: Bucket,
    /// Exactly the remote's delivery fee in XRD; empty when there is none.
    pub fee: Bucket,
    pub reference: Word,
    /// The address that a refund pays here.
    pub refund_address: Global<Account>,
}

impl Order {
    /// The tokens, when they are exactly `amount` of `resource`. The delivery fee, which must be exactly `due`, goes into
    /// `fees`.
    fn take(self, resource: ResourceAddress, due: Decimal, fees: &FungibleVault) -> Checked<FungibleBucket> {
        ensure(self.tokens.resource_address() == resource, BridgeError::InvalidToken)?;
        ensure(self.tokens.amount() == self.amount, BridgeError::BalanceDeltaMismatch)?;
        ensure(self.fee.amount() == due, BridgeError::WrongValue)?;
        if due.is_zero() {
            self.fee.drop_empty();
        } else {
            ensure(self.fee.resource_address() == XRD, BridgeError::WrongValue)?;
            handle_of(fees).put(FungibleBucket(self.fee));
        }
        Ok(FungibleBucket(self.tokens))
    }
}

/// The fields of a message besides its lane.
pub struct Outgoing<'a> {
    pub kind: Kind,
    pub destination: u32,
    pub asset_home: u32,
    pub sender: &'a Word,
    pub recipient: &'a Word,
    pub wire_amount: u128,
    pub reference: &'a Word,
}

impl Bridge {
    /// Locks the canonical asset towards a remote, where its bridged token is minted.
    pub fn lock(&self, order: Order) -> Checked {
        let mut remote = self.check_outbound(&order)?;
        let wire_amount = self.unit().to_wire(order.amount)?;
        remote.canonical.check(wire_amount)?;
        remote.outstanding = remote.outstanding.checked_add(wire_amount).ok_or(BridgeError::AmountTooLarge)?;
        let (message_id, message) = self.order_message(&mut remote, Kind::Lock, &order, wire_amount);
        let fee = remote.fee;
        self.remotes.insert(order.remote, remote);
        Runtime::emit_event(TokensLocked { message_id, message });
        handle_of(&self.escrow).put(order.take(self.canonical, fee, &self.fees)?);
        Ok(())
    }

    /// Burns the bridged token of a remote, where the canonical asset is released.
    pub fn burn(&self, order: Order) -> Checked {
        let mut remote = self.check_outbound(&order)?;
        let wire_amount = remote.unit().to_wire(order.amount)?;
        remote.bridged.check(wire_amount)?;
        let (token, fee) = (remote.token, remote.fee);
        let (message_id, message) = self.order_message(&mut remote, Kind::Burn, &order, wire_amount);
        self.remotes.insert(order.remote, remote);
        Runtime::emit_event(TokensBurned { message_id, message });
        order.take(token, fee, &self.fees)?.burn();
        Ok(())
    }

    /// The next message of the lane towards the remote, and its id, for the caller's event.
    pub fn next_message(&self, remote: &mut Remote, outgoing: &Outgoing) -> (Word, event::Message) {
        let message = Message {
            kind: outgoing.kind,
            source: self.domain,
            destination: outgoing.destination,
            nonce: remote.take_nonce(),
            source_bridge: &to_word(own_address()),
            destination_bridge: &remote.bridge,
            asset_home: outgoing.asset_home,
            sender: outgoing.sender,
            recipient: outgoing.recipient,
            wire_amount: outgoing.wire_amount,
            reference: outgoing.reference,
        };
        (message_id(&message), (&message).into())
    }

    /// The remote, when it accepts this order.
    fn check_outbound(&self, order: &Order) -> Checked<Remote> {
        ensure(!self.outbound_paused, BridgeError::OutboundPaused)?;
        let remote = self.open_remote(order.remote)?;
        remote.check_paused()?;
        ensure(is_address(&order.recipient, remote.address_length), BridgeError::InvalidRecipient)?;
        Ok(remote)
    }

    fn order_message(
        &self,
        remote: &mut Remote,
        kind: Kind,
        order: &Order,
        wire_amount: u128,
    ) -> (Word, event::Message) {
        let asset_home = if kind == Kind::Lock { self.domain } else { order.remote };
        let sender = &to_word(order.refund_address.address());
        let Order { remote: destination, recipient, reference, .. } = order;
        let destination = *destination;
        self.next_message(
            remote,
            &Outgoing { kind, destination, asset_home, sender, recipient, wire_amount, reference },
        )
    }
}
