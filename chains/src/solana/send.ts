import { fail, hexToBytes, ok, type Result, type SendOperation, type SignedTransaction } from '@causeway/protocol';
import { PublicKey, type TransactionInstruction } from '@solana/web3.js';
import type { SendFailure } from '../failures.ts';
import { bound } from '../provider/compose.ts';
import type { ClaimArguments, KeyHandle, SendArguments, Sender } from '../provider/provider.ts';
import { refusalSentence } from '../provider/refusals.ts';
import { publicKeyOf } from './address.ts';
import { associatedTokenAddress, claimableAddress, remoteAddress } from './addresses.ts';
import { prepareCloseRoots } from './close-roots.ts';
import type { SolanaContext } from './context.ts';
import { type Draft, draftMeasured, draftTransaction, signDraft } from './draft.ts';
import { INSUFFICIENT_FUNDS } from './errors.ts';
import { bridgedMint } from './oracle-calls.ts';
import { outcomeOf } from './outcome.ts';
import { bridgeInstruction } from './program.ts';
import { mintFor, readBalance, readCredit, readFee } from './reads.ts';
import { BLOCKHASH_BLOCKS } from './rpc.ts';
import { broadcast, notReplaceable } from './sender.ts';
import { type Refusal, simulateTransaction } from './simulate.ts';
import { tokenAccountCreation } from './token-accounts.ts';
import { joinTransactions } from './transaction.ts';
import type { SolanaTransaction } from './unsigned.ts';

/**
 * Compute units of a lock or burn, at most 1.3 times the use that contracts/solana/cu-snapshot.json has; more with a
 * fee.
 */
const COMPUTE_UNITS = { lockTokens: 6_400, burnTokens: 6_100, fee: 1_400 } as const;

/** Compute units of the simulation of a claim, whose use is then requested. */
const CLAIM_COMPUTE_UNITS = 40_000;

/** Sending on one Solana cluster. */
export const sending = (context: SolanaContext): Sender => ({
  ...bound(context, { prepareSend, prepareClaim, prepareCloseRoots, unsignedClaim, unsignedSend, outcome: outcomeOf }),
  creditor: context.addresses.program.toBase58(),
  replace: async () => notReplaceable(),
  broadcast: (submission) => broadcast(context.connection, submission),
});

/** Signs the lock or burn of `key`'s account, after a simulation that finds a refusal. */
async function prepareSend(
  context: SolanaContext,
  operation: SendOperation,
  key: KeyHandle,
  args: SendArguments,
): Promise<Result<readonly SignedTransaction[], SendFailure>> {
  const draft = await draftSend(context, operation, key.address, args);
  if (!draft.ok) return draft;
  const simulated = await simulateTransaction(context.connection.rpc, draft.value.transaction);
  if (!simulated.ok) return simulated;
  const { refusal } = simulated.value;
  if (refusal) return { ok: false, error: await reasonOf(context, operation, key.address, args, refusal) };
  return ok([await signDraft(draft.value, key)]);
}

async function prepareClaim(
  context: SolanaContext,
  key: KeyHandle,
  args: ClaimArguments,
): Promise<Result<readonly SignedTransaction[], SendFailure>> {
  const draft = await draftClaim(context, key.address, args);
  return draft.ok ? ok([await signDraft(draft.value, key)]) : draft;
}

async function unsignedClaim(
  context: SolanaContext,
  from: string,
  args: ClaimArguments,
): Promise<Result<readonly SolanaTransaction[], SendFailure>> {
  const draft = await draftClaim(context, from, args);
  return draft.ok ? ok([unsigned(draft.value, from)]) : draft;
}

/**
 * The claim of the credit of `from` in the asset of `home`, after a simulation that finds a refusal. A token account
 * that it pays is created first.
 */
async function draftClaim(
  context: SolanaContext,
  from: string,
  { home, to = from }: ClaimArguments,
): Promise<Result<Draft, SendFailure>> {
  const { addresses, connection } = context;
  const [creditor, payee] = [publicKeyOf(from), publicKeyOf(to)];
  if (creditor === null || payee === null) return fail('INVALID_ADDRESS', 'a Solana address is 32 bytes in base58');
  const asset = mintFor(context, home);
  if (!asset.ok) return asset;
  const mint = asset.value;
  const creation = mint === null ? null : tokenAccountCreation(creditor, mint, payee);
  const claimable = claimableAddress(addresses.program, mint, creditor);
  const credit = await readCredit(context, mint, creditor);
  if (!credit.ok) return credit;
  const isBridged = home !== context.deployment.domain;
  const claim = bridgeInstruction(
    addresses,
    'claim',
    {},
    {
      creditor,
      claimable,
      to: creation?.account ?? payee,
      // Without a credit the program refuses before it reads this account.
      rent_to: credit.value?.payer ?? creditor,
      ...(isBridged ? { mint, escrow: null } : { mint: null }),
      ...(mint === null ? { token_program: null } : {}),
    },
  );
  const work = {
    instructions: creation === null ? [claim] : [creation.instruction, claim],
    computeUnits: CLAIM_COMPUTE_UNITS + (creation?.computeUnits ?? 0),
    contended: claimable,
  };
  return draftMeasured(connection, creditor, work);
}

