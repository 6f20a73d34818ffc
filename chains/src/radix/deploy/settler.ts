import { fail, type Hex, ok, type Result, toAddress32 } from '@causeway/protocol';
import type { BridgeRecord } from '../../config/deployment.ts';
import type { SettlerFacts } from '../../deploy/deploy-actions.ts';
import type { DeploymentSteps } from '../../deploy/deployment-steps.ts';
import type { DeployFailure } from '../../failures.ts';
import { map } from '../../provider/result.ts';
import { nodeIdOf } from '../address.ts';
import { address, instruction, some, string } from '../manifest.ts';
import { SETTLER_BLUEPRINT, settlerConfiguration, settlerConfigurationValue, settlerPackageName } from '../settler.ts';
import { packageCreation } from './artifact.ts';
import { type Creation, create, findCreated } from './creation.ts';
import type { Ledger } from './ledger.ts';
import { publicationOf } from './publication.ts';

/** Creates the settler of the bridge of `family`, of which each deployer makes one. */
const settlerCreation = (settlerPackage: string, family: string, bridge: string): Creation => ({
  name: `settler.${family}`,
  package: settlerPackage,
  blueprint: SETTLER_BLUEPRINT,
  instruction: (reservation) =>
    instruction(
      'CALL_FUNCTION',
      address(settlerPackage),
      string(SETTLER_BLUEPRINT),
      string('instantiate'),
      address(bridge),
      some(reservation),
    ),
});

/** The package of the settler of `family`: its own where there is one, otherwise this build's, which is published. */
async function packageOf(
  ledger: Ledger,
  steps: DeploymentSteps,
  family: string,
): Promise<Result<string, DeployFailure>> {
  const there = await findCreated(ledger, settlerCreation('', family, '').name);
  if (!there.ok) return there;
  if (there.value !== null) return ledger.packageOf(there.value.address);
  const made = await create(ledger, steps, 'settler package', await packageCreation(ledger, 'causeway_settler'));
  return map(made, (created) => created.address);
}

/** Creates the settler of the bridge `own`, unless the deployer's account has one of that family. */
export async function deploySettler(
  ledger: Ledger,
  steps: DeploymentSteps,
  family: string,
  own: BridgeRecord,
): Promise<Result<SettlerFacts, DeployFailure>> {
  const itsPackage = await packageOf(ledger, steps, family);
  if (!itsPackage.ok) return itsPackage;
  const made = await create(ledger, steps, `settler ${family}`, settlerCreation(itsPackage.value, family, own.address));
  if (!made.ok) return made;
  const settler = made.value.address;
  const configuration = await ledger.read(settlerConfiguration(settler), settlerConfigurationValue);
  if (!configuration.ok) return configuration;
  const { bridge, account } = configuration.value;
  if (bridge !== own.address)
    return fail('DEPLOYMENT_MISMATCH', `${settler} is the settler of another bridge, ${bridge}`);
  const address32 = toAddress32(nodeIdOf(settler, 'component', ledger.network) as Hex);
  const publishedAt = await publicationOf(ledger, 'causeway_settler', itsPackage.value, own.settler?.publishedAt);
  if (!publishedAt.ok) return publishedAt;
  return ok({
    settler: {
      address: settler,
      address32,
      account,
      ...(publishedAt.value !== null && { publishedAt: publishedAt.value }),
    },
    contracts: { [settlerPackageName(family)]: itsPackage.value },
  });
}
