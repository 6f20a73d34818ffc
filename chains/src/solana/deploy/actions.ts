import { COIN_TYPE, ok, type Result, slip44Domain } from '@causeway/protocol';
import { PublicKey, type TransactionInstruction } from '@solana/web3.js';
import type { AssetRecord, BridgeRecord } from '../../config/deployment.ts';
import { cutBridgedNames } from '../../deploy/bridged-names.ts';
import type { BridgeAction, DeployActions } from '../../deploy/deploy-actions.ts';
import type { DeployFailure } from '../../failures.ts';
import { map } from '../../provider/result.ts';
import { requireAsked } from '../../provider/verification.ts';
import { parseKey } from '../address.ts';
import { addressBytes, bridgeAddresses, mintAddress } from '../addresses.ts';
import { MOST_U64, setFee, setLimits } from '../admin-instructions.ts';
import { readIssuerPowers } from '../administered.ts';
import { solanaHeads } from '../connection.ts';
import { contextOf } from '../context.ts';
import { lookupTableName } from '../lookup-table.ts';
import { upgradeAuthorityName } from '../program-data.ts';
import { solanaProvider } from '../provider.ts';
import { programCode } from './artifact.ts';
import { canonicalAsset } from './asset.ts';
import { initialize, openRemote, propertiesOf, readBridge, readOracles, setRemote } from './bridge.ts';
import type { Cluster } from './cluster.ts';
import { derivedKey } from './derived-key.ts';
import { constantEntries, deployLookupTable, missingEntries, remoteEntries } from './lookup-table.ts';
import type { SolanaDeployOptions } from './options.ts';
import { deployCode, freezeProgram, type ProgramPlan, readProgram } from './program.ts';
import { deploySettler } from './settler.ts';

/** A deployment on one Solana cluster: the program, the bridge's accounts and the lookup table of its oracle. */
export async function solanaActions(
  options: SolanaDeployOptions,
  cluster: Cluster,
): Promise<Result<DeployActions, DeployFailure>> {
  const checked = checkRoles(options);
  if (!checked.ok) return checked;
  const name = await cluster.name();
  if (!name.ok) return name;
  const { key } = options;
  const { payer } = cluster;
  const send = (...instructions: readonly TransactionInstruction[]) => cluster.send({ instructions });
  return ok({
    kind: 'solana',
    chainId: name.value,
    domain: slip44Domain(name.value, COIN_TYPE.solana),
    maxLimit: MOST_U64,
    maxFee: MOST_U64,
    limitSteps: [['canonical', 'bridged']],
    canonicalAsset: (steps) => canonicalAsset(cluster, steps, options),
    issuerPowers: ({ address }) =>
      readIssuerPowers(cluster.connection.rpc, address === null ? null : new PublicKey(address)),
    bridge: async (steps, family, canonical) => {
      const plan: ProgramPlan = {
        cluster,
        steps,
        name: 'program',
        key,
        programKey: await derivedKey(key, `the program of the bridge ${family}`),
        code: programCode('causeway_bridge'),
        upgradeable: options.upgradeable === true,
      };
      return ok(bridgeAction(options, plan, family, canonical));
    },
    settler: (steps, _, own) => deploySettler({ cluster, steps, key }, own),
    chain: (deployment, family) =>
      map(contextOf(cluster.connection, solanaHeads(cluster.connection, []), deployment, family), solanaProvider),
    // A bridged token has wire decimals, so its local units are wire units.
    bridgedToken: async (_, own, { network, domain, bridge: { canonicalAsset, wireDecimals } }) =>
      ok({
        ...cutBridgedNames(canonicalAsset, network),
        decimals: wireDecimals,
        address: mintAddress(programOf(own), domain, wireDecimals).toBase58(),
      }),
    setRemote: (own, remote) => send(setRemote(addressesOf(own), payer, remote)),
    setLimits: (own, remote, limits) => send(...limits.map((set) => setLimits(addressesOf(own), payer, remote, set))),
    setFee: (own, remote, fee) => send(setFee(addressesOf(own), payer, remote, fee)),
    registered: async (steps, family, own, { network, domain, bridge }) => {
      const table = parseKey(steps.deployment.contracts[lookupTableName(family)] ?? '', 'the lookup table');
      if (!table.ok) return table;
      const entries = remoteEntries(programOf(own), domain, bridge.wireDecimals);
      return steps.runMissing(
        `lookup table ${network}`,
        () => missingEntries(cluster, table.value, entries),
        (instructions) => send(...instructions),
      );
    },
    openRemote: (own, { domain, token }) =>
      send(openRemote(addressesOf(own), payer, domain, new PublicKey(token.address as string))),
  });
}

