//! The tree over a batch of messages: sorted pairs, lone nodes promoted.

use crate::{Keccak256, Word};

/// The root that `siblings`, from leaf to root, lead to from the message with this id.
pub fn root<K: Keccak256>(message_id: &Word, siblings: &[Word]) -> Word {
    // A leaf is hashed once more: its preimage of 32 bytes can't be taken for a node's 64.
    let mut node = K::keccak256(&[message_id]);
    for sibling in siblings {
        node = if is_less(sibling, &node) { K::keccak256(&[sibling, &node]) } else { K::keccak256(&[&node, sibling]) };
    }
    node
}

/// `left < right` as big-endian numbers, eight bytes at a time.
fn is_less(left: &Word, right: &Word) -> bool {
    let (left, _) = left.as_chunks::<8>();
    let (right, _) = right.as_chunks::<8>();
    for (left, right) in left.iter().zip(right) {
        if left != right {
            return u64::from_be_bytes(*left) < u64::from_be_bytes(*right);
        }
    }
    false
}
