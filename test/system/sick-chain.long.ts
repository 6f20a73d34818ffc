// Ten chains of which one is dead, silent or lies: orders between the others take no more blocks than before.
import { strict as assert } from 'node:assert';
import { type DevnetName, FINALITY_BLOCKS, parseChains } from '@causeway/devnet';
import type { Lie, RpcFault } from '@causeway/local-nodes';
import { forgesLogs, forksBlocks, hidesLogs, runsAhead } from '@causeway/local-nodes/test-support';
import { accountOn, controlOf, networkOf } from '../support/chain-control.ts';
import { assertConserved } from '../support/invariants.ts';
import { type Stack, startStack } from '../support/stack.ts';

const CHAINS = parseChains('10');
const SICK: DevnetName = 'polygon';
/** Orders of each wave go from every chain of one half to every chain of the other, and then the other way. */
const HALVES: readonly [readonly DevnetName[], readonly DevnetName[]] = [
  ['ethereum', 'arbitrum', 'solana', 'base'],
  ['optimism', 'bnb', 'avalanche', 'gnosis', 'radix'],
];
const OTHERS = HALVES.flat();
/** Chains that only receive here: the owner's own keys would send on one, and locks on the other are final at once. */
const RECEIVING: readonly DevnetName[] = ['gnosis', 'radix'];

/** Seconds between two blocks. */
const BLOCK_SECONDS = 2;
/** Waves of orders before a fault, and as many with it: right after it began, and once everybody knows it. */
const WAVES = 2;
/**
 * A machine that is busy with something else delays orders, too, but not each time. The best of the attempts with the
 * fault is compared with the best of those without, so that a busy machine before a fault hides nothing.
 */
const ATTEMPTS = 4;
/** How many blocks of its destination an order may be later because of a chain that it does not touch. */
const MOST_LATER = 1;

/** Blocks from the first in which it could be delivered to that of the delivery, of each order, by destination. */
type Waits = Map<DevnetName, number[]>;

const assetOf = (name: DevnetName): string => networkOf(name).assets.main.symbol;

/** Several lies of one endpoint. */
const all =
  (...lies: readonly Lie[]): Lie =>
  (call, truth) =>
    lies.reduce((said, lie) => lie(call, said), truth);
const lying = (lie: Lie): RpcFault => ({ kind: 'lying', lie });
const forges = forgesLogs((log) => ({ ...log, data: String(log.data).replaceAll('1', '2') }));

/** What is wrong with how many of the sick chain's three endpoints. Two are a quorum. */
const FAULTS: readonly (readonly [what: string, endpoints: number, fault: RpcFault])[] = [
  ['dead', 3, { kind: 'dead' }],
  ['silent', 3, { kind: 'silent' }],
  ['one endpoint lies', 1, lying(all(forges, runsAhead(40), forksBlocks))],
  ['a quorum hides events', 2, lying(hidesLogs)],
  ['a quorum forges events', 2, lying(forges)],
  ['a quorum claims final blocks that are none', 2, lying(runsAhead(40))],
  ['a quorum shows another fork', 2, lying(forksBlocks)],
];
/** After this one only a rollback by an operator goes on with the sick chain. */
const LASTING = FAULTS.at(-1)?.[0];

const sorted = (waits: Waits): number[] => [...waits.values()].flat().toSorted((a, b) => a - b);
const median = (waits: Waits): number => sorted(waits)[Math.floor(sorted(waits).length / 2)] as number;
const most = (waits: Waits): number => sorted(waits).at(-1) as number;

/** The least median and the least maximum of several attempts. */
class Best {
  median = Number.POSITIVE_INFINITY;
  most = Number.POSITIVE_INFINITY;

  note(waits: Waits): void {
    this.median = Math.min(this.median, median(waits));
    this.most = Math.min(this.most, most(waits));
  }
}

/** A line with the blocks of every order, by destination. */
const lineOf = (what: string, waits: Waits): string =>
  `${what}: median ${median(waits)}, most ${most(waits)} (${[...waits].map(([name, blocks]) => `${name} ${blocks.join(' ')}`).join('; ')})`;

