//! Commit, mint, release and cancel.

use causeway_codec::message::Kind;
use causeway_codec::proof::{CANCEL_TAIL, Expected, Proof, RELEASE_TAIL};
use causeway_codec::{Word, merkle};
use scrypto::prelude::*;

use crate::amount::MAX_MINT;
use crate::bridge::{Bridge, Interval, handle_of, now, own_address, to_word};
use crate::error::{BridgeError, Checked, ensure};
use crate::event::{OrderCancelled, RootCommitted, TokensMinted, TokensReleased};
use crate::hash::{Keccak, message_id};
use crate::outbound::Outgoing;
use crate::remote::Remote;
use crate::status::MessageStatus;

/// Most messages of an interval: one call can drop as many.
const MAX_BATCH: u32 = 4_096;

/// An order's payment, after all its checks.
pub struct Payment {
    pub message_id: Word,
    pub recipient: Global<Account>,
    /// Its left-padded address.
    pub recipient_word: Word,
    pub wire_amount: u128,
    pub reference: Word,
}

impl Bridge {
    /// Commits the root of an interval. Never paused.
    pub fn commit_root(&self, interval: Interval, root: Word) -> Checked {
        let Interval { source, first_nonce, count } = interval;
        let mut remote = self.open_remote(source)?;
        ensure(count != 0, BridgeError::EmptyBatch)?;
        ensure(count <= MAX_BATCH, BridgeError::BatchTooLarge)?;
        ensure(root != [0; 32], BridgeError::ZeroRoot)?;
        ensure(first_nonce == remote.next_inbound_nonce, BridgeError::NonceGap)?;
        remote.next_inbound_nonce = interval.end().ok_or(BridgeError::NonceGap)?;
        self.remotes.insert(source, remote);
        self.roots.insert(interval, root);
        Runtime::emit_event(RootCommitted { source, first_nonce, count, root });
        Ok(())
    }

    /// Mints the bridged token of the proof's source for a Lock made there, or for the Cancel of a Burn made here. Once
    /// per message.
    pub fn mint(&self, order_id: Word, recipient: Global<Account>, amount: Decimal, proof: &[u8]) -> Checked {
        ensure(!self.inbound_paused, BridgeError::InboundPaused)?;
        let proof = Proof::<0>::read(proof)?;
        ensure(proof.kind != Kind::Burn, BridgeError::WrongAssetHome)?;
        let mut remote = self.source_remote(&proof)?;
        remote.check_paused()?;
        let wire_amount = remote.unit().to_wire(amount)?;
        ensure(amount <= MAX_MINT, BridgeError::AmountTooLarge)?;
        let recipient_word = to_word(recipient.address());
        self.verify(&remote, &proof, &order_id, proof.source, &recipient_word, wire_amount)?;
        self.change_status(proof.source, proof.nonce, MessageStatus::execute)?;
        remote.bridged.draw(wire_amount, now())?;
        let token = remote.token;
        self.remotes.insert(proof.source, remote);
        let (message_id, reference) = (order_id, *proof.reference);
        self.pay_minted(token, amount, Payment { message_id, recipient, recipient_word, wire_amount, reference });
        Ok(())
    }

    /// Releases the canonical asset for a Burn made on the proof's source, or for the Cancel of a Lock made here. Once per
    /// message.
    pub fn release(&self, order_id: Word, recipient: Global<Account>, proof: &[u8]) -> Checked {
        ensure(!self.inbound_paused, BridgeError::InboundPaused)?;
        let proof = Proof::<RELEASE_TAIL>::read(proof)?;
        ensure(proof.kind != Kind::Lock, BridgeError::WrongAssetHome)?;
        let mut remote = self.source_remote(&proof)?;
        remote.check_paused()?;
        let wire_amount = proof.wire_amount();
        let recipient_word = to_word(recipient.address());
        self.verify(&remote, &proof, &order_id, self.domain, &recipient_word, wire_amount)?;
        self.change_status(proof.source, proof.nonce, MessageStatus::execute)?;
        remote.draw_release(wire_amount, now())?;
        self.remotes.insert(proof.source, remote);
        let (message_id, reference) = (order_id, *proof.reference);
        self.pay_released(Payment { message_id, recipient, recipient_word, wire_amount, reference });
        Ok(())
    }

