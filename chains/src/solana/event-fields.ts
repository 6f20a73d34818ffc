import { bytesToHex } from '@causeway/protocol';
import { BN } from '@coral-xyz/anchor';
import { PublicKey } from '@solana/web3.js';
import { z } from 'zod';
import { addressBytes } from './addresses.ts';

// Fields of events and accounts as the coder of an IDL returns them.

export const bytes32 = z
  .array(z.int())
  .length(32)
  .transform((bytes) => bytesToHex(Uint8Array.from(bytes)));

export const integer = z.custom<BN>((value) => BN.isBN(value)).transform((value) => BigInt(value.toString()));

/** 32 bytes, in the form that messages carry. */
export const address = z.instanceof(PublicKey).transform(addressBytes);
