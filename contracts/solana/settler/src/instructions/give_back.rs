use causeway_codec::terms::FINISH_FEE_DIVISOR;

use crate::access::{Context, check_address};
use crate::error::Result;
use crate::home::Lane;
use crate::refusal::{SettlerError, ensure};
use crate::settler_interface::ACCESS_GIVE_BACK;
use crate::slot::{Slot, Stage};
use crate::swap::{Swap, now};
use crate::vault::{Vault, check_payable, check_takes};

/// Seconds after the deadline from which the token is returned in any case, whatever amount has arrived.
const LATE: u64 = 24 * 60 * 60;

/// Returns the input of a swap that nobody filled, from the deadline on: finishFee to whoever calls, and the rest to
/// the recipient, or home. Anyone may.
pub fn give_back(cx: &mut Context) -> Result {
    let mut args = cx.args();
    let (terms, max_fee) = (args.bytes()?, args.u64()?);
    args.end()?;
    let program = cx.program;
    let [
        payer,
        caller,
        settler,
        bridge,
        slot,
        vault,
        vault_token,
        recipient,
        fee_to,
        token_program,
        system_program,
        remote,
        source,
        bridge_event_authority,
        bridge_program,
        event_authority,
        _,
    ] = cx.accounts(&ACCESS_GIVE_BACK)?;
    check_address(system_program, &pinocchio_system::ID)?;
    let swap = Swap::of(program, [settler, bridge, event_authority], terms)?;
    Slot::stage_of(slot, &swap)?.check_none()?;
    let (now, deadline) = (now()?, swap.terms.deadline());
    ensure(now >= deadline, SettlerError::DeadlineNotReached)?;
    let is_late = now >= deadline.saturating_add(LATE);
    let asset = swap.terms.asset_in();
    let vault = Vault::of(&swap, [vault, vault_token, token_program], asset)?;
    let held = vault.held;
    // At most what is there, and so at most 64 bits.
    let wanted = u64::try_from(swap.terms.amount_in()).unwrap_or(u64::MAX);
    let is_whole = u128::from(held) >= swap.terms.amount_in();
    ensure(held > 0 && (is_whole || is_late), SettlerError::NotDelivered)?;
    let most = held.min(wanted) / u64::from(FINISH_FEE_DIVISOR);
    let fee = u64::try_from(swap.terms.finish_fee()).unwrap_or(u64::MAX).min(most);

    let lane = &mut Lane {
        payer: caller,
        bridge,
        bridge_program,
        remote,
        source,
        event_authority: bridge_event_authority,
        token_program,
        system_program,
        max_fee,
    };
    // What is there beyond amountIn stays when the rest goes home; sweep pays it.
    let homeward = if is_late { 0 } else { vault.with_dust(wanted)? - fee };
    let goes_home = !is_late && lane.carries(&swap, homeward)?;
    let amount = if goes_home { homeward } else { held - fee };
    Slot::open(slot, &swap, payer, Stage::Returned, &[0; 32])?;
    swap.emit_returned(amount, if goes_home { swap.terms.home() } else { 0 })?;
    if fee != 0 {
        check_takes(fee_to, asset, fee)?;
        vault.pay(fee_to, fee)?;
    }
    if goes_home {
        return lane.send(&swap, &vault, amount);
    }
    check_payable(recipient, swap.recipient()?, asset, amount)?;
    vault.pay(recipient, amount)
}
