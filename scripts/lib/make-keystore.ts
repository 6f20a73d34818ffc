import { randomBytes } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { type KeyHandle, RADIX_NETWORKS } from '@causeway/chains';
import {
  keyFromPrivate,
  radixKeyFromSeed,
  SCRYPT_N,
  solanaKeyFromSeed,
  writeKeystore,
  writeRadixKeystore,
  writeSolanaKeystore,
} from '@causeway/chains/keys';
import { bytesToHex, type Hex } from '@causeway/protocol';
import { z } from 'zod';
import { passwordOf, secretOf, usageError } from './key-flags.ts';

/** Options of `causeway keystore`. */
export interface KeystoreFlags {
  readonly kind: string;
  /** Radix: the network of the key's account. */
  readonly network?: string;
  readonly passwordFile?: string;
  readonly passwordEnv?: string;
  readonly from?: string;
  readonly keyEnv?: string;
}

/** How to write keys of one kind of chain, and of one network where that matters. */
interface Kind {
  readonly keyOf: (secret: Hex) => KeyHandle;
  readonly write: (path: string, secret: Hex, password: string, scryptN: number) => Promise<void>;
}

const KINDS: Readonly<Record<string, (network: string | undefined) => Kind>> = {
  evm: () => ({ keyOf: keyFromPrivate, write: writeKeystore }),
  solana: () => ({ keyOf: solanaKeyFromSeed, write: writeSolanaKeystore }),
  radix: radixKind,
};

function radixKind(name: string | undefined): Kind {
  const network = RADIX_NETWORKS.find(({ logicalName }) => logicalName === name);
  if (network === undefined) {
    throw usageError(`--network is ${RADIX_NETWORKS.map(({ logicalName }) => logicalName).join(' or ')} for Radix`);
  }
  return {
    keyOf: (seed) => radixKeyFromSeed(seed, network.id),
    write: (path, seed, password, scryptN) => writeRadixKeystore(path, seed, password, scryptN, network.id),
  };
}

/** A key file of Solana's command-line tools: the seed, then the public key, as 64 numbers. */
const solanaKeyFile = z.array(z.int().min(0).max(255)).length(64);

/** Writes the keystore and returns its key's address. Throws a UsageError that says how to fix the command. */
export async function makeKeystore(file: string, flags: KeystoreFlags): Promise<string> {
  const kindOf = KINDS[flags.kind];
  if (kindOf === undefined) throw usageError(`--kind is ${Object.keys(KINDS).join(' or ')}`);
  if (flags.network !== undefined && flags.kind !== 'radix') throw usageError('--network is for Radix keys');
  const kind = kindOf(flags.network);
  if (existsSync(file)) throw usageError(`${file} exists; keystores are never overwritten`);
  const password = passwordOf(flags);
  const secret = chosenSecret(flags);
  const { address } = kind.keyOf(secret);
  await kind.write(resolve(file), secret, password, SCRYPT_N.production);
  return address;
}

function chosenSecret({ from, keyEnv, kind }: KeystoreFlags): Hex {
  if (from !== undefined && keyEnv !== undefined) throw usageError('give --from or --key-env, not both');
  if (from !== undefined) {
    if (kind !== 'solana') throw usageError('--from reads key files of Solana; give --kind solana');
    return fromSolanaKeyFile(from);
  }
  return keyEnv === undefined ? bytesToHex(randomBytes(32)) : secretOf(keyEnv);
}

function fromSolanaKeyFile(path: string): Hex {
  try {
    const bytes = solanaKeyFile.parse(JSON.parse(readFileSync(path, 'utf8')));
    return bytesToHex(Uint8Array.from(bytes.slice(0, 32)));
  } catch {
    throw usageError(`${path} is no key file of Solana's command-line tools: a list of 64 numbers`);
  }
}
