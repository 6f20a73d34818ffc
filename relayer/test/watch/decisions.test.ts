import assert from 'node:assert/strict';
import { cases } from '@causeway/protocol/test-support/cases';
import fc from 'fast-check';
import {
  apply,
  decide,
  type Finding,
  forget,
  PAUSE_STATES,
  type Pause,
  type PausedPart,
  type PauseEvent,
  partsOf,
  retryMs,
  SETTLES_MS,
  type Situation,
  type Step,
} from '../../src/watch/decisions.ts';

const HERE = { family: 'main', domain: 1 };
const HOUR_MS = 3_600_000;
const finding = (id: string, remote: number | null = 2, extent = 0n): Finding => ({
  ...{ id, remote, extent },
  place: HERE,
  detail: id,
});
const situation = (findings: readonly Finding[], other: Partial<Situation> = {}): Situation => ({
  ...{ place: HERE, findings, pauses: [], isPaused: () => false, busy: false, nowMs: 0, perHour: 4 },
  ...other,
});
const told = (steps: readonly Step[]) =>
  steps.map((step) => [step.part, step.event === 'waits' ? step.reason : step.event]);
/** The record after these events of a pause of `part` for `ids`, at the time. */
const recorded = (part: PausedPart, ids: readonly string[], events: readonly PauseEvent[], atMs = 0, extent = 0n) => {
  const causes = ids.map((id) => ({ id, extent }));
  return events.reduce<readonly Pause[]>((pauses, event) => apply(pauses, HERE, { part, causes, event }, { atMs }), []);
};

