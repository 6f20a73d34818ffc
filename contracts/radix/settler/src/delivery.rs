//! Deliveries of the bridge: from the settler's account into the swaps' stores.

use causeway_codec::message::{Kind, Message};
use causeway_codec::{Keccak256, Word, merkle};
use scrypto::prelude::*;

use crate::error::{Checked, SettlerError, ensure};
use crate::event::Delivered;
use crate::settler::{Inbound, Keccak, Settler, Store, Token, word_of};

/// The bridge's fate of a message.
#[derive(ScryptoSbor, PartialEq, Eq)]
pub enum Status {
    None,
    Executed,
    Cancelled,
    Replaced,
}

/// The bridge's view of a remote.
#[derive(ScryptoSbor)]
pub struct Remote {
    pub bridge: Word,
    pub token: ResourceAddress,
    pub address_length: u8,
    pub wire_decimals: u8,
    pub opened: bool,
}

impl Settler {
    /// Moves what the bridge paid for the message into the store of the message's reference, once. The tokens are those
    /// of the message's kind and source: another remote's token never counts as this one's.
    pub fn deliver(&self, message: &[u8], first_nonce: u64, count: u32, siblings: &[Word]) -> Checked {
        let packed = message.try_into().map_err(|_| SettlerError::MalformedMessage)?;
        let message = Message::read(packed)?;
        let Message { kind, source, nonce, wire_amount, reference, .. } = message;
        let comes_here = message.destination == self.domain
            && *message.destination_bridge == word_of(self.bridge.address())
            && *message.recipient == word_of(self.account.address());
        ensure(comes_here, SettlerError::WrongVault)?;
        ensure(kind != Kind::Cancel, SettlerError::InvalidKind)?;
        let inside = nonce.checked_sub(first_nonce).is_some_and(|offset| offset < count.into());
        ensure(inside, SettlerError::NonceOutOfRange)?;
        let inbound = Inbound { source, nonce };
        ensure(self.delivered.get(&inbound).is_none(), SettlerError::AlreadyDelivered)?;

        let root: Option<Word> = self.call_bridge("root", &(source, first_nonce, count));
        let message_id = Keccak::keccak256(&[packed]);
        let included = merkle::root::<Keccak>(&message_id, siblings) == root.ok_or(SettlerError::UnknownRoot)?;
        ensure(included, SettlerError::InvalidProof)?;
        let status: Status = self.call_bridge("status", &(source, nonce));
        ensure(status == Status::Executed, SettlerError::NotExecuted)?;
        let Token { resource, wire_decimals } =
            if kind == Kind::Lock { self.token_of(source)? } else { self.canonical.clone() };

        self.delivered.insert(inbound, true);
        let amount = Decimal::from_attos(I192::from(wire_amount) * I192::from(unit(wire_decimals)));
        let (id, asset) = (*reference, word_of(resource));
        let mut account = self.account;
        self.put(Store { id, asset }, account.withdraw(resource, amount));
        Runtime::emit_event(Delivered { id, message_id, asset, amount });
        Ok(())
    }

    /// The bridged token of a remote that has roots, and is therefore open: its registration is final. It is asked for
    /// once, because each call of the bridge costs a tenth of a swap.
    fn token_of(&self, source: u32) -> Checked<Token> {
        if let Some(token) = self.tokens.get(&source) {
            return Ok(token.clone());
        }
        let Remote { token: resource, wire_decimals, .. } = self.remote(source).ok_or(SettlerError::UnknownRoot)?;
        let token = Token { resource, wire_decimals };
        self.tokens.insert(source, token.clone());
        Ok(token)
    }

    pub fn remote(&self, domain: u32) -> Option<Remote> {
        self.call_bridge("remote", &(domain,))
    }
}

/// The wire unit of an asset in units of 10^-18.
pub fn unit(wire_decimals: u8) -> u64 {
    10u64.pow(u32::from(DIVISIBILITY_MAXIMUM - wire_decimals))
}
