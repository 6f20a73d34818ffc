import type { KeyHandle, PlanFile, SolanaDeployOptions } from '@causeway/chains';
import { solanaKeyFromSeed } from '@causeway/chains/keys';
import { callRpc, ProcessGuard, type SolanaNode, startSolanaNode } from '@causeway/local-nodes';
import { bytesToHex, hexToBytes, uintToHex } from '@causeway/protocol';
import { Connection, Message, PublicKey, Transaction, TransactionInstruction } from '@solana/web3.js';
import { z } from 'zod';
import { associatedTokenAddress, TOKEN_PROGRAM } from '../../src/solana/addresses.ts';
import { tokenAccountCreation } from '../../src/solana/token-accounts.ts';

/** The seed of a test's key. */
export const seedOf = (index: number) => uintToHex(0x501a7a + index, 32);
export const keyOf = (index: number) => solanaKeyFromSeed(seedOf(index));

export const [solDeployer, solAlice, solRelayer, solGuardian] = [1, 2, 3, 4].map(keyOf) as [
  KeyHandle,
  KeyHandle,
  KeyHandle,
  KeyHandle,
];
/** The oracle's five members on Solana. */
export const solMembers = Array.from({ length: 5 }, (_, index) => keyOf(0x100 + index));
export const solOutsider = keyOf(0xbad);
/** 1 SOL in lamports. */
export const SOL = 10n ** 9n;

/** A local Solana chain for one test. */
export interface SolanaChain extends SolanaNode {
  /** A JSON-RPC call straight to the node. */
  rpc(method: string, ...params: unknown[]): Promise<unknown>;
  /** Makes that many slots with blocks, at once. */
  advance(slots: number): Promise<void>;
  stop(): Promise<void>;
}

/** Starts a chain on a free port where deployer, alice, relayer and guardian hold 1,000 SOL. */
export async function startSolana(slotMs = 50): Promise<SolanaChain> {
  const guard = new ProcessGuard();
  const balances = Object.fromEntries(
    [solDeployer, solAlice, solRelayer, solGuardian].map(({ address }) => [address, 1_000n * SOL]),
  );
  const node = await startSolanaNode({ port: 0, slotMs, balances }, guard);
  const rpc = (method: string, ...params: unknown[]) => callRpc(node.url, method, params);
  return {
    ...node,
    rpc,
    advance: async (slots) => {
      await rpc('causeway_advanceSlots', slots);
    },
    stop: () => guard.stop(),
  };
}

/** How to deploy to `chain`; `directory` holds the deployments. */
export function solanaOptions(
  chain: SolanaNode,
  directory: string,
  asset: SolanaDeployOptions['asset'] = { type: 'native', symbol: 'SOL', name: 'Solana' },
): SolanaDeployOptions {
  return {
    network: 'solana',
    rpc: [chain.url],
    deployments: directory,
    key: solDeployer,
    asset,
    oracle: { members: solMembers.map(({ address }) => address), threshold: 3 },
    guardian: solGuardian.address,
    pollMs: 50,
  };
}

/** Sends `instructions`, signed and paid by `key`, and waits for confirmation. */
export async function sendAs(
  chain: SolanaNode,
  key: KeyHandle,
  ...instructions: readonly TransactionInstruction[]
): Promise<void> {
  const connection = new Connection(chain.url, 'confirmed');
  const payer = new PublicKey(key.address);
  const { blockhash, lastValidBlockHeight } = await connection.getLatestBlockhash();
  const transaction = new Transaction({ feePayer: payer, blockhash, lastValidBlockHeight }).add(...instructions);
  const payload = bytesToHex(transaction.serializeMessage());
  transaction.addSignature(payer, Buffer.from(hexToBytes(await key.sign(payload))));
  await confirmed(connection, transaction);
}

/** Sends a signed transaction and waits for its confirmation. */
async function confirmed(connection: Connection, transaction: Transaction): Promise<void> {
  const signature = await connection.sendRawTransaction(transaction.serialize());
  while ((await connection.getSignatureStatus(signature)).value?.confirmationStatus !== 'confirmed');
}

const plannedMessage = z.object({ message: z.object({ base64: z.string() }) });

/** Signs the message of a plan by web3.js alone as each of `keys`, and sends it. */
export async function signPlan(url: string, { text }: PlanFile, ...keys: readonly KeyHandle[]): Promise<void> {
  const bytes = Buffer.from(plannedMessage.parse(JSON.parse(text)).message.base64, 'base64');
  const transaction = Transaction.populate(Message.from(bytes));
  for (const key of keys) {
    const signature = Buffer.from(hexToBytes(await key.sign(bytesToHex(bytes))));
    transaction.addSignature(new PublicKey(key.address), signature);
  }
  await confirmed(new Connection(url, 'confirmed'), transaction);
}

/** Mints `amount` of the test token `mint` to `owner`, with the deployer's right. */
export function mintTestTokens(chain: SolanaNode, mint: PublicKey, owner: PublicKey, amount: bigint): Promise<void> {
  const payer = new PublicKey(solDeployer.address);
  const mintTo = Buffer.alloc(9);
  mintTo.writeUInt8(7);
  mintTo.writeBigUInt64LE(amount, 1);
  const meta = (pubkey: PublicKey, isWritable = false, isSigner = false) => ({ pubkey, isWritable, isSigner });
  const keys = [meta(mint, true), meta(associatedTokenAddress(mint, owner), true), meta(payer, false, true)];
  return sendAs(
    chain,
    solDeployer,
    tokenAccountCreation(payer, mint, owner).instruction,
    new TransactionInstruction({ programId: TOKEN_PROGRAM, keys, data: mintTo }),
  );
}
