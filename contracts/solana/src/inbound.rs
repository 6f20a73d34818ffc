//! The common part of mint, release and cancel: the proof that a message was committed.

use causeway_codec::message::{self, Message};
use causeway_codec::proof::{Expected, Proof};
use causeway_codec::{Keccak256, Word, merkle};
use pinocchio::error::ProgramError;
use pinocchio::{AccountView, Address};

use crate::error::{BridgeError, Result, require};
use crate::state::{Bridge, Interval, Remote, State, Status, StatusPage, page_of};
use crate::syscall::Keccak;

/// The configuration a message is checked against.
pub struct Lane<'a> {
    pub program: &'a Address,
    pub bridge: &'a Bridge,
    pub remote: &'a Remote,
    pub root: &'a AccountView,
    pub status: &'a AccountView,
}

impl Lane<'_> {
    /// Rebuilds the message from the arguments and the configuration, and checks its id and its inclusion under the
    /// committed root. A false field of the proof thus changes the id. A root exists for open remotes only, so
    /// finding one shows that the remote is open.
    #[inline(always)]
    pub fn verify<const TAIL: usize>(
        &self,
        proof: &Proof<TAIL>,
        order_id: &Word,
        asset_home: u32,
        recipient: &Word,
        wire_amount: u128,
    ) -> Result {
        let interval = Interval { source: proof.source, first_nonce: proof.first_nonce, count: proof.count };
        interval.check(proof.nonce)?;
        let root = match interval.root(self.root, self.program) {
            Err(error) if error == BridgeError::UnknownRoot.into() => {
                return Err(self.rootless(proof.source, proof.nonce));
            }
            found => found?,
        };
        let message = proof.message(&Expected {
            domain: self.bridge.domain,
            bridge: self.program.as_array(),
            source_bridge: &self.remote.bridge,
            asset_home,
            recipient,
            wire_amount,
        });
        require(id(&message) == *order_id, BridgeError::MessageIdMismatch)?;
        let included = merkle::root::<Keccak>(order_id, proof.siblings) == root.root;
        require(included, BridgeError::InvalidProof)
    }

    /// Why there is no root: it was closed after the message was executed or cancelled, or it was never stored.
    #[inline(never)]
    fn rootless(&self, source: u32, nonce: u64) -> ProgramError {
        let page = StatusPage::load(self.status, self.program).ok();
        match page.filter(|page| page.source == source && page.page == page_of(nonce)).map(|page| page.get(nonce)) {
            Some(Status::Executed) => BridgeError::AlreadyExecuted.into(),
            Some(Status::Cancelled) => BridgeError::AlreadyCancelled.into(),
            _ => BridgeError::UnknownRoot.into(),
        }
    }
}

#[inline(always)]
fn id(message: &Message) -> Word {
    let mut packed = [0; message::LENGTH];
    message.pack(&mut packed);
    Keccak::keccak256(&[&packed])
}
