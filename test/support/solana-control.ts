import idl from '@causeway/contracts-solana/idl' with { type: 'json' };
import { devAccount, type Family } from '@causeway/devnet';
import { callRpc } from '@causeway/local-nodes';
import {
  forgesEvents,
  forksSlots,
  hidesTransactions,
  inventsAccounts,
  runsAheadSlots,
} from '@causeway/local-nodes/test-support';
import { Connection, Keypair, PublicKey, Transaction, TransactionInstruction } from '@solana/web3.js';
import type { ChainControl, SystemKind, WithDevnet } from './control.ts';
import { DELIVERY, IN_A_MOMENT, SOON } from './limits.ts';
import { until } from './wait.ts';

/** A test's control over the Solana chain of the stack. */
export class SolanaControl implements ChainControl {
  readonly #url: string;
  readonly #program: PublicKey;

  constructor({ devnet }: WithDevnet, family: Family) {
    this.#url = devnet.chain('solana').node.url;
    this.#program = new PublicKey(devnet.deployment('solana').bridges[family]?.address ?? '');
  }

  async freeze(): Promise<void> {
    await callRpc(this.#url, 'causeway_pauseSlots');
  }

  async thaw(): Promise<void> {
    await callRpc(this.#url, 'causeway_resumeSlots');
  }

  async mine(blocks: number): Promise<void> {
    await callRpc(this.#url, 'causeway_advanceSlots', [blocks]);
  }

  async head(): Promise<number> {
    return Number(await callRpc(this.#url, 'getSlot', [{ commitment: 'confirmed' }]));
  }

  async blockOf(transaction: string): Promise<number> {
    const answer = (await callRpc(this.#url, 'getSignatureStatuses', [[transaction]])) as {
      readonly value: readonly [{ readonly slot: number }];
    };
    return answer.value[0].slot;
  }

  pauseInbound(): Promise<void> {
    return this.#send('guardian', 'pause_inbound');
  }

  unpauseInbound(): Promise<void> {
    return this.#send('deployer', 'unpause_inbound');
  }

  /** Runs an instruction of one role whose only account is the bridge. */
  async #send(role: 'guardian' | 'deployer', name: string): Promise<void> {
    const connection = new Connection(this.#url, 'confirmed');
    const authority = Keypair.fromSeed(Buffer.from(devAccount(role, 'solana').privateKey.slice(2), 'hex'));
    const derive = (seed: string) => PublicKey.findProgramAddressSync([Buffer.from(seed)], this.#program)[0];
    const instruction = new TransactionInstruction({
      programId: this.#program,
      keys: [
        { pubkey: authority.publicKey, isSigner: true, isWritable: false },
        { pubkey: derive('bridge'), isSigner: false, isWritable: true },
        { pubkey: derive('__event_authority'), isSigner: false, isWritable: false },
        { pubkey: this.#program, isSigner: false, isWritable: false },
      ],
      data: Buffer.from(idl.instructions.find((one) => one.name === name)?.discriminator ?? []),
    });
    const sent = await connection.sendTransaction(new Transaction().add(instruction), [authority]);
    // Polled, because a subscription's socket would reconnect endlessly once the node has stopped.
    await until(`${name} is confirmed`, async () => {
      const { value } = await connection.getSignatureStatus(sent);
      if (value?.err) throw new Error(`${name} failed: ${JSON.stringify(value.err)}`);
      return value?.confirmationStatus === 'confirmed' || value?.confirmationStatus === 'finalized';
    });
  }
}

const stranger = () => Keypair.generate().publicKey.toBase58();

// The root goes into a separate transaction, so every checkpoint except the first comes twice.
const [LOCK_SEEN = '', ...PROPOSING] = DELIVERY;

export const SOLANA: SystemKind = {
  kind: 'solana',
  stack: {
    networks: ['ethereum', 'polygon', 'arbitrum', 'solana'],
    families: ['main'],
    cancelAfterSeconds: { default: 300, lanes: { 'solana:arbitrum': SOON, 'arbitrum:solana': IN_A_MOMENT } },
  },
  chain: 'solana',
  asset: 'SOL',
  peer: 'ethereum',
  fees: '0.01',
  control: (stack, _name, family) => new SolanaControl(stack, family),
  out: [
    { from: 'ETH', to: 'solana', amount: '0.3' },
    { from: 'SOL', to: 'polygon', amount: '1' },
    // A wallet that never held the token.
    { from: 'ETH', to: 'solana', amount: '0.5', recipient: stranger() },
  ],
  back: [
    { from: 'ETH@solana', to: 'ethereum', amount: '0.2' },
    { from: 'SOL@polygon', to: 'solana', amount: '0.4' },
  ],
  // The release would leave it below rent exemption.
  unpayable: { way: { from: 'SOL@polygon', to: 'solana', amount: '0.0005', recipient: stranger() } },
  many: [{ way: { from: 'ETH', to: 'solana', amount: '0.01' }, count: 50 }],
  restarts: true,
  late: [
    { source: 'arbitrum', destination: 'solana', lock: '1', burn: '1' },
    { source: 'solana', destination: 'arbitrum', lock: '2', burn: '3' },
  ],
  confirms: true,
  faults: {
    'is dead': { kind: 'dead' },
    'is slow': { kind: 'slow', delayMs: 10_000 },
    'hides transactions': { kind: 'lying', lie: hidesTransactions },
    // Doubles every digit one of an event.
    'forges events': { kind: 'lying', lie: forgesEvents((data) => data.replaceAll('1', '2')) },
    'claims more slots than there are': { kind: 'lying', lie: runsAheadSlots(40) },
    'shows another fork': { kind: 'lying', lie: forksSlots },
    'invents accounts': { kind: 'lying', lie: inventsAccounts(Buffer.alloc(400, 1).toString('base64')) },
  },
  deliveries: [{ way: { from: 'ETH', to: 'solana', amount: '0.03' }, deaths: [LOCK_SEEN, ...PROPOSING, ...PROPOSING] }],
  traitors: { two: 'NotOracle', stranger: 'NotOracle', withheld: 'NonceGap' },
  refunded: { from: 'SOL', to: 'arbitrum', amount: '1' },
};
