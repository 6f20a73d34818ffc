//! What the host sees: functions from bytes to bytes.
//!
//! The host writes the input into memory of `allocate` and passes it on; a function takes it, and answers
//! `address << 32 | length` of memory that the host gives back with `release`. The first byte of an answer is 0 and
//! the rest the value, or 1 and the rest the refusal. Values and refusals are JSON unless a function says otherwise.
//! A panic tells the host its message and ends in a trap, after which the instance is of no more use.

use crate::definition::definition;
use crate::ledger::Ledger;
use crate::rejection::Rejection;
use crate::sbor_json::sbor_json;
use serde::de::DeserializeOwned;
use serde_json::{Value, json};
use std::cell::RefCell;

type Answer = Result<Vec<u8>, Vec<u8>>;

thread_local! {
    static LEDGER: RefCell<Option<Ledger>> = const { RefCell::new(None) };
}

#[link(wasm_import_module = "host")]
extern "C" {
    fn panicked(message: *const u8, length: usize);
}

/// To be called once, before anything else.
#[no_mangle]
pub extern "C" fn setup() {
    std::panic::set_hook(Box::new(|info| {
        let message = info.to_string();
        unsafe { panicked(message.as_ptr(), message.len()) }
    }));
}

#[no_mangle]
pub extern "C" fn allocate(length: usize) -> *mut u8 {
    Box::into_raw(vec![0_u8; length].into_boxed_slice()).cast()
}

/// # Safety
/// `address` and `length` are of an answer, which is released once.
#[no_mangle]
pub unsafe extern "C" fn release(address: *mut u8, length: usize) {
    drop(take(address, length));
}

unsafe fn take(address: *mut u8, length: usize) -> Box<[u8]> {
    Box::from_raw(std::ptr::slice_from_raw_parts_mut(address, length))
}

macro_rules! functions {
    ($($(#[$attribute:meta])* $name:ident = $body:expr;)*) => {$(
        $(#[$attribute])*
        ///
        /// # Safety
        /// `address` and `length` are of memory from `allocate`, which the function takes.
        #[no_mangle]
        pub unsafe extern "C" fn $name(address: *mut u8, length: usize) -> u64 {
            let body: fn(&[u8]) -> Answer = $body;
            let input = take(address, length);
            let (status, content) = match body(&input) {
                Ok(value) => (0, value),
                Err(refusal) => (1, refusal),
            };
            drop(input);
            let mut output = Vec::with_capacity(content.len() + 1);
            output.push(status);
            output.extend(content);
            let output = output.into_boxed_slice();
            let length = output.len() as u64;
            (Box::into_raw(output).cast::<u8>() as usize as u64) << 32 | length
        }
    )*};
}

functions! {
    /// A new ledger from genesis settings.
    boot = |input| {
        let settings = parse(input)?;
        LEDGER.set(Some(Ledger::boot(&settings)));
        json(Ok::<_, String>(Value::Null))
    };
    /// The ledger whose image the input is.
    restore = |input| {
        let ledger = Ledger::restore(input).map_err(refusal)?;
        LEDGER.set(Some(ledger));
        json(Ok::<_, String>(Value::Null))
    };
    /// The image of the ledger: bytes.
    image = |_| with(|ledger| Ok(ledger.image()));
    head = |_| with(|ledger| json(Ok::<_, String>(ledger.head())));
    /// Of a notarized transaction's bytes.
    parse_transaction = |input| with(|ledger| rejected(ledger.parse(input)));
    check_transaction = |input| with(|ledger| rejected(ledger.check(input)));
    commit_transaction = |input| with(|ledger| rejected(ledger.commit_user_transaction(input)));
    /// At the time in the input, a number of milliseconds.
    close_round = |input| {
        let timestamp_ms = parse(input)?;
        with(|ledger| rejected(ledger.close_round(timestamp_ms)))
    };
    execute_manifest = |input| {
        let request = parse(input)?;
        with(|ledger| rejected(ledger.execute_manifest(&request)))
    };
    preview = |input| {
        let request = parse(input)?;
        with(|ledger| rejected(ledger.preview(&request)))
    };
    preview_call = |input| {
        let request = parse(input)?;
        with(|ledger| rejected(ledger.preview_call(&request)))
    };
    take_snapshot = |_| with(|ledger| json(Ok::<_, String>(json!(ledger.snapshot()))));
    roll_back = |input| {
        let snapshot = parse(input)?;
        with(|ledger| json(ledger.roll_back(snapshot).map(|()| Value::Null)))
    };
    entity = |input| by_address(input, Ledger::entity);
    vaults = |input| by_address(input, Ledger::vaults);
    resource = |input| by_address(input, Ledger::resource);
    metadata = |input| by_address(input, Ledger::metadata);
    package = |input| by_address(input, Ledger::package);
    consensus_manager = |_| with(|ledger| json(Ok::<_, String>(ledger.consensus_manager())));
    /// Of Scrypto SBOR.
    describe_sbor = |input| with(|ledger| json(sbor_json(&ledger.text, input)));
    /// Of a blueprint's WebAssembly with schema: bytes, of an `.rpd` file. Needs no ledger.
    extract_definition = |input| definition(input).map_err(refusal);
    /// Lets as many commits succeed as the input says, and the next one panic in its middle. For tests of the host.
    panic_in_commit = |input| {
        let commits = parse(input)?;
        with(|ledger| {
            ledger.commits_before_panic = Some(commits);
            json(Ok::<_, String>(Value::Null))
        })
    };
    /// Panics with the input as its message. For tests of the host.
    panic_with = |input| panic!("{}", String::from_utf8_lossy(input));
}

fn with(body: impl FnOnce(&mut Ledger) -> Answer) -> Answer {
    LEDGER.with_borrow_mut(|ledger| match ledger {
        Some(ledger) => body(ledger),
        None => Err(refusal("there is no ledger yet")),
    })
}

fn by_address(input: &[u8], query: fn(&Ledger, &str) -> Result<Value, String>) -> Answer {
    let address: String = parse(input)?;
    with(|ledger| json(query(ledger, &address)))
}

fn parse<T: DeserializeOwned>(input: &[u8]) -> Result<T, Vec<u8>> {
    serde_json::from_slice(input).map_err(|error| refusal(error.to_string()))
}

fn json(result: Result<Value, impl Into<String>>) -> Answer {
    result.map(|value| value.to_string().into_bytes()).map_err(refusal)
}

fn rejected(result: Result<Value, Rejection>) -> Answer {
    result.map(|value| value.to_string().into_bytes()).map_err(|rejection| rejection.json().to_string().into_bytes())
}

/// A refusal that is about the call, not about a transaction.
fn refusal(message: impl Into<String>) -> Vec<u8> {
    Rejection::malformed(message.into()).json().to_string().into_bytes()
}
