use causeway_codec::message::Kind;
use causeway_codec::proof::{Proof, RELEASE_TAIL};

use crate::access::{Context, check_address, check_unused};
use crate::error::{BridgeError, Result, require};
use crate::event::Emitter;
use crate::inbound::Lane;
use crate::interface::{ACCESS_RELEASE_TOKENS, EVENT_TOKENS_RELEASED};
use crate::payment::{self, Credit, Executed};
use crate::state::{Bridge, Claimable, Oracles, Remote, State, StatusPage};
use crate::syscall::now;
use crate::token::{self, Payment, TOKEN_PROGRAM, TokenAccount};

/// Releases the canonical asset for a Burn made on the proof's source, or for the Cancel of a Lock made here. Once per
/// message. A recipient that can't be paid is credited instead, see `claim`.
#[inline(never)]
pub fn release_tokens(cx: &mut Context) -> Result {
    let mut args = cx.args();
    let (order_id, recipient, proof) = (args.word()?, args.word()?, args.bytes()?);
    args.end()?;
    let program = cx.program;
    let [
        payer,
        bridge_account,
        oracles,
        remote,
        root,
        status,
        escrow,
        wallet,
        recipient_token,
        claimable,
        token_program,
        system_program,
        event_authority,
        _,
    ] = cx.accounts(&ACCESS_RELEASE_TOKENS)?;
    let bridge = Bridge::load(bridge_account, program)?;
    bridge.check_escrow(escrow)?;
    let emitter = Emitter::new(program, bridge, event_authority)?;
    check_address(system_program, &pinocchio_system::ID)?;
    Oracles::load(oracles, program)?.authorize(cx.rest())?;
    bridge.check_inbound()?;

    let proof = Proof::<RELEASE_TAIL>::read(proof).map_err(BridgeError::from)?;
    require(proof.kind != Kind::Lock, BridgeError::WrongAssetHome)?;
    let remote = Remote::registered(remote, program, proof.source)?;
    remote.check_running()?;
    require(*recipient != [0; 32], BridgeError::InvalidRecipient)?;
    require(wallet.address().as_array() == recipient, BridgeError::InvalidAccount)?;
    let wire_amount = proof.wire_amount();
    Lane { program, bridge, remote, root, status }.verify(&proof, order_id, bridge.domain, recipient, wire_amount)?;
    StatusPage::of(status, program, proof.source, proof.nonce)?.execute(proof.nonce)?;
    let wire_amount = u64::try_from(wire_amount).map_err(|_| BridgeError::AmountTooLarge)?;
    let left = remote.outstanding.checked_sub(wire_amount);
    remote.outstanding = left.ok_or(BridgeError::InsufficientOutstanding)?;
    remote.canonical.draw(wire_amount, now()?)?;

    let amount = bridge.canonical_unit()?.to_local(wire_amount).ok_or(BridgeError::AmountTooLarge)?;
    Claimable::check(claimable, program, &bridge.canonical_mint, recipient)?;
    let credited = if bridge.is_native() {
        check_unused(recipient_token, program, None)?;
        check_unused(token_program, program, Some(&TOKEN_PROGRAM))?;
        !payment::can_receive(wallet, bridge, amount)?
    } else {
        check_address(token_program, &TOKEN_PROGRAM)?;
        !token::can_receive(recipient_token, recipient, &bridge.canonical_mint)? || TokenAccount::read(escrow).is_none()
    };
    if credited {
        Credit { program, payer, claimable, mint: &bridge.canonical_mint, recipient }.add(amount)?;
        Bridge::load_mut(bridge_account, program)?.owe(amount)?;
    } else if bridge.is_native() {
        payment::pay(escrow, wallet, amount)?;
    } else {
        Payment { bridge: bridge_account, from: escrow, to: recipient_token, amount }.transfer(bridge)?;
    }
    Executed { message_id: order_id, recipient, wire_amount, reference: proof.reference, credited }
        .emit(&emitter, EVENT_TOKENS_RELEASED)
}
