use causeway_codec::message::{Kind, Message};
use causeway_codec::proof::{CANCEL_TAIL, Proof};

use crate::access::Context;
use crate::error::{BridgeError, Result, require};
use crate::event::Emitter;
use crate::inbound::Lane;
use crate::interface::{ACCESS_CANCEL_ORDER, EVENT_ORDER_CANCELLED};
use crate::state::{Bridge, Oracles, Remote, State, StatusPage};

/// Cancels an inbound Lock or Burn that was not executed, and emits the Cancel message that refunds it on its source.
/// Never paused.
#[inline(never)]
pub fn cancel_order(cx: &mut Context) -> Result {
    let mut args = cx.args();
    let (order_id, proof) = (args.word()?, args.bytes()?);
    args.end()?;
    let program = cx.program;
    let [bridge, oracles, remote, root, status, event_authority, _] = cx.accounts(&ACCESS_CANCEL_ORDER)?;
    let bridge = Bridge::load(bridge, program)?;
    let emitter = Emitter::new(program, bridge, event_authority)?;
    Oracles::load(oracles, program)?.authorize(cx.rest())?;

    let proof = Proof::<CANCEL_TAIL>::read(proof).map_err(BridgeError::from)?;
    require(proof.kind != Kind::Cancel, BridgeError::InvalidKind)?;
    let remote = Remote::registered(remote, program, proof.source)?;
    let domain = bridge.domain;
    let asset_home = if proof.kind == Kind::Lock { proof.source } else { domain };
    let (recipient, wire_amount) = (proof.recipient(), proof.wire_amount());
    Lane { program, bridge, remote, root, status }.verify(&proof, order_id, asset_home, recipient, wire_amount)?;
    StatusPage::of(status, program, proof.source, proof.nonce)?.cancel(proof.nonce)?;

    let message = Message {
        kind: Kind::Cancel,
        source: domain,
        destination: proof.source,
        nonce: remote.take_nonce(),
        source_bridge: program.as_array(),
        destination_bridge: &remote.bridge,
        asset_home,
        sender: proof.sender,
        recipient: proof.sender,
        wire_amount,
        reference: order_id,
    };
    emitter.message(EVENT_ORDER_CANCELLED, &message)
}
