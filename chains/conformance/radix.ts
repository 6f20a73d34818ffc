import type { KeyHandle, PlanFile } from '@causeway/chains';
import type { Lie } from '@causeway/local-nodes';
import {
  forgesRadixEvents,
  forksStateVersions,
  hidesRadixTransactions,
  runsAheadStateVersions,
} from '@causeway/local-nodes/test-support';
import { formatDecimal, type UnsignedTransaction } from '@causeway/protocol';
import { radixTransaction } from '../src/radix/unsigned.ts';
import { must } from '../test/support/bridges.ts';
import { ledgerAs, signPlan } from '../test/support/radix.ts';
import { radAlice, radDeployer, radGuardian } from '../test/support/radix-offline.ts';
import { proxiesOf } from './endpoints.ts';
import { LinkedChain } from './linked-chain.ts';

type Json = Readonly<Record<string, unknown>>;

/** A lie about the answer at one path. */
export const about =
  (path: string, change: (answer: Json) => unknown): Lie =>
  ({ method }, answer) =>
    method === path ? change(answer as Json) : answer;

const bothOf =
  (...lies: readonly Lie[]): Lie =>
  (call, answer) =>
    lies.reduce((told, lie) => lie(call, told), answer);

/** A lie about every transaction of the stream. */
export const mapStream = (change: (transaction: Json) => Json): Lie =>
  about('/stream/transactions', (answer) => ({ ...answer, transactions: (answer.transactions as Json[]).map(change) }));

export const changeReceipt = (change: (receipt: Json) => Json) => (transaction: Json) => ({
  ...transaction,
  receipt: change(transaction.receipt as Json),
});

/** Lies that could profit an endpoint: no history, other events, a ledger far ahead, other state, no outcomes. */
export const LIES = {
  'hides events': hidesRadixTransactions,
  'changes events': forgesRadixEvents((hex) => `${hex.slice(0, -2)}ff`),
  'invents failures': mapStream(changeReceipt((receipt) => ({ ...receipt, status: 'Failed' }))),
  'leaves out transactions': about('/stream/transactions', (answer) => ({
    ...answer,
    transactions: (answer.transactions as Json[]).slice(1),
  })),
  'runs ahead': runsAheadStateVersions(1_000),
  'stays behind': about('/status/network-status', (status) => ({
    ...status,
    current_state_identifier: { ...(status.current_state_identifier as Json), state_version: 1 },
    current_epoch_round: { epoch: 1, round: 1 },
  })),
  'shows another fork': forksStateVersions,
  'invents state': about('/transaction/preview', (preview) => {
    const receipt = preview.receipt as Json;
    return { ...preview, receipt: { ...receipt, output: [{ hex: '5c2100' }] } };
  }),
  'refuses every preview': about('/transaction/preview', (preview) => ({
    ...preview,
    receipt: { ...(preview.receipt as Json), status: 'Failed', error_message: 'PanicMessage("RateLimited")' },
  })),
  'knows no outcome': bothOf(
    about('/transaction/status', (status) => ({ ...status, intent_status: 'PermanentRejection' })),
    about('/status/network-status', (status) => ({ ...status, current_epoch_round: { epoch: 9_999, round: 1 } })),
  ),
  'invents a failed outcome': about('/transaction/receipt', ({ committed, ...rest }) => ({
    ...rest,
    committed: changeReceipt((receipt) => ({ ...receipt, status: 'Failed', error_message: 'x' }))(committed as Json),
  })),
  'answers nonsense': () => ({ nonsense: true }),
} as const satisfies Readonly<Record<string, Lie>>;

class RadixUnderTest extends LinkedChain<'radix'> {
  readonly name = 'radix';
  readonly lies = Object.keys(LIES);
  readonly liesDuringSends = [
    'knows no outcome',
    'invents a failed outcome',
    'refuses every preview',
    'answers nonsense',
  ];
  readonly unconfirmed = [
    ['hides events', 'scan'],
    ['changes events', 'scan'],
    ['leaves out transactions', 'scan'],
    ['invents state', 'lane'],
    ['shows another fork', 'head'],
    ['knows no outcome', 'outcome'],
  ] as const;

  async rest() {
    this.world.node.ledger.pause();
  }
  async wake() {
    this.world.node.ledger.resume();
  }
  async mine(blocks: number) {
    for (let made = 0; made < blocks; made++) this.world.node.ledger.advance(1_000);
  }
  pauseOutbound(paused: boolean) {
    return this.#administer(paused ? 'pause_outbound' : 'unpause_outbound');
  }
  override readonly pauseRemote = (paused: boolean) =>
    this.#administer(paused ? 'pause_remote' : 'unpause_remote', `${this.there.domain}u32`);
  override readonly setFee = (fee: bigint) =>
    this.#administer('set_fee', `${this.there.domain}u32`, `Decimal("${formatDecimal(fee, 18)}")`);
  async #administer(method: string, ...args: readonly string[]) {
    const admin = await ledgerAs(this.world.node, radDeployer);
    const bridge = this.deployment.bridges.main?.address;
    must(await admin.send({ manifest: `CALL_METHOD Address("${bridge}") "${method}" ${args.join(' ')};` }));
  }
  override readonly administered = {
    admin: radDeployer,
    guardian: radGuardian,
    executePlan: (file: PlanFile, key: KeyHandle) => signPlan(this.world.node, file, key),
  };
  readonly endpoints = proxiesOf(
    () => this.world.node.url,
    LIES,
    (settings) => this.provider(settings),
  );
  override async ageAnchors() {
    this.world.node.ledger.advanceEpoch();
  }
  async outdateAnchors() {
    for (let epoch = 0; epoch < 2; epoch++) this.world.node.ledger.advanceEpoch();
  }
  async sendUnsigned(unsigned: UnsignedTransaction) {
    const { manifest } = radixTransaction.parse(unsigned);
    must(await (await ledgerAs(this.world.node, radAlice)).send({ manifest }));
  }
  /** Without the nonce, which is random. */
  override comparable(anchor: string): string {
    return anchor.split(':').toSpliced(2, 1).join(':');
  }
}

export const radix = new RadixUnderTest();
