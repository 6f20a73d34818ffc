import { createHash } from 'node:crypto';
import { fail, ok, type Result } from '@causeway/protocol';
import { PublicKey, SystemProgram } from '@solana/web3.js';
import type { DeploymentSteps } from '../../deploy/deployment-steps.ts';
import type { DeployFailure } from '../../failures.ts';
import type { KeyHandle } from '../../provider/provider.ts';
import { programDataAddress, UPGRADEABLE_LOADER } from '../addresses.ts';
import { type ProgramData, parseProgramData } from '../program-data.ts';
import type { Cluster, Sending } from './cluster.ts';
import { derivedKey } from './derived-key.ts';
import {
  BUFFER_HEAD,
  deployProgram,
  dropUpgradeAuthority,
  holdsCode,
  initializeBuffer,
  PROGRAM_SIZE,
  parseBuffer,
  upgradeProgram,
  writeBuffer,
} from './loader.ts';

/** Bytes of code in one transaction, which stays below 1,232 bytes in total. */
const CHUNK = 960;

/** How to deploy a program. */
export interface ProgramPlan {
  readonly cluster: Cluster;
  readonly steps: DeploymentSteps;
  /** What its steps call it. */
  readonly name: string;
  /** Pays and is the upgrade authority until that is given up. */
  readonly key: KeyHandle;
  /** The program's own key, which is its address. */
  readonly programKey: KeyHandle;
  readonly code: Buffer;
  readonly upgradeable: boolean;
}

/** The program's code, slot and upgrade authority; null when it is not deployed. */
export async function readProgram(
  cluster: Cluster,
  program: PublicKey,
): Promise<Result<ProgramData | null, DeployFailure>> {
  const found = await cluster.account(programDataAddress(program));
  if (!found.ok) return found;
  return ok(found.value?.owner.equals(UPGRADEABLE_LOADER) ? parseProgramData(Buffer.from(found.value.data)) : null);
}

/** Deploys the program, or updates the code of one that is still upgradeable. */
export async function deployCode(plan: ProgramPlan): Promise<Result<void, DeployFailure>> {
  const { cluster, steps, name, programKey, code } = plan;
  const program = new PublicKey(programKey.address);
  const found = await readProgram(cluster, program);
  if (!found.ok) return found;
  const there = found.value;
  const current = there !== null && holdsCode(there.code, code);
  if (there !== null && !current && there.authority?.toBase58() !== plan.key.address) {
    return fail('DEPLOYMENT_MISMATCH', `${program} holds another build of the program, and cannot be upgraded`);
  }
  const bufferKey = await derivedKey(plan.key, `a buffer of ${createHash('sha256').update(code).digest('hex')}`);
  if (!current) {
    const written = await writeCode(plan, bufferKey);
    if (!written.ok) return written;
  }
  return steps.run({
    name,
    present: async () => ok(current),
    act: () => (there === null ? createProgram(plan, bufferKey) : upgrade(plan, bufferKey)),
  });
}

/** Gives up the right to upgrade the program, so that its code can never change. */
export async function freezeProgram({
  cluster,
  steps,
  name,
  programKey,
}: ProgramPlan): Promise<Result<void, DeployFailure>> {
  const program = new PublicKey(programKey.address);
  return steps.run({
    name: `immutable ${name}`,
    present: async () => {
      const found = await readProgram(cluster, program);
      return found.ok ? ok(found.value?.authority === null) : found;
    },
    act: () => cluster.send({ instructions: [dropUpgradeAuthority(program, cluster.payer)] }),
  });
}