    /// Cancels an inbound Lock or Burn that was not executed, and emits the Cancel message that refunds it on its source.
    /// Never paused.
    pub fn cancel(&self, order_id: Word, proof: &[u8]) -> Checked {
        let proof = Proof::<CANCEL_TAIL>::read(proof)?;
        ensure(proof.kind != Kind::Cancel, BridgeError::InvalidKind)?;
        let mut remote = self.source_remote(&proof)?;
        let asset_home = if proof.kind == Kind::Lock { proof.source } else { self.domain };
        let wire_amount = proof.wire_amount();
        self.verify(&remote, &proof, &order_id, asset_home, proof.recipient(), wire_amount)?;
        self.change_status(proof.source, proof.nonce, MessageStatus::cancel)?;

        self.emit_cancel(&mut remote, proof.source, asset_home, proof.sender, wire_amount, &order_id);
        self.remotes.insert(proof.source, remote);
        Ok(())
    }

    /// The remote of the proof's source. An unknown one has no roots.
    fn source_remote<const TAIL: usize>(&self, proof: &Proof<TAIL>) -> Checked<Remote> {
        self.find_remote(proof.source).ok_or(BridgeError::UnknownRoot)
    }

    /// Rebuilds the message from the arguments and the configuration, and checks its id and its inclusion under the
    /// committed root. A false field of the proof thus changes the id. A root exists for open remotes only, so
    /// finding one shows that the remote is open.
    fn verify<const TAIL: usize>(
        &self,
        remote: &Remote,
        proof: &Proof<TAIL>,
        order_id: &Word,
        asset_home: u32,
        recipient: &Word,
        wire_amount: u128,
    ) -> Checked {
        let interval = Interval { source: proof.source, first_nonce: proof.first_nonce, count: proof.count };
        interval.check(proof.nonce)?;
        let root = self.root(&interval)?;
        let bridge = &to_word(own_address());
        let message = proof.message(&Expected {
            domain: self.domain,
            bridge,
            source_bridge: &remote.bridge,
            asset_home,
            recipient,
            wire_amount,
        });
        ensure(message_id(&message) == *order_id, BridgeError::MessageIdMismatch)?;
        let included = merkle::root::<Keccak>(order_id, proof.siblings) == root;
        ensure(included, BridgeError::InvalidProof)
    }

    /// Emits the Cancel message that refunds the order to its sender on `destination`.
    pub fn emit_cancel(
        &self,
        remote: &mut Remote,
        destination: u32,
        asset_home: u32,
        sender: &Word,
        wire_amount: u128,
        order_id: &Word,
    ) {
        let (kind, recipient, reference) = (Kind::Cancel, sender, order_id);
        let outgoing = Outgoing { kind, destination, asset_home, sender, recipient, wire_amount, reference };
        let (message_id, message) = self.next_message(remote, &outgoing);
        Runtime::emit_event(OrderCancelled { message_id, message });
    }

    /// Mints `amount` of the bridged token for the payment's recipient.
    pub fn pay_minted(&self, token: ResourceAddress, amount: Decimal, payment: Payment) {
        let token: FungibleResourceManager = token.into();
        let Payment { message_id, recipient_word, wire_amount, reference, .. } = payment;
        let credited = self.pay_or_credit(payment.recipient, token.mint(amount));
        Runtime::emit_event(TokensMinted { message_id, recipient: recipient_word, wire_amount, reference, credited });
    }

    /// Releases the payment's amount of the canonical asset to its recipient.
    pub fn pay_released(&self, payment: Payment) {
        let Payment { message_id, recipient_word, wire_amount, reference, .. } = payment;
        let tokens = handle_of(&self.escrow).take(self.unit().to_local(wire_amount));
        let credited = self.pay_or_credit(payment.recipient, tokens);
        Runtime::emit_event(TokensReleased { message_id, recipient: recipient_word, wire_amount, reference, credited });
    }

    /// Pays the account, or credits it in the locker, where its owner claims. Returns whether it was credited. An account
    /// that refuses the deposit returns it, so that nobody can make a payment fail, and with it a batch.
    fn pay_or_credit(&self, mut recipient: Global<Account>, tokens: FungibleBucket) -> bool {
        match recipient.try_deposit_or_refund(tokens.into(), None) {
            None => false,
            Some(refused) => {
                let mut locker = self.locker;
                locker.store(recipient, refused, false);
                true
            }
        }
    }
}
