//! Payments. When the recipient can't take one, it is credited instead. A program can't catch a failure, so it checks
//! beforehand whether a payment would fail.

use causeway_codec::Word;
use pinocchio::error::ProgramError;
use pinocchio::{AccountView, Address};

use crate::creation::Creator;
use crate::error::{BridgeError, Result};
use crate::event::{Emitter, Event, size};
use crate::pda;
use crate::state::{Bridge, Claimable, State};
use crate::syscall::rent_exemption;

/// Owner of the sysvars, Sysvar1111111111111111111111111111111111111.
const SYSVARS: Address = Address::new_from_array([
    6, 167, 213, 23, 24, 117, 247, 41, 199, 61, 147, 64, 143, 33, 97, 32, 6, 126, 216, 140, 118, 224, 140, 40, 127,
    193, 148, 96, 0, 0, 0, 0,
]);

/// Whether `wallet` can take `lamports` from the escrow, or from a remote's fees. A reserved address is read-only even when a transaction asks
/// to write it. The event authority can't be paid: it is also an account of the event's call, which lacks the escrow, so
/// that the runtime would find the lamports unbalanced there.
pub fn can_receive(wallet: &AccountView, bridge: &Bridge, lamports: u64) -> Result<bool> {
    let balance = wallet.lamports().checked_add(lamports).ok_or(BridgeError::AmountTooLarge)?;
    let address = wallet.address().as_array();
    Ok(wallet.is_writable()
        && !wallet.executable()
        && !wallet.owned_by(&SYSVARS)
        && *address != bridge.escrow
        && *address != bridge.event_authority
        && balance >= rent_exemption(wallet.data_len())?)
}

/// Pays `lamports` out of an account of the program, which keeps its rent.
pub fn pay(from: &mut AccountView, wallet: &mut AccountView, lamports: u64) -> Result {
    let left = from.lamports().checked_sub(lamports).ok_or(ProgramError::InsufficientFunds)?;
    if left < rent_exemption(from.data_len())? {
        return Err(ProgramError::InsufficientFunds);
    }
    let balance = wallet.lamports().checked_add(lamports).ok_or(BridgeError::AmountTooLarge)?;
    from.set_lamports(left);
    wallet.set_lamports(balance);
    Ok(())
}

/// The credit that replaces a payment that can't be made.
pub struct Credit<'a> {
    pub program: &'a Address,
    pub payer: &'a AccountView,
    pub claimable: &'a mut AccountView,
    /// Zeros for SOL.
    pub mint: &'a Word,
    pub recipient: &'a Word,
}

impl Credit<'_> {
    /// Adds `amount` local units, and creates the account if it is the recipient's first credit.
    #[inline(never)]
    pub fn add(&mut self, amount: u64) -> Result {
        if pda::is_vacant(self.claimable) {
            let creator = Creator { payer: self.payer, program: self.program };
            let (claimable, _) =
                creator.state::<Claimable>(self.claimable, &[pda::CLAIMABLE, self.mint, self.recipient])?;
            claimable.mint = *self.mint;
            claimable.recipient = *self.recipient;
            claimable.payer = *self.payer.address().as_array();
        }
        let claimable = Claimable::load_mut(self.claimable, self.program)?;
        claimable.amount = claimable.amount.checked_add(amount).ok_or(BridgeError::AmountTooLarge)?;
        Ok(())
    }
}

/// The fields of TokensMinted and TokensReleased.
pub struct Executed<'a> {
    pub message_id: &'a Word,
    pub recipient: &'a Word,
    pub wire_amount: u64,
    pub reference: &'a Word,
    pub credited: bool,
}

impl Executed<'_> {
    #[inline(never)]
    pub fn emit(&self, emitter: &Emitter, discriminator: u64) -> Result {
        let mut event = Event::<{ size(32 + 32 + 16 + 32 + 1) }>::new(discriminator);
        event
            .push(self.message_id)
            .push(self.recipient)
            .push(&u128::from(self.wire_amount).to_le_bytes())
            .push(self.reference)
            .push(&[self.credited as u8]);
        emitter.emit(&event)
    }
}
