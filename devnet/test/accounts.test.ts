import assert from 'node:assert/strict';
import { deriveEd25519Seed, radixAccountPath, radixKeyFromSeed } from '@causeway/chains/keys';
import { bytesToHex, hexToBytes } from '@causeway/protocol';
import { Mnemonic } from 'ethers';
import { devAccount, devAccounts } from '../src/accounts.ts';

/** SLIP-0010, "Test vector 1 for ed25519". */
const SLIP_10 = {
  seed: '000102030405060708090a0b0c0d0e0f',
  keys: [
    { path: [], key: '2b4be7f19ee27bbf30c667b642d5f4aa69fd169872f8fc3059c08ebae2eb19e7' },
    { path: [0], key: '68e0fe46dfb67e368c75379acec591dad19df3cde26e63b93a8e704f1dade7a3' },
    { path: [0, 1], key: 'b1d0bad404bf35da785a64ca1ac54b2617211d2777696fbffaf208f746ae84f2' },
    { path: [0, 1, 2, 2, 1000000000], key: '8f94d394a8e8fd6b1bc2f3f49f5c47e385281d5c17e65324b0f62483e37e8793' },
  ],
};

/** The first mainnet account of this mnemonic, as Radix's own wallets and tools derive it. */
const RADIX_WALLET = {
  mnemonic:
    'bright club bacon dinner achieve pull grid save ramp cereal blush woman humble limb repeat video sudden possible story mask neutral prize goose mandate',
  account: 'account_rdx128vge9xzep4hsn4pns8qch5uqld2yvx6f3gfff786du7vlk6w6e6k4',
};

describe('development accounts', () => {
  it('have the ed25519 keys that SLIP-0010 derives', () => {
    for (const { path, key } of SLIP_10.keys) {
      const derived = deriveEd25519Seed(Buffer.from(SLIP_10.seed, 'hex'), path);
      assert.equal(Buffer.from(derived).toString('hex'), key);
    }
  });

  it('equal the accounts that wallets derive from the mnemonic', () => {
    assert.equal(devAccount('deployer').address, '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266');
    assert.equal(devAccount('guardian').address, '0x70997970C51812dc3A010C7d01b50e0d17dc79C8');
    assert.equal(devAccount('deployer', 'solana').address, 'oeYf6KAJkLYhBuR8CiGc6L4D4Xtfepr85fuDgA9kq96');
  });

  it('have the Radix accounts that wallets derive', () => {
    const seed = hexToBytes(Mnemonic.fromPhrase(RADIX_WALLET.mnemonic).computeSeed());
    const key = deriveEd25519Seed(seed, radixAccountPath(1, 0));
    assert.equal(radixKeyFromSeed(bytesToHex(key), 1).address, RADIX_WALLET.account);
    const { address } = devAccount('deployer', 'radix');
    assert.equal(address, 'account_sim12y7t6g4jpl5w6usp7s60s6mjgl5j95yzwnumpax2ydrhh4utftz6y0');
  });

  it('have the same roles on every kind of chain, each with its own key', () => {
    const kinds = (['evm', 'solana', 'radix'] as const).map(devAccounts);
    const [evm] = kinds;
    for (const accounts of kinds) {
      assert.deepEqual(
        accounts.map(({ role }) => role),
        evm?.map(({ role }) => role),
      );
    }
    const keys = kinds.flat().map(({ privateKey }) => privateKey);
    assert.equal(new Set(keys).size, keys.length);
  });
});
