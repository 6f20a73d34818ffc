import { ok, type Result } from '@causeway/protocol';
import { dataSlice, getAddress, id, ZeroAddress } from 'ethers';
import type { ReadFailure } from '../failures.ts';
import type { OracleState } from '../provider/provider.ts';
import { map } from '../provider/result.ts';
import { bridgeAbi, safeAbi } from './abi.ts';
import type { EvmContext } from './context.ts';
import { PINNED } from './pinned.ts';
import { type View, viewAll, viewTogether } from './views.ts';

/** Address at which the Safe's list of modules begins. */
const FIRST_MODULE = '0x0000000000000000000000000000000000000001';

/**
 * What a Safe keeps besides owners and modules, in a slot that is keccak256 of a name. Only its own transactions change
 * it, also those that it delegates to another contract.
 */
const KEPT = [
  { what: 'guard', name: 'guard_manager.guard.address', pinned: ZeroAddress },
  { what: 'module guard', name: 'module_manager.module_guard.address', pinned: ZeroAddress },
  { what: 'fallback handler', name: 'fallback_manager.handler.address', pinned: PINNED.fallbackHandler },
] as const;

/**
 * The oracle that the bridge names, and the deployment's Safe with its owners and threshold, as one block has them. Its
 * deviations are a singleton, module, guard or fallback handler that the deployment did not give the Safe. A Safe that
 * its own transactions have broken so that it does not answer is a deviation too, with no members.
 */
export async function readOracle(context: EvmContext): Promise<Result<OracleState, ReadFailure>> {
  const { bridge, safe } = context;
  const ofSafe = (name: string, ...args: readonly unknown[]): View => ({ abi: safeAbi, to: safe.safe, name, args });
  const answers = await viewTogether(context, [
    { abi: bridgeAbi, to: bridge.address, name: 'oracle' },
    // The proxy itself answers this one, whatever its singleton is.
    ofSafe('masterCopy'),
    ofSafe('getOwners'),
    ofSafe('getThreshold'),
    ofSafe('getModulesPaginated', FIRST_MODULE, 1),
    ...KEPT.map(({ name }) => ofSafe('getStorageAt', id(name), 1)),
  ]);
  if (!answers.ok) return readBroken(context, answers);
  return map(answers, ([oracle, singleton, owners, threshold, modules, ...kept]) => {
    const found: readonly Part[] = [
      ['singleton', singleton?.[0], PINNED.safeSingleton],
      ['module', [...(modules?.[0] ?? [])][0] ?? ZeroAddress, ZeroAddress],
      ...KEPT.map(({ what, pinned }, index) => [what, addressIn(kept[index]?.[0]), pinned] as const),
    ];
    return {
      address: oracle?.[0],
      members: [...(owners?.[0] ?? [])],
      threshold: Number(threshold?.[0]),
      deviations: found.flatMap(deviationOf),
    };
  });
}

/** A part of a Safe, its value there, and the value by the deployment. */
type Part = readonly [what: string, there: string, pinned: string];

const deviationOf = ([what, there, pinned]: Part): readonly string[] =>
  there === pinned ? [] : [`its ${what} is ${there}, not ${pinned === ZeroAddress ? 'none' : pinned}`];

/**
 * The oracle when its Safe does not answer everything. Who holds its keys can break it, so that nobody can read it; the
 * bridge and the Safe's proxy answer nevertheless. Fails as `failed` where that is no reason.
 */
async function readBroken(
  { connection, bridge, safe }: EvmContext,
  failed: Result<never, ReadFailure> & { readonly ok: false },
): Promise<Result<OracleState, ReadFailure>> {
  const answers = await viewAll({ connection }, [
    { abi: bridgeAbi, to: bridge.address, name: 'oracle' },
    { abi: safeAbi, to: safe.safe, name: 'masterCopy' },
  ]);
  if (!answers.ok) return answers;
  const [address, singleton] = answers.value.map(([value]) => String(value)) as [string, string];
  const deviations = deviationOf(['singleton', singleton, PINNED.safeSingleton]);
  // Endpoints may fail for a moment. What another singleton does to them is no such moment.
  if (failed.error.retryable && deviations.length === 0) return failed;
  const { code } = failed.error;
  return ok({ address, members: [], threshold: 0, deviations: [...deviations, `it does not answer: ${code}`] });
}

/** The address in a storage word. */
const addressIn = (word: string): string => getAddress(dataSlice(word, 12, 32));