/** Writes the missing parts of the code to the buffer. */
async function writeCode(
  { cluster, steps, name, code }: ProgramPlan,
  bufferKey: KeyHandle,
): Promise<Result<void, DeployFailure>> {
  const buffer = new PublicKey(bufferKey.address);
  const read = async (): Promise<Result<Buffer | null, DeployFailure>> => {
    const found = await cluster.account(buffer);
    if (!found.ok) return found;
    return ok(
      found.value?.owner.equals(UPGRADEABLE_LOADER) ? parseBuffer(Buffer.from(found.value.data), cluster.payer) : null,
    );
  };
  return steps.run({
    name: `${name} code`,
    present: async () => {
      const written = await read();
      return written.ok ? ok(written.value !== null && holdsCode(written.value, code)) : written;
    },
    act: async () => {
      const written = await read();
      if (!written.ok) return written;
      if (written.value === null) {
        const created = await createBuffer(cluster, bufferKey, code.length);
        if (!created.ok) return created;
      }
      return cluster.sendAll(missingChunks(buffer, cluster.payer, code, written.value ?? Buffer.alloc(code.length)));
    },
  });
}

async function createBuffer(
  cluster: Cluster,
  bufferKey: KeyHandle,
  length: number,
): Promise<Result<string, DeployFailure>> {
  const space = BUFFER_HEAD + length;
  const lamports = await cluster.rent(space);
  if (!lamports.ok) return lamports;
  const buffer = new PublicKey(bufferKey.address);
  return cluster.send({
    instructions: [
      SystemProgram.createAccount({
        fromPubkey: cluster.payer,
        newAccountPubkey: buffer,
        lamports: lamports.value,
        space,
        programId: UPGRADEABLE_LOADER,
      }),
      initializeBuffer(buffer, cluster.payer),
    ],
    signers: [bufferKey],
  });
}

function missingChunks(buffer: PublicKey, authority: PublicKey, code: Buffer, written: Buffer): readonly Sending[] {
  const sendings: Sending[] = [];
  for (let offset = 0; offset < code.length; offset += CHUNK) {
    const chunk = code.subarray(offset, offset + CHUNK);
    if (chunk.equals(written.subarray(offset, offset + chunk.length))) continue;
    sendings.push({ instructions: [writeBuffer(buffer, authority, offset, chunk)] });
  }
  return sendings;
}

/** Turns the written buffer into a program. An upgradeable one can grow to twice its size. */
async function createProgram(plan: ProgramPlan, bufferKey: KeyHandle): Promise<Result<string, DeployFailure>> {
  const { cluster, programKey, code, upgradeable } = plan;
  const lamports = await cluster.rent(PROGRAM_SIZE);
  if (!lamports.ok) return lamports;
  const program = new PublicKey(programKey.address);
  const deployed = await cluster.send({
    instructions: [
      SystemProgram.createAccount({
        fromPubkey: cluster.payer,
        newAccountPubkey: program,
        lamports: lamports.value,
        space: PROGRAM_SIZE,
        programId: UPGRADEABLE_LOADER,
      }),
      deployProgram(
        program,
        new PublicKey(bufferKey.address),
        cluster.payer,
        upgradeable ? 2 * code.length : code.length,
      ),
    ],
    signers: [programKey],
  });
  return deployed.ok ? untilUsable(cluster, program, deployed.value) : deployed;
}

async function upgrade(
  { cluster, programKey }: ProgramPlan,
  bufferKey: KeyHandle,
): Promise<Result<string, DeployFailure>> {
  const program = new PublicKey(programKey.address);
  const sent = await cluster.send({
    instructions: [upgradeProgram(program, new PublicKey(bufferKey.address), cluster.payer)],
  });
  return sent.ok ? untilUsable(cluster, program, sent.value) : sent;
}

/** Waits for the slot after the deployment, from which on the code can be called. */
async function untilUsable(
  cluster: Cluster,
  program: PublicKey,
  reference: string,
): Promise<Result<string, DeployFailure>> {
  const deployed = await readProgram(cluster, program);
  if (!deployed.ok) return deployed;
  const reached = await cluster.untilSlot((deployed.value?.slot ?? 0) + 1);
  return reached.ok ? ok(reference) : reached;
}
