//! The codec against the vectors that every implementation of the protocol shares, contracts/vectors.

mod support;

use std::collections::HashMap;

use causeway_codec::address::is_address;
use causeway_codec::amount::{Unit, wire_decimals};
use causeway_codec::message::{self, Kind, Message};
use causeway_codec::packed::{Operation, PackedOrders};
use causeway_codec::proof::{CANCEL_TAIL, Expected, Proof, RELEASE_TAIL};
use causeway_codec::{Error, Keccak256, Word, merkle};
use serde_json::Value;
use support::{Host, bytes, hex, list, number, text, vectors, word};

fn words(vector: &Value, field: &str) -> Vec<Word> {
    let words = vector[field].as_array().unwrap();
    words.iter().map(|word| hex(word.as_str().unwrap()).try_into().unwrap()).collect()
}

fn kind(vector: &Value) -> Kind {
    number::<u8>(vector, "kind").try_into().unwrap()
}

fn packed(message: &Message) -> [u8; message::LENGTH] {
    let mut packed = [0xff; message::LENGTH];
    message.pack(&mut packed);
    packed
}

fn id(message: &Message) -> Word {
    Host::keccak256(&[&packed(message)])
}

#[test]
fn messages_have_the_packed_form_and_the_id_of_the_vectors() {
    for vector in list(&vectors("messages.json")) {
        let message = Message {
            kind: kind(vector),
            source: number(vector, "source"),
            destination: number(vector, "destination"),
            nonce: number(vector, "nonce"),
            source_bridge: &word(vector, "sourceBridge"),
            destination_bridge: &word(vector, "destinationBridge"),
            asset_home: number(vector, "assetHome"),
            sender: &word(vector, "sender"),
            recipient: &word(vector, "recipient"),
            wire_amount: number(vector, "wireAmount"),
            reference: &word(vector, "reference"),
        };
        assert_eq!(packed(&message).to_vec(), bytes(vector, "encoded"), "{}", text(vector, "name"));
        assert_eq!(id(&message), word(vector, "messageId"), "{}", text(vector, "name"));
    }
}

#[test]
fn borsh_differs_from_the_packed_form_by_the_byte_order_of_integers_alone() {
    let (source_bridge, destination_bridge) = ([1; 32], [2; 32]);
    let (sender, recipient, reference) = ([3; 32], [4; 32], [5; 32]);
    let message = Message {
        kind: Kind::Cancel,
        source: 0x01020304,
        destination: 0x05060708,
        nonce: 0x1112131415161718,
        source_bridge: &source_bridge,
        destination_bridge: &destination_bridge,
        asset_home: 0x21222324,
        sender: &sender,
        recipient: &recipient,
        wire_amount: 0x3132333435363738_4142434445464748,
        reference: &reference,
    };
    let mut borsh = packed(&message);
    message::pack_to_borsh(&mut borsh);
    let expected = [
        &[1, 3][..],
        &message.source.to_le_bytes(),
        &message.destination.to_le_bytes(),
        &message.nonce.to_le_bytes(),
        &source_bridge,
        &destination_bridge,
        &message.asset_home.to_le_bytes(),
        &sender,
        &recipient,
        &message.wire_amount.to_le_bytes(),
        &reference,
    ];
    assert_eq!(borsh.to_vec(), expected.concat());
}

#[test]
fn addresses_are_those_with_a_zero_pad_that_are_not_zero() {
    for vector in list(&vectors("addresses.json")) {
        let valid = is_address(&word(vector, "word"), number(vector, "length"));
        assert_eq!(Some(valid), vector["valid"].as_bool(), "{}", text(vector, "name"));
    }
}

