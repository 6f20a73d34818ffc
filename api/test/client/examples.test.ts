import { strict as assert } from 'node:assert';
import * as client from '@causeway/client';
import { type Example, readExamples, withoutImports } from '@causeway/client/test-support/examples';
import { type TestApi, testApi } from '../support/api.ts';
import { turnWorld } from '../support/world.ts';

const [begin, ...areas] = readExamples();
/** Most lines of an area's example, empty ones and imports aside. */
const MOST_LINES = 12;
/** Members of the client that are no area. */
const SHARED = ['http'];
/** Examples that are of no member of the client. */
const OTHERS = ['an agent', 'limits'];
/** Most lines of the other examples. */
const MOST_LINES_OF_OTHERS = 15;

type Print = (...values: readonly unknown[]) => void;

/** Runs `example`, with `causeway` if there is one already. Returns the `causeway` that it ends with. */
async function run(example: Example, url: string, print: Print, causeway?: client.Causeway): Promise<client.Causeway> {
  const code = `${withoutImports(example)}\nreturn causeway;`.replaceAll('http://127.0.0.1:3000', url);
  const { agent, Causeway, CausewayError, isFinished, TaskError } = client;
  const known = { agent, Causeway, CausewayError, isFinished, TaskError };
  const scope = { ...known, console: { log: print }, ...(causeway && { causeway }) };
  const AsyncFunction = Object.getPrototypeOf(run).constructor;
  return new AsyncFunction(...Object.keys(scope), code)(...Object.values(scope));
}

describe('the examples of the client’s README', function () {
  this.timeout(30_000);
  let api: TestApi;
  let url: string;
  let stop: () => Promise<void>;
  let causeway: client.Causeway;
  before(async () => {
    api = await testApi({ api: { avatars: { attemptsPerMinute: 100, argon2: { memoryKiB: 64, passes: 1 } } } });
    url = await api.app.listen({ port: 0, host: '127.0.0.1' });
    stop = turnWorld(api);
    assert(begin);
    causeway = await run(begin, url, () => {});
  });
  after(async () => {
    await stop();
    await api.close();
  });

  it('are of every area, and short', () => {
    const titles = areas.map(({ title }) => title.toLowerCase());
    const members = Object.keys(causeway).filter((name) => !SHARED.includes(name));
    assert.deepEqual([...titles].sort(), [...members, ...OTHERS].sort());
    for (const area of areas) {
      const most = OTHERS.includes(area.title.toLowerCase()) ? MOST_LINES_OF_OTHERS : MOST_LINES;
      assert(withoutImports(area).split(/\n+/).length <= most, area.title);
    }
  });

  for (const example of areas) {
    it(`run: ${example.title}`, async () => {
      const printed: (readonly unknown[])[] = [];
      await run(example, url, (...values) => void printed.push(values), causeway);
      assert(printed.length > 0 || example.title === 'Avatars');
      assert(!printed.flat().some((value) => value === undefined || String(value).includes('undefined')));
    });
  }
});
