import { ok, type Result } from '@causeway/protocol';
import { PublicKey, SystemProgram, TransactionInstruction } from '@solana/web3.js';
import type { AssetRecord } from '../../config/deployment.ts';
import type { DeploymentSteps } from '../../deploy/deployment-steps.ts';
import type { DeployFailure } from '../../failures.ts';
import type { KeyHandle } from '../../provider/provider.ts';
import { chosenAssetMissing } from '../../provider/verification.ts';
import { parseKey } from '../address.ts';
import { TOKEN_PROGRAM } from '../addresses.ts';
import type { Cluster } from './cluster.ts';
import { derivedKey } from './derived-key.ts';
import type { SolanaDeployOptions } from './options.ts';

/** Decimals of SOL. */
const SOL_DECIMALS = 9;

/** Size of an SPL mint, and the offsets of its decimals and of its flag "initialized". */
const MINT_SIZE = 82;
const MINT_DECIMALS_AT = 44;
const MINT_INITIALIZED_AT = 45;

/** The SPL Token program's InitializeMint2. */
const INITIALIZE_MINT_2 = 20;

/** Decimals of the mint at `address`; null when it is no initialized mint of the SPL Token program. */
async function mintDecimals(cluster: Cluster, address: PublicKey): Promise<Result<number | null, DeployFailure>> {
  const found = await cluster.account(address);
  if (!found.ok) return found;
  if (!found.value?.owner.equals(TOKEN_PROGRAM) || found.value.data.length !== MINT_SIZE) return ok(null);
  const { data } = found.value;
  return ok(data[MINT_INITIALIZED_AT] === 1 ? (data[MINT_DECIMALS_AT] as number) : null);
}

/**
 * The canonical asset of `network`. A missing test token is created; the deployer is its mint authority. Fails with
 * ASSET_MISSING when there is no mint at the address of an existing token.
 */
export async function canonicalAsset(
  cluster: Cluster,
  steps: DeploymentSteps,
  { key, network, asset: choice }: Pick<SolanaDeployOptions, 'key' | 'network' | 'asset'>,
): Promise<Result<AssetRecord, DeployFailure>> {
  const { symbol, name } = choice;
  if (choice.type === 'native') return ok({ symbol, name, decimals: SOL_DECIMALS, address: null });
  if (choice.type === 'testToken') {
    const { decimals } = choice;
    const mintKey = await derivedKey(key, `the test token ${symbol} with ${decimals} decimals`);
    const made = await makeTestToken(cluster, steps, mintKey, decimals);
    return made.ok ? ok({ symbol, name, decimals, address: mintKey.address }) : made;
  }
  const mint = parseKey(choice.address, `${choice.address} of ${symbol}`);
  if (!mint.ok) return mint;
  const decimals = await mintDecimals(cluster, mint.value);
  if (!decimals.ok) return decimals;
  if (decimals.value === null) {
    return chosenAssetMissing(network, choice.address, 'an initialized mint of the SPL Token program');
  }
  return ok({ symbol, name, decimals: decimals.value, address: choice.address });
}

function makeTestToken(
  cluster: Cluster,
  steps: DeploymentSteps,
  mintKey: KeyHandle,
  decimals: number,
): Promise<Result<void, DeployFailure>> {
  const mint = new PublicKey(mintKey.address);
  return steps.run({
    name: 'test token',
    present: async () => {
      const there = await mintDecimals(cluster, mint);
      return there.ok ? ok(there.value === decimals) : there;
    },
    act: async () => {
      const lamports = await cluster.rent(MINT_SIZE);
      if (!lamports.ok) return lamports;
      const create = SystemProgram.createAccount({
        fromPubkey: cluster.payer,
        newAccountPubkey: mint,
        lamports: lamports.value,
        space: MINT_SIZE,
        programId: TOKEN_PROGRAM,
      });
      return cluster.send({
        instructions: [create, initializeMint(mint, decimals, cluster.payer)],
        signers: [mintKey],
      });
    },
  });
}

/** A mint without freeze authority. */
function initializeMint(mint: PublicKey, decimals: number, authority: PublicKey): TransactionInstruction {
  return new TransactionInstruction({
    programId: TOKEN_PROGRAM,
    keys: [{ pubkey: mint, isSigner: false, isWritable: true }],
    data: Buffer.concat([Buffer.from([INITIALIZE_MINT_2, decimals]), authority.toBuffer(), Buffer.from([0])]),
  });
}