#[test]
fn amounts_convert_to_wire_units_and_back() {
    let mut converted = 0;
    for vector in list(&vectors("amounts.json")) {
        let decimals: u8 = number(vector, "localDecimals");
        let unit = Unit::of(decimals);
        // Other chains have room for more than 64 bits.
        let (Ok(amount), Some(unit)) = (text(vector, "localAmount").parse::<u64>(), unit) else { continue };
        assert_eq!(wire_decimals(decimals), number::<u8>(vector, "wireDecimals"), "{}", text(vector, "name"));
        let expected = match vector["error"].as_str() {
            None => Ok(number(vector, "wireAmount")),
            Some("ZeroAmount") => Err(Error::ZeroAmount),
            Some("DustAmount") => Err(Error::DustAmount),
            Some(other) => panic!("{other}"),
        };
        assert_eq!(unit.to_wire(amount), expected, "{}", text(vector, "name"));
        if let Ok(wire_amount) = expected {
            assert_eq!(unit.to_local(wire_amount), Some(amount));
            converted += 1;
        }
    }
    assert!(converted > 0);
}

#[test]
fn amounts_beyond_64_bits_have_no_local_form() {
    let unit = Unit::of(18).unwrap();
    let most = u64::MAX / 10u64.pow(9);
    assert_eq!(unit.to_local(most), Some(most * 10u64.pow(9)));
    assert_eq!(unit.to_local(most + 1), None);
    assert_eq!(Unit::SAME.to_local(u64::MAX), Some(u64::MAX));
    assert!(Unit::of(28).is_some());
    assert!(Unit::of(29).is_none());
}

#[test]
fn siblings_lead_to_the_root_of_the_batch() {
    for vector in list(&vectors("batches.json")) {
        let root = word(vector, "root");
        for proof in list(&vector["proofs"]) {
            let siblings = words(proof, "siblings");
            let message_id = word(proof, "messageId");
            assert_eq!(merkle::root::<Host>(&message_id, &siblings), root, "{}", text(vector, "name"));
            for index in 0..siblings.len() {
                let mut wrong = siblings.clone();
                wrong[index][31] ^= 1;
                assert_ne!(merkle::root::<Host>(&message_id, &wrong), root, "{}", text(vector, "name"));
            }
        }
    }
}

/// The siblings of the leaves [first, first + length) of the tree over `leaves`, as a call has them.
fn siblings_of(leaves: &[Word], mut first: usize, mut length: usize) -> Vec<Word> {
    let mut siblings = Vec::new();
    let mut row = leaves.to_vec();
    while row.len() > 1 {
        let (mut from, mut end) = (first, first + length);
        if from % 2 == 1 {
            from -= 1;
            siblings.push(row[from]);
        }
        if end % 2 == 1 && end < row.len() {
            siblings.push(row[end]);
            end += 1;
        }
        row = row.chunks(2).map(|pair| node(pair)).collect();
        first = from / 2;
        length = end.div_ceil(2) - first;
    }
    siblings
}

fn node(pair: &[Word]) -> Word {
    match pair {
        [lone] => *lone,
        [left, right] => Host::keccak256(&[left.min(right), left.max(right)]),
        _ => panic!("no pair"),
    }
}

#[test]
fn every_part_of_a_tree_leads_to_its_root() {
    for vector in list(&vectors("packed-parts.json")) {
        let width: u32 = number(vector, "width");
        let ids: Vec<Word> = (0..width).map(|index| Host::keccak256(&[&index.to_be_bytes()])).collect();
        let leaves: Vec<Word> = ids.iter().map(merkle::leaf::<Host>).collect();
        let root = word(vector, "root");
        let mut digest = [0; 32];
        for first in 0..width as usize {
            for length in 1..=width as usize - first {
                let siblings = siblings_of(&leaves, first, length);
                digest = Host::keccak256(&[&digest, &Host::keccak256(&[&siblings.concat()])]);
                let part = || leaves[first..first + length].to_vec();
                let of = |mut part: Vec<Word>, siblings: &[Word]| {
                    merkle::root_of_run::<Host>(&mut part, first as u64, width.into(), siblings)
                };
                assert_eq!(of(part(), &siblings), Ok(root), "{first}+{length} of {width}");
                let more = [&siblings[..], &[[7; 32]]].concat();
                assert_eq!(of(part(), &more), Err(Error::MalformedProof));
                if let Some((_, less)) = siblings.split_last() {
                    assert_eq!(of(part(), less), Err(Error::MalformedProof));
                }
                let mut other = part();
                other[length - 1][31] ^= 1;
                assert_ne!(of(other, &siblings), Ok(root));
            }
        }
        assert_eq!(digest, word(vector, "digest"), "{}", text(vector, "name"));
    }
}

