use causeway_codec::Word;
use causeway_codec::amount::{Unit, wire_decimals};
use pinocchio::{AccountView, Address};
use pinocchio_token::instructions::InitializeAccount3;

use crate::access::{Context, check_address, check_unused};
use crate::creation::Creator;
use crate::error::{BridgeError, Result, require};
use crate::event::Emitter;
use crate::interface::{ACCESS_INITIALIZE, EVENT_ADMIN_SET, EVENT_GUARDIAN_SET};
use crate::pda;
use crate::state::{Bridge, Escrow, Oracles};
use crate::token::{Mint, TOKEN_PROGRAM, TokenAccount};

use super::roles::oracle_set_event;

/// Domains below are of EVM chains.
const FIRST_DOMAIN: u32 = 1 << 31;
const SOL_DECIMALS: u8 = 9;

/// BPFLoaderUpgradeab1e11111111111111111111111.
const UPGRADEABLE_LOADER: Address = Address::new_from_array([
    2, 168, 246, 145, 78, 136, 161, 176, 226, 16, 21, 62, 247, 99, 174, 43, 0, 194, 185, 61, 22, 193, 36, 210, 192, 83,
    122, 16, 4, 128, 0, 0,
]);

/// The head of a program's data account.
#[repr(C, packed)]
struct ProgramData {
    variant: u32,
    _deployed_at: u64,
    authority_option: u8,
    authority: Word,
}

const PROGRAM_DATA: u32 = 3;

/// Creates the bridge, its oracle set and its escrow. Once, by the program's upgrade authority.
#[inline(never)]
pub fn initialize(cx: &mut Context) -> Result {
    let mut args = cx.args();
    let domain = args.u32()?;
    let (admin, guardian) = (args.word()?, args.word()?);
    let (members, threshold) = (args.arrays()?, args.u8()?);
    args.end()?;
    let program = cx.program;
    let [
        payer,
        upgrade_authority,
        program_data,
        bridge,
        oracles,
        escrow,
        canonical_mint,
        token_program,
        system_program,
        event_authority,
        _,
    ] = cx.accounts(&ACCESS_INITIALIZE)?;
    check_address(system_program, &pinocchio_system::ID)?;
    check_upgrade_authority(program, program_data, upgrade_authority)?;
    require(pda::is_vacant(bridge), BridgeError::AlreadyInitialized)?;
    require(domain >= FIRST_DOMAIN, BridgeError::InvalidDomain)?;
    let is_native = canonical_mint.address() == program;
    let decimals = if is_native {
        check_unused(token_program, program, Some(&TOKEN_PROGRAM))?;
        SOL_DECIMALS
    } else {
        check_address(token_program, &TOKEN_PROGRAM)?;
        let mint = Mint::read(canonical_mint).ok_or(BridgeError::InvalidMint)?;
        require(Unit::of(mint.decimals).is_some(), BridgeError::InvalidMint)?;
        mint.decimals
    };

    let creator = Creator { payer, program };
    creator.state::<Oracles>(oracles, &[pda::ORACLES])?.0.set(members, threshold)?;
    let canonical_mint = if is_native {
        creator.state::<Escrow>(escrow, &[pda::ESCROW])?;
        [0; 32]
    } else {
        creator.account(escrow, &TOKEN_PROGRAM, TokenAccount::SPACE).create(&[pda::ESCROW])?;
        InitializeAccount3::new(escrow, canonical_mint, bridge.address()).invoke()?;
        *canonical_mint.address().as_array()
    };
    let (state, bump) = creator.state::<Bridge>(bridge, &[pda::BRIDGE])?;
    state.domain = domain;
    state.wire_decimals = wire_decimals(decimals);
    state.canonical_decimals = decimals;
    state.bump = bump;
    state.event_authority_bump = pda::bump(event_authority, &[pda::EVENT_AUTHORITY], program)?;
    state.admin = *admin;
    state.guardian = *guardian;
    state.canonical_mint = canonical_mint;
    state.escrow = *escrow.address().as_array();
    state.event_authority = *event_authority.address().as_array();
    state.check_roles(members)?;

    let emitter = Emitter::new(program, state, event_authority)?;
    emitter.key(EVENT_ADMIN_SET, admin)?;
    emitter.key(EVENT_GUARDIAN_SET, guardian)?;
    emitter.emit(&oracle_set_event(members, threshold))
}

fn check_upgrade_authority(program: &Address, program_data: &AccountView, authority: &AccountView) -> Result {
    let seeds: [&[u8]; 1] = [program.as_array()];
    pda::bump(program_data, &seeds, &UPGRADEABLE_LOADER)?;
    // The program's code follows the head.
    let long_enough = program_data.data_len() >= size_of::<ProgramData>();
    require(long_enough && program_data.owned_by(&UPGRADEABLE_LOADER), BridgeError::InvalidAccount)?;
    // SAFETY: long enough, and a packed struct of integers and bytes.
    let data = unsafe { &*program_data.data_ptr().cast::<ProgramData>() };
    let is_authority =
        data.variant == PROGRAM_DATA && data.authority_option == 1 && data.authority == *authority.address().as_array();
    require(is_authority, BridgeError::NotUpgradeAuthority)
}
