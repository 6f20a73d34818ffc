import type {
  AssetRecord,
  ChainConfig,
  ChainProvider,
  ChainRegistry,
  Deployment,
  KeyHandle,
  Network,
  SendArguments,
  WalletOperations,
} from '@causeway/chains';
import { chainConfig } from '@causeway/chains';
import {
  type BlockRef,
  type ChainKind,
  fail,
  fromAddress32,
  type Hex,
  isHex,
  ok,
  padLeft,
  type Result,
  type SendOperation,
  type Submission,
  type SubmissionOutcome,
  type UnsignedTransaction,
} from '@causeway/protocol';

const FAMILY = 'main';
const byte32 = (n: number): Hex => padLeft(`0x${n.toString(16).padStart(40, '0')}`);

/** A transaction that a fake chain's account signed. */
export interface FakeTransaction extends Submission {
  readonly operation: 'lockTokens' | 'burnTokens' | 'approve' | 'transfer';
  readonly args: SendArguments;
}

/**
 * One bridge of a chain in memory. It keeps balances and account nonces, includes broadcast transactions on request
 * (`mine`), and fails on request (`failures`). It has only the operations that the API calls.
 */
export class FakeChain {
  readonly name: string;
  readonly kind: ChainKind = 'evm';
  readonly family = FAMILY;
  readonly domain: number;
  readonly bridge: Hex;
  readonly finalityBlocks: number = 32;
  readonly canonical: AssetRecord;
  blockSeconds = 2;
  headNumber = 1_000;
  up = [true, true, true];
  outboundPaused = false;
  limit = { minAmount: 1_000_000n, maxAmount: 1_000_000_000_000n };
  /** Local units, keyed by `address home`. */
  readonly balances = new Map<string, bigint>();
  /** The failure of an operation, by its name, until removed. */
  readonly failures = new Map<string, Result<never>>();
  /** Every call, by operation. */
  readonly calls: string[] = [];
  /** All broadcasts in order. The same bytes may occur repeatedly. */
  readonly broadcasts: Submission[] = [];
  readonly mempool = new Map<string, FakeTransaction>();
  readonly included = new Map<string, { readonly transaction: FakeTransaction; readonly success: boolean }>();
  readonly #signed = new Map<string, FakeTransaction>();
  readonly #taken = new Map<string, number>();

  constructor(name: string, domain: number, canonical: AssetRecord) {
    this.name = name;
    this.domain = domain;
    this.canonical = canonical;
    this.bridge = byte32(domain * 10);
  }

