import { type Hex, ok, type Result, toAddress32 } from '@causeway/protocol';
import { cutBridgedNames } from '../../deploy/bridged-names.ts';
import type { BridgeAction, DeployActions } from '../../deploy/deploy-actions.ts';
import type { DeploymentSteps } from '../../deploy/deployment-steps.ts';
import type { DeployFailure } from '../../failures.ts';
import { map } from '../../provider/result.ts';
import { requireAsked } from '../../provider/verification.ts';
import { nodeIdOf } from '../address.ts';
import { MOST_U128, setFee, setLimits } from '../admin-calls.ts';
import { readIssuerPowers } from '../administered.ts';
import { contextOf, lockerName, packageName } from '../context.ts';
import { requireOwnBadge } from '../holder.ts';
import type { ManifestText } from '../manifest.ts';
import { radixDomain } from '../network.ts';
import { radixProvider } from '../provider.ts';
import { publicationVersion } from '../publication.ts';
import { wellKnown } from '../well-known.ts';
import { packageCreation } from './artifact.ts';
import { canonicalAsset } from './asset.ts';
import {
  type BridgeArguments,
  bridgeCreation,
  bridgeName,
  openRemote,
  propertiesOf,
  readBridge,
  setRemote,
} from './bridge.ts';
import { type Created, create, createNow, findCreated } from './creation.ts';
import { completeDefinition, requireFree } from './dapp.ts';
import type { Ledger } from './ledger.ts';
import type { RadixDeployOptions } from './options.ts';
import { publicationOf } from './publication.ts';
import { MAINNET, rolesOf } from './roles.ts';
import { deploySettler } from './settler.ts';

/** Decimals of every bridged token: the most that a resource can have. */
const BRIDGED_DECIMALS = 18;

/** A deployment on one Radix network: the package, and the bridge's component. */
export function radixActions(options: RadixDeployOptions, ledger: Ledger): Result<DeployActions, DeployFailure> {
  const roles = rolesOf(options, ledger.network);
  if (!roles.ok) return roles;
  const send = (manifest: ManifestText) => ledger.send({ manifest });
  return ok({
    kind: 'radix',
    chainId: ledger.network.logicalName,
    domain: radixDomain(ledger.network),
    maxLimit: MOST_U128,
    // Far below what the ledger's Decimal can hold.
    maxFee: MOST_U128,
    limitSteps: [['canonical', 'bridged']],
    canonicalAsset: (steps) => canonicalAsset(ledger, steps, options),
    issuerPowers: ({ address }) => readIssuerPowers(ledger.connection.rpc, address),
    bridge: async (steps, family, { address }) => {
      const { domain } = steps.deployment;
      const wanted = { ...roles.value, domain, canonical: address ?? wellKnown('xrd', ledger.network) };
      return ok(bridgeAction(ledger, steps, family, wanted));
    },
    settler: (steps, family, own) => deploySettler(ledger, steps, family, own),
    chain: (deployment, family) => map(contextOf(ledger.connection, deployment, family), radixProvider),
    adoptable: async (deployment, family) => {
      const context = contextOf(ledger.connection, deployment, family);
      return context.ok ? radixProvider(context.value).verify() : context;
    },
    // The bridge creates the bridged token itself; its registration names the token's address.
    bridgedToken: async (_, _own, { network, bridge }) =>
      ok({ ...cutBridgedNames(bridge.canonicalAsset, network), decimals: BRIDGED_DECIMALS, address: null }),
    setRemote: ({ address }, remote) => send(setRemote(address, remote, roles.value.iconUrl)),
    setLimits: ({ address }, remote, limits) => send(limits.map((set) => setLimits(address, remote, set)).join('')),
    setFee: ({ address }, remote, fee) => send(setFee(address, remote, fee)),
    registered: (steps, family, _, { network }) =>
      completeDefinition(ledger, steps, family, roles.value.dappDefinition, network),
    openRemote: ({ address }, { domain }) => send(openRemote(address, domain)),
  });
}

function bridgeAction(ledger: Ledger, steps: DeploymentSteps, family: string, wanted: BridgeArguments): BridgeAction {
  const find = () => findCreated(ledger, bridgeName(family));
  let bridgePackage: string | undefined;
  return {
    find: async () => map(await find(), (created) => created?.address ?? null),
    // An existing bridge keeps its own package, whatever the current build is.
    prepare: async () => {
      const bridge = await find();
      if (!bridge.ok || bridge.value !== null) return map(bridge, () => undefined);
      const own = await requireOwnBadge(ledger.connection, 'guardian', wanted.guardian);
      if (!own.ok) return own;
      // On a test network the bridges of a deployer may share the deployer's account, of which only the first is shown.
      if (wanted.dappDefinition !== ledger.account || ledger.network.id === MAINNET) {
        const free = await requireFree(ledger, wanted.dappDefinition);
        if (!free.ok) return free;
      }
      const made = await create(ledger, steps, 'package', await packageCreation(ledger, 'causeway_bridge'));
      return map(made, ({ address }) => {
        bridgePackage = address;
      });
    },
    act: () => createNow(ledger, bridgeCreation(bridgePackage as string, family, wanted)),
    finish: () => completeDefinition(ledger, steps, family, wanted.dappDefinition),
    facts: async () => {
      const created = await find();
      if (!created.ok) return created;
      const { address, since } = created.value as Created;
      const [there, itsPackage] = await Promise.all([readBridge(ledger, address), ledger.packageOf(address)]);
      if (!there.ok) return there;
      if (!itsPackage.ok) return itsPackage;
      const publishedAt = await publication(ledger, steps, family, { package: itsPackage.value, since });
      if (!publishedAt.ok) return publishedAt;
      return map(requireAsked(address, propertiesOf(wanted, there.value)), () => ({
        address,
        address32: toAddress32(nodeIdOf(address, 'component', ledger.network) as Hex),
        deployedAtBlock: since,
        ...(publishedAt.value !== null && { publishedAt: publishedAt.value }),
        oracle: address,
        contracts: { [packageName(family)]: itsPackage.value, [lockerName(family)]: there.value.locker },
      }));
    },
  };
}

/**
 * The state version that published the package of the bridge that was created after `since`: one that is known, or one
 * shortly before the bridge. Null when it is none of these.
 */
async function publication(
  ledger: Ledger,
  steps: DeploymentSteps,
  family: string,
  bridge: { readonly package: string; readonly since: number },
): Promise<Result<number | null, DeployFailure>> {
  const { publishedAt } = steps.deployment.bridges[family] ?? {};
  const known = await publicationOf(ledger, 'causeway_bridge', bridge.package, publishedAt);
  if (!known.ok || known.value !== null) return known;
  const record = { deployedAtBlock: bridge.since };
  return publicationVersion({ connection: ledger.connection, bridge: record }, bridge.package);
}
