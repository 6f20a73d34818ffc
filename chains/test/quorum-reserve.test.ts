import { strict as assert } from 'node:assert';
import { mock } from 'node:test';
import { Quorum } from '../src/rpc/quorum.ts';
import { must } from './support/bridges.ts';

type Answer = () => Promise<string>;

const says = (text: string) => async () => text;
const dead = () => Promise.reject(new Error('refused'));
const never = () => new Promise<string>(() => {});

describe('a read of a quorum', () => {
  /** What endpoints of these `answers`, named a, b, c …, are asked, in order. */
  function reading(answers: readonly Answer[], quorum: number) {
    const endpoints = answers.map((answer, index) => ({ label: 'abcde'[index] as string, answer }));
    const rpc = new Quorum(endpoints, quorum, String);
    const read = async (replaced: Partial<Record<string, Answer>> = {}) => {
      const asked: string[] = [];
      const result = await rpc.agree(({ label, answer }) => {
        asked.push(label);
        return (replaced[label] ?? answer)();
      });
      return { asked: asked.join(''), answer: result.ok ? result.value : result.error.code };
    };
    return { read, rpc };
  }
  const settled = () => new Promise((resolve) => setImmediate(resolve));

  it('asks as many endpoints as have to agree, and no more', async () => {
    const { read } = reading([says('x'), says('x'), says('x')], 2);
    assert.deepEqual(await read(), { asked: 'ab', answer: 'x' });
    const five = reading(Array(5).fill(says('x')), 3);
    assert.deepEqual(await five.read(), { asked: 'abc', answer: 'x' });
  });

  it('asks all where two quorums need not share an endpoint', async () => {
    assert.equal((await reading([says('x'), says('x'), says('x')], 1).read()).asked, 'abc');
    assert.equal((await reading(Array(4).fill(says('x')), 2).read()).asked, 'abcd');
  });

  it('asks the others once one of the first fails or disagrees, and that one last from then on', async () => {
    for (const faulty of [dead, says('lie')]) {
      const { read } = reading([faulty, says('x'), says('x')], 2);
      assert.deepEqual(await read(), { asked: 'abc', answer: 'x' });
      assert.deepEqual(await read(), { asked: 'bc', answer: 'x' });
      assert.deepEqual(await read({ b: dead, a: says('x') }), { asked: 'bca', answer: 'x' });
      assert.deepEqual(await read({ a: says('x') }), { asked: 'ca', answer: 'x' });
    }
  });

  it('never takes what fewer than the quorum say, whoever is asked first', async () => {
    for (const [one, other, third] of [
      [says('lie'), says('x'), dead],
      [says('lie'), dead, says('x')],
      [dead, says('lie'), says('x')],
      [says('lie'), says('other lie'), says('x')],
    ] as const) {
      const { read } = reading([one, other, third], 2);
      for (const _time of [1, 2, 3]) assert.equal((await read()).answer, 'NO_QUORUM');
    }
  });

  it('takes an answer that is nested too deep to be compared as a failure', async () => {
    const deep = JSON.parse('['.repeat(50_000) + ']'.repeat(50_000));
    const { read } = reading([async () => deep, says('x'), says('x')], 2);
    assert.deepEqual(await read(), { asked: 'abc', answer: 'x' });
    assert.deepEqual(await read(), { asked: 'bc', answer: 'x' });
  });

  it('asks those last that fail where all are asked', async () => {
    const { read, rpc } = reading([says('x'), says('x'), says('x')], 2);
    must(await rpc.gather(({ label }) => (label === 'a' ? dead() : says('x')())));
    assert.equal((await read()).asked, 'bc');
  });

  describe('beside an endpoint that says nothing', () => {
    beforeEach(() => mock.timers.enable({ apis: ['setTimeout'] }));
    afterEach(() => mock.timers.reset());

    it('asks the others after half a second, and that one last from then on', async () => {
      const { read } = reading([never, says('x'), says('x')], 2);
      const first = read();
      await settled();
      mock.timers.tick(499);
      await settled();
      mock.timers.tick(1);
      assert.deepEqual(await first, { asked: 'abc', answer: 'x' });
      assert.deepEqual(await read(), { asked: 'bc', answer: 'x' });
    });

    it('waits four times as long for one that answers something else meanwhile, because it is busy', async () => {
      const { read, rpc } = reading([says('x'), says('x'), says('x')], 2);
      const asked: string[] = [];
      const waiting = rpc.agree(({ label }) => {
        asked.push(label);
        return asked.length > 2 ? says('x')() : never();
      });
      for (const _time of [1, 2, 3]) {
        await settled();
        assert.equal((await read()).asked, 'ab');
        mock.timers.tick(500);
        await settled();
        assert.deepEqual(asked, ['a', 'b']);
      }
      await read();
      mock.timers.tick(500);
      await settled();
      assert.deepEqual(asked, ['a', 'b', 'c']);
      void waiting;
    });

    it('asks the others once one is late behind the first, and who was overtaken last from then on', async () => {
      const { read } = reading([never, says('x'), says('x')], 2);
      const first = read();
      await settled();
      mock.timers.tick(99);
      await settled();
      const second = read();
      mock.timers.tick(1);
      assert.deepEqual(await first, { asked: 'abc', answer: 'x' });
      assert.equal((await read()).asked, 'bc');
      mock.timers.tick(100);
      assert.equal((await second).asked, 'abc');
    });

    it('reads the answers first that came while this process did something else', async () => {
      let answer = (_text: string) => {};
      const late = () => new Promise<string>((resolve) => (answer = resolve));
      const { read } = reading([late, says('x'), says('x')], 2);
      const first = read();
      await settled();
      mock.timers.tick(100);
      answer('x');
      assert.deepEqual(await first, { asked: 'ab', answer: 'x' });
      await settled();
      assert.equal((await read({ a: says('x') })).asked, 'ab');
    });

    it('leaves who answers before those that are asked because of it where it is', async () => {
      let answer = (_text: string) => {};
      const late = () => new Promise<string>((resolve) => (answer = resolve));
      const { read } = reading([late, says('x'), never], 2);
      const first = read();
      await settled();
      mock.timers.tick(100);
      await settled();
      answer('x');
      assert.deepEqual(await first, { asked: 'abc', answer: 'x' });
      assert.equal((await read({ a: says('x') })).asked, 'ab');
    });
  });
});
