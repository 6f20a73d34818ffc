import { strict as assert } from 'node:assert';
import type { OracleCall } from '@causeway/chains';
import { type BlockRef, uintToHex } from '@causeway/protocol';
import { codeOf, must } from '../test/support/bridges.ts';
import { allEvents, committedMints, deliver, execute, lock, lockMany } from '../test/support/traffic.ts';
import { onEveryKind } from './on-every-kind.ts';

onEveryKind('blocks', (chain) => {
  afterEach(() => chain.wake());
  const head = async () => must(await chain.here.head());

  it('have the hash that their child names, and are null ahead of the chain', async () => {
    const { parentHash, ...newest } = await head();
    assert.deepEqual(must(await chain.here.block(newest.number)), newest);
    assert.equal(must(await chain.here.block(newest.number - 1))?.hash, parentHash);
    assert.equal(must(await chain.here.block(newest.number + 1_000)), null);
  });

  it('cannot be scanned ahead of the chain', async () => {
    const { number } = await head();
    const scan = await chain.here.scan(number, number + 1_000);
    assert(!scan.ok && scan.error.code === 'BLOCK_NOT_FOUND' && scan.error.retryable);
  });

  it('are final at the depth that the provider states, and not one block before', async () => {
    const { here } = chain;
    const message = await lock(here, chain.there);
    await chain.rest();
    const event = (await allEvents(here)).findLast((each) => each.type === 'message');
    assert(event?.type === 'message' && event.message.nonce === message.nonce);
    const { block } = event.at;
    if (here.finalityBlocks > 0) {
      await chain.mine(block.number + here.finalityBlocks - 1 - (await head()).number);
      assert.equal((await head()).number, block.number + here.finalityBlocks - 1);
      assert(must(await here.finalized()).number < block.number);
      await chain.mine(1);
      assert.deepEqual(must(await here.finalized()), block);
    }
    const final = must(await here.finalized()).number;
    assert(final >= block.number);
    assert.equal(must(await here.finalNumber(await head())), final);
  });

  it('reach a listener with ascending numbers, each once, until it leaves', async () => {
    const provider = chain.provider();
    const numbers: number[] = [];
    let wake = () => {};
    const leave = provider.onHead(({ number }) => {
      numbers.push(number);
      wake();
    });
    const until = async (count: number) => {
      while (numbers.length < count) {
        const next = new Promise<void>((resolve) => (wake = resolve));
        if (numbers.length < count) await next;
      }
    };
    await lock(chain.here, chain.there);
    await until(1);
    await lock(chain.here, chain.there);
    await until(2);
    leave();
    const heard = numbers.length;
    await lock(chain.here, chain.there);
    assert.equal(numbers.length, heard);
    assert.equal(new Set(numbers).size, heard);
    assert.deepEqual(
      numbers,
      [...numbers].sort((a, b) => a - b),
    );
    await provider.close();
  });
});

onEveryKind(
  'blocks that others replace',
  (chain) => {
    it('have another hash, and lose the lock in them', async () => {
      const { here } = chain;
      const before = await allEvents(here);
      const seen: BlockRef[] = [];
      await chain.reorganise?.(async () => {
        await lock(here, chain.there);
        await chain.mine(2);
        const [event] = (await allEvents(here)).slice(-1);
        assert(event);
        seen.push(event.at.block, must(await here.head()));
      });
      await chain.mine(4);
      const [vanished, newest] = seen;
      assert(vanished && newest);
      assert.notEqual(must(await here.block(vanished.number))?.hash, vanished.hash);
      assert.notEqual(must(await here.scan(newest.number, newest.number)).to.hash, newest.hash);
      assert.deepEqual(await allEvents(here), before);
    });
  },
  ({ reorganise }) => reorganise !== undefined,
);

onEveryKind('events', (chain) => {
  afterEach(() => chain.wake());

  it('are the same in one scan and in many, in order and without gaps', async () => {
    const { here } = chain;
    await lockMany(here, chain.there, 3);
    await lock(here, chain.there);
    await chain.rest();
    const { parentHash: _, ...to } = must(await here.head());
    const whole = must(await here.scan(0, to.number)).events;
    assert(whole.length >= 4);
    assert.deepEqual(must(await here.scan(0, to)), must(await here.scan(0, to.number)));
    const start = whole[0]?.at.block.number ?? 0;
    const parts = [];
    for (let from = start; from <= to.number; from += 7) {
      parts.push(...must(await here.scan(from, Math.min(from + 6, to.number))).events);
    }
    assert.deepEqual(parts, whole);
    const nonces = whole.flatMap((event) => (event.type === 'message' ? [Number(event.message.nonce)] : []));
    assert.deepEqual(nonces, [...nonces.keys()]);
    const places = whole.map(({ at }) => at.block.number + at.index / 1_000);
    assert.equal(new Set(places).size, places.length);
    assert.deepEqual(
      places,
      [...places].sort((a, b) => a - b),
    );
    for (const { at } of whole.slice(-5)) assert.deepEqual(must(await here.block(at.block.number)), at.block);
  });

  it('between two events are none', async () => {
    const { here } = chain;
    const [first, second] = [await lock(here, chain.there), await lock(here, chain.there)];
    assert.equal(second.nonce, first.nonce + 1n);
    const [earlier, later] = (await allEvents(here)).slice(-2).map(({ at }) => at.block.number) as [number, number];
    assert(earlier < later);
    assert.deepEqual(must(await here.scan(earlier + 1, later)).events.length, 1);
    if (later - earlier > 1) assert.deepEqual(must(await here.scan(earlier + 1, later - 1)).events, []);
  });
});

