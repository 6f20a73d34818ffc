use pinocchio::AccountView;
use pinocchio_system::instructions::Transfer as TransferSol;
use pinocchio_token::instructions::Transfer as TransferTokens;

use crate::access::{Context, check_address};
use crate::error::{BridgeError, Result, require};
use crate::refusal::{SettlerError, ensure};
use crate::settler_interface::{ACCESS_FILL, ACCESS_FILL_AND_SETTLE, EVENT_FILLED};
use crate::slot::{Slot, Stage};
use crate::swap::{Swap, now};
use crate::vault::{Vault, balance, check_asset, check_payable, is_sol};

use super::settle::pay_filler;

/// The solver pays the recipient, before or after the delivery.
pub fn fill(cx: &mut Context) -> Result {
    let mut args = cx.args();
    let (terms, max_out) = (args.bytes()?, args.u64()?);
    args.end()?;
    let program = cx.program;
    let [
        payer,
        solver,
        settler,
        bridge,
        slot,
        recipient,
        solver_token,
        token_program,
        system_program,
        event_authority,
        _,
    ] = cx.accounts(&ACCESS_FILL)?;
    check_address(system_program, &pinocchio_system::ID)?;
    let swap = Swap::of(program, [settler, bridge, event_authority], terms)?;
    Filling { payer, solver, slot, recipient, solver_token, token_program }.run(&swap, max_out, Stage::Filled)
}

/// `fill` and `settle` at once: neither side has a risk.
pub fn fill_and_settle(cx: &mut Context) -> Result {
    let mut args = cx.args();
    let (terms, max_out) = (args.bytes()?, args.u64()?);
    args.end()?;
    let program = cx.program;
    let [
        payer,
        solver,
        settler,
        bridge,
        slot,
        recipient,
        solver_token,
        vault,
        vault_token,
        to,
        token_program,
        system_program,
        event_authority,
        _,
    ] = cx.accounts(&ACCESS_FILL_AND_SETTLE)?;
    check_address(system_program, &pinocchio_system::ID)?;
    let swap = Swap::of(program, [settler, bridge, event_authority], terms)?;
    Filling { payer, solver, slot, recipient, solver_token, token_program }.run(&swap, max_out, Stage::Settled)?;
    let vault = Vault::of(&swap, [vault, vault_token, token_program], swap.terms.asset_in())?;
    pay_filler(&swap, &vault, to, solver.address().as_array())
}

/// The accounts of a fill.
struct Filling<'a> {
    payer: &'a AccountView,
    solver: &'a AccountView,
    slot: &'a mut AccountView,
    recipient: &'a AccountView,
    solver_token: &'a AccountView,
    token_program: &'a AccountView,
}

impl Filling<'_> {
    /// Fills the swap, which is at `stage` then.
    #[inline(never)]
    fn run(&mut self, swap: &Swap, max_out: u64, stage: Stage) -> Result {
        swap.check_terms()?;
        Slot::stage_of(self.slot, swap)?.check_none()?;
        let now = now()?;
        // Whoever closes a slot does so after the deadline, so that an id is filled once.
        ensure(now < swap.terms.deadline(), SettlerError::DeadlinePassed)?;
        let solver = self.solver.address().as_array();
        ensure(swap.terms.is_solver(solver, now), SettlerError::NotSolver)?;
        let out = u64::try_from(swap.terms.out_at(now)).map_err(|_| SettlerError::OutAboveMaximum)?;
        ensure(out <= max_out, SettlerError::OutAboveMaximum)?;
        Slot::open(self.slot, swap, self.payer, stage, solver)?;
        swap.emit(EVENT_FILLED, |event| {
            event.push(solver).push(&out.to_le_bytes());
        })?;
        self.pay(swap, out)
    }

    #[inline(never)]
    fn pay(&self, swap: &Swap, out: u64) -> Result {
        let (asset, to) = (swap.terms.asset_out(), self.recipient);
        check_asset(asset, self.solver_token, self.token_program, swap.program)?;
        check_payable(to, swap.terms.recipient(), asset, out)?;
        let before = balance(to, asset);
        if is_sol(asset) {
            TransferSol { from: self.solver, to, lamports: out }.invoke()?;
        } else {
            TransferTokens::new(self.solver_token, to, self.solver, out).invoke()?;
        }
        require(before.checked_add(out) == Some(balance(to, asset)), BridgeError::BalanceDeltaMismatch)
    }
}
