import type { KeyHandle, PlanFile } from '@causeway/chains';
import type { Lie } from '@causeway/local-nodes';
import { bytesToHex, hexToBytes, type UnsignedTransaction } from '@causeway/protocol';
import { Connection, PublicKey, VersionedTransaction } from '@solana/web3.js';
import { bridgeAddresses, remoteAddress } from '../src/solana/addresses.ts';
import { bridgeInstruction, type Fields } from '../src/solana/program.ts';
import { solanaTransaction } from '../src/solana/unsigned.ts';
import { sendAs, signPlan, solAlice, solDeployer, solGuardian } from '../test/support/solana.ts';
import { proxiesOf } from './endpoints.ts';
import { LinkedChain } from './linked-chain.ts';

type Json = Record<string, unknown>;

/** A lie about the results of one method. */
export const about =
  (wanted: string, change: (result: Json) => unknown): Lie =>
  ({ method }, result) =>
    method === wanted && result !== null ? change(result as Json) : result;

/** A lie about the `value` of a method that answers with a context. */
export const aboutValue = (wanted: string, change: (value: unknown) => unknown): Lie =>
  about(wanted, (result) => ({ ...result, value: change(result.value) }));

const all =
  (...lies: readonly Lie[]): Lie =>
  (call, result) =>
    lies.reduce((told, lie) => lie(call, told), result);

/** A lie about every transaction in an account's history. */
const aboutHistory = (change: (entry: Json) => Json): Lie =>
  about('getSignaturesForAddress', (result) => (result as unknown as Json[]).map(change));

/** Every inner instruction with other data. */
const changeInner = (result: Json): Json => {
  const meta = result.meta as Json;
  const inner = (meta.innerInstructions as Json[]).map((outer) => ({
    ...outer,
    instructions: (outer.instructions as Json[]).map((one) => ({ ...one, data: `${String(one.data).slice(0, -1)}2` })),
  }));
  return { ...result, meta: { ...meta, innerInstructions: inner } };
};

/** Lies that could profit an endpoint: no history, other events, a chain far ahead, other accounts, no outcomes. */
export const LIES = {
  'hides events': about('getSignaturesForAddress', () => []),
  'invents failures': aboutHistory((entry) => ({ ...entry, err: { InstructionError: [2, { Custom: 6000 }] } })),
  'moves transactions': aboutHistory((entry) => ({ ...entry, slot: Number(entry.slot) - 1 })),
  'hides transactions': about('getTransaction', () => null),
  'changes events': about('getTransaction', changeInner),
  'runs ahead': about('getSlot', () => 0xffffff),
  'stays behind': about('getSlot', () => 1),
  'shows another fork': about('getBlock', (block) => ({ ...block, blockhash: solAlice.address })),
  'turns blocks around': about('getBlock', (block) => ({
    ...block,
    ...(block.signatures ? { signatures: [...(block.signatures as string[]), 'x'].reverse() } : {}),
  })),
  'invents state': aboutValue('getMultipleAccounts', (accounts) =>
    (accounts as (Json | null)[]).map((account) => account && { ...account, data: ['AAAA', 'base64'], lamports: 1 }),
  ),
  'hides accounts': aboutValue('getMultipleAccounts', (accounts) => (accounts as unknown[]).map(() => null)),
  'knows no outcome': all(
    aboutValue('getSignatureStatuses', (statuses) => (statuses as unknown[]).map(() => null)),
    about('getBlockHeight', () => 0xffffff),
    aboutValue('isBlockhashValid', () => false),
  ),
  'invents a failed outcome': aboutValue('getSignatureStatuses', (statuses) =>
    (statuses as (Json | null)[]).map((status) => status && { ...status, err: 'AccountInUse' }),
  ),
  'refuses every simulation': aboutValue('simulateTransaction', () => ({ err: 'AccountNotFound' })),
  'asks for a fortune': about('getRecentPrioritizationFees', () => [{ slot: 1, prioritizationFee: 10 ** 15 }]),
  'answers nonsense': () => ({ nonsense: true }),
} as const satisfies Readonly<Record<string, Lie>>;

class SolanaUnderTest extends LinkedChain<'solana'> {
  readonly name = 'solana';
  override readonly commitsApart = true;
  override readonly accountRent = 2_039_280n;
  readonly lies = Object.keys(LIES);
  readonly liesDuringSends = [
    'knows no outcome',
    'invents a failed outcome',
    'refuses every simulation',
    'asks for a fortune',
    'hides transactions',
  ];
  readonly unconfirmed = [
    ['hides events', 'scan'],
    ['changes events', 'scan'],
    ['invents state', 'lane'],
    ['shows another fork', 'head'],
    ['invents a failed outcome', 'outcome'],
  ] as const;

  async rest() {
    await this.world.node.rpc('causeway_pauseSlots');
  }
  async wake() {
    await this.world.node.rpc('causeway_resumeSlots');
  }
  mine(blocks: number) {
    return this.world.node.advance(blocks);
  }
  pauseOutbound(paused: boolean) {
    return this.#administer(paused ? 'pause_outbound' : 'unpause_outbound', {});
  }
  override readonly pauseRemote = (paused: boolean) =>
    this.#administer(paused ? 'pause_remote' : 'unpause_remote', { remote_domain: this.there.domain });
  override readonly setFee = (fee: bigint) => this.#administer('set_fee', { remote_domain: this.there.domain, fee });

  /** The admin's call, which may name the remote. */
  async #administer(name: string, args: Fields): Promise<void> {
    const addresses = bridgeAddresses(new PublicKey(this.deployment.bridges.main?.address ?? ''));
    const accounts = {
      authority: new PublicKey(solDeployer.address),
      remote: remoteAddress(addresses.program, this.there.domain),
    };
    await sendAs(this.world.node, solDeployer, bridgeInstruction(addresses, name, args, accounts));
  }
  override readonly administered = {
    admin: solDeployer,
    guardian: solGuardian,
    executePlan: (file: PlanFile, key: KeyHandle) => signPlan(this.world.node.url, file, key),
  };
  readonly endpoints = proxiesOf(
    () => this.world.node.url,
    LIES,
    (settings) => this.provider(settings),
  );
  override ageAnchors() {
    return this.mine(100);
  }
  outdateAnchors() {
    return this.mine(151);
  }
  async sendUnsigned(unsigned: UnsignedTransaction) {
    const { transaction: bytes } = solanaTransaction.parse(unsigned);
    const transaction = VersionedTransaction.deserialize(Buffer.from(bytes, 'base64'));
    const payload = bytesToHex(transaction.message.serialize());
    transaction.addSignature(new PublicKey(solAlice.address), hexToBytes(await solAlice.sign(payload)));
    await new Connection(this.world.node.url, 'confirmed').sendRawTransaction(transaction.serialize());
  }
}

export const solana = new SolanaUnderTest();
