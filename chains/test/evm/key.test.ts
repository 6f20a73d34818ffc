import { strict as assert } from 'node:assert';
import { keyFromPrivate } from '@causeway/chains/keys';
import { keccak256, uintToHex } from '@causeway/protocol';
import { recoverAddress } from 'ethers';

describe('EVM keys', () => {
  it('sign digests with 65 bytes that recover to their address', async () => {
    const [key, digest] = [keyFromPrivate(uintToHex(0xc0ffee, 32)), keccak256('0x01')];
    const signature = await key.sign(digest);
    assert.match(signature, /^0x[0-9a-f]{128}(1b|1c)$/);
    assert.equal(recoverAddress(digest, signature), key.address);
  });
});
