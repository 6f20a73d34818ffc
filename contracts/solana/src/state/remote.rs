use causeway_codec::Word;
use pinocchio::{AccountView, Address};

use super::State;
use crate::error::{BridgeError, INSTRUCTION_DID_NOT_DESERIALIZE, Result, require};
use crate::interface::ACCOUNT_REMOTE;
use crate::pda;
use crate::rate_limit::Bucket;
use crate::syscall::copy;

/// Most bytes of a bridged token's name and symbol.
pub const MAX_NAME: usize = 32;
pub const MAX_SYMBOL: usize = 10;

/// The two limit sets of a remote: Canonical guards lock and release, Bridged burn and mint.
#[derive(Clone, Copy)]
#[repr(u8)]
pub enum Side {
    Canonical,
    Bridged,
}

impl Side {
    pub fn from_borsh(byte: u8) -> Result<Self> {
        match byte {
            0 => Ok(Side::Canonical),
            1 => Ok(Side::Bridged),
            _ => Err(INSTRUCTION_DID_NOT_DESERIALIZE),
        }
    }
}

/// A remote: registration, both lanes, limits.
#[repr(C, packed)]
pub struct Remote {
    discriminator: u64,
    pub domain: u32,
    /// The bridge there, left-padded.
    pub bridge: Word,
    /// The bridged token here, with the remote's wire decimals.
    pub mint: Word,
    pub address_length: u8,
    pub wire_decimals: u8,
    pub opened: u8,
    pub next_outbound_nonce: u64,
    pub next_inbound_nonce: u64,
    /// Wire units of the canonical asset locked here towards the remote and not released.
    pub outstanding: u64,
    pub canonical: Bucket,
    pub bridged: Bucket,
    /// Lock, burn, mint and release are paused for this remote alone.
    pub paused: u8,
    /// Delivery fee of a lock or burn, lamports. Paid fees are the account's lamports above its rent.
    pub fee: u64,
    /// In Borsh two strings, the name and then the symbol, with room for the longest.
    names: [u8; 4 + MAX_NAME + 4 + MAX_SYMBOL],
}

// SAFETY: packed, of integers and bytes, a u64 first.
unsafe impl State for Remote {
    const DISCRIMINATOR: u64 = ACCOUNT_REMOTE;
}

impl Remote {
    /// The remote of `domain`, which must be registered.
    #[inline(always)]
    pub fn registered<'a>(account: &'a mut AccountView, program: &Address, domain: u32) -> Result<&'a mut Self> {
        let seeds: [&[u8]; 2] = [pda::REMOTE, &domain.to_le_bytes()];
        Self::load_or(account, program, &seeds, BridgeError::UnknownRemote)?;
        let remote = Self::load_mut(account, program)?;
        require(remote.domain == domain, BridgeError::InvalidAccount)?;
        Ok(remote)
    }

    /// The remote of `domain`, which must be open.
    #[inline(always)]
    pub fn open<'a>(account: &'a mut AccountView, program: &Address, domain: u32) -> Result<&'a mut Self> {
        let remote = Self::registered(account, program, domain)?;
        require(remote.opened != 0, BridgeError::RemoteNotOpen)?;
        Ok(remote)
    }

    pub fn bucket(&mut self, side: Side) -> &mut Bucket {
        match side {
            Side::Canonical => &mut self.canonical,
            Side::Bridged => &mut self.bridged,
        }
    }

    pub fn check_running(&self) -> Result {
        require(self.paused == 0, BridgeError::RemotePaused)
    }

    pub fn check_mint(&self, mint: &AccountView) -> Result {
        require(*mint.address().as_array() == self.mint, BridgeError::InvalidAccount)
    }

    /// Takes the nonce of the next message of the lane towards the remote.
    pub fn take_nonce(&mut self) -> u64 {
        let nonce = self.next_outbound_nonce;
        self.next_outbound_nonce = nonce + 1;
        nonce
    }

    /// InvalidRemote unless both are as long as the interface allows.
    pub fn set_names(&mut self, name: &str, symbol: &str) -> Result {
        let fits = |text: &str, longest| !text.is_empty() && text.len() <= longest;
        require(fits(name, MAX_NAME) && fits(symbol, MAX_SYMBOL), BridgeError::InvalidRemote)?;
        self.names.fill(0);
        let mut rest = &mut self.names[..];
        for text in [name.as_bytes(), symbol.as_bytes()] {
            let (length, after) = rest.split_at_mut(4);
            length.copy_from_slice(&(text.len() as u32).to_le_bytes());
            let (bytes, after) = after.split_at_mut(text.len());
            copy(bytes, text);
            rest = after;
        }
        Ok(())
    }
}