/** The reason for a refused send. The Token program has no error of its own for a missing account. */
async function reasonOf(
  context: SolanaContext,
  operation: SendOperation,
  from: string,
  { remote, localAmount }: SendArguments,
  { failure }: Refusal,
): Promise<SendFailure> {
  if (failure.code !== 'EXECUTION_FAILED') return failure;
  const held = await readBalance(context, from, operation === 'lockTokens' ? context.deployment.domain : remote);
  return held.ok && held.value < localAmount ? INSUFFICIENT_FUNDS : failure;
}

/**
 * The unsigned lock or burn of `from`. Fails with SENDER_REQUIRED without it, because a Solana transaction names its
 * signer.
 */
async function unsignedSend(
  context: SolanaContext,
  operation: SendOperation,
  from: string | undefined,
  args: SendArguments,
): Promise<Result<readonly SolanaTransaction[], SendFailure>> {
  if (from === undefined) return fail('SENDER_REQUIRED', 'a Solana transaction names its sender: give the address');
  const draft = await draftSend(context, operation, from, args);
  if (!draft.ok) return draft;
  return ok([unsigned(draft.value, from)]);
}

/** A draft in the form that wallets sign. */
const unsigned = ({ transaction, instructions, newest }: Draft, feePayer: string): SolanaTransaction => ({
  kind: 'solana',
  transaction: joinTransactions([transaction]),
  feePayer,
  recentBlockhash: newest.hash,
  lastValidBlockHeight: newest.height + BLOCKHASH_BLOCKS,
  instructions: instructions.map(({ programId, keys, data }) => ({
    programId: programId.toBase58(),
    accounts: keys.map((meta) => ({ ...meta, pubkey: meta.pubkey.toBase58() })),
    data: data.toString('base64'),
  })),
});

async function draftSend(
  context: SolanaContext,
  operation: SendOperation,
  from: string,
  args: SendArguments,
): Promise<Result<Draft, SendFailure>> {
  const sender = publicKeyOf(from);
  if (sender === null) return fail('INVALID_ADDRESS', 'a Solana address is 32 bytes in base58');
  const fee = await readFee(context, args.remote);
  if (!fee.ok) return fee;
  const { maxFee = fee.value } = args;
  if (fee.value > maxFee) return fail('FeeTooHigh', refusalSentence('FeeTooHigh'));
  const send = sendInstruction(context, operation, sender, { ...args, maxFee });
  if (!send.ok) return send;
  return draftTransaction(context.connection, sender, {
    instructions: [send.value],
    computeUnits: COMPUTE_UNITS[operation] + (fee.value === 0n ? 0 : COMPUTE_UNITS.fee),
    contended: remoteAddress(context.addresses.program, args.remote),
  });
}

/**
 * lock_tokens_with_reference or burn_tokens_with_reference, from the sender's own token account; the sender pays the
 * fee.
 */
function sendInstruction(
  context: SolanaContext,
  operation: SendOperation,
  sender: PublicKey,
  { remote, recipient, localAmount, reference, refundAddress, maxFee }: SendArguments & { readonly maxFee: bigint },
): Result<TransactionInstruction, SendFailure> {
  const { addresses, canonicalMint } = context;
  if (localAmount >= 1n << 64n) return fail('AmountTooLarge', 'the amount exceeds an unsigned 64-bit number');
  const refund = refundAddress === undefined ? sender : publicKeyOf(refundAddress);
  if (refund === null || refund.equals(PublicKey.default)) {
    return fail('InvalidRefundAddress', 'the refund address is no Solana address');
  }
  const shared = { amount: localAmount, reference: hexToBytes(reference), refund_address: refund, max_fee: maxFee };
  const accounts = { sender, payer: sender, remote: remoteAddress(addresses.program, remote) };
  if (operation === 'lockTokens') {
    const args = { ...shared, destination_chain: remote, recipient: hexToBytes(recipient) };
    const asset =
      canonicalMint === null
        ? { sender_token: null, token_program: null }
        : { sender_token: associatedTokenAddress(canonicalMint, sender) };
    return ok(bridgeInstruction(addresses, 'lock_tokens_with_reference', args, { ...accounts, ...asset }));
  }
  const mint = bridgedMint(context, remote);
  if (!mint.ok) return mint;
  const args = { ...shared, return_chain: remote, return_address: hexToBytes(recipient) };
  const asset = { mint: mint.value, sender_token: associatedTokenAddress(mint.value, sender) };
  return ok(bridgeInstruction(addresses, 'burn_tokens_with_reference', args, { ...accounts, ...asset }));
}
