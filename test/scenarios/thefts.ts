import { strict as assert } from 'node:assert';
import { type AdminAction, burnTokens, type ChainProvider, type ChainRegistry, lockTokens } from '@causeway/chains';
import { type Devnet, devAccount, devKey, startDevnet } from '@causeway/devnet';
import { deployedState } from '@causeway/devnet/state-cache';
import { callRpc } from '@causeway/local-nodes';
import { buildBatch, executionOf, type Message, messageIdOf, packProof, ZERO_32 } from '@causeway/protocol';
import { controlOf, networkOf } from '../support/chain-control.ts';
import { codeOfForging, FINAL, messageOf, robber } from '../support/collusion.ts';
import type { NetworkName, SystemKind } from '../support/control.ts';
import { BLOCK_TIME } from '../support/evm-control.ts';
import { read } from '../support/invariants.ts';
import { runCauseway } from '../support/processes.ts';
import { openRegistry } from '../support/stack.ts';
import { until } from '../support/wait.ts';
import { type WatchHealth, type WatchProcess, watchProcess } from '../support/watch.ts';

/** Polls within which a theft is an alarm, and its pause is in force. */
const [ALARM_POLLS, PAUSE_POLLS] = [3, 5];
/** Milliseconds between two polls. A busy machine delays each step by up to a second. */
const POLL_MS = 2_000;
const RUNS_OF_A_CASE = 2;
/** When the watch is killed, milliseconds after a theft. */
const KILLED_MS = [0, 600, 1_200, 1_600, 2_000, 2_400, 3_000, 4_000];

/** Wire units of what is under way, and of each theft in its place. */
const UNDER_WAY = 5n * 10n ** 7n;
const THEFT = 4n * 10n ** 7n;
/** Most thefts of one run. */
const MOST_THEFTS = 3;

const OPERATIONS = ['mint', 'release'] as const;
type Operation = (typeof OPERATIONS)[number];

/** A theft as it is tried, and the way back from it. */
interface Played {
  /** Wire units that were paid to the thief. */
  readonly stolen: bigint;
  /** Ids of forged executions. */
  readonly executed: readonly string[];
  /** Puts the roots right, while inbound is paused. */
  repair(): Promise<void>;
  /** When the first forged thing was on chain, by the machine's clock. */
  readonly atMs: number;
}

/** Seconds of one run. */
interface Times {
  readonly name: string;
  readonly alarm: number;
  readonly begun: number;
  readonly paused: number;
  readonly lost: bigint;
  readonly level: bigint;
}

/**
 * Plays every theft at the chain of `kind` against a watch that has a guardian's key, and repairs it. Nobody else runs:
 * neither relayer nor signers.
 */
