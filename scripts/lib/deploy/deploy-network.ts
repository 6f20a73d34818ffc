import { cpSync, existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import {
  type DeployOptions,
  deploymentPath,
  deployNetwork,
  type KeyHandle,
  kindOf,
  linkNetworks,
  type NetworkDeployer,
  type OnProgress,
  openKey,
  openLane,
} from '@causeway/chains';
import { withPlaces } from '@causeway/config';
import { formatDecimal, type Hex } from '@causeway/protocol';
import { passwordSource, secretOf, unwrap, usageError } from '../keys/key-flags.ts';
import {
  type DeployConfig,
  type GivenFees,
  loadDeployConfig,
  type NetworkPlan,
  planOf,
  requireFees,
} from './deploy-config.ts';

/** Options of `causeway deploy`. */
export interface DeployFlags {
  readonly network: string;
  readonly config: string;
  readonly keystore?: string;
  readonly passwordFile?: string;
  readonly passwordEnv?: string;
  readonly keyEnv?: string;
  readonly link: readonly string[];
  readonly fee: GivenFees;
  readonly family: string;
  readonly plan?: true;
  readonly json?: true;
}

const say = (line: string) => process.stderr.write(`${line}\n`);

/** Deploys, links and opens the networks of the flags. Progress goes to stderr, the result to files. */
export async function deploy(flags: DeployFlags): Promise<void> {
  const config = loadDeployConfig(flags.config);
  await withPlaces(flags.config, () => deployNetworks(config, flags));
}

async function deployNetworks(config: DeployConfig, flags: DeployFlags): Promise<void> {
  const plans = [flags.network, ...flags.link].map((name) => planOf(config, name, flags.fee));
  const [here, ...others] = plans as [NetworkPlan, ...NetworkPlan[]];
  const lanes = others.flatMap((other) => [[here, other] as const, [other, here] as const]);
  requireFees(lanes);
  for (const plan of plans) await requireFinality(plan);
  if (flags.plan) {
    for (const plan of plans) await showPlan(plan, config, flags);
    for (const [{ name, kind, fees }, { name: remote }] of lanes) {
      const fee = fees[remote];
      const coins = fee === undefined ? 'stays as it is, at first 0' : formatDecimal(fee, kindOf(kind).coin.decimals);
      console.log(`delivery fee ${name} -> ${remote}: ${coins}`);
    }
    return;
  }
  const runs: DeployOptions[] = [];
  for (const plan of plans) runs.push(await optionsOf(plan, config, flags));
  // Nothing is sent to one network while another is refused.
  if (runs.length > 1) for (const options of runs) await rehearse(options);
  const deployers: NetworkDeployer[] = [];
  for (const options of runs) deployers.push(unwrap(await deployNetwork(options, sayStep)));
  const [first, ...peers] = deployers as [NetworkDeployer, ...NetworkDeployer[]];
  for (const peer of peers) {
    unwrap(await linkNetworks(first, peer, flags.family));
    unwrap(await openLane(first, peer, flags.family));
  }
  if (flags.json) console.log(JSON.stringify(deployers.map(({ deployment }) => deployment)));
  for (const { name } of plans) say(`wrote ${deploymentPath(directory(config), name)}`);
}

const directory = (config: DeployConfig): string => resolve(config.baseDir, config.deployments);

async function optionsOf(plan: NetworkPlan, config: DeployConfig, flags: DeployFlags): Promise<DeployOptions> {
  const key = await deployKey(plan, config, flags);
  return plan.options({ key, family: flags.family, deployments: directory(config) });
}

const sayStep: OnProgress = ({ network, step, state }) => {
  if (state === 'present' || state === 'sent' || state === 'lacking')
    say(`${network}: ${step}${state === 'present' ? ' is there' : ''}`);
};

/** Throws when the depth of blocks would decide alone on a network of value where that is known to be too little. */
async function requireFinality({ name, kind, rpc, value, requireFinality: require }: NetworkPlan): Promise<void> {
  const { depth } = kindOf(kind);
  if (!value || !depth) return;
  const domain = await depth.domainAt(rpc[0] ?? '').catch(() => {
    throw usageError(`${name}: the first endpoint does not answer`);
  });
  require(domain);
}

/** The flags' key for networks of the kind of --network; otherwise the configuration file's key. */
async function deployKey(plan: NetworkPlan, config: DeployConfig, flags: DeployFlags): Promise<KeyHandle> {
  const { baseDir } = config;
  const flagsMeanIt = plan.kind === planOf(config, flags.network).kind;
  if (flagsMeanIt && flags.keyEnv !== undefined) return keyOfSecret(secretOf(flags.keyEnv), plan);
  if (!flagsMeanIt || flags.keystore === undefined) {
    if (plan.key === undefined) {
      throw usageError(
        `no key for ${plan.name}: give --keystore, --key-env, or deploy.${plan.kind}.key in the configuration file`,
      );
    }
    return unwrap(await openKey(plan.kind, plan.key, baseDir));
  }
  const source = { keystore: resolve(flags.keystore), password: passwordSource(flags) };
  return unwrap(await openKey(plan.kind, source, baseDir));
}

/** The key of a secret. Where networks matter, its network is that of the oracle's members. */
async function keyOfSecret(secret: Hex, { kind, oracle }: NetworkPlan): Promise<KeyHandle> {
  const keys = await kindOf(kind).keys();
  return keys.keyOf(secret, keys.networks?.of(oracle.members[0] ?? ''));
}

/** Ends a deployment before the first step that would send something. */
class WouldSend extends Error {
  override readonly name = 'WouldSend';
}

/**
 * The same run, which ends before the first missing step and changes nothing: the steps that are there, and whether
 * they are all. Throws what the deployment would be refused with.
 */
async function rehearse(
  options: DeployOptions,
): Promise<{ readonly present: readonly string[]; readonly all: boolean }> {
  const present: string[] = [];
  const noteStep: OnProgress = ({ step, state }) => {
    if (state === 'missing') throw new WouldSend();
    if (state === 'present') present.push(step);
  };
  const { deployments } = options;
  // A copy of the deployment files, because a plan changes nothing.
  const scratch = mkdtempSync(join(tmpdir(), 'causeway-plan-'));
  try {
    if (existsSync(deployments)) cpSync(deployments, scratch, { recursive: true });
    unwrap(await deployNetwork({ ...options, deployments: scratch }, noteStep));
    return { present, all: true };
  } catch (error) {
    if (!(error instanceof WouldSend)) throw error;
    return { present, all: false };
  } finally {
    rmSync(scratch, { recursive: true, force: true });
  }
}

/** Shows what is there and what would be done. */
async function showPlan(plan: NetworkPlan, config: DeployConfig, flags: DeployFlags): Promise<void> {
  const options = await optionsOf(plan, config, flags);
  const { key } = options;
  const { asset, oracle, guardian, name, kind } = plan;
  const url = plan.rpc[0] as string;
  const { coin } = kindOf(kind);
  const balance = await coin.balance(url, key).catch((error: Error) => {
    throw usageError(`${url} does not answer: ${error.message}`);
  });
  console.log(`${name}`);
  console.log(`  deployer and admin  ${key.address} with ${formatDecimal(balance, coin.decimals)} coins`);
  console.log(`  guardian            ${guardian}`);
  console.log(`  oracle              ${oracle.threshold} of ${oracle.members.join(', ')}`);
  console.log(`  canonical asset     ${'address' in asset ? asset.address : `${asset.symbol} (${asset.type})`}`);
  const { present, all } = await rehearse(options);
  if (all) console.log('  everything is deployed');
  else console.log(`  already there       ${present.join(', ') || 'nothing'}; the rest would be deployed`);
}
