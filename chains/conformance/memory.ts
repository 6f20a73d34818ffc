import type { ChainConfig, ChainProvider, Deployment } from '@causeway/chains';
import type { UnsignedTransaction } from '@causeway/protocol';
import { verifying } from '../src/provider/compose.ts';
import { actorsOf } from '../test/support/actors.ts';
import { must } from '../test/support/bridges.ts';
import {
  ApartMemoryChain,
  ExpiringMemoryChain,
  MemoryChain,
  type MemoryChainOptions,
  type MemoryEndpoint,
  RADIX_FORM,
  SOLANA_FORM,
  VALID_BLOCKS,
} from '../test-support/index.ts';
import { ChainUnderTest, type FaultyEndpoints } from './chain-under-test.ts';

/** Coins of alice at the beginning. */
const COINS = 10_000n;

/** A chain in memory beside another, both with a block for each transaction. */
class MemoryUnderTest<Chain extends MemoryChain> extends ChainUnderTest {
  readonly name: string;
  override readonly expires: boolean;
  override readonly replaceable: boolean;
  override readonly commitsApart: boolean;
  override readonly senderRequired: boolean;
  readonly lies = ['lying'];
  readonly liesDuringSends = ['lying'];
  readonly unconfirmed = [
    ['lying', 'head'],
    ['lying', 'scan'],
    ['lying', 'lane'],
    ['lying', 'outcome'],
  ] as const;
  readonly #chain: Chain;

  constructor(
    name: string,
    Kind: new (options: MemoryChainOptions) => Chain,
    special: Partial<MemoryChainOptions> = {},
  ) {
    super();
    const options = { threshold: 3, startMs: 1_700_000_000_000 };
    this.#chain = new Kind({ ...options, name, domain: 5_001, members: [], ...special });
    const other = new MemoryChain({ ...options, name: `beside ${name}`, domain: 5_002, members: [] });
    this.name = name;
    [this.here, this.there] = [this.#chain, other];
    this.expires = this.#chain instanceof ExpiringMemoryChain;
    this.replaceable = !this.expires;
    this.senderRequired = this.expires;
    this.commitsApart = this.#chain.oracleRules.commitsApart;
    this.#chain.connect(other);
    other.connect(this.#chain);
    for (const chain of [this.#chain, other]) {
      chain.members = actorsOf(chain).members.map(({ address }) => address);
      chain.mine(3);
      chain.give(must(chain.parseAddress(actorsOf(chain).alice.address)), COINS * actorsOf(chain).unit);
      chain.automine = true;
    }
    this.deployment = this.#chain.deployment();
  }

  async open() {}
  provider(_settings?: Partial<ChainConfig>, deployment?: Deployment): ChainProvider {
    const chain = this.#chain.throughEndpoints();
    if (!deployment) return chain;
    const compare = () => this.#chain.compare(deployment);
    return Object.assign(chain, verifying(compare));
  }
  async rest() {
    this.#chain.automine = false;
  }
  async wake() {
    this.#chain.automine = true;
    this.#chain.mine();
  }
  async mine(blocks: number) {
    this.#chain.mine(blocks);
  }
  override readonly reorganise = async (vanishing: () => Promise<void>) => {
    const before = this.#chain.tip.number;
    await vanishing();
    this.#chain.reorg(this.#chain.tip.number - before, false);
  };
  async pauseOutbound(paused: boolean) {
    this.#chain.settings.outboundPaused = paused;
  }
  override readonly pauseRemote = async (paused: boolean) => {
    const { pausedRemotes } = this.#chain.settings;
    if (paused) pausedRemotes.add(this.there.domain);
    else pausedRemotes.delete(this.there.domain);
  };
  override readonly setFee = async (fee: bigint) => {
    this.#chain.settings.fees.set(this.there.domain, fee);
  };
  async endpoints(): Promise<FaultyEndpoints> {
    let behaviours: readonly MemoryEndpoint[] = [];
    const through = (count: number) => {
      const chain = this.#chain.throughEndpoints();
      const get = () => Array.from({ length: count }, (_, index) => behaviours[index] ?? 'honest');
      return Object.defineProperty(chain, 'endpoints', { get });
    };
    return {
      provider: () => through(3),
      pair: () => through(2),
      behave: (...next) => {
        behaviours = next as readonly MemoryEndpoint[];
      },
    };
  }
  override async ageAnchors() {
    this.#chain.mine(VALID_BLOCKS / 2);
  }
  async outdateAnchors() {
    if (this.expires) this.#chain.mine(VALID_BLOCKS + 1);
    else this.#chain.executeAsOther([]);
  }
  async sendUnsigned(transaction: UnsignedTransaction) {
    this.#chain.sendUnsigned(transaction);
  }
}

/** The chains in memory that relayer and API are tested with. */
export const MEMORY: readonly ChainUnderTest[] = [
  new MemoryUnderTest('memory', MemoryChain),
  new MemoryUnderTest('memory that expires', ExpiringMemoryChain, {
    kind: 'radix',
    form: RADIX_FORM,
    finalityBlocks: 0,
  }),
  new MemoryUnderTest('memory with calls apart', ApartMemoryChain, { kind: 'solana', form: SOLANA_FORM }),
];
