import { ok, type Result } from '@causeway/protocol';
import type { PublicKey } from '@solana/web3.js';
import type { SettlerRecord } from '../config/deployment.ts';
import type { ReadFailure } from '../failures.ts';
import { mismatch } from '../provider/verification.ts';
import { publicKeyOf } from './address.ts';
import { addressBytes, settlerAddress } from './addresses.ts';
import type { SolanaContext } from './context.ts';
import { UpgradeAuthority } from './program-data.ts';
import type { SolanaRpc } from './rpc.ts';

/** Key of the program of all settlers in a deployment's `contracts`. */
export const SETTLER_PROGRAM = 'settlerProgram';

/** The settler of the bridge of `bridgeProgram` in a deployment. */
export function settlerRecord(program: PublicKey, bridgeProgram: PublicKey): SettlerRecord {
  const settler = settlerAddress(program, bridgeProgram);
  return { address: settler.toBase58(), address32: addressBytes(settler) };
}

/** True when `program` is there and nobody can change it. */
export async function isImmutable(rpc: SolanaRpc, program: PublicKey): Promise<Result<boolean, ReadFailure>> {
  const account = await rpc.account(program);
  if (!account.ok) return account;
  if (!account.value?.executable) return ok(false);
  const authority = await new UpgradeAuthority(rpc, program).read();
  return authority.ok ? ok(authority.value === null) : authority;
}

/** Compares the settler in the file, if it names one, with the cluster. */
export async function verifySettler(context: SolanaContext): Promise<Result<void, ReadFailure>> {
  const { bridge, deployment, addresses, connection } = context;
  if (bridge.settler === undefined) return ok(undefined);
  const onFile = deployment.contracts[SETTLER_PROGRAM] ?? '';
  const program = publicKeyOf(onFile);
  if (program === null) return mismatch(context, `contracts.${SETTLER_PROGRAM}`, 'a program', `"${onFile}"`);
  const derived = settlerRecord(program, addresses.program);
  const { address, address32 } = bridge.settler;
  if (derived.address !== address || derived.address32 !== address32) {
    return mismatch(context, 'the settler', derived.address, `${address}, ${address32}`);
  }
  const immutable = await isImmutable(connection.rpc, program);
  if (!immutable.ok) return immutable;
  return immutable.value ? ok(undefined) : mismatch(context, "the settlers' program", 'missing or upgradeable', onFile);
}
