import { strict as assert } from 'node:assert';
import { type Deployment, type Difference, differenceText } from '@causeway/chains';
import { compare, required, requireSame, shown } from '../src/provider/differences.ts';
import { codeOf, must } from '../test/support/bridges.ts';
import { asWrittenBy, EARLIER } from '../test/support/earlier-deployment.ts';
import { onEveryKind } from './on-every-kind.ts';

describe('the comparison of what is expected with what is found', () => {
  const subject = { chain: 'here', family: 'main' };
  const named = (expected: Parameters<typeof compare>[1], found: Parameters<typeof compare>[2]) =>
    compare(subject, expected, found).differences.map(({ what, severity }) => `${what}: ${severity}`);

  it('names each value that differs, with what it does, and nothing else', () => {
    const expected = { code: required('a'), limit: shown('1'), oracle: required('b') };
    assert.deepEqual(named(expected, { code: 'a', limit: '1', oracle: 'b' }), []);
    assert.deepEqual(named(expected, { code: 'x', limit: '2', oracle: 'b' }), ['code: refuse', 'limit: show']);
    const [first] = compare(subject, expected, { code: 'x', limit: '1', oracle: 'b' }).differences;
    assert.deepEqual(first, { ...subject, what: 'code', expected: 'a', found: 'x', severity: 'refuse' });
    assert.equal(differenceText(first as Difference), 'code is x on chain, not a');
  });

  it('takes what was not read, and what nobody expected, as differences', () => {
    assert.deepEqual(named({ code: required('a'), limit: shown('1') }, {}), ['code: refuse', 'limit: show']);
    assert.deepEqual(named({ code: required('a') }, { code: 'a', backdoor: 'open' }), ['backdoor: refuse']);
  });

  it('takes each of several good values, and leaves out what means nothing after another difference', () => {
    const expected = { code: { severity: 'refuse', anyOf: ['a', 'b'] }, unit: required('9', 'code') } as const;
    for (const code of ['a', 'b']) assert.deepEqual(named(expected, { code, unit: '9' }), []);
    assert.deepEqual(named(expected, { code: 'c', unit: '8' }), ['code: refuse']);
    assert.deepEqual(named(expected, { code: 'b', unit: '8' }), ['unit: refuse']);
  });

  it('refuses with every name, except for exactly the value that is accepted', () => {
    const compared = compare(subject, { code: required('a'), roles: required('r'), admin: shown('me') }, { code: 'x' });
    const refused = requireSame(compared);
    assert(!refused.ok);
    assert.equal(refused.error.message, 'here main: code is x on chain, not a; roles is nothing on chain, not r');
    const accepted = [
      { ...subject, what: 'code', found: 'x' },
      { ...subject, what: 'roles', found: 'nothing' },
    ];
    must(requireSame(compared, accepted));
    for (const other of [{ found: 'y' }, { chain: 'there' }, { family: 'other' }, { what: 'roles' }]) {
      const [code, roles] = accepted;
      assert.equal(
        codeOf(
          requireSame(compared, [
            { ...code, ...other } as typeof subject & { what: string; found: string },
            roles as typeof code & object,
          ]),
        ),
        'DEPLOYMENT_MISMATCH',
      );
    }
  });
});

onEveryKind('the comparison with a deployment file', (chain) => {
  const main = (): Deployment['bridges'][string] => chain.deployment.bridges.main ?? assert.fail('there is no bridge');
  /** The names of what differs from a changed file. */
  const differing = async (change: object, record: object = {}): Promise<readonly string[]> => {
    const { deployment } = chain;
    const changed = { ...deployment, bridges: { ...deployment.bridges, main: { ...main(), ...record } }, ...change };
    const { differences } = must(await chain.provider({}, changed as Deployment).compare());
    return differences.map(({ what, severity }) => `${what}: ${severity}`);
  };

  it('names nothing where the file is right', async () => {
    assert.deepEqual(await differing({}), []);
    must(await chain.provider({}, chain.deployment).verify());
  });

  it('names only what is changed in the file, and signers refuse it', async () => {
    const { oracle } = chain.deployment;
    const [name, remote] = Object.entries(main().remotes)[0] ?? assert.fail('there is no remote');
    const members = [chain.alice.address, ...oracle.members.slice(1)];
    const canonicalAsset = { ...main().canonicalAsset, decimals: 11 };
    const cells: readonly (readonly [string, object, object?])[] = [
      ['canonicalAsset.decimals', {}, { canonicalAsset }],
      ['wireDecimals', {}, { wireDecimals: 8 }],
      ['oracle.threshold', { oracle: { ...oracle, threshold: 4 } }],
      ['oracle.members', { oracle: { ...oracle, members } }],
      [`remote ${name}`, {}, { remotes: { [name]: { ...remote, bridge: `0x${'00'.repeat(31)}01` } } }],
    ];
    for (const [what, change, record] of cells) assert.deepEqual(await differing(change, record), [`${what}: refuse`]);
  });

  if (chain.name.startsWith('memory')) return;

  it('shows another admin or guardian than the file has, and a file that has none, and refuses for neither', async () => {
    for (const role of ['admin', 'guardian']) {
      for (const holder of [chain.alice.address, undefined]) {
        assert.deepEqual(await differing({}, { [role]: holder }), [`${role}: show`]);
      }
    }
  });

  it('shows other limits or another fee than the file has, and refuses for neither', async () => {
    const [name, remote] = Object.entries(main().remotes)[0] ?? assert.fail('there is no remote');
    const { limits = assert.fail('the deploy tool wrote no limits'), fee = assert.fail('and no fee') } = remote;
    const recorded = (change: Partial<typeof remote>) =>
      differing({}, { remotes: { [name]: { ...remote, ...change } } });
    for (const side of ['canonical', 'bridged'] as const) {
      const changed = { ...limits, [side]: { ...limits[side], refillPerSecond: '1' } };
      assert.deepEqual(await recorded({ limits: changed }), [`limits of remote ${name}: show`], side);
    }
    assert.deepEqual(await recorded({ fee: `${BigInt(fee) + 1n}` }), [`fee of remote ${name}: show`]);
  });

  it('shows one key as admin of a network of value', async () => {
    const { differences } = must(await chain.provider({ value: true }, chain.deployment).compare());
    assert.deepEqual(
      differences.map(({ what, severity }) => `${what}: ${severity}`),
      ['the holder of admin: show'],
    );
  });

  for (const form of EARLIER) {
    it(`starts with a file that was written ${form}, and shows what it lacks`, async () => {
      const remotes = Object.keys(main().remotes);
      const lacking = [
        ...['admin', 'guardian'],
        ...(chain.deployment.kind === 'solana' ? ['authority of the lookup table'] : []),
        ...remotes.flatMap((name) => [`limits of remote ${name}`, `fee of remote ${name}`]),
      ];
      const compared = must(await chain.provider({}, asWrittenBy(form, chain.deployment)).compare());
      must(requireSame(compared));
      const { differences } = compared;
      assert.deepEqual(differences.map(({ what }) => what).sort(), lacking.sort());
      for (const { expected, severity } of differences) {
        assert.equal(severity, 'show');
        assert.match(expected, /^not in the deployment file/);
      }
    });
  }
});
