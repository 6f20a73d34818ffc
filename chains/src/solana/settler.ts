import { ok, type Result } from '@causeway/protocol';
import type { PublicKey } from '@solana/web3.js';
import type { SettlerRecord } from '../config/deployment.ts';
import type { ReadFailure } from '../failures.ts';
import { type Expected, type Found, required } from '../provider/differences.ts';
import { map } from '../provider/result.ts';
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

/** Name of the settler, and of its program. */
const SETTLER = 'the settler';
const PROGRAM = "the settlers' program";
const IMMUTABLE = 'immutable';

/** What the file says of the settler, if it names one. */
export const expectedSettler = ({ bridge: { settler } }: SolanaContext): Expected =>
  settler === undefined
    ? {}
    : { [SETTLER]: required(`${settler.address}, ${settler.address32}`), [PROGRAM]: required(IMMUTABLE) };

/** Finds the settler of the bridge at the program that the file names. */
export async function findSettler(context: SolanaContext): Promise<Result<Found, ReadFailure>> {
  const { bridge, deployment, addresses, connection } = context;
  if (bridge.settler === undefined) return ok({});
  const program = publicKeyOf(deployment.contracts[SETTLER_PROGRAM] ?? '');
  if (program === null) return ok({ [PROGRAM]: `without an address in contracts.${SETTLER_PROGRAM}` });
  const { address, address32 } = settlerRecord(program, addresses.program);
  return map(await isImmutable(connection.rpc, program), (immutable) => ({
    [SETTLER]: `${address}, ${address32}`,
    [PROGRAM]: immutable ? IMMUTABLE : 'missing or upgradeable',
  }));
}