describe('one of ten chains that is sick', function () {
  this.timeout(1_800_000);
  let stack: Stack;

  before(async () => {
    stack = await startStack({
      networks: CHAINS,
      families: ['main'],
      blockTime: BLOCK_SECONDS,
      cancelAfterSeconds: { default: 3_600 },
    });
    // The first orders of new processes read what no later one does.
    await waves(1);
  });
  afterEach(() => {
    for (const endpoint of stack.devnet.chain(SICK).endpoints) endpoint.setFault(null);
  });
  after(() => stack?.stop());

  const control = (name: DevnetName) => controlOf(stack, name);
  const order = (from: DevnetName, to: DevnetName) =>
    stack.as('bob').order({ from: assetOf(from), to, amount: '0.01', destinationAddress: accountOn('carol', to) });
  const makeFinal = (name: DevnetName) => control(name).mine(FINALITY_BLOCKS + 1);

  /**
   * An order from each of `sources` to each of `destinations`. `ready` is called when all of their locks are included.
   * Adds to `waits`.
   */
  async function half(
    sources: readonly DevnetName[],
    destinations: readonly DevnetName[],
    ready: () => Promise<void>,
    waits: Waits,
  ): Promise<void> {
    const ways = sources
      .filter((name) => !RECEIVING.includes(name))
      .flatMap((from) => destinations.map((to) => ({ from, to })));
    const ids = await Promise.all(ways.map(({ from, to }) => order(from, to)));
    const bob = stack.as('bob');
    for (const id of ids) await bob.reaches(id, 'confirming');
    await ready();
    const heads = new Map<DevnetName, number>();
    for (const name of destinations) heads.set(name, await control(name).head());
    await Promise.all([...new Set(ways.map(({ from }) => from))].map(makeFinal));
    await bob.completesAll(ids);
    for (const [at, { to }] of ways.entries()) {
      const { mintTransaction } = await bob.status(ids[at] as string);
      const block = await control(to).blockOf(mintTransaction as string);
      waits.set(to, [...(waits.get(to) ?? []), block - (heads.get(to) as number)]);
    }
  }

  /** `ready` is called for the destinations of each half of the first wave, when locks to them are included. */
  async function waves(count: number, ready: (destinations: readonly DevnetName[]) => Promise<void> = async () => {}) {
    const waits: Waits = new Map();
    const [one, other] = HALVES;
    for (let wave = 0; wave < count; wave += 1) {
      for (const [from, to] of [[one, other] as const, [other, one] as const]) {
        await half(from, to, () => (wave === 0 ? ready(to) : Promise.resolve()), waits);
      }
    }
    return waits;
  }

  /** Orders of the sick chain that are final and wait at every other one, which accepts none yet. */
  async function ofSickWaiting(): Promise<readonly string[]> {
    await Promise.all(OTHERS.map((name) => control(name).pauseInbound()));
    const ids = await Promise.all(OTHERS.map((to) => order(SICK, to)));
    for (const id of ids) await stack.as('bob').reaches(id, 'proving');
    return ids;
  }
  const unpause = async (destinations: readonly DevnetName[]) => {
    await Promise.all(destinations.map((name) => control(name).unpauseInbound()));
  };

  for (const [what, endpoints, fault] of FAULTS) {
    it(`${what}: orders between the others wait for at most ${MOST_LATER} block more of their destination`, async () => {
      const sick = stack.devnet.chain(SICK).endpoints.slice(0, endpoints);
      const lasts = what === LASTING;
      const [healthy, ill] = [new Best(), new Best()];
      let later = Number.POSITIVE_INFINITY;
      for (let attempt = 0; attempt < ATTEMPTS && later > MOST_LATER; attempt += 1) {
        const before = await waves(WAVES);
        const goesOn = lasts && attempt > 0;
        const waiting = goesOn ? [] : [...(await ofSickWaiting())];
        if (!goesOn) waiting.push(...(await Promise.all([order('ethereum', SICK), order('solana', SICK)])));
        for (const endpoint of sick) endpoint.setFault(fault);
        const waits = await waves(WAVES, goesOn ? undefined : unpause);
        for (const endpoint of sick) endpoint.setFault(null);
        console.log(`${what}\n  ${lineOf('before', before)}\n  ${lineOf('then', waits)}`);
        healthy.note(before);
        ill.note(waits);
        later = Math.max(ill.median - healthy.median, ill.most - healthy.most);
        if (lasts) continue;
        await stack.as('bob').completesAll(waiting);
        await assertConserved(stack.registry.providers);
      }
      assert.ok(later <= MOST_LATER, `${later} blocks later`);
    });
  }
});
