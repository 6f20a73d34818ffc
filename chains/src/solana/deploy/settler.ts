import { createHash } from 'node:crypto';
import { ok, type Result } from '@causeway/protocol';
import { PublicKey } from '@solana/web3.js';
import type { BridgeRecord } from '../../config/deployment.ts';
import type { SettlerFacts } from '../../deploy/deploy-actions.ts';
import type { DeployFailure } from '../../failures.ts';
import { map } from '../../provider/result.ts';
import { publicKeyOf } from '../address.ts';
import { isImmutable, SETTLER_PROGRAM, settlerRecord } from '../settler.ts';
import { programCode } from './artifact.ts';
import { derivedKey } from './derived-key.ts';
import { deployCode, freezeProgram, type ProgramPlan } from './program.ts';

/** What a deployment of the settlers' program takes from that of its bridge. */
type Place = Pick<ProgramPlan, 'cluster' | 'steps' | 'key'>;

/**
 * Deploys the program of all settlers unless the file has one that nobody can change. Its address follows from its code
 * and the deployer's key, so another build is another program. A settler itself takes no transaction.
 */
export async function deploySettler(place: Place, own: BridgeRecord): Promise<Result<SettlerFacts, DeployFailure>> {
  const program = await settlerProgram(place);
  return map(program, (address) => ({
    settler: settlerRecord(address, new PublicKey(own.address)),
    contracts: { [SETTLER_PROGRAM]: address.toBase58() },
  }));
}

async function settlerProgram({ cluster, steps, key }: Place): Promise<Result<PublicKey, DeployFailure>> {
  const name = 'settler program';
  const onFile = publicKeyOf(steps.deployment.contracts[SETTLER_PROGRAM] ?? '');
  const kept = onFile === null ? ok(false) : await isImmutable(cluster.connection.rpc, onFile);
  if (!kept.ok) return kept;
  if (onFile !== null && kept.value) {
    const there = await steps.run({ name, present: async () => kept, act: async () => kept });
    return map(there, () => onFile);
  }
  const code = programCode('causeway_settler');
  const build = createHash('sha256').update(code).digest('hex');
  const programKey = await derivedKey(key, `the program of settlers ${build}`);
  const plan: ProgramPlan = { cluster, steps, name, key, programKey, code, upgradeable: false };
  const deployed = await deployCode(plan);
  if (!deployed.ok) return deployed;
  return map(await freezeProgram(plan), () => new PublicKey(programKey.address));
}
