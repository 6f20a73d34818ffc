// npm run bench:growth: reads, lists and searches of holons and messages in a small database and in a large one.
// The large one has 1,000,000 of each, --size takes another number. Prints the medians; fails above the bars.
import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { openPlatformStorage, type PlatformStorage } from '../src/index.ts';

const { values } = parseArgs({ options: { size: { type: 'string', default: '1000000' } } });
const LARGE = Number(values.size);
const SMALL = LARGE / 100;
/** A rare word is in so many documents at every size; the common word is in all. */
const RARE = 1_000;
const CALLS = 201;
const MAX_GROWTH = 2;
const MAX_COMMON_MS = 200;
/** Writes that are under way at once: they share a transaction. */
const AT_ONCE = 500;

/** Fills a database with `size` holons and messages of one avatar, a thousand of each with the rare word. */
async function fill(storage: PlatformStorage, size: number): Promise<string> {
  let known = '';
  for (let from = 0; from < size; from += AT_ONCE) {
    const part = Array.from({ length: Math.min(AT_ONCE, size - from) }, (_, at) => from + at);
    await Promise.all(
      part.map(async (n) => {
        const word = n % Math.ceil(size / RARE) === 0 ? 'rare' : `word${n % 5_000}`;
        const holonId = randomUUID();
        const { id: bodyId } = await storage.holons.beginUpload(holonId);
        await storage.holons.bodies.put(bodyId, `{"n":${n}}`);
        await storage.holons.commit({
          ...{ bodyId, holonId, avatarId: 'ann', owner: 'ann', name: `holon ${n}`, holonType: `T${n % 100}` },
          ...{ checksum: bodyId, bytes: 10, places: ['database'], text: `common ${word}`, keep: 100 },
          fields: [{ field: 'group', value: String(n % 1_000) }],
        });
        await storage.messages.send({ fromAvatarId: 'bob', toAvatarId: 'ann', text: `common ${word}`, metadata: {} });
        known = holonId;
      }),
    );
  }
  return known;
}

/** The median time of `call`, milliseconds, warm. */
async function median(call: () => Promise<unknown>): Promise<number> {
  for (let warm = 0; warm < 20; warm += 1) await call();
  const times: number[] = [];
  for (let one = 0; one < CALLS; one += 1) {
    const startedMs = performance.now();
    await call();
    times.push(performance.now() - startedMs);
  }
  return times.sort((a, b) => a - b)[Math.floor(CALLS / 2)] ?? 0;
}

/** The medians of every read at one size. */
async function measure(size: number): Promise<Readonly<Record<string, number>>> {
  const folder = mkdtempSync(join(tmpdir(), 'causeway-growth-'));
  const storage = await openPlatformStorage(join(folder, 'growth.sqlite'));
  try {
    const id = await fill(storage, size);
    const { holons, messages } = storage;
    const reads: Readonly<Record<string, () => Promise<unknown>>> = {
      'one holon': () => holons.get(id),
      'holons, first page': () => holons.list({ avatarId: 'ann' }, null, 50),
      'holons of a type': () => holons.list({ avatarId: 'ann', holonType: 'T7' }, null, 50),
      'holons with a field': () => holons.list({ avatarId: 'ann', field: { field: 'group', value: '7' } }, null, 50),
      'holons, rare word': () => holons.search('ann', 'rare', 50, 0),
      'holons, common word': () => holons.search('ann', 'common', 50, 0),
      inbox: () => messages.inbox('ann', false, null, 50),
      conversation: () => messages.conversation('ann', 'bob', null, 50),
    };
    const medians: Record<string, number> = {};
    for (const [name, read] of Object.entries(reads)) medians[name] = await median(read);
    return medians;
  } finally {
    await storage.close();
    rmSync(folder, { recursive: true, force: true });
  }
}

const [small, large] = [await measure(SMALL), await measure(LARGE)];
for (const [name, before] of Object.entries(small)) {
  const after = large[name] ?? Number.NaN;
  const isCommon = name.endsWith('common word');
  const holds = isCommon ? after <= MAX_COMMON_MS : after <= MAX_GROWTH * before;
  const bar = isCommon ? `at most ${MAX_COMMON_MS} ms` : `at most ${MAX_GROWTH} times`;
  process.stdout.write(
    `${name.padEnd(24)} ${before.toFixed(3)} ms at ${SMALL}, ${after.toFixed(3)} ms at ${LARGE}: ${holds ? 'holds' : 'TOO SLOW'} (${bar})\n`,
  );
  if (!holds) process.exitCode = 1;
}
