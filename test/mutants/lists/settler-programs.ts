import { type Mutant, mutantsOf } from '../mutant.ts';

/** The settlers of swaps on Solana and Radix. */
export const SETTLER_PROGRAM_MUTANTS: readonly Mutant[] = [
  ...mutantsOf('settlerProgram', {
    'contracts/solana/settler/src/swap.rs': {
      'a settler is that of its bridge': [
        'canonical_bump([SETTLER, bridge_program.as_array()], program, settler.address())?;',
        '',
      ],
      'the settler is paid by nobody': [' && account != self.settler', ''],
      'an address has one bump': ['if !is_on_curve(&hash) {', 'if false && !is_on_curve(&hash) {'],
      'terms are checked for a fill': [
        'self.terms.check(&site).map_err(refusal::of_terms)',
        'let _ = site;\n        Ok(())',
      ],
    },
    'contracts/solana/settler/src/slot.rs': {
      'a vacant slot is that of the swap': [
        'canonical_bump([SLOT, swap.settler, &swap.id], swap.program, account.address())?;',
        '',
      ],
      'a slot is that of the swap': [
        'slot.settler == *swap.settler && slot.id == swap.id',
        'slot.settler == *swap.settler',
      ],
      'a slot is that of the settler': ['slot.settler == *swap.settler && slot.id == swap.id', 'slot.id == swap.id'],
      'a settled swap pays once': ['slot.stage = Stage::Settled as u8;', ''],
      'a settlement follows a fill': ['if stage != Stage::Filled {', 'if stage == Stage::None {'],
      'a filled swap is not over': [
        'Stage::Settled | Stage::Returned)\n    }\n\n    /// Creates',
        'Stage::Filled | Stage::Settled | Stage::Returned)\n    }\n\n    /// Creates',
      ],
    },
    'contracts/solana/settler/src/vault.rs': {
      'a vault is that of the swap': [
        'let bump = canonical_bump([VAULT, swap.settler, &swap.id], swap.program, account.address())?;',
        'let bump = canonical_bump([VAULT, swap.settler, &swap.id], swap.program, account.address()).unwrap_or(255);',
      ],
      'tokens of a vault lie in one account': ['check_associated(token, account.address(), asset)?;', ''],
      'SOL below rent exemption goes with the payment': ['left < rent_exemption(0)?', 'left == u64::MAX'],
      'SOL from rent exemption on stays': ['left < rent_exemption(0)?', 'left <= rent_exemption(0)?'],
      'a wallet is that of its owner': ['check_address(account, &Address::new_from_array(*owner))?;', 'let _ = owner;'],
      'a program is not paid': ['!account.executable() && ', ''],
      'a sysvar is not paid': [' && !account.owned_by(&SYSVARS)', ''],
      'a paid account is exempt from rent': [' && balance >= rent_exemption(account.data_len())?', ' && balance > 0'],
      'a token account is of the mint': ['|token| token.mint == *asset', '|_| true'],
      'a paid account is writable': ['require(takes && account.is_writable(), ', 'require(takes, '],
      'a frozen vault pays nobody': [
        'require(TokenAccount::read(self.token).is_some(), BridgeError::PaymentFailed)?;',
        '',
      ],
      'SOL takes no token account': ['check_unused(account, program, None)?;', ''],
      'SOL takes the token program at most': [
        'return check_unused(token_program, program, Some(&TOKEN_PROGRAM));',
        'return Ok(());',
      ],
    },
    'contracts/solana/settler/src/instructions/fill.rs': {
      'terms are checked': ['swap.check_terms()?;', ''],
      'a swap is filled once': ['Slot::stage_of(self.slot, swap)?.check_none()?;', ''],
      'a fill is before the deadline': ['now < swap.terms.deadline()', 'now <= swap.terms.deadline()'],
      'a solver is alone until exclusiveUntil': [
        'ensure(swap.terms.is_solver(solver, now), SettlerError::NotSolver)?;',
        '',
      ],
      'a fill pays no more than its caller says': ['ensure(out <= max_out, SettlerError::OutAboveMaximum)?;', ''],
      'the recipient gets out': [
        'check_payable(to, swap.terms.recipient(), asset, out)?;',
        'check_takes(to, asset, out)?;',
      ],
      'the recipient gets exactly out': [
        'before.checked_add(out) == Some(balance(to, asset))',
        'before <= balance(to, asset)',
      ],
      'fillAndSettle settles': ['.run(&swap, max_out, Stage::Settled)?;', '.run(&swap, max_out, Stage::Filled)?;'],
    },
    'contracts/solana/settler/src/instructions/settle.rs': {
      'dust settles nothing': [
        'ensure(vault.held >= amount, SettlerError::NotDelivered)?;',
        'let amount = amount.min(vault.held);',
      ],
      'less is taken by the filler alone': [
        'ensure(*filler.address() == Address::new_from_array(solver), SettlerError::NotFiller)?;',
        'let _ = filler;',
      ],
      'less is not nothing': ['require(least != 0, BridgeError::ZeroAmount)?;', ''],
      'less is at least what the filler says': ['ensure(vault.held >= least, SettlerError::NotDelivered)?;', ''],
      'less is not all': [
        'u128::from(vault.held) < swap.terms.amount_in()',
        'u128::from(vault.held) <= swap.terms.amount_in()',
      ],
      'the filler is paid': ['check_payable(to, filler, vault.asset, amount)?;', ''],
    },
    'contracts/solana/settler/src/instructions/give_back.rs': {
      'a return happens once': ['Slot::stage_of(slot, &swap)?.check_none()?;', ''],
      'nothing is given back before the deadline': [
        'now >= deadline, SettlerError',
        'now + 1 >= deadline, SettlerError',
      ],
      'a return is late from 24 hours on': ['let is_late = now >= ', 'let is_late = now > '],
      'a part is given back late only': ['(is_whole || is_late)', '(is_whole || held > 1)'],
      'nothing is not given back': ['ensure(held > 0 && ', 'ensure('],
      'a fee is at most a twentieth of what is there': ['held.min(wanted) / u64', 'wanted / u64'],
      'a fee is at most a twentieth of amountIn': ['held.min(wanted) / u64', 'held / u64'],
      'a fee is capped': ['.unwrap_or(u64::MAX).min(most);', '.unwrap_or(u64::MAX).min(most * 20);'],
      'a late return is the token': ['let goes_home = !is_late && ', 'let goes_home = '],
      'the recipient gets the rest': ['check_payable(recipient, swap.recipient()?, asset, amount)?;', ''],
      'a finisher is paid where it can be': ['check_takes(fee_to, asset, fee)?;', ''],
    },
    'contracts/solana/settler/src/instructions/withdraw.rs': {
      'a withdrawal is the recipients': ['ensure(is_recipient, SettlerError::NotRecipient)?;', 'let _ = is_recipient;'],
      'a filler is paid before a withdrawal': ['ensure(stage != Stage::Filled, SettlerError::AlreadyFilled)?;', ''],
      'a withdrawal ends the swap': ['Slot::open(slot, &swap, payer, Stage::Returned, &[0; 32])?;', 'let _ = payer;'],
      'an empty vault is withdrawn once': ['vault.held > 0 || !is_over', 'vault.held > 0 || is_over || !is_over'],
      'the vault gets no withdrawal': [
        'require(payee != vault.account.address().as_array(), BridgeError::InvalidRecipient)',
        'Ok(())',
      ],
      'nobody gets a withdrawal': ['swap.check_payee(payee)?;', ''],
      'a withdrawal goes where it can': ['check_takes(to, vault.asset, vault.held)?;', ''],
      'a sweep comes after the end': [
        'ensure(matches!(stage, Stage::Settled | Stage::Returned), SettlerError::NotOver)?;',
        'let _ = stage;',
      ],
      'a sweep is the recipients': ['check_payable(to, swap.recipient()?, asset, vault.held)?;', ''],
    },
    'contracts/solana/settler/src/instructions/close_slot.rs': {
      'a slot is closed by its own terms': [
        'require(slot.id == terms.id::<Keccak>(), BridgeError::InvalidAccount)?;',
        '',
      ],
      'a slots rent goes to who paid it': ['check_address(rent_to, &slot.payer.into())?;', ''],
      'an open slot stays': ['ensure(slot.is_over(), SettlerError::NotOver)?;', ''],
      'a slot stays until the deadline': ['ensure(now()? >= terms.deadline(), SettlerError::DeadlineNotReached)?;', ''],
    },
    'contracts/solana/settler/src/instructions/collect.rs': {
      'a vault signs for its bridge': ['check_address(bridge_program, &swap.bridge_program)?;', ''],
    },
    'contracts/solana/settler/src/home.rs': {
      'a vault signs for its bridge alone': ['check_address(self.bridge_program, &swap.bridge_program)?;', ''],
      'bad terms do not go home': [' || swap.check_terms().is_err()', ''],
      'a home is an open remote': ['remote.opened != 0 && ', ''],
      'a home is the home of the asset': [
        '(is_canonical || *asset == remote.mint)',
        '(is_canonical || remote.mint != [0; 32])',
      ],
      'an address at home has the length of the lane': [
        ' || !is_address(swap.terms.home_address(), remote.address_length)',
        '',
      ],
      'limits are asked before a return': ['bucket.check(wire_amount).is_ok()', 'wire_amount > 0'],
      'a cancelled return is the recipients': [
        'push(swap.terms.recipient()).push(&self.max_fee',
        'push(swap.settler).push(&self.max_fee',
      ],
    },
  }),
  ...mutantsOf('settlerBlueprint', {
    'contracts/radix/settler/src/delivery.rs': {
      'a message is to this chain': ['message.destination == self.domain\n            && ', ''],
      'a message is to this bridge': [
        '\n            && *message.destination_bridge == word_of(self.bridge.address())',
        '',
      ],
      'a message is to this account': ['\n            && *message.recipient == word_of(self.account.address())', ''],
      'a cancel delivers nothing': ['ensure(kind != Kind::Cancel, SettlerError::InvalidKind)?;', ''],
      'a nonce is in its interval': ['ensure(inside, SettlerError::NonceOutOfRange)?;', 'let _ = inside;'],
      'a message is delivered once': [
        'ensure(self.delivered.get(&inbound).is_none(), SettlerError::AlreadyDelivered)?;',
        '',
      ],
      'a message is under its root': ['ensure(included, SettlerError::InvalidProof)?;', 'let _ = included;'],
      'a message is executed': [
        'ensure(status == Status::Executed, SettlerError::NotExecuted)?;',
        'ensure(status != Status::None, SettlerError::NotExecuted)?;',
      ],
      'a replaced message delivers nothing': [
        'status == Status::Executed',
        'status == Status::Executed || status == Status::Replaced',
      ],
      'a release is of the canonical asset': ['if kind == Kind::Lock {', 'if kind != Kind::Cancel {'],
    },
    'contracts/radix/settler/src/exit.rs': {
      'a return happens once': ['self.check_none(&id)?;', ''],
      'nothing is given back before the deadline': [
        'time >= deadline, SettlerError',
        'time + 1 >= deadline, SettlerError',
      ],
      'a return is late from 24 hours on': ['time - deadline >= LATE', 'time - deadline > LATE'],
      'a part is given back late only': [
        '(held >= whole || is_late)',
        '(held >= whole || is_late || held > Decimal::ONE_ATTO)',
      ],
      'nothing is not given back': ['held.is_positive() && (held', '(held'],
      'a return is the recipients': ['self.check_recipient(&terms, recipient)?;\n        let reward', 'let reward'],
      'a late return is the token': ['let goes_home = !is_late && ', 'let goes_home = '],
      'a return ends the swap': ['self.swaps.insert(id, RETURNED);\n        let reward', 'let reward'],
      'a return of the token takes no fee': [
        'ensure(fee.amount().is_zero(), SettlerError::WrongValue)?;\n            fee.drop_empty();',
        'drop(fee);',
      ],
      'bad terms do not go home': [' || self.check(terms).is_err()', ''],
      'a home is an open remote': ['let is_lane = remote.opened\n            && ', 'let is_lane = '],
      'a home is the home of the asset': ['(is_canonical || *asset == word_of(remote.token))', 'true'],
      'an address at home has the length of the lane': [
        '\n            && is_address(terms.home_address(), remote.address_length);',
        ';',
      ],
      'dust does not go home': ['!is_lane || amount % unit != 0', '!is_lane'],
      'limits are asked before a return': [
        '(limits.min_amount..=limits.max_amount).contains(&(amount / unit))',
        'limits.min_amount <= limits.max_amount',
      ],
      'a withdrawal is of the recipients terms': [
        'ensure(word_of(recipient.address()) == low(terms.recipient()), SettlerError::NotRecipient)?;',
        '',
      ],
      'a withdrawal is signed': ['require_owner(recipient);', ''],
      'the account gets no withdrawal': [
        'ensure(to.address() != self.account.address(), SettlerError::InvalidRecipient)?;',
        '',
      ],
      'a filler is paid before a withdrawal': [
        'ensure(state != Some(State::Filled), SettlerError::AlreadyFilled)?;',
        '',
      ],
      'a withdrawal ends the swap': ['self.swaps.insert(id, RETURNED);\n            Runtime', 'Runtime'],
      'a sweep comes after the end': ['ensure(is_over, SettlerError::NotOver)?;', 'let _ = is_over;'],
      'a sweep is the recipients': ['self.check_recipient(&terms, recipient)?;\n        Runtime', 'Runtime'],
      'a fee is capped': [
        'terms.finish_fee().min(amount / u128::from(FINISH_FEE_DIVISOR))',
        'terms.finish_fee().min(amount)',
      ],
      'a fee is of amountIn at most': ['held.min(whole));', 'held);'],
    },
    'contracts/radix/settler/src/fill.rs': {
      'terms are checked for a fill': ['self.check(&terms)?;', ''],
      'a fill pays the recipient': ['self.check_recipient(&terms, recipient)?;', ''],
      'a swap is filled once': ['self.check_none(&id)?;', ''],
      'a fill is before the deadline': ['time < terms.deadline()', 'time <= terms.deadline()'],
      'the account fills nothing': [
        'ensure(solver.address() != self.account.address(), SettlerError::InvalidSolver)?;',
        '',
      ],
      'a solver is alone until exclusiveUntil': [
        'ensure(terms.is_solver(&solver_word, time), SettlerError::NotSolver)?;',
        '',
      ],
      'an exclusive solver signs': ['require_owner(solver);\n        }\n        let out', '}\n        let out'],
      'a fill pays no more than its caller says': [
        'ensure(out <= max_out, SettlerError::OutAboveMaximum)?;\n        let resource',
        'let resource',
      ],
      'a rounded fill pays no more than its caller says': [
        'ensure(out <= max_out, SettlerError::OutAboveMaximum)?;\n\n',
        '\n',
      ],
      'a fill pays assetOut': ['ensure(is_wanted, SettlerError::InvalidToken)?;', 'let _ = is_wanted;'],
      'a fill is rounded up': ['RoundingMode::AwayFromZero', 'RoundingMode::ToZero'],
      'too little fills nothing': ['ensure(fill.tokens.amount() >= out, SettlerError::WrongValue)?;', ''],
      'fill_and_settle settles': ['self.fill(fill, State::Settled)?;', 'self.fill(fill, State::Filled)?;'],
      'a settled swap pays once': ['ensure(swap.state == State::Filled, swap.state.error())?;', ''],
      'less is signed by the filler': ['if least.is_some() {\n            require_owner(solver);\n        }', ''],
      'less is not nothing': ['ensure(least.is_positive(), SettlerError::ZeroAmount)?;', ''],
      'less is at least what the filler says': ['ensure(held >= least, SettlerError::NotDelivered)?;', ''],
      'less is not all': ['ensure(held < whole, SettlerError::FullyDelivered)?;', ''],
      'dust settles nothing': ['None => whole,', 'None => held.min(whole),'],
    },
    'contracts/radix/settler/src/settler.rs': {
      'the settlers account is no recipient': [
        'is_recipient && account.address() != self.account.address()',
        'is_recipient',
      ],
      'a refused payment is none': [
        'ensure(to.try_deposit_or_refund(tokens, None).is_none(), SettlerError::PaymentFailed)',
        'to.try_deposit_or_abort(tokens, None);\n    Ok(())',
      ],
      'a payment of few digits is rounded down': ['RoundingMode::ToZero', 'RoundingMode::AwayFromZero'],
      'zero is XRD': ['if low == [0; 32] { word_of(XRD) } else { low }', 'low'],
    },
    'contracts/radix/settler/src/lib.rs': {
      'the settler alone owns its account': [
        'OwnerRole::Fixed(rule!(require(global_caller(address))))',
        'OwnerRole::Updatable(rule!(allow_all))',
      ],
    },
  }),
];
