import assert from 'node:assert/strict';
import type { Hex } from '@causeway/protocol';
import { type BridgeStorage, type LaneDifference, openBridgeStorage } from '@causeway/storage';
import { type AcknowledgeOptions, acknowledgeIn } from '../../src/account/acknowledge-command.ts';
import { captured } from '../support/command.ts';

const [ONE, TWO]: readonly Hex[] = [`0x${'1a'.repeat(32)}`, `0x${'2b'.repeat(32)}`];
const lane = { family: 'main', source: 1, destination: 2 };
const difference = (kind: LaneDifference['kind'], subject: string): LaneDifference => ({
  ...{ lane, kind, subject, blockNumber: 7, transaction: '0x07', detail: `what ${subject} is`, sinceMs: 1_000 },
});

describe('the acknowledgement of executions', () => {
  let storage = {} as BridgeStorage;
  beforeEach(async () => {
    storage = await openBridgeStorage(':memory:');
  });
  afterEach(() => storage.close());

  const store = (...differences: readonly LaneDifference[]) =>
    storage.comparisons.record({ roots: [], executions: [], differences });
  /** Runs the command. Returns its output and asked. */
  async function run(messages: readonly string[], options: Partial<AcknowledgeOptions> = {}, answer = false) {
    let asked = '';
    const printed = await captured(() =>
      acknowledgeIn(storage, messages, { config: 'c.yaml', ...options }, async (question) => {
        asked = question;
        return answer;
      }),
    );
    return { ...printed, asked };
  }
  const left = async () => (await storage.comparisons.differences()).map(({ subject }) => subject);

  it('lists what differs, since when, and what ends it', async () => {
    assert.match((await run([])).out, /no lane differs/);
    await store(difference('root', '5'), difference('execution', ONE as Hex));
    const { out } = await run([]);
    assert.match(
      out,
      /main 1 -> 2, block 7, since 1970-01-01T00:00:01.000Z: what 5 is \(a repair of the root ends it\)/,
    );
    assert.match(out, /\(acknowledge 0x1a/);
    const listed = JSON.parse((await run([], { json: true })).out) as { readonly differences: readonly object[] };
    assert.equal(listed.differences.length, 2);
  });

  it('asks, and changes nothing without a yes', async () => {
    await store(difference('execution', ONE as Hex), difference('execution', TWO as Hex));
    const refused = await run([ONE as Hex]);
    assert.ok(refused.failed && refused.asked.includes('yes') && refused.err.includes(`what ${ONE}`));
    assert.deepEqual(await left(), [ONE, TWO]);
    assert.ok(!(await run([(ONE as Hex).toUpperCase().replace('0X', '0x')], {}, true)).failed);
    assert.deepEqual(await left(), [TWO]);
    assert.ok(!(await run([TWO as Hex], { yes: true })).asked);
    assert.deepEqual(await left(), []);
    assert.equal(await storage.comparisons.differs(lane), false);
  });

  it('refuses what is no message, what does not differ, and all while a root of the lane is wrong', async () => {
    await store(difference('execution', ONE as Hex));
    for (const [id, why] of [
      ['0x12', /no message id/],
      [TWO, /no execution of it differs/],
    ] as const) {
      const { failed, err } = await run([id as string], { yes: true });
      assert.ok(failed);
      assert.match(err, why);
    }
    await store(difference('root', '5'));
    const { failed, err } = await run([ONE as Hex], { yes: true });
    assert.ok(failed);
    assert.match(err, /still wrong; repair it first/);
    assert.deepEqual((await left()).length, 2);
  });
});
