import { createHash } from 'node:crypto';
import { ok, type Result } from '@causeway/protocol';
import { PublicKey } from '@solana/web3.js';
import { MAIN_FAMILY } from '../deploy/deployer.ts';
import type { ReadFailure } from '../failures.ts';
import { programDataAddress, UPGRADEABLE_LOADER } from './addresses.ts';
import type { SolanaRpc } from './rpc.ts';

/** Bytes before the code in a program's data account: type, slot, authority. */
const HEAD = 4 + 8 + 1 + 32;

/** The type of a program's data account, in the loader's bincode. */
const PROGRAM_DATA = 3;

/** A program's code, the slot of its deployment and its upgrade authority. */
export interface ProgramData {
  readonly slot: number;
  readonly authority: PublicKey | null;
  /** The code, followed by zeros. */
  readonly code: Buffer;
}

/** The contents of a program's data account; null when `data` is no such account. */
export function parseProgramData(data: Buffer): ProgramData | null {
  if (data.length < HEAD || data.readUInt32LE(0) !== PROGRAM_DATA) return null;
  return {
    slot: Number(data.readBigUInt64LE(4)),
    authority: data[12] === 1 ? new PublicKey(data.subarray(13, HEAD)) : null,
    code: data.subarray(HEAD),
  };
}

/** A build of a program: sha256 of its code, and the bytes that it has. */
export interface ProgramBuild {
  readonly code: string;
  readonly bytes: number;
}

const hashOf = (code: Uint8Array): string => `0x${createHash('sha256').update(code).digest('hex')}`;

export const buildOf = (code: Uint8Array): ProgramBuild => ({ code: hashOf(code), bytes: code.length });

/** A program on chain, as a comparison names it. */
export interface FoundProgram {
  /** The hash of the build that it is, or of all that the loader keeps. */
  readonly code: string;
  readonly authority: string | null;
}

/** Compares the program at `program` with `builds`; null when there is none. The loader keeps zeros after the code. */
export async function readProgramOf(
  rpc: Pick<SolanaRpc, 'account'>,
  program: PublicKey,
  builds: readonly ProgramBuild[],
): Promise<Result<FoundProgram | null, ReadFailure>> {
  const [account, data] = await Promise.all([rpc.account(program), rpc.account(programDataAddress(program))]);
  if (!account.ok) return account;
  if (!data.ok) return data;
  const isProgram = account.value?.executable && data.value?.owner.equals(UPGRADEABLE_LOADER);
  const parsed = isProgram && data.value ? parseProgramData(Buffer.from(data.value.data)) : null;
  if (parsed === null) return ok(null);
  const build = builds.find(
    ({ code, bytes }) =>
      parsed.code.subarray(bytes).every((byte) => byte === 0) && hashOf(parsed.code.subarray(0, bytes)) === code,
  );
  return ok({ code: build?.code ?? hashOf(parsed.code), authority: parsed.authority?.toBase58() ?? null });
}

/**
 * Key in a deployment's `contracts` of the address that may upgrade the program of `family`'s bridge. Without it,
 * nobody may.
 */
export const upgradeAuthorityName = (family: string): string =>
  family === MAIN_FAMILY ? 'upgradeAuthority' : `upgradeAuthority.${family}`;

/** A program's head: when it was deployed and who may upgrade it. */
export type ProgramHead = Omit<ProgramData, 'code'>;

/** Who may upgrade a program. */
export class UpgradeAuthority {
  readonly #rpc: SolanaRpc;
  readonly #programData: PublicKey;
  /** Its head once nobody could upgrade it, which nobody can change, so it is not read again. */
  #frozen: ProgramHead | undefined;

  constructor(rpc: SolanaRpc, program: PublicKey) {
    this.#rpc = rpc;
    this.#programData = programDataAddress(program);
  }

  /** The address that may upgrade the program now, or null. */
  async read(): Promise<Result<string | null, ReadFailure>> {
    const found = await this.program();
    return found.ok ? ok(found.value?.authority?.toBase58() ?? null) : found;
  }

  /** The program's head now; null when there is none. */
  async program(): Promise<Result<ProgramHead | null, ReadFailure>> {
    if (this.#frozen) return ok(this.#frozen);
    const found = await this.#rpc.accountHead(this.#programData, HEAD);
    if (!found.ok) return found;
    const program = found.value?.owner.equals(UPGRADEABLE_LOADER)
      ? parseProgramData(Buffer.from(found.value.data))
      : null;
    if (program === null) return ok(null);
    const head = { slot: program.slot, authority: program.authority };
    if (head.authority === null) this.#frozen = head;
    return ok(head);
  }
}