  #answer<T>(operation: string, value: () => T): Promise<Result<T>> {
    this.calls.push(operation);
    const failure = this.failures.get(operation);
    return Promise.resolve(failure ?? ok(value()));
  }

  parseAddress(address: string): Result<Hex> {
    if (!isHex(address, 20)) return fail('INVALID_ADDRESS', `${address.slice(0, 50)} is no EVM address`);
    return ok(padLeft(address.toLowerCase()));
  }

  formatAddress(address: Hex): string {
    return fromAddress32(address, 20);
  }

  /** Addresses of the chain itself. */
  readonly reserved = new Set<Hex>();
  isReserved(address: Hex): boolean {
    return this.reserved.has(address);
  }

  head = () => this.#answer('head', () => this.#blockAt(this.headNumber));
  block = (number: number) => this.#answer('block', () => this.#blockAt(number));
  #blockAt = (number: number): BlockRef => ({
    number,
    hash: byte32(number),
    timeMs: number * this.blockSeconds * 1000,
  });

  balance = (address: string, home: number) =>
    this.#answer('balance', () => this.balances.get(`${address.toLowerCase()} ${home}`) ?? 0n);
  decimals = () => this.#answer('decimals', () => this.canonical.decimals);
  limits = () =>
    this.#answer('limits', () => ({ ...this.limit, capacity: 10n ** 15n, refillPerSecond: 1n, available: 10n ** 15n }));
  paused = () => this.#answer('paused', () => ({ outbound: this.outboundPaused, inbound: false }));

  health = () => {
    this.calls.push('health');
    const head = (up: boolean) => (up ? this.headNumber : null);
    return Promise.resolve(
      this.up.map((up, index) => ({ url: `http://rpc-${index}`, up, latencyMs: 1, head: head(up) })),
    );
  };

  /** The arguments of unsigned transactions, newest last. */
  readonly handedOut: { readonly operation: string; readonly args: SendArguments }[] = [];

  unsignedSend = (
    operation: SendOperation,
    from: string | undefined,
    args: SendArguments,
  ): Promise<Result<readonly UnsignedTransaction[]>> =>
    this.#answer('unsignedSend', () => {
      this.handedOut.push({ operation, args });
      const value = `0x${args.localAmount.toString(16)}`;
      return [
        {
          kind: 'evm' as const,
          ...(from !== undefined && { from }),
          to: this.formatAddress(this.bridge),
          data: args.reference,
          value,
          chainId: '0x1',
        },
      ];
    });

  /** Signs with the account's next nonce, like the real provider, even without a later broadcast. */
  prepareSend = (operation: SendOperation, key: KeyHandle, args: SendArguments) =>
    this.#answer('prepareSend', () => {
      const steps =
        operation === 'lockTokens' && this.canonical.address !== null ? (['approve', operation] as const) : [operation];
      return steps.map((step) => this.#sign(step, key.address, args));
    });

  /** The chain's id in its deployment file. */
  get chainId(): string {
    return String(this.domain);
  }

  /** Coins that a wallet keeps for fees. */
  readonly reserve: bigint = 0n;

  get wallet(): WalletOperations {
    return {
      reserve: this.reserve,
      holding: (address, asset) =>
        this.#answer('holding', () => {
          return this.balances.get(`${address.toLowerCase()} ${asset.address ?? this.domain}`) ?? 0n;
        }),
      prepareTransfer: async (key, args) => {
        await key.sign(byte32(7));
        return this.#answer('prepareTransfer', () => [
          this.#sign('transfer', key.address, { ...args, remote: 0, recipient: byte32(0), reference: byte32(0) }),
        ]);
      },
    };
  }

  /** Number of the newest final block. */
  finalNumber = 1_000_000;
  finalized = () => this.#answer('finalized', () => this.#blockAt(this.finalNumber));

  #sign(operation: FakeTransaction['operation'], payer: string, args: SendArguments): FakeTransaction {
    const sequence = this.#taken.get(payer) ?? 0;
    this.#taken.set(payer, sequence + 1);
    return this.#record({ operation, args, payer, sequence, fee: { maxFeePerGas: '1' } });
  }

  #record(facts: Omit<FakeTransaction, 'reference' | 'raw'>): FakeTransaction {
    const id = `${this.name}:${facts.operation}:${facts.payer}:${facts.sequence}:${facts.fee.maxFeePerGas}`;
    const transaction = { ...facts, reference: `0x${Buffer.from(id).toString('hex')}`, raw: `raw:${id}` };
    this.#signed.set(transaction.raw, transaction);
    return transaction;
  }

  replace = (submission: Submission): Promise<Result<Submission>> =>
    this.#answer('replace', () => {
      const old = this.#signed.get(submission.raw) as FakeTransaction;
      return this.#record({ ...old, fee: { maxFeePerGas: String(Number(old.fee.maxFeePerGas) * 2) } });
    });

  broadcast = (submission: Submission) =>
    this.#answer('broadcast', () => {
      this.broadcasts.push(submission);
      const transaction = this.#signed.get(submission.raw) as FakeTransaction;
      this.mempool.set(`${submission.payer} ${submission.sequence}`, transaction);
      return submission.reference;
    });

  outcome = (submission: Submission): Promise<Result<SubmissionOutcome>> =>
    this.#answer('outcome', (): SubmissionOutcome => {
      const slot = this.included.get(`${submission.payer} ${submission.sequence}`);
      if (!slot) return { state: 'pending' };
      if (slot.transaction.raw !== submission.raw) return { state: 'dropped' };
      const failure = { code: 'RateLimited', message: 'the rate limit is used up for now', retryable: true };
      const block = this.#blockAt(this.headNumber);
      return {
        state: 'included',
        block,
        success: slot.success,
        events: [],
        executionUnits: 21_000n,
        ...(!slot.success && { failure }),
      };
    });

  /** Includes the whole mempool. */
  mine(success = true): void {
    for (const [slot, transaction] of this.mempool) this.included.set(slot, { transaction, success });
    this.mempool.clear();
    this.headNumber += 1;
  }

  /** Another transaction of the account takes the nonce. */
  takeNonce(payer: string, sequence: number): void {
    const transaction = { raw: 'raw:another' } as FakeTransaction;
    this.mempool.delete(`${payer} ${sequence}`);
    this.included.set(`${payer} ${sequence}`, { transaction, success: true });
  }

  asProvider(): ChainProvider {
    return this as unknown as ChainProvider;
  }
}

