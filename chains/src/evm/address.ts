import { fail, fromAddress32, type Hex, ok, type Result, toAddress32 } from '@causeway/protocol';
import { getAddress, ZeroAddress } from 'ethers';
import type { AddressFailure } from '../failures.ts';

/** An EVM address as 32 left-padded bytes. A mixed-case address must have a valid EIP-55 checksum. */
export function parseEvmAddress(address: string): Result<Hex, AddressFailure> {
  if (!/^0x[0-9a-fA-F]{40}$/.test(address)) {
    return fail('INVALID_ADDRESS', 'an EVM address is 0x and 40 hexadecimal digits');
  }
  if (address === ZeroAddress) return fail('INVALID_ADDRESS', 'the zero address receives nothing');
  try {
    return ok(toAddress32(getAddress(address).toLowerCase()));
  } catch {
    return fail(
      'INVALID_ADDRESS',
      'the checksum of the mixed-case address is wrong; check it, or write it in lower case',
    );
  }
}

/** EIP-55 form of a left-padded EVM address. Throws RangeError when the padding is not zero. */
export const formatEvmAddress = (address: Hex): string => getAddress(fromAddress32(address, 20));
