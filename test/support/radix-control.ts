import { type DevRole, devAccount, devKey, type Family, sendManifest } from '@causeway/devnet';
import {
  answersPreviews,
  forgesRadixEvents,
  forksStateVersions,
  hidesRadixTransactions,
  runsAheadStateVersions,
} from '@causeway/local-nodes/test-support';
import type { Hex } from '@causeway/protocol';
import type { ChainControl, SystemKind, WithDevnet } from './control.ts';
import { DELIVERY, IN_A_MOMENT, SOON } from './limits.ts';

/** An account's rule for deposits that it did not request. */
const DEPOSIT_RULES = { accept: 'Enum<0u8>()', reject: 'Enum<1u8>()' } as const;

/** A test's control over the Radix ledger of the stack. */
export class RadixControl implements ChainControl {
  /** Base path of the Core API. */
  readonly #url: string;
  readonly #bridge: string;

  constructor({ devnet }: WithDevnet, family: Family = 'main') {
    const { bridges } = devnet.deployment('radix');
    this.#url = devnet.chain('radix').node.url;
    this.#bridge = bridges[family]?.address ?? '';
  }

  async freeze(): Promise<void> {
    await this.#control('pause-rounds');
  }

  async thaw(): Promise<void> {
    await this.#control('resume-rounds');
  }

  async mine(blocks: number): Promise<void> {
    await this.#control('advance-rounds', { count: blocks });
  }

  /**
   * Ends the current epoch and `count - 1` later ones. Transactions that are bound to them can no longer be committed.
   */
  async endEpochs(count: number): Promise<void> {
    for (let ended = 0; ended < count; ended++) await this.#control('advance-epoch');
  }

  async head(): Promise<number> {
    const status = await this.#ask('/status/network-status', {});
    return (status.current_state_identifier as { readonly state_version: number }).state_version;
  }

  async epoch(): Promise<number> {
    const status = await this.#ask('/status/network-status', {});
    return (status.current_epoch_round as { readonly epoch: number }).epoch;
  }

  /** Submits a notarized transaction. */
  async submit(raw: Hex): Promise<void> {
    await this.#ask('/transaction/submit', { notarized_transaction_hex: raw.slice(2) });
  }

  async blockOf(transaction: string): Promise<number> {
    const { committed } = await this.#ask('/transaction/receipt', { intent_hash: transaction });
    return (committed as { resultant_state_identifiers: { state_version: number } }).resultant_state_identifiers
      .state_version;
  }

  pauseInbound(): Promise<void> {
    return this.send('guardian', `CALL_METHOD Address("${this.#bridge}") "pause_inbound";`);
  }

  unpauseInbound(): Promise<void> {
    return this.send('deployer', `CALL_METHOD Address("${this.#bridge}") "unpause_inbound";`);
  }

  /** Runs `manifest`, which has no fee instruction, signed and paid by `role`. */
  async send(role: DevRole, manifest: string): Promise<void> {
    await sendManifest(this.#url, manifest, devKey(role, 'radix'));
  }

  /** Sets the rule of the account of `role` for deposits by others. */
  setDeposits(role: DevRole, rule: keyof typeof DEPOSIT_RULES): Promise<void> {
    const account = devAccount(role, 'radix').address;
    const rules = DEPOSIT_RULES[rule];
    return this.send(role, `CALL_METHOD Address("${account}") "set_default_deposit_rule" ${rules};`);
  }

  #control(name: string, body: object = {}): Promise<Readonly<Record<string, unknown>>> {
    return this.#post(new URL(`/development/${name}`, this.#url), body);
  }

  #ask(path: string, body: object): Promise<Readonly<Record<string, unknown>>> {
    return this.#post(new URL(`/core${path}`, this.#url), { network: 'simulator', ...body });
  }

  /** The JSON answer. Throws it when the status is no success. */
  async #post(url: URL, body: object): Promise<Readonly<Record<string, unknown>>> {
    const headers = { 'content-type': 'application/json' };
    const response = await fetch(url, { method: 'POST', headers, body: JSON.stringify(body) });
    const answer = (await response.json()) as Readonly<Record<string, unknown>>;
    if (!response.ok) throw new Error(`${url.pathname}: ${JSON.stringify(answer)}`);
    return answer;
  }
}

export const RADIX: SystemKind = {
  kind: 'radix',
  stack: {
    networks: ['ethereum', 'arbitrum', 'solana', 'radix'],
    families: ['main'],
    // Epochs that a test ends move the ledger's time ahead of the other chains' time.
    cancelAfterSeconds: { default: 900, lanes: { 'radix:arbitrum': SOON, 'arbitrum:radix': IN_A_MOMENT } },
  },
  chain: 'radix',
  asset: 'XRD',
  peer: 'ethereum',
  fees: '2',
  control: (stack, _name, family) => new RadixControl(stack, family),
  out: [
    { from: 'XRD', to: 'ethereum', amount: '70' },
    { from: 'XRD', to: 'solana', amount: '80' },
    { from: 'ETH', to: 'radix', amount: '0.5' },
    { from: 'SOL', to: 'radix', amount: '1.5' },
  ],
  back: [
    { from: 'XRD@ethereum', to: 'radix', amount: '7' },
    { from: 'XRD@solana', to: 'radix', amount: '8' },
    { from: 'ETH@radix', to: 'ethereum', amount: '0.2' },
    { from: 'SOL@radix', to: 'solana', amount: '0.4' },
  ],
  unpayable: {
    way: { from: 'XRD@ethereum', to: 'radix', amount: '3', recipient: devAccount('dave', 'radix').address },
    key: devAccount('dave', 'radix').privateKey,
    refuse: (stack) => new RadixControl(stack).setDeposits('dave', 'reject'),
  },
  restarts: true,
  late: [
    { source: 'arbitrum', destination: 'radix', lock: '1', burn: '10' },
    { source: 'radix', destination: 'arbitrum', lock: '20', burn: '3' },
  ],
  confirms: false,
  faults: {
    'is dead': { kind: 'dead' },
    'hides transactions': { kind: 'lying', lie: hidesRadixTransactions },
    'forges events': { kind: 'lying', lie: forgesRadixEvents((data) => data.replaceAll('1', '2')) },
    'claims more state versions than there are': { kind: 'lying', lie: runsAheadStateVersions(40) },
    'shows another history': { kind: 'lying', lie: forksStateVersions },
    'invents answers of the bridge': { kind: 'lying', lie: answersPreviews('5c2200') },
  },
  deliveries: [
    { way: { from: 'ETH', to: 'radix', amount: '0.03' }, deaths: DELIVERY },
    { way: { from: 'XRD', to: 'ethereum', amount: '3' }, deaths: DELIVERY },
  ],
  traitors: { two: 'NotOracle', stranger: 'NotOracle', withheld: 'NonceGap' },
  refunded: { from: 'XRD', to: 'arbitrum', amount: '4' },
};
