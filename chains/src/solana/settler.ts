import earlierSettlers from '@causeway/contracts-solana/earlier-settlers.json' with { type: 'json' };
import { ok, type Result } from '@causeway/protocol';
import type { PublicKey } from '@solana/web3.js';
import type { SettlerRecord } from '../config/deployment.ts';
import type { ReadFailure } from '../failures.ts';
import { type Expected, type Found, NOTHING, required } from '../provider/differences.ts';
import { map } from '../provider/result.ts';
import { publicKeyOf } from './address.ts';
import { addressBytes, settlerAddress } from './addresses.ts';
import type { SolanaContext } from './context.ts';
import { programCode } from './deploy/artifact.ts';
import { buildOf, type ProgramBuild, readProgramOf, UpgradeAuthority } from './program-data.ts';
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
const CODE = "the code of the settlers' program";
const IMMUTABLE = 'immutable';

/** This release's settlers, then the earlier ones, which are there for good. */
const builds = (): readonly [ProgramBuild, ...ProgramBuild[]] => [
  buildOf(programCode('causeway_settler')),
  ...(earlierSettlers as readonly ProgramBuild[]),
];

/** What the file and the builds say of the settler, if the file names one. */
export function expectedSettler({ bridge: { settler } }: SolanaContext): Expected {
  if (settler === undefined) return {};
  const [current, ...earlier] = builds();
  return {
    [SETTLER]: required(`${settler.address}, ${settler.address32}`),
    [PROGRAM]: required(IMMUTABLE),
    [CODE]: { severity: 'refuse', anyOf: [current.code, ...earlier.map(({ code }) => code)] },
  };
}

/** Finds the settler of the bridge at the program that the file names, and that program's code. */
export async function findSettler(context: SolanaContext): Promise<Result<Found, ReadFailure>> {
  const { bridge, deployment, addresses, connection } = context;
  if (bridge.settler === undefined) return ok({});
  const program = publicKeyOf(deployment.contracts[SETTLER_PROGRAM] ?? '');
  if (program === null) return ok({ [PROGRAM]: `without an address in contracts.${SETTLER_PROGRAM}` });
  const { address, address32 } = settlerRecord(program, addresses.program);
  return map(await readProgramOf(connection.rpc, program, builds()), (found) => ({
    [SETTLER]: `${address}, ${address32}`,
    [PROGRAM]: found !== null && found.authority === null ? IMMUTABLE : 'missing or upgradeable',
    [CODE]: found?.code ?? NOTHING,
  }));
}
