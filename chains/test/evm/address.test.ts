import { strict as assert } from 'node:assert';
import { formatEvmAddress, parseEvmAddress } from '@causeway/chains/evm';
import { codeOf, must } from '../support/bridges.ts';

describe('EVM addresses', () => {
  // The example in EIP-55.
  const checksummed = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed';
  const padded = `0x${'00'.repeat(12)}5aaeb6053f3e94c9b9a09f33669435e7ef1beaed` as const;

  it('are parsed in lower case, upper case and with a right checksum', () => {
    assert.equal(must(parseEvmAddress(checksummed)), padded);
    assert.equal(must(parseEvmAddress(checksummed.toLowerCase())), padded);
    assert.equal(must(parseEvmAddress(`0x${checksummed.slice(2).toUpperCase()}`)), padded);
  });

  it('are refused with a wrong checksum, another length, or as zero', () => {
    assert.equal(codeOf(parseEvmAddress(checksummed.replace('aAeb', 'AAeb'))), 'INVALID_ADDRESS');
    assert.equal(codeOf(parseEvmAddress(checksummed.slice(0, -1))), 'INVALID_ADDRESS');
    assert.equal(codeOf(parseEvmAddress(checksummed.slice(2))), 'INVALID_ADDRESS');
    assert.equal(codeOf(parseEvmAddress(`0x${'00'.repeat(20)}`)), 'INVALID_ADDRESS');
  });

  it('are formatted with their checksum, and never truncated', () => {
    assert.equal(formatEvmAddress(padded), checksummed);
    assert.throws(() => formatEvmAddress(`0x01${padded.slice(4)}`), RangeError);
  });
});