export function describeThefts({ kind, chain, peer }: SystemKind): void {
  describe(`thefts on ${chain}`, function () {
    this.timeout(1_800_000);
    let devnet: Devnet;
    let registry: ChainRegistry;
    let watch: WatchProcess;
    let [source, here] = [] as unknown as readonly [ChainProvider, ChainProvider];
    const times: Times[] = [];
    const mine = (name: NetworkName) => controlOf({ devnet }, name).mine(FINAL);

    before(async () => {
      const networks = [peer, chain] as const;
      devnet = await startDevnet({
        ...{ networks, families: ['main'], blockTime: BLOCK_TIME },
        deployed: await deployedState(networks),
      });
      registry = await openRegistry(devnet.configuration.relayer.config);
      source = registry.provider(peer, 'main') as ChainProvider;
      here = registry.provider(chain, 'main') as ChainProvider;
      // What is burned at the peer later, and released here.
      const before = (await read(here.head())).number;
      const lock = await read(sendFrom(here, source, 40n * UNDER_WAY));
      await mine(chain);
      await deliver(source, await messageOf(here, lock, before));
      await mine(peer);
      watch = await watchProcess({ devnet }, { pausesPerHour: 1_000, pollMs: POLL_MS, invariantsMs: POLL_MS });
      await watch.process.start();
      await isQuiet();
    });
    after(async () => {
      await watch?.process.stop();
      await registry?.close();
      await devnet?.stop();
      report(chain, times);
    });

    /** A lock of `from`'s own asset, or the burn of the remote's, by somebody honest. */
    const sendFrom = (from: ChainProvider, to: ChainProvider, wireAmount: bigint, operation: Operation = 'mint') => {
      const send = operation === 'mint' ? lockTokens : burnTokens;
      const key = devKey(operation === 'mint' ? 'dave' : 'alice', networkOf(from.name as NetworkName).kind);
      return (async () => {
        const home = operation === 'mint' ? from : to;
        const localAmount = await inLocalUnits(from, home, wireAmount);
        return send(from, key, { remote: to.domain, recipient: await robber(to), localAmount, reference: ZERO_32 });
      })();
    };

    /** Ends the pauses of the lanes between the two. */
    async function resume(): Promise<void> {
      for (const [at, remote] of [
        [here, source],
        [source, here],
      ] as const) {
        if ((await read(at.lane(remote.domain))).paused) {
          await administer(at, { name: 'unpause', scope: { remote: remote.domain } });
        }
      }
    }

    /** Sends, although the watch pauses again while it sees more and more of a theft. */
    const sendSoon = (...of: Parameters<typeof sendFrom>): Promise<string> =>
      until('the lane takes a message', async () => {
        await resume();
        const sent = await sendFrom(...of);
        if (sent.ok) return sent.value;
        assert.equal(sent.error.code, 'RemotePaused');
        return undefined;
      });

    /** Commits and executes `message` by a threshold of keys. Returns the code of the last transaction. */
    async function deliver(at: ChainProvider, message: Message, parts: 'all' | 'commit' = 'all'): Promise<string> {
      const batch = buildBatch(message.nonce, [messageIdOf(message)]);
      const { firstNonce, count, root } = batch;
      const operation = executionOf(message);
      const calls = [
        { function: 'commitRoot' as const, source: message.source, firstNonce, count, root },
        ...(parts === 'all' ? [{ function: operation, message, proof: packProof(operation, message, batch) }] : []),
      ];
      return codeOfForging(at, calls);
    }

    const administer = async (at: ChainProvider, action: AdminAction) => {
      const key = devKey('deployer', networkOf(at.name as NetworkName).kind);
      await read(at.administration?.execute(action, key) ?? Promise.reject(new Error(`${at.name} has no admin`)));
    };

    /** Lets both chains go on, as chains do: the local ones make no blocks of their own, or few. */
    const goOn = () =>
      setInterval(() => {
        for (const name of [peer, chain]) void controlOf({ devnet }, name).mine(1);
      }, POLL_MS);

    const isQuiet = (most?: number) =>
      until('the watch has nothing to say', async () => (await watch.health()).status === 'ok', most);

    /** A forged message for the next nonce of the lane from the peer. */
    async function forgedMessage(operation: Operation, nonce?: bigint): Promise<Message> {
      const lane = await read(here.lane(source.domain));
      const wireAmount = THEFT;
      const [mint, release] = [
        { kind: 1, assetHome: source.domain },
        { kind: 2, assetHome: here.domain },
      ] as const;
      return {
        ...{ version: 1, source: source.domain, destination: here.domain, nonce: nonce ?? lane.nextInboundNonce },
        ...(operation === 'mint' ? mint : release),
        ...{ sourceBridge: source.bridge, destinationBridge: here.bridge, wireAmount, reference: ZERO_32 },
        ...{ sender: await robber(source), recipient: await robber(here) },
      };
    }

    const interval = ({ nonce }: Message) => ({ source: source.domain, firstNonce: nonce, count: 1 });
    const replaceRoot = (right: Message, changed: readonly bigint[] = []) => {
      const { root } = buildBatch(right.nonce, [messageIdOf(right)]);
      return administer(here, { name: 'replaceRoot', interval: interval(right), root, changed });
    };
    const drop = (message: Message) =>
      administer(here, { name: 'replaceRoot', interval: interval(message), root: ZERO_32, changed: [] });

    /** A genuine message from the peer, which waits. */
    async function genuine(operation: Operation): Promise<Message> {
      const before = (await read(source.head())).number;
      return messageOf(source, await sendSoon(source, here, UNDER_WAY, operation), before);
    }

    const CASES: Readonly<Record<string, (operation: Operation) => Promise<Played>>> = {
      'nothing under way': async (operation) => {
        const executed: Message[] = [];
        let atMs = 0;
        let code = 'executed';
        for (let theft = 0; theft < MOST_THEFTS && code === 'executed'; theft += 1) {
          const message = await forgedMessage(operation);
          code = await deliver(here, message);
          if (theft === 0) atMs = Date.now();
          if (code === 'executed') executed.push(message);
        }
        return {
          ...{ stolen: BigInt(executed.length) * THEFT, executed: executed.map(messageIdOf), atMs },
          repair: async () => {
            const { nextInboundNonce } = await read(here.lane(source.domain));
            const last = executed.at(-1)?.nonce ?? -1n;
            if (nextInboundNonce > last + 1n) await drop(await forgedMessage(operation, last + 1n));
            for (const { nonce } of executed) await replaceRoot(await genuine(operation), [nonce]);
          },
        };
      },
      'hidden by more under way': async (operation) => {
        const waiting = await genuine(operation);
        const forged = await forgedMessage(operation);
        assert.equal(forged.nonce, waiting.nonce);
        assert.equal(await deliver(here, forged), 'executed');
        const atMs = Date.now();
        return {
          ...{ stolen: THEFT, executed: [messageIdOf(forged)], atMs },
          repair: () => replaceRoot(waiting, [waiting.nonce]),
        };
      },
      'root alone': async (operation) => {
        const forged = await forgedMessage(operation);
        assert.equal(await deliver(here, forged, 'commit'), 'executed');
        return { stolen: 0n, executed: [], atMs: Date.now(), repair: () => drop(forged) };
      },
      'wrong replaceRoot': async (operation) => {
        const waiting = await genuine(operation);
        await mine(peer);
        assert.equal(await deliver(here, waiting, 'commit'), 'executed');
        await administer(here, { name: 'pause', scope: { direction: 'inbound' } });
        await replaceRoot({ ...waiting, wireAmount: THEFT });
        return { stolen: 0n, executed: [], atMs: Date.now(), repair: () => replaceRoot(waiting) };
      },
    };

    for (const operation of OPERATIONS) {
      for (const [name, play] of Object.entries(CASES)) {
        for (let run = 1; run <= RUNS_OF_A_CASE; run += 1) {
          it(`${operation}, ${name}, ${run}: is seen within ${ALARM_POLLS} polls and paused within ${PAUSE_POLLS}`, async () => {
            const before = await watch.health();
            const level = await read(here.limits(source.domain, operation === 'mint' ? 'bridged' : 'canonical'));
            const blocks = goOn();
            const seen = observe(watch, before);
            const played = await play(operation);
            const { alarm, begun, paused } = await seen.done().finally(() => clearInterval(blocks));
            const since = (ms: number) => (ms - played.atMs) / 1_000;
            times.push({
              ...{ name: `${operation}, ${name}`, lost: played.stolen, level: level.available },
              ...{ alarm: since(alarm), begun: since(begun), paused: since(paused) },
            });
            assert.ok(played.stolen <= level.available, 'what is lost is at most the level of the bucket');
            assert.ok((await read(here.lane(source.domain))).paused, 'the lane is paused');
            await mend(operation, played);
            assert.ok(since(alarm) * 1_000 <= ALARM_POLLS * POLL_MS, `an alarm after ${since(alarm)} s`);
            assert.ok(since(begun) * 1_000 <= PAUSE_POLLS * POLL_MS, `a pause after ${since(begun)} s`);
          });
        }
      }
    }

    if (kind === 'evm')
      it('is paused once by a watch that is killed at any moment', async () => {
        for (const afterMs of KILLED_MS) {
          const before = await pausesSent();
          const played = await (CASES['root alone'] as (operation: Operation) => Promise<Played>)('mint');
          const blocks = goOn();
          await new Promise((resolve) => setTimeout(resolve, afterMs));
          await watch.process.kill();
          watch.process.launch();
          await until('the lane is paused', async () => (await read(here.lane(source.domain))).paused);
          await until('the watch knows it', async () => {
            const health = await watch.health().catch(() => undefined);
            return health?.differences.length === 1 && health.pauses.at(-1)?.state === 'paused';
          }).finally(() => clearInterval(blocks));
          await mend('mint', played);
          assert.equal((await pausesSent()) - before, 1, `killed after ${afterMs} ms`);
        }
      });

    // The last one: nobody repairs it.
    it('loses no more than the bucket has and refills to a thief who takes as much as possible until the pause', async () => {
      const limits = () => read(here.limits(source.domain, 'bridged'));
      const level = await limits();
      const beganMs = Date.now();
      const blocks = goOn();
      let [stolen, thefts] = [0n, 0];
      try {
        while (!(await read(here.lane(source.domain))).paused) {
          const { available, maxAmount, minAmount } = await limits();
          const wireAmount = available < maxAmount ? available : maxAmount;
          if (wireAmount < minAmount) continue;
          const code = await deliver(here, { ...(await forgedMessage('mint')), wireAmount });
          if (code === 'executed') [stolen, thefts] = [stolen + wireAmount, thefts + 1];
        }
      } finally {
        clearInterval(blocks);
      }
      const seconds = Math.ceil((Date.now() - beganMs) / 1_000);
      const most = level.available + level.refillPerSecond * BigInt(seconds);
      console.log(`      ${chain}: ${stolen} in ${thefts} thefts within ${seconds} s, of at most ${most}`);
      assert.ok(thefts > 0 && stolen <= most, `${stolen} of at most ${most}`);
      const after = await deliver(here, await forgedMessage('mint'));
      assert.notEqual(after, 'executed', 'the pause ends it');
    });

    /** Transactions of the guardian, who does nothing else. */
    async function pausesSent(): Promise<number> {
      const { address } = devAccount('guardian', 'evm');
      return Number(await callRpc(devnet.chain(chain).node.url, 'eth_getTransactionCount', [address, 'latest']));
    }

    /** Undoes a theft, so that nothing of it is left for the next run. */
    async function mend(operation: Operation, { stolen, executed, repair }: Played): Promise<void> {
      const settling = goOn();
      await isSettled(watch).finally(() => clearInterval(settling));
      const inbound: AdminAction = { name: 'pause', scope: { direction: 'inbound' } };
      await administer(here, inbound);
      await repair();
      // The thief gives the tokens back; somebody makes up for what was released.
      if (stolen > 0n) await sendSoon(here, source, stolen, operation === 'mint' ? 'release' : 'mint');
      await resume();
      await administer(here, { ...inbound, name: 'unpause' });
      await Promise.all([mine(peer), mine(chain)]);
      const blocks = goOn();
      try {
        await until('the watch has read what was repaired', async () => {
          const { differences } = await watch.health();
          const roots = differences.filter((one) => one.kind === 'root');
          return roots.length === 0 && executed.every((id) => differences.some(({ subject }) => subject === id));
        });
        if (executed.length > 0) {
          await runCauseway('watch', 'acknowledge', ...executed, '--yes', '--config', watch.config, '--json');
        }
        await isQuiet();
        await resume();
      } finally {
        clearInterval(blocks);
      }
    }
  });
}

