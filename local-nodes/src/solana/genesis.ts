import { createHash, createPrivateKey, createPublicKey, type KeyObject, randomBytes } from 'node:crypto';
import bs58 from 'bs58';
import type { AccountState } from './accounts.ts';
import { SYSTEM_PROGRAM } from './programs.ts';

/** Balance of the faucet for airdrops, lamports: 500 million SOL. */
const FAUCET_LAMPORTS = 500_000_000n * 1_000_000_000n;
/** DER prefix of a 32-byte ed25519 private key. */
const PRIVATE_KEY_PREFIX = Buffer.from('302e020100300506032b657004220420', 'hex');

/** The values that identify a chain. */
export interface Genesis {
  /** 32 random bytes, hex. */
  readonly seed: string;
  /** Seconds since 1970. */
  readonly time: number;
  /** Initial balances, lamports by address. */
  readonly balances: Readonly<Record<string, bigint>>;
}

/** A key pair that a chain derives from its seed. */
export interface GenesisKey {
  readonly address: string;
  readonly privateKey: KeyObject;
}

/** A new chain with the initial `balances`. */
export function newGenesis(balances: Readonly<Record<string, bigint>>): Genesis {
  return { seed: randomBytes(32).toString('hex'), time: Math.floor(Date.now() / 1_000), balances };
}

/** Base58 hash that identifies the chain. */
export function genesisHash({ seed, time, balances }: Genesis): string {
  const digest = createHash('sha256').update(`causeway solana ${seed} ${time}`);
  for (const address of Object.keys(balances).sort()) digest.update(` ${address}=${balances[address]}`);
  return bs58.encode(digest.digest());
}

/** The initial accounts of a chain, except its programs. */
export function genesisAccounts(genesis: Genesis): readonly (readonly [string, AccountState])[] {
  const wallet = (lamports: bigint): AccountState => ({
    lamports,
    owner: SYSTEM_PROGRAM,
    executable: false,
    data: new Uint8Array(),
  });
  return [
    ...Object.entries(genesis.balances).map(([address, lamports]) => [address, wallet(lamports)] as const),
    [genesisKey(genesis, 'faucet').address, wallet(FAUCET_LAMPORTS)],
  ];
}

/** The chain's own key for `role`. */
export function genesisKey({ seed }: Genesis, role: 'faucet' | 'identity'): GenesisKey {
  const secret = createHash('sha256').update(`causeway solana ${role} ${seed}`).digest();
  const privateKey = createPrivateKey({
    key: Buffer.concat([PRIVATE_KEY_PREFIX, secret]),
    format: 'der',
    type: 'pkcs8',
  });
  const { x } = createPublicKey(privateKey).export({ format: 'jwk' });
  return { address: bs58.encode(Buffer.from(x as string, 'base64url')), privateKey };
}