describe('what a watch pauses', () => {
  it('is the lane that was hit, and inbound first once a second lane is, or none alone', () => {
    const parts = (...found: readonly Finding[]) => [...partsOf(found).keys()];
    assert.deepEqual(parts(), []);
    assert.deepEqual(parts(finding('a')), [2]);
    assert.deepEqual(parts(finding('a'), finding('b')), [2]);
    assert.deepEqual(parts(finding('a'), finding('b', 3)), [null, 2, 3]);
    assert.deepEqual(parts(finding('a', null)), [null]);
    assert.deepEqual(parts(finding('a', null), finding('b')), [null, 2]);
  });

  const begun = recorded(2, ['a'], ['begun']);
  const included = recorded(2, ['a'], ['begun', 'included']);
  const refused = recorded(2, ['a'], ['begun', 'refused']);
  const four = (atMs: number) =>
    [11, 12, 13, 14].flatMap((part) => recorded(part, [`of ${part}`], ['begun', 'included'], atMs));
  const rules: readonly (readonly [string, Partial<Situation>, readonly (readonly [PausedPart, string])[]])[] = [
    ['begins when nothing is recorded', {}, [[2, 'begun']]],
    ['is nothing new when somebody has paused', { isPaused: () => true }, [[2, 'foundPaused']]],
    ['waits while another transaction of the key is under way', { busy: true }, [[2, 'underWay']]],
    ['waits while a chain cannot be read', { isPaused: () => undefined }, [[2, 'unreadable']]],
    ['is not repeated when somebody ended the pause', { pauses: included }, []],
    ['waits for the one of a process that was killed', { pauses: begun }, [[2, 'unsettled']]],
    ['takes that one as lost when it does not come', { pauses: begun, nowMs: SETTLES_MS }, [[2, 'lost']]],
    ['finds that one in force', { pauses: begun, isPaused: () => true }, [[2, 'foundPaused']]],
    [
      'leaves its own alone while it is under way',
      { pauses: begun, isPaused: () => true, busy: true },
      [[2, 'underWay']],
    ],
    ['waits after a failure', { pauses: refused }, [[2, 'retry']]],
    ['begins again after it', { pauses: refused, nowMs: retryMs(1) }, [[2, 'begun']]],
    ['waits beyond the limit of an hour', { pauses: four(0), nowMs: HOUR_MS - 1 }, [[2, 'limit']]],
    ['begins when the hour is over', { pauses: four(0), nowMs: HOUR_MS }, [[2, 'begun']]],
    ['counts no pause of others', { pauses: four(0).map((one) => ({ ...one, found: true })) }, [[2, 'begun']]],
    [
      'counts no pause of another bridge',
      { pauses: four(0).map((one) => ({ ...one, place: { ...HERE, domain: 9 } })) },
      [[2, 'begun']],
    ],
    [
      'counts no attempt that failed',
      { pauses: four(0).map((one) => ({ ...one, state: 'failed' as const })) },
      [[2, 'begun']],
    ],
  ];
  for (const [rule, other, expected] of rules) {
    it(rule, () => assert.deepEqual(told(decide(situation([finding('a')], other))), expected));
  }

  it('begins one pause at a time, the widest first', () => {
    const steps = decide(situation([finding('a'), finding('b', 3)]));
    assert.deepEqual(told(steps), [
      [null, 'begun'],
      [2, 'underWay'],
      [3, 'underWay'],
    ]);
  });

  it('is for each finding once: a new one on the lane is another pause, and a grown one too', () => {
    assert.deepEqual(told(decide(situation([finding('a'), finding('b')], { pauses: included }))), [[2, 'begun']]);
    const pauses = recorded(2, ['a'], ['begun', 'included'], 0, 5n);
    assert.deepEqual(decide(situation([finding('a', 2, 5n)], { pauses })), []);
    assert.deepEqual(told(decide(situation([finding('a', 2, 6n)], { pauses }))), [[2, 'begun']]);
  });

  it('looks at each cause of a pause a few times, however many findings a thief makes', () => {
    const ids = Array.from({ length: 2_000 }, (_, index) => `execution ${index}`);
    const findings = ids.map((id) => finding(id));
    for (const events of [['foundPaused'], ['begun']] as const) {
      let reads = 0;
      const pauses = recorded(2, ids, events).map((pause) => ({
        ...pause,
        causes: pause.causes.map(({ id, extent }) => ({
          get id() {
            reads += 1;
            return id;
          },
          extent,
        })),
      }));
      decide(situation(findings, { pauses, nowMs: HOUR_MS }));
      assert.ok(reads <= 4 * ids.length, `${reads} reads of ${ids.length} causes`);
    }
  });

  it('keeps the findings of an attempt that failed when others join them', () => {
    const [step] = decide(situation([finding('b')], { pauses: refused, nowMs: retryMs(1) }));
    assert.deepEqual(
      step?.causes.map(({ id }) => id),
      ['b', 'a'],
    );
  });

  it('forgets a day-old pause for what holds again, and no other', () => {
    const day = 24 * HOUR_MS;
    assert.equal(forget(included, new Set(['a']), day - 1), included);
    assert.equal(forget(included, new Set(['b']), day), included);
    assert.deepEqual(forget(included, new Set(['a']), day)[0]?.causes, []);
  });

  it('has states of which one is in force and over', () => {
    const events: readonly PauseEvent[] = ['begun', 'included', 'foundPaused', 'refused', 'lost'];
    const table = Object.entries(PAUSE_STATES).map(([state, next]) => [
      state,
      events.map((event) => next[event] ?? '–'),
    ]);
    assert.deepEqual(Object.fromEntries(table), {
      none: ['intended', '–', 'paused', '–', '–'],
      intended: ['–', 'paused', 'paused', 'failed', 'failed'],
      failed: ['intended', '–', 'paused', '–', '–'],
      paused: ['–', '–', '–', '–', '–'],
    });
    assert.throws(() => recorded(2, ['a'], ['included']), /none cannot be included/);
  });
});

/** What can happen beside the watch. */
type Happening =
  | { readonly what: 'found'; readonly id: number; readonly remote: number | null }
  | { readonly what: 'killed'; readonly was: 'sent' | 'not sent' }
  | { readonly what: 'unpaused'; readonly remote: number | null }
  | { readonly what: 'waited'; readonly ms: number }
  | { readonly what: 'failed' };