/** Deploys the program and initializes the bridge; then the program becomes immutable, and its lookup table is made. */
function bridgeAction(
  { key, guardian, upgradeable }: SolanaDeployOptions,
  plan: ProgramPlan,
  family: string,
  asset: AssetRecord,
): BridgeAction {
  const { cluster, steps, programKey } = plan;
  const addresses = bridgeAddresses(new PublicKey(programKey.address));
  const { program, oracles } = addresses;
  const { domain, oracle } = steps.deployment;
  const canonicalMint = asset.address === null ? null : new PublicKey(asset.address);
  const wanted = { ...oracle, domain, admin: key.address, guardian, canonicalMint };
  return {
    find: async () => map(await readBridge(cluster, addresses), (bridge) => bridge && program.toBase58()),
    prepare: () => deployCode(plan),
    act: () => cluster.send({ instructions: [initialize(addresses, cluster.payer, wanted)] }),
    facts: async () => {
      const [bridge, set, code] = await Promise.all([
        readBridge(cluster, addresses),
        readOracles(cluster, addresses),
        readProgram(cluster, program),
      ]);
      if (!bridge.ok) return bridge;
      if (!set.ok) return set;
      if (!code.ok) return code;
      const same = requireAsked(program.toBase58(), propertiesOf(wanted, bridge.value, set.value));
      return map(same, () => ({
        address: program.toBase58(),
        address32: addressBytes(program),
        deployedAtBlock: code.value?.slot ?? 0,
        oracle: oracles.toBase58(),
      }));
    },
    finish: async () => {
      const frozen = upgradeable ? ok(undefined) : await freezeProgram(plan);
      if (!frozen.ok) return frozen;
      const saved = await saveUpgradeAuthority(plan, program, family);
      return saved.ok ? deployLookupTable(cluster, steps, family, constantEntries(program, canonicalMint)) : saved;
    },
  };
}

/** Writes who may upgrade the program into the file, where signers look it up. */
async function saveUpgradeAuthority(
  { cluster, steps }: ProgramPlan,
  program: PublicKey,
  family: string,
): Promise<Result<void, DeployFailure>> {
  const there = await readProgram(cluster, program);
  if (!there.ok) return there;
  const authority = there.value?.authority?.toBase58();
  const { [upgradeAuthorityName(family)]: _, ...contracts } = steps.deployment.contracts;
  return steps.save({ contracts: { ...contracts, ...(authority && { [upgradeAuthorityName(family)]: authority }) } });
}

const programOf = ({ address }: BridgeRecord) => new PublicKey(address);

const addressesOf = (own: BridgeRecord) => bridgeAddresses(programOf(own));

/** Fails with INVALID_ADDRESS when an address of a role in the options is invalid. */
function checkRoles({ guardian, oracle }: SolanaDeployOptions): Result<void, DeployFailure> {
  const roles = [
    ['the guardian', guardian] as const,
    ...oracle.members.map((one) => [`oracle member ${one}`, one] as const),
  ];
  for (const [what, address] of roles) {
    const parsed = parseKey(address, what);
    if (!parsed.ok) return parsed;
  }
  return ok(undefined);
}
