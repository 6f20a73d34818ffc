import { strict as assert } from 'node:assert';
import { basename } from 'node:path';
import { planName } from '../src/provider/admin-actions.ts';

describe('the file of a plan', () => {
  const named = (family: string, remote: string) =>
    planName({ name: 'pause', scope: { remote: 7 } }, {
      deployment: { network: 'here' },
      family,
      bridge: { address: '0x33', remotes: { [remote]: { domain: 7 } } },
    } as never);

  it('has a name that says what it is for', () => {
    assert.equal(named('main', 'there'), 'here-main-pause-there');
  });

  it('lies in its folder, whatever names a deployment file has', () => {
    for (const other of ['../../etc/x', '..\\x', '/x', 'a\nb', '\u001b[2J']) {
      for (const name of [named('main', other), named(other, 'there')]) {
        assert.equal(basename(name), name);
        assert.match(name, /^[\w.%-]+$/);
      }
    }
    assert.notEqual(named('main', 'a/b'), named('main', 'a-b'));
  });
});
