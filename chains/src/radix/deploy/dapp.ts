import { fail, ok, type Result } from '@causeway/protocol';
import type { BridgeRecord } from '../../config/deployment.ts';
import type { DeploymentSteps } from '../../deploy/deployment-steps.ts';
import type { DeployFailure } from '../../failures.ts';
import { map } from '../../provider/result.ts';
import { lockerName, packageName } from '../context.ts';
import { address, instruction, list, type ManifestText, string, variant } from '../manifest.ts';
import * as sbor from '../sbor.ts';
import { getMetadata } from './creation.ts';
import type { Ledger } from './ledger.ts';

/** Variants of the engine's type MetadataValue. */
const STRING = 0;
const GLOBAL_ADDRESS = 8;
const GLOBAL_ADDRESSES = 136;

/** The entities of a bridge that its dApp definition is to claim. */
interface Claims {
  readonly locker: string;
  /** The component, the locker, the package and the bridged tokens. */
  readonly entities: readonly string[];
}

/** An entry of a definition's metadata that wallets ask for and that is missing or different. */
interface Lacking {
  readonly key: string;
  /** The value that it needs, in words. */
  readonly needs: string;
  /** The value to write; none where the entry belongs to another bridge. */
  readonly value?: ManifestText;
}

const readLocker = async (ledger: Ledger, definition: string): Promise<Result<string | undefined, DeployFailure>> =>
  map(
    await ledger.read(
      getMetadata(definition, 'account_locker'),
      sbor.option(sbor.variant(GLOBAL_ADDRESS, sbor.reference)),
    ),
    (locker) => locker?.[0],
  );

/**
 * Fails with DEFINITION_TAKEN when `definition` names a locker. A definition has one `account_locker`, so wallets would
 * not find the credits of another bridge, which names its definition for good.
 */
export async function requireFree(ledger: Ledger, definition: string): Promise<Result<void, DeployFailure>> {
  const locker = await readLocker(ledger, definition);
  if (!locker.ok || locker.value === undefined) return map(locker, () => undefined);
  const remedy = 'give dapp.definition an account of its own, or remove its account_locker if that bridge is given up';
  return fail('DEFINITION_TAKEN', `the dApp definition ${definition} names the locker ${locker.value}: ${remedy}`);
}

type Writable = Lacking & { readonly value: ManifestText };
const isWritable = (lacking: Lacking): lacking is Writable => lacking.value !== undefined;

/**
 * What the dApp definition at `definition` lacks for wallets to show the bridge and to find credits. A definition has
 * one
 * `account_locker`: one that names the locker of another bridge keeps it.
 */
async function lackingOf(
  ledger: Ledger,
  definition: string,
  { locker, entities }: Claims,
): Promise<Result<readonly Lacking[], DeployFailure>> {
  const [type, claimed, itsLocker] = await Promise.all([
    ledger.read(getMetadata(definition, 'account_type'), sbor.option(sbor.variant(STRING, sbor.string))),
    ledger.read(
      getMetadata(definition, 'claimed_entities'),
      sbor.option(sbor.variant(GLOBAL_ADDRESSES, sbor.list(sbor.reference))),
    ),
    readLocker(ledger, definition),
  ]);
  if (!type.ok) return type;
  if (!claimed.ok) return claimed;
  if (!itsLocker.ok) return itsLocker;
  const known = claimed.value?.[0] ?? [];
  const missing = entities.filter((entity) => !known.includes(entity));
  const lacking: Lacking[] = [];
  if (type.value?.[0] !== 'dapp definition') {
    lacking.push({
      key: 'account_type',
      needs: 'dapp definition',
      value: variant(STRING, string('dapp definition')),
    });
  }
  if (missing.length > 0) {
    lacking.push({
      key: 'claimed_entities',
      needs: missing.join(', '),
      value: variant(GLOBAL_ADDRESSES, list('Address', [...known, ...missing].map(address))),
    });
  }
  const key = 'account_locker';
  if (itsLocker.value === undefined)
    lacking.push({ key, needs: locker, value: variant(GLOBAL_ADDRESS, address(locker)) });
  else if (itsLocker.value !== locker)
    lacking.push({
      key,
      needs: `${locker}, but it names that of another bridge: only an account of its own can have both`,
    });
  return ok(lacking);
}

/**
 * Completes the dApp definition when it is the deployer's own account. Missing metadata is reported as progress; so is
 * a definition of another owner. With a remote it is about that remote's bridged token, otherwise about the bridge
 * itself.
 */
export async function completeDefinition(
  ledger: Ledger,
  steps: DeploymentSteps,
  family: string,
  definition: string,
  remote?: string,
): Promise<Result<void, DeployFailure>> {
  const { bridges, contracts } = steps.deployment;
  const bridge = bridges[family] as BridgeRecord;
  const locker = contracts[lockerName(family)] as string;
  const token = bridge.remotes[remote ?? '']?.token.address;
  const entities = token ? [token] : [bridge.address, locker, contracts[packageName(family)] as string];
  const missing = () => lackingOf(ledger, definition, { locker, entities });
  const name = remote === undefined ? `dApp definition ${family}` : `claim the token of ${remote}`;
  if (definition === ledger.account) {
    const writable = async () => map(await missing(), (lacking) => lacking.filter(isWritable));
    // Another run may have completed it meanwhile.
    const written = await steps.runMissing(name, writable, async (lacking) =>
      lacking.length === 0 ? ok('') : ledger.send({ manifest: writing(definition, lacking) }),
    );
    if (!written.ok) return written;
  }
  return map(await missing(), (lacking) => {
    for (const { key, needs } of lacking) steps.tell(`the dApp definition ${definition} lacks ${key}: ${needs}`);
  });
}

/** Writes the entries, as the owner of the definition. */
const writing = (definition: string, lacking: readonly Writable[]): ManifestText =>
  lacking.map(({ key, value }) => instruction('SET_METADATA', address(definition), string(key), value)).join('');
