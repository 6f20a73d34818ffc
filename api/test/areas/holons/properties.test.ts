import { strict as assert } from 'node:assert';
import { randomUUID } from 'node:crypto';
import { cases, LONG, timeLimit } from '@causeway/protocol/test-support/cases';
import { columns } from '@causeway/storage/test-support/columns';
import fc from 'fast-check';
import { holonStorage } from '../../../src/areas/holons/rules/holon-repository.ts';
import { onEngines } from '../../support/engines.ts';
import { type HolonStack, holonStack, KEPT_MS, KEPT_VERSIONS } from '../../support/holon-stack.ts';
import { person } from '../../support/person.ts';

/** Operations on each engine, at least; they come in runs of up to `MAX_OPERATIONS`. */
const LEAST_OPERATIONS = LONG ? 10_000 : 300;
const MAX_OPERATIONS = 250;
const RUNS = cases(2, 40);

const NAMES = ['database', 'folder', 's3'] as const;
type Name = (typeof NAMES)[number];
const AVATARS = ['alice', 'bob', 'carol'].map(person);
const { signal } = new AbortController();

/** A holon as it must be: the text of every version that there ever was. */
interface Expected {
  readonly id: string;
  readonly owner: number;
  readonly versions: number[];
  /** The oldest version that is kept. */
  oldest: number;
  deleted: boolean;
}
interface Model {
  readonly holons: Expected[];
  /** Providers that are away; never all of them. */
  away: readonly Name[];
}
type Command = fc.AsyncCommand<Model, HolonStack>;
type Answer = Awaited<ReturnType<HolonStack['service']['save']>>;

const bodyOf = (value: number) => ({ name: `v${value}`, holonType: `T${value % 2}`, metadata: { value } });
const pickOf = ({ holons }: Model, pick: number): Expected => holons[pick % holons.length] ?? assert.fail();
const codeOf = (answer: Answer): string => (answer.ok ? 'ok' : answer.error.code);

/** A command with a check that there is a holon. */
const onHolon = (
  title: string,
  pick: number,
  run: (one: Expected, stack: HolonStack, model: Model) => Promise<void>,
) => ({
  check: ({ holons }: Model) => holons.length > 0,
  run: (model: Model, stack: HolonStack) => run(pickOf(model, pick), stack, model),
  toString: () => `${title} ${pick}`,
});

const create = (owner: number, value: number): Command => ({
  check: () => true,
  async run({ holons }, { service }) {
    const answer = await service.save(AVATARS[owner] ?? assert.fail(), { body: bodyOf(value) });
    assert.ok(answer.ok, codeOf(answer));
    holons.push({ id: answer.value.holon.id, owner, versions: [value], oldest: 1, deleted: false });
  },
  toString: () => `create ${value} by ${owner}`,
});

const save = (pick: number, by: number, value: number, expectation: 'none' | 'current' | 'stale'): Command =>
  onHolon(`save ${value} by ${by} expecting ${expectation}`, pick, async (one, { service }) => {
    const current = one.versions.length;
    const expected = { none: undefined, current: [current], stale: [current - 1] }[expectation];
    const answer = await service.save(AVATARS[by] ?? assert.fail(), { id: one.id, body: bodyOf(value), expected });
    if (by !== one.owner) return assert.equal(codeOf(answer), 'HOLON_NOT_FOUND');
    if (one.deleted) return assert.equal(codeOf(answer), 'HOLON_DELETED');
    if (expectation === 'stale') return assert.equal(codeOf(answer), 'VERSION_MISMATCH');
    assert.ok(answer.ok, codeOf(answer));
    if (one.versions.at(-1) !== value) one.versions.push(value);
    assert.equal(answer.value.holon.version, one.versions.length);
  });

const race = (pick: number, values: readonly number[]): Command =>
  onHolon(`race of ${values} on`, pick, async (one, { service }) => {
    const expected = [one.versions.length];
    const owner = AVATARS[one.owner] ?? assert.fail();
    // Every body of the race is another one, and none is the present one.
    const bodies = values.map((value, at) => bodyOf(1_000 + 10 * value + at + 100 * one.versions.length));
    const answers = await Promise.all(bodies.map((body) => service.save(owner, { id: one.id, body, expected })));
    const winners = answers.filter((answer) => answer.ok);
    assert.equal(winners.length, one.deleted ? 0 : 1, answers.map(codeOf).join());
    for (const answer of winners) if (answer.ok) one.versions.push(Number(answer.value.body.metadata.value));
  });