#[test]
fn packed_orders_are_read_as_the_vectors_say() {
    for vector in ["evm", "radix"]
        .map(|kind| vectors(&format!("proofs-{kind}.json")))
        .iter()
        .flat_map(|file| list(&file["packed"]))
    {
        let packed = bytes(vector, "packed");
        let packed = PackedOrders::read(&packed).unwrap();
        let functions = packed.orders().map(|order| match order.unwrap().1.operation {
            Operation::Mint => "mintTokens",
            Operation::Release => "releaseTokens",
            Operation::Cancel => "cancelOrder",
        });
        let expected: Vec<_> = list(&vector["functions"]).iter().map(|name| name.as_str().unwrap()).collect();
        assert_eq!(functions.collect::<Vec<_>>(), expected, "{}", text(vector, "name"));
        assert_eq!((packed.source, packed.start_nonce), (number(vector, "source"), number(vector, "startNonce")));
    }
}

#[test]
fn malformed_packed_orders_are_refused() {
    let mut refused = 0;
    for vector in list(&vectors("proofs-radix.json")["malformedPacked"]) {
        let packed = bytes(vector, "packed");
        let read = PackedOrders::read(&packed).and_then(|packed| {
            let mut leaves = packed.orders().map(|order| order.map(|_| [0; 32])).collect::<Result<Vec<Word>, _>>()?;
            merkle::root_of_run::<Host>(&mut leaves, packed.first(), packed.count.into(), packed.siblings)
        });
        let expected = match text(vector, "error") {
            "MalformedProof" => Error::MalformedProof,
            "NonceOutOfRange" => Error::NonceOutOfRange,
            "InvalidKind" => Error::InvalidKind,
            // Nothing of the form is wrong.
            _ => continue,
        };
        assert_eq!(read, Err(expected), "{}", text(vector, "name"));
        refused += 1;
    }
    assert!(refused > 0);
}

#[test]
fn operations_are_those_of_the_functions() {
    for byte in 0..=u8::MAX {
        let mut packed = [0; 26 + 113];
        packed[15] = 1;
        packed[25] = 1;
        packed[26] = byte;
        let read = PackedOrders::read(&packed).unwrap();
        let (nonce, order) = match read.orders().next().unwrap() {
            Ok(order) => order,
            Err(error) => {
                assert_eq!(error, Error::InvalidKind);
                assert!(![0x11, 0x13, 0x22, 0x23, 0x31, 0x32].contains(&byte));
                continue;
            }
        };
        assert_eq!((nonce, order.kind as u8), (0, byte & 15));
        assert_eq!(order.operation as u8 + 1, byte >> 4);
    }
}

/// The bridge that the proofs are for.
struct Bridge {
    domain: u32,
    address: Word,
    remotes: HashMap<u32, Word>,
    /// By source, first nonce and count.
    roots: HashMap<(u32, u64, u32), Word>,
}

impl Bridge {
    fn of(file: &Value) -> Self {
        let remotes = list(&file["remotes"]).iter();
        let intervals = list(&file["intervals"]).iter();
        let key = |interval| (number(interval, "source"), number(interval, "firstNonce"), number(interval, "count"));
        Self {
            domain: number(file, "domain"),
            address: word(file, "bridge"),
            remotes: remotes.map(|remote| (number(remote, "domain"), word(remote, "bridge"))).collect(),
            roots: intervals.map(|interval| (key(interval), word(interval, "root"))).collect(),
        }
    }

