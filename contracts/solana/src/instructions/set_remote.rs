use causeway_codec::address::is_address;
use causeway_codec::amount::MAX_WIRE_DECIMALS;
use pinocchio::AccountView;
use pinocchio_token::instructions::InitializeMint2;

use crate::access::{Context, check_address};
use crate::creation::Creator;
use crate::error::{BridgeError, Result, require};
use crate::event::{Emitter, Event, size};
use crate::interface::{ACCESS_OPEN_REMOTE, ACCESS_SET_REMOTE, EVENT_REMOTE_OPENED, EVENT_REMOTE_SET};
use crate::pda;
use crate::state::{Bridge, Remote, State};
use crate::token::{Mint, TOKEN_PROGRAM};

/// Registers a remote, closed, and creates its bridged token; replaceable until `open_remote`.
#[inline(never)]
pub fn set_remote(cx: &mut Context) -> Result {
    let mut args = cx.args();
    let (domain, remote_bridge) = (args.u32()?, args.word()?);
    let (address_length, wire_decimals) = (args.u8()?, args.u8()?);
    let (name, symbol) = (args.string()?, args.string()?);
    args.end()?;
    let program = cx.program;
    let [admin, bridge, remote, mint, token_program, system_program, event_authority, _] =
        cx.accounts(&ACCESS_SET_REMOTE)?;
    let bridge_state = Bridge::load(bridge, program)?;
    let emitter = Emitter::new(program, bridge_state, event_authority)?;
    check_address(token_program, &TOKEN_PROGRAM)?;
    check_address(system_program, &pinocchio_system::ID)?;
    bridge_state.check_admin(admin)?;

    let domain_seed = domain.to_le_bytes();
    let creator = Creator { payer: admin, program };
    let is_new = pda::is_vacant(remote);
    if !is_new {
        let registered = Remote::registered(remote, program, domain)?;
        require(registered.opened == 0, BridgeError::RemoteAlreadyOpen)?;
    }
    let valid = domain != 0
        && domain != bridge_state.domain
        && (1..=32).contains(&address_length)
        && wire_decimals <= MAX_WIRE_DECIMALS
        && is_address(remote_bridge, address_length);
    require(valid, BridgeError::InvalidRemote)?;
    if is_new {
        creator.state::<Remote>(remote, &[pda::REMOTE, &domain_seed])?.0.domain = domain;
    }
    let state = Remote::load_mut(remote, program)?;
    state.bridge = *remote_bridge;
    state.mint = *mint.address().as_array();
    state.address_length = address_length;
    state.wire_decimals = wire_decimals;
    state.set_names(name, symbol)?;

    let mint_seeds: [&[u8]; 3] = [pda::MINT, &domain_seed, &[wire_decimals]];
    if pda::is_vacant(mint) {
        creator.account(mint, &TOKEN_PROGRAM, Mint::SPACE).create(&mint_seeds)?;
        InitializeMint2::new(mint, wire_decimals, bridge.address(), None).invoke()?;
    } else {
        // From an earlier registration with as many decimals.
        pda::bump(mint, &mint_seeds, program)?;
        check_mint(mint, bridge)?;
    }

    let mut event = Event::<{ size(4 + 32 + 32 + 1 + 1) }>::new(EVENT_REMOTE_SET);
    event.push(&domain_seed).push(remote_bridge).push(mint.address().as_array());
    event.push(&[address_length, wire_decimals]);
    emitter.emit(&event)
}

/// Opens a registered remote for good.
#[inline(never)]
pub fn open_remote(cx: &mut Context) -> Result {
    let mut args = cx.args();
    let domain = args.u32()?;
    args.end()?;
    let program = cx.program;
    let [admin, bridge, remote, mint, event_authority, _] = cx.accounts(&ACCESS_OPEN_REMOTE)?;
    let bridge_state = Bridge::load(bridge, program)?;
    let emitter = Emitter::new(program, bridge_state, event_authority)?;
    bridge_state.check_admin(admin)?;

    let state = Remote::registered(remote, program, domain)?;
    require(state.opened == 0, BridgeError::RemoteAlreadyOpen)?;
    state.check_mint(mint)?;
    check_mint(mint, bridge)?;
    state.opened = 1;
    emitter.emit(Event::<{ size(4) }>::new(EVENT_REMOTE_OPENED).push(&domain.to_le_bytes()))
}

/// InvalidRemote unless the bridge alone mints the token, nobody freezes it and none exists yet.
fn check_mint(mint: &AccountView, bridge: &AccountView) -> Result {
    let valid = Mint::read(mint).is_some_and(|mint| mint.belongs_to(bridge.address()) && mint.supply == 0);
    require(valid, BridgeError::InvalidRemote)
}
