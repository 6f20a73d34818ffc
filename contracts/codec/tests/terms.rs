//! Terms of swaps against the vectors that every implementation shares, contracts/vectors/terms.json.

mod support;

use causeway_codec::Word;
use causeway_codec::terms::{Fault, LENGTH, Site, Terms};
use serde_json::Value;
use support::{Host, bytes, list, number, text, vectors, word};

/// What is wrong with the bytes of a vector, for the settler that it names.
fn fault(vector: &Value, bytes: &[u8]) -> Option<Fault> {
    let site = Site {
        domain: number(vector, "atDomain"),
        settler: &word(vector, "atSettler"),
        address_length: number(vector, "addressLength"),
    };
    Terms::read(bytes).and_then(|terms| terms.check(&site)).err()
}

#[test]
fn rules_and_ids_are_those_of_the_vectors() {
    let (mut sound, mut faults) = (0, Vec::new());
    for vector in list(&vectors("terms.json")) {
        let encoded = bytes(vector, "encoded");
        let expected = vector["error"].as_str();
        let fault = fault(vector, &encoded);
        assert_eq!(fault.map(|fault| format!("{fault:?}")).as_deref(), expected, "{}", text(vector, "name"));
        if let Ok(terms) = Terms::read(&encoded) {
            assert_eq!(terms.id::<Host>(), word(vector, "id"), "{}", text(vector, "name"));
        }
        match fault {
            Some(fault) if !faults.contains(&fault) => faults.push(fault),
            Some(_) => {}
            None => sound += 1,
        }
    }
    assert!(sound > 0);
    assert_eq!(faults.len(), 11);
}

#[test]
fn fields_are_those_of_the_vectors() {
    for vector in list(&vectors("terms.json")) {
        let fields = &vector["fields"];
        if fields.is_null() {
            continue;
        }
        let encoded = bytes(vector, "encoded");
        let terms = Terms::read(&encoded).unwrap();
        let words: [(&str, &Word); 7] = [
            ("settler", terms.settler()),
            ("assetIn", terms.asset_in()),
            ("assetOut", terms.asset_out()),
            ("recipient", terms.recipient()),
            ("solver", terms.solver()),
            ("homeAddress", terms.home_address()),
            ("salt", terms.salt()),
        ];
        for (name, field) in words {
            assert_eq!(*field, word(fields, name), "{name} of {}", text(vector, "name"));
        }
        let numbers: [(&str, u128); 10] = [
            ("version", terms.version().into()),
            ("domain", terms.domain().into()),
            ("amountIn", terms.amount_in()),
            ("quotedOut", terms.quoted_out()),
            ("minOut", terms.min_out()),
            ("exclusiveUntil", terms.exclusive_until().into()),
            ("deadline", terms.deadline().into()),
            ("fallback", terms.fallback().into()),
            ("home", terms.home().into()),
            ("finishFee", terms.finish_fee()),
        ];
        for (name, field) in numbers {
            assert_eq!(field, number::<u128>(fields, name), "{name} of {}", text(vector, "name"));
        }
    }
}

#[test]
fn a_fill_pays_what_the_vectors_say() {
    let mut seen = 0;
    for vector in list(&vectors("terms.json")) {
        let encoded = bytes(vector, "encoded");
        for out in vector["outs"].as_array().unwrap() {
            let paid = Terms::read(&encoded).unwrap().out_at(number(out, "time"));
            assert_eq!(paid, number::<u128>(out, "out"), "{} at {}", text(vector, "name"), text(out, "time"));
            seen += 1;
        }
    }
    assert!(seen > 0);
}

/// Terms whose price falls by `fall` in `seconds`, the whole from 0 on.
fn falling(fall: u128, seconds: u64) -> [u8; LENGTH] {
    let mut terms = [0; LENGTH];
    terms[117..133].copy_from_slice(&fall.to_be_bytes());
    terms[221..229].copy_from_slice(&seconds.to_be_bytes());
    terms
}

#[test]
fn the_share_of_a_fall_is_exact_where_it_takes_more_than_64_bits() {
    // Products that u128 still holds, on both sides of 64 bits.
    for fall in [1u128, 999, (1 << 32) - 1, 1 << 32, (1 << 63) + 7, 1 << 64, (1 << 64) + 12_345, (1 << 90) - 1] {
        for seconds in [2u64, 3, 607, (1 << 31) + 1, (1 << 37) - 1] {
            let bytes = falling(fall, seconds);
            let terms = Terms::read(&bytes).unwrap();
            for time in [1, seconds / 2, seconds - 1] {
                let expected = fall - fall * u128::from(time) / u128::from(seconds);
                assert_eq!(terms.out_at(time), expected, "{fall} at {time} of {seconds}");
            }
        }
    }
}

#[test]
fn the_solver_is_alone_until_exclusive_until() {
    let vectors = vectors("terms.json");
    let vector = &list(&vectors)[0];
    let encoded = bytes(vector, "encoded");
    let terms = Terms::read(&encoded).unwrap();
    let until = terms.exclusive_until();
    assert!(terms.is_solver(terms.solver(), 0) && !terms.is_solver(&[9; 32], until - 1));
    assert!(terms.is_solver(&[9; 32], until));
    let mut anyone = encoded.clone();
    anyone[181..213].fill(0);
    assert!(Terms::read(&anyone).unwrap().is_solver(&[9; 32], 0));
}
