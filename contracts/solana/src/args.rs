//! Borsh arguments of an instruction.

use causeway_codec::Word;

use crate::error::{INSTRUCTION_DID_NOT_DESERIALIZE, Result};

/// Reads arguments one after the other. Missing, surplus or malformed bytes are Anchor's error 102.
pub struct Args<'a>(&'a [u8]);

impl<'a> Args<'a> {
    pub fn new(data: &'a [u8]) -> Self {
        Self(data)
    }

    #[inline(always)]
    pub fn array<const N: usize>(&mut self) -> Result<&'a [u8; N]> {
        let (array, rest) = self.0.split_first_chunk().ok_or(INSTRUCTION_DID_NOT_DESERIALIZE)?;
        self.0 = rest;
        Ok(array)
    }

    #[inline(always)]
    pub fn u8(&mut self) -> Result<u8> {
        Ok(self.array::<1>()?[0])
    }

    #[inline(always)]
    pub fn u32(&mut self) -> Result<u32> {
        Ok(u32::from_le_bytes(*self.array()?))
    }

    #[inline(always)]
    pub fn u64(&mut self) -> Result<u64> {
        Ok(u64::from_le_bytes(*self.array()?))
    }

    #[inline(always)]
    pub fn word(&mut self) -> Result<&'a Word> {
        self.array()
    }

    #[inline(always)]
    pub fn bytes(&mut self) -> Result<&'a [u8]> {
        let length = self.u32()? as usize;
        let (bytes, rest) = self.0.split_at_checked(length).ok_or(INSTRUCTION_DID_NOT_DESERIALIZE)?;
        self.0 = rest;
        Ok(bytes)
    }

    /// A vector of `N`-byte elements.
    pub fn arrays<const N: usize>(&mut self) -> Result<&'a [[u8; N]]> {
        let count = self.u32()? as usize;
        let length = count.checked_mul(N).ok_or(INSTRUCTION_DID_NOT_DESERIALIZE)?;
        let (bytes, rest) = self.0.split_at_checked(length).ok_or(INSTRUCTION_DID_NOT_DESERIALIZE)?;
        self.0 = rest;
        Ok(bytes.as_chunks().0)
    }

    pub fn string(&mut self) -> Result<&'a str> {
        core::str::from_utf8(self.bytes()?).map_err(|_| INSTRUCTION_DID_NOT_DESERIALIZE)
    }

    /// Call this after the last argument.
    #[inline(always)]
    pub fn end(self) -> Result {
        if self.0.is_empty() { Ok(()) } else { Err(INSTRUCTION_DID_NOT_DESERIALIZE) }
    }
}
