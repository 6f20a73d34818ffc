import { keyFromPrivate } from '@causeway/chains/keys';
import type { Hex } from '@causeway/protocol';
import { HDNodeWallet } from 'ethers';
import type { DevKeys } from '../dev-keys.ts';

export const evmKeys: DevKeys = {
  derive: (seed, index) => {
    const { address, privateKey } = HDNodeWallet.fromSeed(seed).derivePath(`m/44'/60'/0'/0/${index}`);
    return { address, privateKey: privateKey as Hex };
  },
  keyOf: keyFromPrivate,
};