onEveryKind('state', (chain) => {
  it('at a block is of that block or a later one, and is not read before there is one', async () => {
    const { here, there } = chain;
    const message = await lock(there, here);
    await deliver(here, message, 'mintTokens');
    const head = must(await here.head());
    const reads = (at: BlockRef) =>
      [
        here.lane(there.domain, at),
        here.statuses(there.domain, message.nonce, 1, at),
        here.root(there.domain, 0n, 1, at),
      ] as const;
    const [lane, statuses] = await Promise.all(reads(head));
    assert.equal(must(lane).nextInboundNonce, message.nonce + 1n);
    assert.deepEqual(must(statuses), ['executed']);
    for (const read of await Promise.all(reads({ ...head, number: head.number + 10_000 })))
      assert.equal(read.ok, false);
  });

  it('shows the deployment: remote, decimals, limits, and nobody who paused', async () => {
    const { here, there } = chain;
    const main = chain.deployment.bridges.main;
    const [record] = Object.values(main?.remotes ?? {}).filter(({ domain }) => domain === there.domain);
    const remote = must(await here.remote(there.domain));
    assert.deepEqual(
      [remote?.bridge, remote?.token, remote?.wireDecimals, remote?.opened],
      [there.bridge, record?.token.address, record?.wireDecimals, true],
    );
    assert.equal(must(await here.remote(77)), null);
    assert.equal(must(await here.decimals(here.domain)), main?.canonicalAsset.decimals);
    assert.equal(must(await here.decimals(there.domain)), record?.token.decimals);
    assert.deepEqual(must(await here.paused()), { outbound: false, inbound: false });
    for (const side of ['canonical', 'bridged'] as const) {
      const { minAmount, maxAmount, capacity, available } = must(await here.limits(there.domain, side));
      assert(minAmount > 0n && minAmount < maxAmount && maxAmount <= capacity && available <= capacity);
    }
  });

  it('knows neither the status of a message nor a root before they are there', async () => {
    const { nextInboundNonce } = must(await chain.here.lane(chain.there.domain));
    assert.deepEqual(must(await chain.here.statuses(chain.there.domain, nextInboundNonce + 9n, 1)), ['none']);
    assert.equal(must(await chain.here.root(chain.there.domain, nextInboundNonce + 9n, 1)), null);
  });

  it('knows the statuses of an interval at once, over the end of a page', async () => {
    const { here, there } = chain;
    const [first, second, third] = (await committedMints(there, here, 3)) as [OracleCall, OracleCall, OracleCall];
    await execute(here, [first, third]);
    assert(second.function === 'mintTokens');
    const nonce = second.message.nonce - 1n;
    assert.deepEqual(must(await here.statuses(there.domain, nonce, 4)), ['executed', 'none', 'executed', 'none']);
    assert.deepEqual(must(await here.statuses(there.domain, nonce + 1n, 2)), ['none', 'executed']);
    assert.deepEqual(must(await here.statuses(there.domain, nonce, 0)), []);
    assert.deepEqual(must(await here.statuses(there.domain, 4_094n, 4)), Array(4).fill('none'));
  });

  it('asks for no fee of a remote that has none, and pauses no remote', async () => {
    const { here, there } = chain;
    assert.equal(must(await here.fee(there.domain)), 0n);
    assert.equal(must(await here.lane(there.domain)).paused, false);
  });

  it('equals its file, and differs from a changed one, with the name of the difference', async () => {
    must(await chain.here.verify());
    const { deployment } = chain;
    const { oracle, bridges } = deployment;
    const main = bridges.main as NonNullable<typeof bridges.main>;
    const remotes = Object.entries(main.remotes);
    const [name, remote] = remotes.find(([, { domain }]) => domain === chain.there.domain) as (typeof remotes)[number];
    const members = [chain.alice.address, ...oracle.members.slice(1)];
    const changes = {
      'canonicalAsset.decimals': {
        bridges: { main: { ...main, canonicalAsset: { ...main.canonicalAsset, decimals: 6 } } },
      },
      wireDecimals: { bridges: { main: { ...main, wireDecimals: 8 } } },
      'the settler': {
        bridges: { main: { ...main, settler: { ...main.settler, address: main.address, address32: main.address32 } } },
      },
      'oracle.threshold': { oracle: { ...oracle, threshold: 4 } },
      'oracle.members': { oracle: { ...oracle, members } },
      [`remote ${name}`]: {
        bridges: { main: { ...main, remotes: { [name]: { ...remote, bridge: uintToHex(1, 32) } } } },
      },
    };
    for (const [what, change] of Object.entries(changes)) {
      const result = await chain.provider({}, { ...deployment, ...change }).verify();
      assert(!result.ok && result.error.code === 'DEPLOYMENT_MISMATCH', what);
      assert(result.error.message.includes(`${what} is`), result.error.message);
    }
  });

  it('has addresses that are read and written alike, and refuses others', () => {
    const { here } = chain;
    for (const { address } of [chain.alice, chain.actors.outsider]) {
      assert.equal(here.formatAddress(must(here.parseAddress(address))), address);
      assert.equal(here.isReserved(must(here.parseAddress(address))), false);
    }
    for (const address of ['', 'nowhere', '0x00', `${chain.alice.address}0`]) {
      assert.equal(codeOf(here.parseAddress(address)), 'INVALID_ADDRESS', address);
    }
  });
});