const token = (symbol: string, home: string, decimals = 18): AssetRecord => ({
  symbol,
  name: `${symbol} of ${home}`,
  decimals,
  address: `0x${Buffer.from(`${symbol}${home}`).toString('hex').padEnd(40, '0').slice(0, 40)}`,
});

function deploymentOf(chain: FakeChain, chains: readonly FakeChain[], closed: ReadonlySet<string>): Deployment {
  const remotes = chains
    .filter((other) => other !== chain)
    .map((other) => [
      other.name,
      {
        domain: other.domain,
        bridge: other.bridge,
        token: token(`cw${other.canonical.symbol}`, chain.name, chain.canonical.decimals),
        wireDecimals: 9,
        opened: !closed.has(`${chain.name} ${other.name}`),
      },
    ]);
  return {
    formatVersion: 1,
    network: chain.name,
    kind: chain.kind,
    domain: chain.domain,
    chainId: chain.chainId,
    oracle: { address: chain.formatAddress(chain.bridge), members: [], threshold: 3 },
    contracts: {},
    bridges: {
      [FAMILY]: {
        address: chain.formatAddress(chain.bridge),
        address32: chain.bridge,
        deployedAtBlock: 1,
        canonicalAsset: chain.canonical,
        wireDecimals: 9,
        limits: { minAmount: '1000000', maxAmount: '1000000000000', capacity: '1000000000000', refillPerSecond: '1' },
        remotes: Object.fromEntries(remotes),
      },
    },
  };
}

const native = (symbol: string, name: string): AssetRecord => ({ symbol, name, decimals: 18, address: null });

/** Three fake chains, each with its own asset: ETH and POL native, ARB a token; and the chains in `more`. */
export function fakeChains(closed: ReadonlySet<string> = new Set(), more: readonly FakeChain[] = []) {
  const ethereum = new FakeChain('ethereum', 31_101, native('ETH', 'Ether'));
  const polygon = new FakeChain('polygon', 31_102, native('POL', 'Polygon'));
  const arbitrum = new FakeChain('arbitrum', 31_103, token('ARB', 'arbitrum'));
  const chains = [ethereum, polygon, arbitrum, ...more];
  const config: ChainConfig = chainConfig.parse({ rpc: ['http://127.0.0.1:1'], escalateAfterMs: 30_000 });
  const networks: Network[] = chains.map((chain) => ({
    name: chain.name,
    config,
    deployment: deploymentOf(chain, chains, closed),
    providers: { [FAMILY]: chain.asProvider() },
  }));
  const registry: Pick<ChainRegistry, 'networks' | 'network' | 'close'> = {
    networks,
    network: (name) => networks.find((network) => network.name === name),
    close: async () => {},
  };
  return { ethereum, polygon, arbitrum, networks, registry: registry as ChainRegistry };
}