    /// What is wrong with a call, of the errors that bytes alone can show.
    fn refuse(&self, vector: &Value) -> Option<&'static str> {
        let proof = bytes(vector, "proof");
        match text(vector, "function") {
            "mintTokens" => self.check(Proof::<0>::read(&proof), vector, |proof| {
                (proof.source, word(vector, "recipient"), number(vector, "localAmount"))
            }),
            "releaseTokens" => self.check(Proof::<RELEASE_TAIL>::read(&proof), vector, |proof| {
                (self.domain, word(vector, "recipient"), proof.wire_amount())
            }),
            "cancelOrder" => self.check(Proof::<CANCEL_TAIL>::read(&proof), vector, |proof| {
                let home = if proof.kind == Kind::Lock { proof.source } else { self.domain };
                (home, *proof.recipient(), proof.wire_amount())
            }),
            other => panic!("{other}"),
        }
    }

    fn check<const TAIL: usize>(
        &self,
        proof: Result<Proof<TAIL>, Error>,
        vector: &Value,
        rest: impl Fn(&Proof<TAIL>) -> (u32, Word, u128),
    ) -> Option<&'static str> {
        let proof = match proof {
            Ok(proof) => proof,
            Err(Error::MalformedProof) => return Some("MalformedProof"),
            Err(error) => {
                assert_eq!(error, Error::InvalidKind);
                return Some("InvalidKind");
            }
        };
        let Some(source_bridge) = self.remotes.get(&proof.source) else { return Some("UnknownRoot") };
        let Some(root) = self.roots.get(&(proof.source, proof.first_nonce, proof.count)) else {
            return Some("UnknownRoot");
        };
        let (asset_home, recipient, wire_amount) = rest(&proof);
        let message = proof.message(&Expected {
            domain: self.domain,
            bridge: &self.address,
            source_bridge,
            asset_home,
            recipient: &recipient,
            wire_amount,
        });
        let order_id = word(vector, "orderId");
        if id(&message) != order_id {
            return Some("MessageIdMismatch");
        }
        (merkle::root::<Host>(&order_id, proof.siblings) != *root).then_some("InvalidProof")
    }
}

#[test]
fn proofs_rebuild_the_message_and_lead_to_the_root() {
    let file = vectors("proofs-solana.json");
    let bridge = Bridge::of(&file);
    for vector in list(&file["proofs"]) {
        assert_eq!(bridge.refuse(vector), None::<&str>, "{}", text(vector, "name"));
    }
}

#[test]
fn malformed_proofs_are_refused_with_the_error_of_the_vectors() {
    let file = vectors("proofs-solana.json");
    let bridge = Bridge::of(&file);
    let mut refused = 0;
    for vector in list(&file["malformedProofs"]) {
        let error = text(vector, "error");
        // The rest are about arguments and nonces, which are not the codec's.
        if ["MalformedProof", "MessageIdMismatch", "InvalidProof"].contains(&error) {
            assert_eq!(bridge.refuse(vector), Some(error), "{}", text(vector, "name"));
            refused += 1;
        }
    }
    assert!(refused > 0);
}

#[test]
fn a_proof_of_one_byte_less_or_more_is_malformed() {
    let file = vectors("proofs-solana.json");
    let longest = list(&file["proofs"]).iter().map(|vector| bytes(vector, "proof")).max_by_key(Vec::len).unwrap();
    for length in 0..longest.len() {
        let read = Proof::<0>::read(&longest[..length]).map(|proof| proof.siblings.len());
        let expected = length.checked_sub(89).filter(|rest| rest % 32 == 0).map(|rest| rest / 32);
        assert_eq!(read, expected.ok_or(Error::MalformedProof));
    }
    let mut deep = longest[..89].to_vec();
    deep.extend([7; 32 * 32]);
    assert_eq!(Proof::<0>::read(&deep).map(|proof| proof.siblings.len()), Ok(32));
    deep.extend([7; 32]);
    assert_eq!(Proof::<0>::read(&deep).map(|_| ()), Err(Error::MalformedProof));
}

#[test]
fn kinds_are_lock_burn_and_cancel() {
    for byte in 0..=u8::MAX {
        assert_eq!(Kind::try_from(byte).map(|kind| kind as u8).ok(), (1..=3).contains(&byte).then_some(byte));
    }
}