/** The times of the first alarm, of the beginning of a pause and of the first pause in force, after `before`. */
function observe(watch: WatchProcess, before: WatchHealth) {
  const own = ({ pauses }: WatchHealth) => pauses.filter((one) => !one.found);
  const known = own(before).length;
  let [alarm, begun] = [0, 0];
  const done = until('the watch has paused', async () => {
    const health = await watch.health();
    const now = Date.now();
    if (alarm === 0 && (health.differences.length > 0 || health.invariants.length > 0)) alarm = now;
    const pauses = own(health).slice(known);
    if (begun === 0 && pauses.length > 0) begun = now;
    return pauses.some(({ state }) => state === 'paused') && { alarm, begun, paused: now };
  });
  done.catch(() => {});
  return { done: () => done };
}

/** Waits until the watch has seen all of a theft: its pauses stay as they are for some polls. */
function isSettled(watch: WatchProcess): Promise<boolean> {
  let [count, sinceMs] = [-1, 0];
  return until('the watch has seen everything', async () => {
    const { pauses, due } = await watch.health();
    if (pauses.length !== count || due.length > 0) [count, sinceMs] = [pauses.length, Date.now()];
    return Date.now() - sinceMs > ALARM_POLLS * POLL_MS;
  });
}

async function inLocalUnits(at: ChainProvider, home: ChainProvider, wireAmount: bigint): Promise<bigint> {
  const [decimals, own] = await Promise.all([read(at.decimals(home.domain)), read(home.decimals(home.domain))]);
  return wireAmount * 10n ** BigInt(decimals - Math.min(9, own));
}

/** Prints the seconds of every run. */
function report(chain: string, times: readonly Times[]): void {
  const seconds = (value: number) => value.toFixed(1).padStart(6);
  const lines = times.map(
    ({ name, alarm, begun, paused, lost, level }) =>
      `      ${name.padEnd(34)}${seconds(alarm)}${seconds(begun)}${seconds(paused)}  ${lost} of ${level}`,
  );
  console.log(
    [`      ${chain}: seconds to alarm, pause begun, pause in force; lost of the bucket's level`, ...lines].join('\n'),
  );
}
