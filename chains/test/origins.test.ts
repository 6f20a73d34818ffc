import { strict as assert } from 'node:assert';
import { chainConfig, disguised, originsOf, requireOrigins } from '@causeway/chains';

const A = 'https://a.example/key-1';
const B = 'https://b.example:8545';
const C = 'https://c.example/';

describe('the origins of RPC endpoints', () => {
  it('are host and port, whatever else a URL has', () => {
    assert.deepEqual(
      originsOf([A, 'https://A.example:443/other', 'https://user:key@a.example./?x', 'http://a.example']),
      ['a.example:443', 'a.example:80'],
    );
    assert.deepEqual(originsOf(['http://127.0.0.1:8545', 'http://127.1:8545', 'http://0x7f000001:8545']), [
      '127.0.0.1:8545',
    ]);
  });

  const verdict = (config: object) => {
    const result = requireOrigins('ethereum', chainConfig.parse(config));
    return result.ok ? 'ok' : result.error.message;
  };

  it('H3 A5: are refused on a network of value when there are fewer than three', () => {
    for (const rpc of [[A], [A, A, A], [A, `${A}/`, `${A}?x`], [A, B], [A, A, B, B]]) {
      assert.match(verdict({ rpc }), /^chains\.ethereum\.rpc: has [12] distinct hosts/);
    }
    assert.equal(verdict({ rpc: [A, B, C] }), 'ok');
  });

  it('H3 A5: are refused on a network of value when half of them form a quorum', () => {
    const four = [A, B, C, 'https://d.example'];
    assert.match(verdict({ rpc: [A, B, C], quorum: 1 }), /^chains\.ethereum\.quorum: 1 of 3/);
    assert.match(verdict({ rpc: four, quorum: 2 }), /^chains\.ethereum\.quorum: 2 of 4/);
    assert.match(verdict({ rpc: [...four, 'https://e.example'], quorum: 2 }), /2 of 5/);
    assert.equal(verdict({ rpc: four, quorum: 3 }), 'ok');
  });

  it('count once in a quorum, however often they are listed', () => {
    assert.equal(verdict({ rpc: [A, `${A}/x`, B, C] }), 'ok');
    assert.match(verdict({ rpc: [A, `${A}/x`, `${A}/y`, B, C] }), /1 of 3 distinct hosts/);
  });

  it('are free on a network without value, which a configuration must say', () => {
    assert.equal(verdict({ rpc: [A], value: false }), 'ok');
    assert.equal(chainConfig.parse({ rpc: [A] }).value, true);
  });

  it('are compared by hashes with a word, without being shown', () => {
    const one = disguised('a.provider.example:443', 'word');
    assert.match(one, /^[0-9a-f]{16} of [0-9a-f]{16}$/);
    assert.equal(disguised('a.provider.example:443', 'word'), one);
    assert.notEqual(disguised('a.provider.example:443', 'another'), one);
    const [same, provider] = disguised('b.provider.example:443', 'word').split(' of ');
    assert.notEqual(same, one.split(' of ')[0]);
    assert.equal(provider, one.split(' of ')[1]);
    assert.notEqual(disguised('127.0.0.1:1', 'w').split(' of ')[1], disguised('126.0.0.1:1', 'w').split(' of ')[1]);
  });
});
