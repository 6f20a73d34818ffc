//! Fills and settlements.

use causeway_codec::Word;
use causeway_codec::terms::Terms;
use scrypto::prelude::*;

use crate::error::{Checked, SettlerError, ensure};
use crate::event::{Filled, Settled};
use crate::settler::{Keccak, Settler, State, Store, Swap, asset_of, attos, now, pay, require_owner, word_of};

/// The arguments of a fill.
pub struct Fill<'a> {
    pub terms: &'a [u8],
    pub max_out: Decimal,
    pub tokens: Bucket,
    pub recipient: Global<Account>,
    /// Who settlement pays.
    pub solver: Global<Account>,
}

impl Settler {
    /// Pays the recipient, and returns the tokens that are left. The swap becomes `next`.
    pub fn fill(&self, mut fill: Fill, next: State) -> Checked<Bucket> {
        let Fill { max_out, recipient, solver, .. } = fill;
        let terms = Terms::read(fill.terms)?;
        self.check(&terms)?;
        self.check_recipient(&terms, recipient)?;
        let id = terms.id::<Keccak>();
        self.check_none(&id)?;
        let time = now();
        ensure(time < terms.deadline(), SettlerError::DeadlinePassed)?;
        ensure(solver.address() != self.account.address(), SettlerError::InvalidSolver)?;
        let solver_word = word_of(solver.address());
        ensure(terms.is_solver(&solver_word, time), SettlerError::NotSolver)?;
        if time < terms.exclusive_until() && *terms.solver() != [0; 32] {
            require_owner(solver);
        }
        let out = attos(terms.out_at(time));
        ensure(out <= max_out, SettlerError::OutAboveMaximum)?;
        let resource = fill.tokens.resource_address();
        let is_wanted = resource.is_fungible() && word_of(resource) == asset_of(terms.asset_out());
        ensure(is_wanted, SettlerError::InvalidToken)?;
        ensure(fill.tokens.amount() >= out, SettlerError::WrongValue)?;
        let paid = fill.tokens.take_advanced(out, WithdrawStrategy::Rounded(RoundingMode::AwayFromZero));
        // More than `out` where the resource has fewer digits.
        let out = paid.amount();
        ensure(out <= max_out, SettlerError::OutAboveMaximum)?;

        self.swaps.insert(id, Swap { state: next, solver: Some(solver) });
        Runtime::emit_event(Filled { id, solver: solver_word, out });
        pay(recipient, paid)?;
        Ok(fill.tokens)
    }

    /// Fills, and pays the solver at once.
    pub fn fill_and_settle(&self, fill: Fill) -> Checked<Bucket> {
        let (terms, solver) = (fill.terms, fill.solver);
        let rest = self.fill(fill, State::Settled)?;
        self.pay_solver(&Terms::read(terms)?, solver, None)?;
        Ok(rest)
    }

    /// Pays who filled the swap: amountIn, or with `least` less, at least that.
    pub fn settle(&self, terms: &[u8], least: Option<Decimal>) -> Checked {
        let terms = Terms::read(terms)?;
        let id = terms.id::<Keccak>();
        let swap = self.find(&id).ok_or(SettlerError::NotFilled)?;
        ensure(swap.state == State::Filled, swap.state.error())?;
        let solver = swap.solver.ok_or(SettlerError::NotFilled)?;
        if least.is_some() {
            require_owner(solver);
        }
        self.swaps.insert(id, Swap { state: State::Settled, solver: Some(solver) });
        self.pay_solver(&terms, solver, least)
    }

    fn pay_solver(&self, terms: &Terms, solver: Global<Account>, least: Option<Decimal>) -> Checked {
        let id: Word = terms.id::<Keccak>();
        let store = Store { id, asset: asset_of(terms.asset_in()) };
        let whole = attos(terms.amount_in());
        let held = self.held(&store);
        let amount = match least {
            None => whole,
            Some(least) => {
                ensure(least.is_positive(), SettlerError::ZeroAmount)?;
                ensure(held >= least, SettlerError::NotDelivered)?;
                ensure(held < whole, SettlerError::FullyDelivered)?;
                held
            }
        };
        ensure(held >= amount, SettlerError::NotDelivered)?;
        let tokens = self.take(&store, amount)?;
        Runtime::emit_event(Settled { id, to: word_of(solver.address()), amount: tokens.amount() });
        pay(solver, tokens)
    }
}
