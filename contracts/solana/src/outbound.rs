//! The common part of lock and burn.

use causeway_codec::Word;
use causeway_codec::address::is_address;
use causeway_codec::message::{Kind, Message};
use pinocchio::{AccountView, Address};
use pinocchio_system::instructions::Transfer;

use crate::error::{BridgeError, Result, require};
use crate::state::{Bridge, Remote};

/// The reference of an order when its caller gives none.
pub const NO_REFERENCE: Word = [0; 32];

/// The arguments of a lock or burn.
pub struct Order<'a> {
    pub remote: u32,
    /// The recipient on the destination.
    pub recipient: &'a Word,
    /// Local units.
    pub amount: u64,
    pub reference: &'a Word,
    /// The address that a refund pays here; the sender when absent.
    pub refund_address: Option<&'a Word>,
    /// The highest delivery fee that its payer accepts, lamports.
    pub max_fee: u64,
}

impl Order<'_> {
    /// The remote, when it accepts this order.
    #[inline(always)]
    pub fn check<'a>(&self, remote: &'a mut AccountView, bridge: &Bridge, program: &Address) -> Result<&'a mut Remote> {
        bridge.check_outbound()?;
        let remote = Remote::open(remote, program, self.remote)?;
        remote.check_running()?;
        require(is_address(self.recipient, remote.address_length), BridgeError::InvalidRecipient)?;
        require(self.refund_address != Some(&[0; 32]), BridgeError::InvalidRefundAddress)?;
        Ok(remote)
    }

    /// Pays the delivery fee to the account of the order's remote.
    #[inline(always)]
    pub fn pay_fee(&self, payer: &AccountView, remote: &AccountView, fee: u64) -> Result {
        require(fee <= self.max_fee, BridgeError::FeeTooHigh)?;
        if fee == 0 {
            return Ok(());
        }
        Transfer { from: payer, to: remote, lamports: fee }.invoke()
    }

    /// The order's message, the next of the lane.
    #[inline(always)]
    pub fn message<'a>(&'a self, kind: Kind, wire_amount: u64, origin: Origin<'a>) -> Message<'a> {
        Message {
            kind,
            source: origin.domain,
            destination: self.remote,
            nonce: origin.remote.take_nonce(),
            source_bridge: origin.program.as_array(),
            destination_bridge: &origin.remote.bridge,
            asset_home: if kind == Kind::Lock { origin.domain } else { self.remote },
            sender: self.refund_address.unwrap_or(origin.sender.address().as_array()),
            recipient: self.recipient,
            wire_amount: wire_amount.into(),
            reference: self.reference,
        }
    }
}

/// The source of a message.
pub struct Origin<'a> {
    pub domain: u32,
    pub program: &'a Address,
    pub remote: &'a mut Remote,
    pub sender: &'a AccountView,
}
