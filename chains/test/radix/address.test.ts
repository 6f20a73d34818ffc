import { strict as assert } from 'node:assert';
import { ADDRESS_LENGTH, type Hex, toAddress32, ZERO_32 } from '@causeway/protocol';
import { RadixEngineToolkit } from '@radixdlt/radix-engine-toolkit';
import {
  decodeAddress,
  encodeAddress,
  formatRadixAddress,
  isAccount,
  parseRadixAddress,
} from '../../src/radix/address.ts';
import { wellKnown } from '../../src/radix/well-known.ts';
import { codeOf, must } from '../support/bridges.ts';
import { keyOf, nodeIdOf, SIMULATOR, STOKENET } from '../support/radix-offline.ts';

describe('Radix addresses', () => {
  const account = keyOf(1).address;

  it('equal the toolkit’s, for every entity that bridges deal with', async () => {
    const known = await RadixEngineToolkit.Utils.knownAddresses(SIMULATOR.id);
    assert.equal(wellKnown('xrd', SIMULATOR), known.resourceAddresses.xrd);
    assert.equal(wellKnown('faucet', SIMULATOR), known.componentAddresses.faucet);
    assert.equal(wellKnown('ed25519SignatureBadge', SIMULATOR), known.resourceAddresses.ed25519SignatureVirtualBadge);
    for (const first of ['c1', '51', 'd1', 'c0', '5d', '9a', '0d', '68']) {
      const nodeId = nodeIdOf(first, 'a7');
      const text = encodeAddress(nodeId, SIMULATOR);
      const { data, networkId } = await RadixEngineToolkit.Address.decode(text);
      assert.deepEqual([`0x${Buffer.from(data).toString('hex')}`, networkId], [nodeId, SIMULATOR.id]);
      assert.equal(decodeAddress(text)?.nodeId, nodeId);
    }
  });

  it('are accounts of this network where somebody receives, in one spelling', () => {
    const parsed = must(parseRadixAddress(account, SIMULATOR));
    assert(isAccount(parsed));
    assert.equal(parsed, toAddress32(`0x${parsed.slice(-2 * ADDRESS_LENGTH.radix)}`));
    assert.equal(formatRadixAddress(parsed, SIMULATOR), account);
    for (const wrong of [
      '',
      'x',
      ` ${account}`,
      `${account}q`,
      account.toUpperCase(),
      `${account.slice(0, -1)}${account.endsWith('q') ? 'p' : 'q'}`,
      keyOf(1, STOKENET).address,
      wellKnown('xrd', SIMULATOR),
      wellKnown('faucet', SIMULATOR),
      encodeAddress(nodeIdOf('51', '11'), SIMULATOR).replace('account', 'component'),
      `0x${'51'.repeat(30)}`,
    ]) {
      assert.equal(codeOf(parseRadixAddress(wrong, SIMULATOR)), 'INVALID_ADDRESS', wrong);
    }
  });

  it('without an entity are shown as bytes, since a message can name anything', () => {
    for (const first of ['00', 'ff', '52', '83']) {
      const nodeId = nodeIdOf(first, '11');
      const padded = toAddress32(nodeId);
      assert.equal(formatRadixAddress(padded, SIMULATOR), nodeId);
      assert(!isAccount(padded));
    }
    const unpadded = `0x01${'51'.repeat(31)}` as Hex;
    assert.throws(() => formatRadixAddress(unpadded, SIMULATOR), RangeError);
    assert(!isAccount(unpadded) && !isAccount(ZERO_32));
  });
});