const remote = fc.constantFrom(2, 3, null);
const happening: fc.Arbitrary<Happening> = fc.oneof(
  fc.record({ what: fc.constant('found' as const), id: fc.nat(5), remote }),
  fc.record({ what: fc.constant('killed' as const), was: fc.constantFrom('sent' as const, 'not sent' as const) }),
  fc.record({ what: fc.constant('unpaused' as const), remote }),
  fc.record({ what: fc.constant('waited' as const), ms: fc.constantFrom(100, 5_000, 40_000, HOUR_MS) }),
  fc.record({ what: fc.constant('failed' as const) }),
);

describe('a watch that lives through anything', () => {
  it('pauses each finding, once, and never beyond its limit', () => {
    const perHour = 3;
    fc.assert(
      fc.property(fc.array(happening, { maxLength: 60 }), (story) => {
        let [nowMs, pauses] = [0, [] as readonly Pause[]];
        const findings = new Map<string, Finding>();
        const paused = new Set<PausedPart>();
        /** When each pause was included, and for what. */
        const made: { readonly atMs: number; readonly part: PausedPart; readonly ids: readonly string[] }[] = [];
        /** One step of the watch. `ends`: how its transaction ends. */
        const step = (ends: 'included' | 'refused' | 'killed after sending' | 'killed before sending') => {
          const seen = situation([...findings.values()], {
            pauses,
            nowMs,
            perHour,
            isPaused: (part) => paused.has(part),
          });
          for (const { part, causes, ...one } of decide(seen)) {
            const { event } = one;
            if (event === 'waits') continue;
            pauses = apply(pauses, HERE, { part, causes, event }, { atMs: nowMs });
            if (event !== 'begun') continue;
            const sends = ends === 'included' || ends === 'killed after sending';
            if (sends) {
              paused.add(part);
              made.push({ atMs: nowMs, part, ids: causes.map(({ id }) => id) });
            }
            if (ends === 'included' || ends === 'refused') {
              pauses = apply(pauses, HERE, { part, causes, event: ends }, { atMs: nowMs });
            }
          }
        };
        const settle = () => {
          for (let turn = 0; turn < 12; turn += 1) {
            step('included');
            nowMs += 500;
          }
        };
        for (const one of story) {
          if (one.what === 'found') {
            const id = `${one.id} of ${one.remote}`;
            findings.set(id, finding(id, one.remote));
          } else if (one.what === 'killed') step(one.was === 'sent' ? 'killed after sending' : 'killed before sending');
          else if (one.what === 'failed') step('refused');
          else if (one.what === 'waited') nowMs += one.ms;
          else {
            // An admin ends a pause only after everybody has seen it.
            settle();
            paused.delete(one.remote);
          }
        }
        for (let hour = 0; hour < 12; hour += 1) {
          settle();
          nowMs += HOUR_MS;
        }
        const inForce = (id: string, part: PausedPart) =>
          pauses.some(
            (one) => one.state === 'paused' && one.part === part && one.causes.some((cause) => cause.id === id),
          );
        for (const [part, found] of partsOf([...findings.values()])) {
          for (const { id } of found) assert.ok(inForce(id, part), `${id} was paused`);
        }
        for (const { id } of findings.values()) {
          for (const part of [2, 3, null]) {
            const times = made.filter((one) => one.part === part && one.ids.includes(id)).length;
            assert.ok(times <= 1, `${id} was paused ${times} times`);
          }
        }
        for (const { atMs } of made) {
          const within = made.filter((one) => one.atMs > atMs - HOUR_MS && one.atMs <= atMs).length;
          assert.ok(within <= perHour, `${within} pauses within an hour`);
        }
      }),
      cases(300, 20_000),
    );
  });
});
