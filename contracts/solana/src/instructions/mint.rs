use causeway_codec::message::Kind;
use causeway_codec::proof::Proof;

use crate::access::{Context, check_address};
use crate::error::{BridgeError, Result, require};
use crate::event::Emitter;
use crate::inbound::Lane;
use crate::interface::{ACCESS_MINT_TOKENS, EVENT_TOKENS_MINTED};
use crate::payment::{Credit, Executed};
use crate::state::{Bridge, Claimable, Oracles, Remote, State, StatusPage};
use crate::syscall::now;
use crate::token::{self, Mint, Payment, TOKEN_PROGRAM, WIRE_UNIT};

/// Mints the bridged token of the proof's source for a Lock made there, or for the Cancel of a Burn made here. Once per
/// message. A token account that can't be paid is credited instead, see `claim`.
#[inline(never)]
pub fn mint_tokens(cx: &mut Context) -> Result {
    let mut args = cx.args();
    let (order_id, recipient, amount, proof) = (args.word()?, args.word()?, args.u64()?, args.bytes()?);
    args.end()?;
    let program = cx.program;
    let [
        payer,
        bridge_account,
        oracles,
        remote,
        root,
        status,
        mint,
        recipient_token,
        claimable,
        token_program,
        system_program,
        event_authority,
        _,
    ] = cx.accounts(&ACCESS_MINT_TOKENS)?;
    let bridge = Bridge::load(bridge_account, program)?;
    let emitter = Emitter::new(program, bridge, event_authority)?;
    check_address(token_program, &TOKEN_PROGRAM)?;
    check_address(system_program, &pinocchio_system::ID)?;
    Oracles::load(oracles, program)?.authorize(cx.rest())?;
    bridge.check_inbound()?;

    let proof = Proof::<0>::read(proof).map_err(BridgeError::from)?;
    require(proof.kind != Kind::Burn, BridgeError::WrongAssetHome)?;
    let remote = Remote::registered(remote, program, proof.source)?;
    remote.check_running()?;
    remote.check_mint(mint)?;
    require(*recipient != [0; 32], BridgeError::InvalidRecipient)?;
    let wire_amount = WIRE_UNIT.to_wire(amount).map_err(BridgeError::from)?;
    Lane { program, bridge, remote, root, status }.verify(
        &proof,
        order_id,
        proof.source,
        recipient,
        wire_amount.into(),
    )?;
    StatusPage::of(status, program, proof.source, proof.nonce)?.execute(proof.nonce)?;
    remote.bridged.draw(wire_amount, now()?)?;

    Claimable::check(claimable, program, &remote.mint, recipient)?;
    let credited = !token::can_receive(recipient_token, recipient, &remote.mint)?;
    if credited {
        Credit { program, payer, claimable, mint: &remote.mint, recipient }.add(amount)?;
    } else {
        let supply = Mint::read(mint).ok_or(BridgeError::InvalidAccount)?.supply;
        require(supply.checked_add(amount).is_some(), BridgeError::AmountTooLarge)?;
        Payment { bridge: bridge_account, from: mint, to: recipient_token, amount }.mint(bridge)?;
    }
    Executed { message_id: order_id, recipient, wire_amount, reference: proof.reference, credited }
        .emit(&emitter, EVENT_TOKENS_MINTED)
}
