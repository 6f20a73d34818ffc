import { strict as assert } from 'node:assert';
import { encodeAddress } from '../../src/radix/address.ts';
import { badgeArgument, formatBadge, parseBadge } from '../../src/radix/badge.ts';
import { publicKeyHash } from '../../src/radix/key.ts';
import { wellKnown } from '../../src/radix/well-known.ts';
import { codeOf, must } from '../support/bridges.ts';
import { nodeIdOf, radAlice, SIMULATOR, STOKENET } from '../support/radix-offline.ts';

const parse = (text: string) => parseBadge(text, SIMULATOR);

describe('Radix badges', () => {
  const resource = encodeAddress(nodeIdOf('5d', 'e0'), SIMULATOR);
  const nonFungible = encodeAddress(nodeIdOf('9a', 'e0'), SIMULATOR);

  it("are the signature badge of an account's key", () => {
    const badge = must(parse(radAlice.address));
    const localId = `[${publicKeyHash(radAlice.publicKey).slice(2)}]`;
    const ed25519 = wellKnown('ed25519SignatureBadge', SIMULATOR);
    assert.deepEqual(badge, { kind: 'nonFungible', resource: ed25519, localId });
    assert.equal(badgeArgument(badge), `Enum<0u8>(NonFungibleGlobalId("${ed25519}:${localId}"))`);
    const other = must(parse(encodeAddress(nodeIdOf('d1', 'ab'), SIMULATOR)));
    assert.equal(formatBadge(other), `${wellKnown('secp256k1SignatureBadge', SIMULATOR)}:[${'ab'.repeat(29)}]`);
  });

  it('are a resource, or one non-fungible by its global id', () => {
    assert.deepEqual(must(parse(resource)), { kind: 'resource', resource });
    assert.equal(badgeArgument(must(parse(resource))), `Enum<1u8>(Address("${resource}"))`);
    for (const id of ['#1#', '<admin_1>', '[ab01]', `{${Array(4).fill('0123456789abcdef').join('-')}}`]) {
      assert.equal(formatBadge(must(parse(`${nonFungible}:${id}`))), `${nonFungible}:${id}`);
    }
  });

  it('are refused for other entities and networks', () => {
    const wrong = [
      '',
      'admin',
      wellKnown('faucet', SIMULATOR),
      // An account without a key.
      encodeAddress(nodeIdOf('c1', 'ab'), SIMULATOR),
      encodeAddress(nodeIdOf('5d', 'e0'), STOKENET),
      `${radAlice.address}:#1#`,
      `${nonFungible}:`,
      `${nonFungible}:1`,
      `${nonFungible}:#1#")) DROP_ALL_PROOFS`,
      `${nonFungible}:<a>\n`,
    ];
    for (const text of wrong) assert.equal(codeOf(parse(text)), 'INVALID_ADDRESS', text);
  });
});
