//! Events. Amounts are of the token itself.

use causeway_codec::Word;
use scrypto::prelude::*;

/// A message of the bridge was moved from the settler's account into the store of its reference.
#[derive(ScryptoSbor, ScryptoEvent)]
pub struct Delivered {
    pub id: Word,
    pub message_id: Word,
    pub asset: Word,
    pub amount: Decimal,
}

/// A solver paid the recipient.
#[derive(ScryptoSbor, ScryptoEvent)]
pub struct Filled {
    pub id: Word,
    pub solver: Word,
    pub out: Decimal,
}

/// The filler was paid.
#[derive(ScryptoSbor, ScryptoEvent)]
pub struct Settled {
    pub id: Word,
    pub to: Word,
    pub amount: Decimal,
}

/// The swap ended without a fill. `home` is zero where the token stayed on this chain.
#[derive(ScryptoSbor, ScryptoEvent)]
pub struct Returned {
    pub id: Word,
    pub amount: Decimal,
    pub home: u32,
}

/// What is no part of a fill or a return left the store.
#[derive(ScryptoSbor, ScryptoEvent)]
pub struct Swept {
    pub id: Word,
    pub asset: Word,
    pub to: Word,
    pub amount: Decimal,
}