const load = (pick: number, by: number, back: number): Command =>
  onHolon(`load ${back} before the newest by ${by} of`, pick, async (one, { service }) => {
    const version = one.versions.length - back;
    const answer = await service.load(AVATARS[by] ?? assert.fail(), one.id, version);
    if (by !== one.owner || one.deleted || version < one.oldest) {
      return assert.equal(!answer.ok && answer.error.code, 'HOLON_NOT_FOUND');
    }
    assert.ok(answer.ok, JSON.stringify(answer));
    assert.deepEqual(answer.value.body, bodyOf(one.versions[version - 1] ?? assert.fail()));
  });

const list = (by: number, type: number | undefined): Command => ({
  check: () => true,
  async run({ holons }, { service }) {
    const { avatarId } = AVATARS[by] ?? assert.fail();
    const holonType = type === undefined ? undefined : `T${type}`;
    const newest = ({ versions }: Expected): number => versions.at(-1) ?? assert.fail();
    const expected = holons.filter((one) => one.owner === by && !one.deleted);
    const typed = expected.filter((one) => type === undefined || newest(one) % 2 === type).toReversed();
    const found: (readonly [string, unknown])[] = [];
    for (let after: string | null = null; ; ) {
      const page = await service.withBodies(await service.rows.list({ avatarId, holonType }, after, 3, 0));
      assert.ok(page.ok, JSON.stringify(page));
      found.push(...page.value.items.map(({ holon: { id }, body }) => [id, body.metadata.value] as const));
      after = page.value.nextCursor;
      if (after === null) break;
    }
    assert.deepEqual(
      found,
      typed.map((one) => [one.id, newest(one)]),
    );
  },
  toString: () => `list by ${by} of ${type}`,
});

const remove = (pick: number): Command =>
  onHolon('delete', pick, async (one, { service }) => {
    const answer = await service.remove(AVATARS[one.owner] ?? assert.fail(), one.id);
    assert.equal(answer.ok, !one.deleted);
    one.deleted = true;
  });

const restore = (pick: number): Command =>
  onHolon('restore', pick, async (one, { service }) => {
    const answer = await service.restore(AVATARS[one.owner] ?? assert.fail(), one.id);
    assert.ok(answer.ok, JSON.stringify(answer));
    one.deleted = false;
  });

/** The numbers of the versions that are kept, newest first. */
const keptOf = ({ versions, oldest }: Expected): readonly number[] =>
  versions.map((_, at) => versions.length - at).filter((version) => version >= oldest);

/** So much time passes that surplus versions and deleted holons are gone for good. */
const age = (): Command => ({
  check: () => true,
  async run(model, stack) {
    await heal(model, stack);
    stack.pass(KEPT_MS + 1);
    for (const one of model.holons) one.oldest = Math.max(one.oldest, one.versions.length - KEPT_VERSIONS + 1);
    const kept = async (one: Expected) =>
      (await holonStorage(stack.storage.holons).versions(one.id, null, 1_000)).map(({ version }) => version);
    const isDone = async (): Promise<boolean> => {
      for (const one of model.holons) {
        if ((await kept(one)).length !== (one.deleted ? 0 : keptOf(one).length)) return false;
      }
      return true;
    };
    for (let rounds = 0; !(await isDone()); rounds += 1) {
      assert.ok(rounds < 200, 'versions whose time has passed are still there');
      stack.pass(1_000);
      await stack.keeper.round();
    }
    const deleted = model.holons.filter((one) => one.deleted);
    for (const one of deleted) {
      const restored = await stack.service.restore(AVATARS[one.owner] ?? assert.fail(), one.id);
      assert.equal(!restored.ok && restored.error.code, 'HOLON_NOT_FOUND');
      model.holons.splice(model.holons.indexOf(one), 1);
    }
  },
  toString: () => 'time passes',
});

/** All providers are well, and every body has its two places. */
async function heal(model: Model, stack: HolonStack): Promise<void> {
  for (const name of NAMES) stack.providers[name].mode = 'well';
  model.away = [];
  await stack.settle();
}

