//! The tree over a batch of messages: sorted pairs, lone nodes promoted.

use crate::{Error, Keccak256, Word};

/// The root that `siblings`, from leaf to root, lead to from the message with this id.
pub fn root<K: Keccak256>(message_id: &Word, siblings: &[Word]) -> Word {
    siblings.iter().fold(leaf::<K>(message_id), |node, sibling| pair::<K>(&node, sibling))
}

/// The leaf of the message with this id. It is hashed once more: a leaf's preimage of 32 bytes can't be taken for a
/// node's 64.
pub fn leaf<K: Keccak256>(message_id: &Word) -> Word {
    K::keccak256(&[message_id])
}

/// The root of a tree of `width` leaves of which `nodes` are those from position `first` on; overwrites `nodes`, level by
/// level. A level takes a sibling from the left when the first node is a right one, and one from the right when the
/// last node is a left one, unless that is the level's last and is promoted. MalformedProof for a missing or surplus
/// sibling. The caller's nodes are some and within the tree.
pub fn root_of_run<K: Keccak256>(
    nodes: &mut [Word],
    mut first: u64,
    mut width: u64,
    siblings: &[Word],
) -> Result<Word, Error> {
    let mut siblings = siblings.iter();
    let mut length = nodes.len();
    while width > 1 {
        let mut from = 0;
        let mut to = 0;
        if first % 2 == 1 {
            nodes[0] = pair::<K>(siblings.next().ok_or(Error::MalformedProof)?, &nodes[0]);
            from = 1;
            to = 1;
        }
        while from + 1 < length {
            nodes[to] = pair::<K>(&nodes[from], &nodes[from + 1]);
            from += 2;
            to += 1;
        }
        if from < length {
            let is_lone = first + length as u64 == width;
            nodes[to] = if is_lone {
                nodes[from]
            } else {
                pair::<K>(&nodes[from], siblings.next().ok_or(Error::MalformedProof)?)
            };
            to += 1;
        }
        first /= 2;
        length = to;
        width = width.div_ceil(2);
    }
    if siblings.next().is_some() { Err(Error::MalformedProof) } else { Ok(nodes[0]) }
}

/// The node above two others, in whichever order they are given.
fn pair<K: Keccak256>(one: &Word, other: &Word) -> Word {
    if is_less(other, one) { K::keccak256(&[other, one]) } else { K::keccak256(&[one, other]) }
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
