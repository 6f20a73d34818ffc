import { cpSync, existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import {
  deployEvmNetwork,
  deploymentPath,
  type EvmDeployOptions,
  type KeyHandle,
  keyFromPrivate,
  linkNetworks,
  type NetworkDeployer,
  openKey,
  openLane,
} from '@causeway/chains';
import { callRpc } from '@causeway/devnet';
import { formatDecimal, isHex, type Result } from '@causeway/protocol';
import { type DeployConfig, loadDeployConfig, type NetworkPlan, planOf } from './deploy-config.ts';

/** Options of `causeway deploy`. */
export interface DeployFlags {
  readonly network: string;
  readonly config: string;
  readonly keystore?: string;
  readonly passwordFile?: string;
  readonly passwordEnv?: string;
  readonly keyEnv?: string;
  readonly link: readonly string[];
  readonly family: string;
  readonly plan?: true;
  readonly json?: true;
}

/** An error that tells the operator what to change. */
function usageError(message: string): Error {
  return Object.assign(new Error(message), { name: 'UsageError' });
}

function unwrap<T>(result: Result<T>): T {
  if (result.ok) return result.value;
  throw usageError(`${result.error.message} (${result.error.code})`);
}

const say = (line: string) => process.stderr.write(`${line}\n`);

/** Deploys, links and opens what the flags name; progress goes to stderr, and the result to files. */
export async function deploy(flags: DeployFlags): Promise<void> {
  const config = loadDeployConfig(flags.config);
  const plans = [flags.network, ...flags.link].map((name) => planOf(config, name));
  if (flags.plan) {
    for (const plan of plans) await showPlan(plan, config, flags);
    return;
  }
  const deployers: NetworkDeployer[] = [];
  for (const plan of plans) deployers.push(await deployNetwork(plan, config, flags));
  const [first, ...peers] = deployers as [NetworkDeployer, ...NetworkDeployer[]];
  for (const peer of peers) {
    unwrap(await linkNetworks(first, peer, flags.family));
    unwrap(await openLane(first, peer, flags.family));
  }
  if (flags.json) console.log(JSON.stringify(deployers.map(({ deployment }) => deployment)));
  for (const { name } of plans) say(`wrote ${deploymentPath(directory(config), name)}`);
}

const directory = (config: DeployConfig): string => resolve(config.baseDir, config.deployments);

async function deployNetwork(plan: NetworkPlan, config: DeployConfig, flags: DeployFlags): Promise<NetworkDeployer> {
  const key = await deployKey(plan, config, flags);
  return unwrap(
    await deployEvmNetwork(deployOptions(plan, config, flags, key), ({ network, step, state }) => {
      if (state === 'present' || state === 'sent') say(`${network}: ${step}${state === 'present' ? ' is there' : ''}`);
    }),
  );
}

function deployOptions(plan: NetworkPlan, config: DeployConfig, flags: DeployFlags, key: KeyHandle): EvmDeployOptions {
  const { name, rpc, asset, oracle, guardian, limits, maxFeePerGasGwei } = plan;
  return {
    network: name,
    rpc,
    deployments: directory(config),
    key,
    family: flags.family,
    asset,
    oracle,
    guardian,
    maxFeePerGasGwei,
    ...(limits === undefined ? {} : { limits }),
  };
}

async function deployKey(plan: NetworkPlan, { baseDir }: DeployConfig, flags: DeployFlags): Promise<KeyHandle> {
  if (flags.keyEnv !== undefined) {
    const key = process.env[flags.keyEnv];
    if (!isHex(key, 32))
      throw usageError(`environment variable ${flags.keyEnv} must hold 0x and 64 hexadecimal digits`);
    return keyFromPrivate(key);
  }
  if (flags.keystore === undefined) {
    if (plan.key === undefined) {
      throw usageError(`no key for ${plan.name}: give --keystore, --key-env, or deploy.key in the configuration file`);
    }
    return unwrap(await openKey('evm', plan.key, baseDir));
  }
  const { passwordFile: file, passwordEnv: env } = flags;
  if ((file === undefined) === (env === undefined)) throw usageError('give --password-file or --password-env');
  const password = file === undefined ? { env } : { file: resolve(file) };
  return unwrap(await openKey('evm', { keystore: resolve(flags.keystore), password }, baseDir));
}

/** Stops a deployment at the first step that would send something. */
class WouldSend extends Error {
  override readonly name = 'WouldSend';
}

/** Shows what is there, and the first step that is not: the same run with a key that refuses to sign. */
async function showPlan(plan: NetworkPlan, config: DeployConfig, flags: DeployFlags): Promise<void> {
  const { address } = await deployKey(plan, config, flags);
  const url = plan.rpc[0] as string;
  const balance = await callRpc(url, 'eth_getBalance', [address, 'latest']).catch((error: Error) => {
    throw usageError(`${url} does not answer: ${error.message}`);
  });
  const { asset, oracle, guardian, name } = plan;
  console.log(`${name}`);
  console.log(`  deployer and admin  ${address} with ${formatDecimal(BigInt(String(balance)), 18)} coins`);
  console.log(`  guardian            ${guardian}`);
  console.log(`  oracle              ${oracle.threshold} of ${oracle.members.join(', ')}`);
  console.log(`  canonical asset     ${asset.type === 'erc20' ? asset.address : `${asset.symbol} (${asset.type})`}`);
  const refusing: KeyHandle = {
    address,
    sign: async () => {
      throw new WouldSend();
    },
  };
  const present: string[] = [];
  // A copy of the deployment files: a plan changes nothing.
  const scratch = mkdtempSync(join(tmpdir(), 'causeway-plan-'));
  try {
    if (existsSync(directory(config))) cpSync(directory(config), scratch, { recursive: true });
    const options = { ...deployOptions(plan, config, flags, refusing), deployments: scratch };
    unwrap(await deployEvmNetwork(options, ({ step, state }) => state === 'present' && present.push(step)));
    console.log('  everything is deployed');
  } catch (error) {
    if (!(error instanceof WouldSend)) throw error;
    console.log(`  already there       ${present.join(', ') || 'nothing'}; the rest would be deployed`);
  } finally {
    rmSync(scratch, { recursive: true, force: true });
  }
}
