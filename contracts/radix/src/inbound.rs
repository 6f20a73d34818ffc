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
        let token: FungibleResourceManager = remote.token.into();
        self.remotes.insert(proof.source, remote);

        let credited = self.pay_or_credit(recipient, token.mint(amount));
        let (recipient, reference) = (recipient_word, *proof.reference);
        Runtime::emit_event(TokensMinted { message_id: order_id, recipient, wire_amount, reference, credited });
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
        let left = remote.outstanding.checked_sub(wire_amount);
        remote.outstanding = left.ok_or(BridgeError::InsufficientOutstanding)?;
        remote.canonical.draw(wire_amount, now())?;
        self.remotes.insert(proof.source, remote);

        let tokens = handle_of(&self.escrow).take(self.unit().to_local(wire_amount));
        let credited = self.pay_or_credit(recipient, tokens);
        let (recipient, reference) = (recipient_word, *proof.reference);
        Runtime::emit_event(TokensReleased { message_id: order_id, recipient, wire_amount, reference, credited });
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

        let (message_id, message) = self.next_message(
            &mut remote,
            &Outgoing {
                kind: Kind::Cancel,
                destination: proof.source,
                asset_home,
                sender: proof.sender,
                recipient: proof.sender,
                wire_amount,
                reference: &order_id,
            },
        );
        self.remotes.insert(proof.source, remote);
        Runtime::emit_event(OrderCancelled { message_id, message });
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