/** One provider goes away, once every body has two places; it may come back from a backup. */
const takeAway = (name: Name, mode: 'down' | 'deaf'): Command => ({
  check: () => true,
  async run(model, stack) {
    await heal(model, stack);
    stack.providers[name].mode = mode;
    model.away = [name];
  },
  toString: () => `${name} is ${mode}`,
});

const remember = (name: Name): Command => ({
  check: () => true,
  run: async (_model, { providers }) => providers[name].remember(),
  toString: () => `backup of ${name}`,
});

const comeBackStale = (name: Name): Command => ({
  check: () => true,
  async run(model, stack) {
    await heal(model, stack);
    const provider = stack.providers[name];
    provider.mode = 'down';
    for (let probe = 0; probe < 3; probe += 1) await stack.store.probe();
    await provider.goBack();
    provider.mode = 'well';
    stack.pass(60_000);
    await stack.store.probe();
  },
  toString: () => `${name} comes back from its backup`,
});

const round = (): Command => ({
  check: () => true,
  async run(_model, stack) {
    stack.pass(5_000);
    await stack.keeper.round();
  },
  toString: () => 'round of the keeper',
});

/** Every version of every holon is whole, at two places, and there is no other. */
async function assertWhole({ holons }: Model, { storage, providers }: HolonStack): Promise<void> {
  for (const one of holons) {
    const versions = await holonStorage(storage.holons).versions(one.id, null, 1_000);
    assert.deepEqual(columns(versions, 'version'), keptOf(one));
    for (const { holonId, version, bodyId, places } of versions) {
      assert.equal(places.length, 2);
      for (const place of places) {
        const body = await providers[place as Name].real.get({ holonId, bodyId }, signal);
        assert.equal(body, JSON.stringify(bodyOf(one.versions[version - 1] ?? assert.fail())), place);
      }
    }
  }
}

const avatar = fc.nat({ max: AVATARS.length - 1 });
const pick = fc.nat({ max: 9 });
const value = fc.nat({ max: 5 });
const provider = fc.constantFrom(...NAMES);
const commands = fc.commands(
  [
    fc.tuple(avatar, value).map((args) => create(...args)),
    ...[1, 2, 3, 4, 5, 6].map(() =>
      fc
        .tuple(pick, avatar, value, fc.constantFrom('none', 'current', 'stale' as const))
        .map(([holon, by, number, expectation]) => save(holon, by, number, expectation)),
    ),
    fc.tuple(pick, fc.array(value, { minLength: 2, maxLength: 4 })).map((args) => race(...args)),
    ...[1, 2, 3, 4, 5, 6].map(() => fc.tuple(pick, avatar, fc.nat({ max: 3 })).map((args) => load(...args))),
    fc.tuple(avatar, fc.option(fc.nat({ max: 1 }), { nil: undefined })).map((args) => list(...args)),
    pick.map(remove),
    pick.map(restore),
    fc.tuple(provider, fc.constantFrom('down', 'deaf')).map((args) => takeAway(...args)),
    provider.map(remember),
    provider.map(comeBackStale),
    fc.constant(round()),
    fc.constant(age()),
  ],
  { maxCommands: MAX_OPERATIONS, size: 'max' },
);

onEngines('holons, by random operations of several avatars over failing providers', (database) => {
  it('are what a model says they are, and whole at two places in the end', async function properties() {
    this.timeout(timeLimit(120_000));
    const stack = await holonStack(database());
    let operations = 0;
    try {
      const property = fc.asyncProperty(commands, async (run) => {
        operations += [...run].length;
        // The avatars of every run are new ones, so that runs share the stack.
        for (const one of AVATARS) Object.assign(one, { avatarId: randomUUID() });
        const model: Model = { holons: [], away: [] };
        await fc.asyncModelRun(() => ({ model, real: stack }), run);
        await heal(model, stack);
        await assertWhole(model, stack);
      });
      for (let { seed } = RUNS; operations < LEAST_OPERATIONS; seed += 1) {
        await fc.assert(property, { ...RUNS, seed, endOnFailure: !LONG });
      }
    } finally {
      await stack.close();
    }
  });
});
