import { fail, ok, type Result } from '@causeway/protocol';
import type { AssetRecord } from '../../config/deployment.ts';
import type { DeploymentSteps } from '../../deploy/deployment-steps.ts';
import type { DeployFailure } from '../../failures.ts';
import { chosenAssetMissing } from '../../provider/verification.ts';
import { nodeIdOf } from '../address.ts';
import { badgeArgument, parseBadge } from '../badge.ts';
import { bool, callMethod, instruction, map, NONE, some, string, tuple, u8, variant } from '../manifest.ts';
import { divisibilityValue } from '../state.ts';
import { wellKnown } from '../well-known.ts';
import { type Creation, create } from './creation.ts';
import type { Ledger } from './ledger.ts';
import type { RadixAssetChoice, RadixDeployOptions } from './options.ts';

type TestToken = Extract<RadixAssetChoice, { readonly type: 'testToken' }>;

/** Divisibility of XRD. */
const XRD_DECIMALS = 18;

/** "Nobody", as a rule of the engine's type AccessRule. */
const DENY_ALL = variant(1);

/**
 * The canonical asset of `network`. A missing test token is created; the deployer can mint it. Fails with ASSET_MISSING
 * when there is no fungible resource at the address of an existing one.
 */
export async function canonicalAsset(
  ledger: Ledger,
  steps: DeploymentSteps,
  { network, asset: choice }: Pick<RadixDeployOptions, 'network' | 'asset'>,
): Promise<Result<AssetRecord, DeployFailure>> {
  const { symbol, name } = choice;
  if (choice.type === 'native') return ok({ symbol, name, decimals: XRD_DECIMALS, address: null });
  if (choice.type === 'testToken') {
    const creation = testToken(ledger, choice);
    if (!creation.ok) return creation;
    const made = await create(ledger, steps, 'test token', creation.value);
    return made.ok ? ok({ symbol, name, decimals: choice.decimals, address: made.value.address }) : made;
  }
  const { address } = choice;
  if (nodeIdOf(address, 'resource', ledger.network) === null) {
    return fail('INVALID_ADDRESS', `${address} is no resource of ${ledger.network.logicalName}`);
  }
  const decimals = await ledger.read(callMethod(address, 'get_resource_type'), divisibilityValue);
  if (decimals.ok) return ok({ symbol, name, decimals: decimals.value, address });
  return decimals.error.retryable ? decimals : chosenAssetMissing(network, address, 'a fungible resource');
}

/** A resource that only the deployer can mint and nobody can freeze or recall. */
function testToken(
  { account, network }: Ledger,
  { symbol, name, decimals }: TestToken,
): Result<Creation, DeployFailure> {
  const deployer = parseBadge(account, network);
  if (!deployer.ok) return deployer;
  // Types AccessRule, CompositeRequirement and BasicRequirement of the engine: the rule requires the badge.
  const minter = variant(2, variant(0, variant(0, badgeArgument(deployer.value))));
  const [mint, other] = [some(tuple(some(minter), some(DENY_ALL))), NONE];
  // Each entry is an optional text that is locked.
  const entries = Object.entries({ name, symbol }).map(
    ([key, text]) => [string(key), tuple(some(variant(0, string(text))), bool(true))] as const,
  );
  const metadata = map('String', 'Tuple', entries);
  return ok({
    name: `token.${symbol}.${decimals}`,
    package: wellKnown('resourcePackage', network),
    blueprint: 'FungibleResourceManager',
    instruction: (reservation) =>
      instruction(
        'CREATE_FUNGIBLE_RESOURCE',
        NONE,
        bool(true),
        u8(decimals),
        tuple(mint, other, other, other, other, other),
        tuple(metadata, map('String', 'Enum', [])),
        some(reservation),
      ),
  });
}
