// Attacks on whoever delivers: a recipient keeps the rent of an account that the relayer paid, or makes it pay for
// credits. Two bridges of SOL stand for the two chains, so that all costs are lamports.
import assert from 'node:assert/strict';
import { KIND, type Message } from '@causeway/protocol';
import type { Address, Instruction } from '@solana/kit';
import {
  createAssociatedTokenAccountIdempotentInstruction,
  createCloseAccountInstruction,
  createTransferInstruction,
} from '@solana/spl-token';
import { PublicKey } from '@solana/web3.js';
import type { Interval } from '../../conformance/src/bridge-under-test.ts';
import { batchOf } from '../../conformance/src/messages.ts';
import { tokenAccountOf, wordOf } from './support/addresses.ts';
import { Bridge, intervalOf } from './support/bridge.ts';
import { instructionOf, withAccounts } from './support/call.ts';
import { FEE_PAYER as RELAYER } from './support/chain.ts';
import { keyOf } from './support/keys.ts';
import { ADMIN, HERE, LIMITS, type Remote } from './support/setting.ts';
import { fromWeb3 } from './support/web3.ts';

const ATTACKER = keyOf('attacker');
const TREASURY = keyOf('treasury');
/** Each order, wire units. */
const DUST = 1_000n;
const ORDERS = 4;

const deploy = (domain: number, program: string): Bridge => {
  const bridge = new Bridge({ program: keyOf(program) });
  bridge.run(bridge.calls.initialize({ domain }));
  for (const wallet of [ATTACKER, TREASURY]) bridge.fund(wallet, 10n ** 10n);
  return bridge;
};
const remoteOf = ({ word }: Bridge, domain: number): Remote => ({
  domain,
  bridge: word,
  addressLength: 32,
  wireDecimals: 9,
});

