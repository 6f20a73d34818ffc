// What is Radix' own of the settler: deliveries, pooled tokens, owners, digits of a resource.
import assert from 'node:assert/strict';
import { encodeTerms, type Hex, KIND, type Message, type Terms, termsIdOf, ZERO_32 } from '@causeway/protocol';
import { type Committed, intervalOf } from '../../conformance/src/messages.ts';
import { wordOf, XRD } from './support/addresses.ts';
import type { Bridge } from './support/bridge.ts';
import { unitOf } from './support/calls.ts';
import { keyOf } from './support/keys.ts';
import { refuseDeposits } from './support/recipients.ts';
import { refusalOf } from './support/refusal.ts';
import { ADMIN, HERE, OTHER, REMOTE, USER } from './support/setting.ts';
import {
  fillOf,
  RECIPIENT,
  Settler,
  type SettlerMethodCall,
  SOLVER,
  settlerPackageOn,
  termsOf,
  WIRE,
} from './support/settler.ts';
import { useBridge, useState } from './support/shared.ts';
import { createToken, fund } from './support/tokens.ts';
import { decimalText } from './support/types.ts';

const THIEF = keyOf('thief');

describe('the settler on Radix', () => {
  useState(settlerPackageOn);
  const bridge: Bridge = useBridge();
  const { calls, chain } = bridge;
  let settler: Settler;
  let terms: Terms;

  const tokenOf = (remote = REMOTE) => bridge.tokenOf(remote);
  const encoded = (of = terms): Hex => encodeTerms(of);
  const idOf = (of = terms): Hex => termsIdOf(encoded(of));
  const held = (of = terms, resource = tokenOf()) => settler.held(idOf(of), resource);

  beforeEach(() => {
    settler = Settler.instantiate(bridge);
    for (const account of [SOLVER, THIEF]) fund(chain, account, 1n);
    terms = termsOf(settler);
  });

  const run = (...some: readonly SettlerMethodCall[]): void => {
    const { error } = settler.attempt(some);
    assert.equal(error, undefined);
  };
  const refuses = (call: SettlerMethodCall, name: string): void => {
    const { error = 'no error' } = settler.attempt([call]);
    const refusal = refusalOf(error);
    assert.deepEqual(refusal, { kind: 'error', name });
  };
  const refusesOwner = (call: SettlerMethodCall): void =>
    assert.match(settler.attempt([call]).error ?? '', /AssertAccessRuleFailed/);

  const arriving = (fields: Partial<Message> = {}, kind: Message['kind'] = KIND.lock, remote = REMOTE): Committed =>
    bridge.commitAround(
      bridge.inbound(
        kind,
        { recipient: wordOf(settler.account), wireAmount: WIRE, reference: idOf(), ...fields },
        remote,
      ),
      remote,
    );
  const minted = (fields: Partial<Message> = {}, remote = REMOTE): Committed => {
    const committed = arriving(fields, KIND.lock, remote);
    bridge.run(calls.mint(committed, 2, remote));
    return committed;
  };
  const fill = (name: 'fill' | 'fill_and_settle', by = SOLVER, solver = by, resource = XRD): SettlerMethodCall =>
    fillOf(name, encoded(), { by, solver, resource });

  describe('deliver', () => {
    it('moves what the bridge paid into the store of the reference, once', () => {
      const committed = minted();
      const receipt = settler.attempt([settler.deliver(committed, 2)]);
      const [event] = settler.eventsOf(receipt);
      assert.equal(event?.name, 'Delivered');
      assert.deepEqual(
        { ...event?.data, messageId: undefined },
        { id: idOf(), messageId: undefined, asset: wordOf(tokenOf()), amount: terms.amountIn },
      );
      assert.equal(held(), terms.amountIn);
      assert.equal(chain.balance(settler.account, tokenOf()), 0n);
      minted({ reference: ZERO_32 });
      refuses(settler.deliver(committed, 2), 'AlreadyDelivered');
      assert.equal(held(), terms.amountIn);
    });

    it('takes a release as the canonical asset', () => {
      bridge.run(calls.lock({ amount: WIRE * bridge.unit }));
      const committed = arriving({}, KIND.burn);
      bridge.run(calls.release(committed, 2));
      run(settler.deliver(committed, 2));
      assert.equal(held(terms, XRD), WIRE * bridge.unit);
      assert.equal(held(), 0n);
    });

    it('of a cheap remote’s token never counts as another’s', () => {
      bridge.register(OTHER);
      // The settler knows the better token already.
      run(settler.deliver(minted({ reference: ZERO_32 }), 2));
      const committed = minted({}, OTHER);
      // A victim's tokens lie in the account meanwhile.
      const victims = minted({ reference: `0x${'77'.repeat(32)}` });
      run(settler.deliver(committed, 2));
      assert.equal(held(), 0n);
      assert.equal(held(terms, tokenOf(OTHER)), WIRE * unitOf(OTHER));
      refuses(fill('fill_and_settle'), 'NotDelivered');
      run(settler.deliver(victims, 2));
    });

    it('is of Lock and Burn alone', () => {
      const cancel = arriving({ assetHome: HERE }, KIND.cancel);
      bridge.run(calls.lock({ amount: WIRE * bridge.unit }), calls.release(cancel, 2));
      refuses(settler.deliver(cancel, 2), 'InvalidKind');
    });

    it('waits for the execution, and refuses a cancelled and a replaced message', () => {
      const [waiting, cancelled, replaced] = [arriving(), arriving(), minted()];
      refuses(settler.deliver(waiting, 2), 'NotExecuted');
      bridge.run(calls.cancel(cancelled, 2));
      refuses(settler.deliver(cancelled, 2), 'NotExecuted');
      const { nonce } = replaced.messages[2] as Message;
      bridge.run(calls.pause('pause_inbound'), calls.replaceRoot(intervalOf(replaced), [nonce]));
      refuses(settler.deliver(replaced, 2), 'NotExecuted');
    });

    it('refuses a message whose root was dropped', () => {
      const committed = minted();
      bridge.run(calls.pause('pause_inbound'), calls.replaceRoot({ ...intervalOf(committed), root: ZERO_32 }, []));
      refuses(settler.deliver(committed, 2), 'UnknownRoot');
    });

    it('refuses messages to others, of other bridges, and false ones', () => {
      const toUser = arriving({ recipient: wordOf(USER) });
      bridge.run(calls.mint(toUser, 2));
      refuses(settler.deliver(toUser, 2), 'WrongVault');
      refuses(settler.deliver(arriving({ destinationBridge: wordOf(ADMIN) }), 2), 'WrongVault');
      refuses(settler.deliver(arriving({ destination: OTHER.domain }), 2), 'WrongVault');
      // Another settler of the same bridge has an account of its own.
      const other = arriving({ recipient: wordOf(Settler.instantiate(bridge).account) });
      bridge.run(calls.mint(other, 2));
      refuses(settler.deliver(other, 2), 'WrongVault');
      const committed = minted();
      const call = settler.deliver(committed, 2);
      const changed = (args: object): SettlerMethodCall => ({ ...call, args: { ...call.args, ...args } });
      const message = call.args.message as Hex;
      refuses(changed({ message: message.slice(0, -2) }), 'MalformedMessage');
      refuses(changed({ message: `0x02${message.slice(4)}` }), 'MalformedMessage');
      refuses(changed({ message: `${message.slice(0, -2)}${message.endsWith('00') ? '01' : '00'}` }), 'InvalidProof');
      refuses(changed({ siblings: [] }), 'InvalidProof');
      const { firstNonce, count } = committed.batch;
      refuses(changed({ firstNonce: firstNonce + 3n }), 'NonceOutOfRange');
      refuses(changed({ count: 2 }), 'NonceOutOfRange');
      refuses(changed({ count: count - 1 }), 'UnknownRoot');
      run(call);
    });
  });

  describe('owners', () => {
    it('of the account is the settler alone', () => {
      minted();
      for (const signer of [USER, ADMIN, RECIPIENT]) {
        const taking = `CALL_METHOD Address("${settler.account}") "withdraw" Address("${tokenOf()}") Decimal("${decimalText(1n)}");`;
        assert.match(chain.execute([taking], [signer]).error ?? '', /Unauthorized/);
        const rule = `CALL_METHOD Address("${settler.account}") "set_default_deposit_rule" Enum<1u8>();`;
        assert.match(chain.execute([rule], [signer]).error ?? '', /Unauthorized/);
      }
      const owner = `SET_OWNER_ROLE Address("${settler.address}") Enum<0u8>();`;
      assert.match(chain.execute([owner], [USER]).error ?? '', /Unauthorized/);
    });

    it('of the solver’s account sign a fill until exclusiveUntil, and nobody needs to afterwards', () => {
      refusesOwner(fill('fill', THIEF, SOLVER));
      refuses(fill('fill', THIEF), 'NotSolver');
      chain.setTime(terms.exclusiveUntil);
      run(fill('fill', THIEF, SOLVER));
      assert.deepEqual(settler.swap(idOf()), { state: 'filled', solver: SOLVER });
    });

    it('of a filler’s account need not sign where the terms name no solver', () => {
      terms = { ...terms, solver: ZERO_32 };
      run(fill('fill', THIEF, SOLVER));
      assert.deepEqual(settler.swap(idOf()), { state: 'filled', solver: SOLVER });
    });

    it('of the filler’s account sign settle_less, those of the recipient’s withdraw', () => {
      run(fill('fill'));
      run(settler.deliver(minted({ wireAmount: 10n }), 2));
      const less = (by: typeof SOLVER): SettlerMethodCall => ({
        ...{ name: 'settle_less', args: { terms: encoded(), least: 1n }, by },
      });
      refusesOwner(less(THIEF));
      run(less(SOLVER));
      run(settler.deliver(minted(), 2));
      const withdraw = (by: typeof SOLVER, recipient = RECIPIENT): SettlerMethodCall => ({
        ...{ name: 'withdraw', args: { terms: encoded(), asset: tokenOf(), recipient, to: THIEF }, by },
      });
      refusesOwner(withdraw(THIEF));
      refuses(withdraw(THIEF, THIEF), 'NotRecipient');
      run(withdraw(RECIPIENT));
      assert.equal(chain.balance(THIEF, tokenOf()), terms.amountIn);
    });
  });

  it('leaves an input in its store that the recipient refuses, who withdraws it elsewhere', () => {
    run(settler.deliver(minted(), 2));
    refuseDeposits(chain, RECIPIENT);
    chain.setTime(terms.deadline);
    const back = { terms: encoded(), recipient: RECIPIENT };
    refuses({ name: 'give_back', args: back, by: USER, bucket: { resource: XRD, amount: 0n } }, 'PaymentFailed');
    const args = { terms: encoded(), asset: tokenOf(), recipient: RECIPIENT, to: USER };
    run({ name: 'withdraw', args, by: RECIPIENT });
    assert.equal(chain.balance(USER, tokenOf()), terms.amountIn);
  });

  it('neither pays its own account nor takes it for a filler, and pays the recipient alone', () => {
    const call = fill('fill');
    refuses({ ...call, args: { ...call.args, recipient: THIEF } }, 'InvalidRecipient');
    terms = { ...terms, solver: ZERO_32 };
    refuses(fill('fill', SOLVER, settler.account), 'InvalidSolver');
    terms = { ...terms, recipient: wordOf(settler.account) };
    refuses(fill('fill'), 'InvalidRecipient');
    terms = { ...terms, recipient: wordOf(RECIPIENT) };
    run(settler.deliver(minted(), 2));
    const args = { terms: encoded(), asset: tokenOf(), recipient: RECIPIENT, to: settler.account };
    refuses({ name: 'withdraw', args, by: RECIPIENT }, 'InvalidRecipient');
  });

  it('gives back and sweeps to the account of the terms alone', () => {
    run(settler.deliver(minted(), 2));
    chain.setTime(terms.deadline);
    const of = (recipient: typeof THIEF): readonly [back: SettlerMethodCall, sweep: SettlerMethodCall] => [
      {
        ...{ name: 'give_back', args: { terms: encoded(), recipient }, by: THIEF },
        bucket: { resource: XRD, amount: 0n },
      },
      { name: 'sweep', args: { terms: encoded(), asset: tokenOf(), recipient } },
    ];
    for (const [index, own] of of(RECIPIENT).entries()) {
      refuses(of(THIEF)[index] as SettlerMethodCall, 'InvalidRecipient');
      run(own, settler.deliver(minted(), 2));
    }
  });

  it('keeps in its store what terms want paid to its own account, which has no way out', () => {
    terms = { ...terms, recipient: wordOf(settler.account), finishFee: terms.amountIn / 20n };
    run(settler.deliver(minted(), 2));
    chain.setTime(terms.deadline);
    const back = { terms: encoded(), recipient: settler.account };
    refuses({ name: 'give_back', args: back, by: THIEF, bucket: { resource: XRD, amount: 0n } }, 'InvalidRecipient');
    const args = { ...back, asset: tokenOf(), to: THIEF };
    refusesOwner({ name: 'withdraw', args, by: THIEF });
    assert.equal(held(), terms.amountIn);
    assert.equal(chain.balance(settler.account, tokenOf()), 0n);
  });

  it('takes assetOut alone, by zero or by XRD’s own address', () => {
    const other = createToken(chain, SOLVER, 18);
    refuses(fill('fill', SOLVER, SOLVER, other), 'InvalidToken');
    terms = { ...terms, assetOut: wordOf(other) };
    refuses(fill('fill'), 'InvalidToken');
    terms = { ...terms, assetOut: wordOf(XRD) };
    run(fill('fill'));
  });

  it('rounds what a fill pays up to the digits of assetOut', () => {
    const coarse = createToken(chain, SOLVER, 2);
    const cent = 10n ** 16n;
    terms = { ...terms, assetOut: wordOf(coarse), quotedOut: 3n * cent - 1n, minOut: 1n };
    const paying = (maxOut: bigint): SettlerMethodCall => {
      const call = fill('fill');
      return { ...call, args: { ...call.args, maxOut }, bucket: { resource: coarse, amount: 3n * cent } };
    };
    refuses(paying(3n * cent - 1n), 'OutAboveMaximum');
    run(paying(3n * cent));
    assert.equal(chain.balance(RECIPIENT, coarse), 3n * cent);
  });

  describe('of an asset with two digits', () => {
    const coarse: Bridge = useBridge({ divisibility: 2 });
    const cent = 10n ** 16n;
    const balance = (account: typeof SOLVER) => chain.balance(account, coarse.canonical);
    beforeEach(() => {
      settler = Settler.instantiate(coarse);
      fund(chain, SOLVER, 10n * cent);
      const digits = { assetIn: wordOf(coarse.canonical), amountIn: 4_000n * cent + cent / 2n, finishFee: cent / 10n };
      terms = { ...termsOf(Settler.instantiate(bridge)), ...digits, settler: wordOf(settler.address) };
      coarse.run(coarse.calls.lock({ amount: 5_000n * cent }));
      const fields = { recipient: wordOf(settler.account), wireAmount: 5_000n, reference: idOf() };
      const committed = coarse.commit([coarse.inbound(KIND.burn, fields)]);
      coarse.run(coarse.calls.release(committed, 0));
      run(settler.deliver(committed, 0));
    });

    it('pays the filler no more than amountIn, rounded down', () => {
      run(fill('fill_and_settle'));
      assert.equal(balance(SOLVER), 4_000n * cent);
    });

    it('pays a finisher no more than the fee, rounded down, and the recipient all the rest', () => {
      chain.setTime(terms.deadline);
      const back = { terms: encoded(), recipient: RECIPIENT };
      run({ name: 'give_back', args: back, by: THIEF, bucket: { resource: XRD, amount: 0n } });
      assert.deepEqual([balance(THIEF), balance(RECIPIENT)], [0n, 5_000n * cent]);
    });
  });
});
