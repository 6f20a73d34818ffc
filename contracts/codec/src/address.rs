//! Addresses of other chains.

use crate::Word;

/// Whether `word` is a non-zero address of `length` bytes, left-padded with zeros.
pub fn is_address(word: &Word, length: u8) -> bool {
    let pad = 32usize.saturating_sub(length as usize);
    word.iter().take(pad).all(|byte| *byte == 0) && word.iter().any(|byte| *byte != 0)
}