describe('who pays for deliveries', () => {
  let home: Bridge;
  let away: Bridge;
  /** How each bridge knows the other. */
  let [toHome, toAway]: readonly (Remote | undefined)[] = [];
  const known = () => {
    assert(toHome !== undefined && toAway !== undefined);
    return { toHome, toAway };
  };
  const sent = { lock: 0n, burn: 0n };
  /** The last interval of each bridge. */
  const delivered = new Map<Bridge, Interval>();

  beforeEach(() => {
    const [HOME, AWAY] = [HERE, HERE + 1];
    home = deploy(HOME, 'bridge at home');
    away = deploy(AWAY, 'bridge away');
    [toHome, toAway] = [remoteOf(home, HOME), remoteOf(away, AWAY)];
    home.register(toAway, LIMITS);
    away.register(toHome, LIMITS);
    Object.assign(sent, { lock: 0n, burn: 0n });
    delivered.clear();
    // The first orders pay for the status pages, each of which serves 4,096.
    deliverLock(ATTACKER);
    deliverBurn(ATTACKER);
  });

  /** All lamports of `wallet` on both chains. */
  const wealth = (wallet: Address) => home.chain.lamports(wallet) + away.chain.lamports(wallet);
  const as = (bridge: Bridge, wallet: Address, instructions: readonly Instruction[]) => {
    const { error, logs } = bridge.chain.send(instructions, { feePayer: wallet });
    assert.equal(error, undefined, logs.join('\n'));
  };
  const keyed = (...addresses: readonly Address[]) => addresses.map((address) => new PublicKey(address));

  /**
   * Commits `message` alone and executes it as the relayer, which closes the root before: that of the last one stays.
   */
  function deliver(to: Bridge, message: Message, from: Remote, creation: readonly Instruction[] = []): void {
    const committed = batchOf([message], message.nonce);
    const { commitRoot, mint, release, closeRoot } = bound(to);
    as(to, RELAYER, [instructionOf(to.program, paidByRelayer(commitRoot(intervalOf(committed, from))))]);
    const execution = message.kind === KIND.lock ? mint(committed, 0, from) : release(committed, 0, from);
    as(to, RELAYER, [...creation, instructionOf(to.program, paidByRelayer(execution))]);
    const before = delivered.get(to);
    if (before) as(to, RELAYER, [instructionOf(to.program, closeRoot(before, RELAYER))]);
    delivered.set(to, intervalOf(committed, from));
  }
  const bound = ({ calls }: Bridge) => ({
    commitRoot: calls.commitRoot.bind(calls),
    mint: calls.mint.bind(calls),
    release: calls.release.bind(calls),
    closeRoot: calls.closeRoot.bind(calls),
  });
  const paidByRelayer = (call: Parameters<typeof withAccounts>[0]) => withAccounts(call, { payer: RELAYER });

  /** Locks at home for `recipient`, whose token account away the relayer creates. */
  function deliverLock(recipient: Address, fee = 0n): void {
    const { toAway, toHome } = known();
    const lock = home.calls.lock({
      ...{ amount: DUST, to: toAway, recipient: wordOf(recipient), sender: ATTACKER, maxFee: fee },
    });
    as(home, ATTACKER, [instructionOf(home.program, lock)]);
    const nonce = sent.lock++;
    const message = { ...home.outbound(KIND.lock, nonce, DUST, toAway), recipient: wordOf(recipient) };
    const mint = away.calls.mintOf(toHome);
    const [payer, account, owner, token] = keyed(RELAYER, tokenAccountOf(mint, recipient), recipient, mint);
    assert(payer && account && owner && token);
    const creation = createAssociatedTokenAccountIdempotentInstruction(payer, account, owner, token);
    deliver(away, { ...message, source: HERE, sender: wordOf(ATTACKER) }, toHome, [fromWeb3(creation)]);
  }

  /** Burns away what a lock brought there, for `recipient` at home. */
  function deliverBurn(recipient: Address, fee = 0n): void {
    const { toAway, toHome } = known();
    const burn = away.calls.burn({
      ...{ amount: DUST, to: toHome, recipient: wordOf(recipient), sender: ATTACKER, maxFee: fee },
    });
    as(away, ATTACKER, [instructionOf(away.program, burn)]);
    const nonce = sent.burn++;
    const message = { ...away.outbound(KIND.burn, nonce, DUST, toHome), recipient: wordOf(recipient) };
    deliver(home, { ...message, source: toAway.domain, sender: wordOf(ATTACKER) }, toAway);
  }

  /** Moves what was minted to an account of the attacker's, and keeps the rent of the account that the relayer paid. */
  function takeRent(recipient: Address): void {
    const mint = away.calls.mintOf(known().toHome);
    const [from, to, owner, wallet] = keyed(
      tokenAccountOf(mint, recipient),
      tokenAccountOf(mint, ATTACKER),
      recipient,
      ATTACKER,
    );
    assert(from && to && owner && wallet);
    as(away, ATTACKER, [
      fromWeb3(createTransferInstruction(from, to, owner, DUST)),
      fromWeb3(createCloseAccountInstruction(from, wallet, owner)),
    ]);
  }

  /** What `attack` brings the attacker and costs whoever delivers, in lamports, with `fee` on both bridges. */
  function play(attack: (fee: bigint) => void, fee: bigint): { readonly gain: bigint; readonly loss: bigint } {
    const { toHome, toAway } = known();
    home.run(home.calls.setFee(toAway, fee));
    away.run(away.calls.setFee(toHome, fee));
    const [had, paid] = [wealth(ATTACKER), wealth(RELAYER) + wealth(TREASURY)];
    attack(fee);
    for (const [bridge, remote] of [
      [home, toAway],
      [away, toHome],
    ] as const)
      bridge.run(withAccounts(bridge.calls.collectFees(remote, TREASURY), { admin: ADMIN }));
    // The transactions of guardian and admin are the relayer's too here, and no part of the attack.
    const own = 2n * 10_000n;
    return { gain: wealth(ATTACKER) - had, loss: paid - (wealth(RELAYER) + wealth(TREASURY)) - own };
  }

  /** S2: each order goes to a new key, whose token account's rent the attacker keeps. */
  const harvest = (fee: bigint) => {
    for (let order = 0; order < ORDERS; order++) {
      const recipient = keyOf(`new key ${order} for a fee of ${fee}`);
      deliverLock(recipient, fee);
      takeRent(recipient);
    }
  };

  /** S3: each order goes to a new key, which is left below rent exemption and so is credited. */
  const grieve = (fee: bigint) => {
    for (let order = 0; order < ORDERS; order++) deliverBurn(keyOf(`poor key ${order} for a fee of ${fee}`), fee);
  };

  it('S2: the rent of token accounts is a gift without a fee, and a loss with one that covers a delivery', () => {
    const free = play(harvest, 0n);
    assert(free.gain > BigInt(ORDERS) * 2_000_000n, `the attack brings ${free.gain} lamports`);
    const fee = free.loss / BigInt(ORDERS) + 1n;
    const paying = play(harvest, fee);
    assert(paying.gain < 0n, `the attack brings ${paying.gain} lamports`);
    assert(paying.loss <= 0n, `it costs whoever delivers ${paying.loss} lamports`);
  });

  it('S3: credits cost the relayer alone without a fee, and the attacker with one that covers a delivery', () => {
    for (let order = 0; order < 2 * ORDERS; order++) deliverLock(ATTACKER);
    const free = play(grieve, 0n);
    assert(free.loss > BigInt(ORDERS) * 1_000_000n, `the attack costs ${free.loss} lamports`);
    assert(free.loss > -free.gain, 'and the attacker less');
    const fee = free.loss / BigInt(ORDERS) + 1n;
    const paying = play(grieve, fee);
    assert(paying.loss <= 0n, `it costs whoever delivers ${paying.loss} lamports`);
    assert(paying.gain < -free.loss, `the attacker loses ${-paying.gain} lamports`);
  });
});
