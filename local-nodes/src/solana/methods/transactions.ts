import { z } from 'zod';
import type { ResolvedTransaction } from '../bank.ts';
import { encodeAccount } from '../encode-account.ts';
import { encodeInner, encodeReturnData } from '../encode-transaction.ts';
import { type Block, MAX_HASH_AGE } from '../ledger.ts';
import type { Outcome } from '../outcome.ts';
import { accountEncoding, address, commitment, context, parse, u64 } from '../params.ts';
import { airdropFailure, invalidParams, preflightFailure, signatureFailure } from '../rpc-error.ts';
import { hasValidSignatures } from '../signatures.ts';
import { describeTransactionError, type TransactionError } from '../transaction-errors.ts';
import type { Validator } from '../validator.ts';
import { View } from '../view.ts';
import type { WireTransaction } from '../wire.ts';
import { decodeTransaction } from './decode.ts';
import type { Methods } from './method.ts';

const textEncoding = z.enum(['base58', 'base64']).nullish();

const sendConfig = z
  .object({
    encoding: textEncoding,
    skipPreflight: z.boolean().nullish(),
    preflightCommitment: commitment,
    maxRetries: u64.nullish(),
    minContextSlot: u64.nullish(),
  })
  .default({ preflightCommitment: 'finalized' });

const simulateConfig = z
  .object({
    ...context,
    encoding: textEncoding,
    sigVerify: z.boolean().nullish(),
    replaceRecentBlockhash: z.boolean().nullish(),
    innerInstructions: z.boolean().nullish(),
    accounts: z.object({ addresses: z.array(address), encoding: accountEncoding.nullish() }).nullish(),
  })
  .default({ commitment: 'finalized' });

const airdropConfig = z.object({ commitment: commitment, recentBlockhash: z.string().nullish() }).optional();

/** The result of a run without instructions. */
const NOTHING_RAN = { logs: [], innerInstructions: [], computeUnits: 0, returnData: null } as const;

type Ran = Pick<Outcome, 'error' | 'logs' | 'innerInstructions' | 'computeUnits' | 'returnData'>;

function requireResolved(validator: Validator, wire: WireTransaction, block: Block): ResolvedTransaction {
  const resolved = validator.resolve(wire, block);
  if (typeof resolved === 'string') throw invalidParams(`invalid transaction: ${describeTransactionError(resolved)}`);
  return resolved;
}

function refusal(error: TransactionError): Ran {
  return { error, ...NOTHING_RAN };
}

/** Runs the transaction as a validator does before it accepts it. Throws the RPC's error when it fails. */
function preflight(validator: Validator, transaction: ResolvedTransaction, block: Block): void {
  const refused = validator.check(transaction, block);
  const { error, logs, computeUnits, returnData } = refused ? refusal(refused) : validator.simulate(transaction, block);
  if (error === null) return;
  throw preflightFailure(`Transaction simulation failed: ${describeTransactionError(error)}`, {
    accounts: null,
    err: error,
    innerInstructions: null,
    logs,
    replacementBlockhash: null,
    returnData: returnData && encodeReturnData(returnData),
    unitsConsumed: computeUnits,
  });
}

export const transactionMethods: Methods = {
  sendTransaction({ validator }, params) {
    const [text, config] = parse(params, z.string(), sendConfig);
    const wire = decodeTransaction(text, config.encoding ?? 'base58');
    const { preflightCommitment, minContextSlot } = config;
    const { block } = new View(validator, { commitment: preflightCommitment, minContextSlot });
    const transaction = requireResolved(validator, wire, config.skipPreflight ? validator.ledger.open : block);
    if (!config.skipPreflight) {
      if (!hasValidSignatures(wire)) throw signatureFailure();
      preflight(validator, transaction, block);
    }
    validator.submit(wire);
    return wire.signature;
  },

  simulateTransaction({ validator }, params) {
    const [text, config] = parse(params, z.string(), simulateConfig);
    const { sigVerify, replaceRecentBlockhash, accounts, innerInstructions } = config;
    if (sigVerify && replaceRecentBlockhash) {
      throw invalidParams('sigVerify may not be used with replaceRecentBlockhash');
    }
    const wire = decodeTransaction(text, config.encoding ?? 'base58');
    const view = new View(validator, config);
    const transaction = requireResolved(validator, wire, view.block);
    if (sigVerify && !hasValidSignatures(wire)) throw signatureFailure();
    const check = validator.check(transaction, view.block);
    const refused = replaceRecentBlockhash && check === 'BlockhashNotFound' ? null : check;
    const outcome = refused ? null : validator.simulate(transaction, view.block);
    const ran: Ran = outcome ?? refusal(refused as TransactionError);
    const replacement = view.block.hash === '' ? validator.ledger.parent(view.block) : view.block;
    return view.answer({
      accounts: accounts
        ? accounts.addresses.map((key) => {
            const account = ran.error === null ? outcome?.post(key) : null;
            return account ? encodeAccount(account, { encoding: accounts.encoding ?? 'base64' }, view.read) : null;
          })
        : null,
      err: ran.error,
      innerInstructions: innerInstructions ? encodeInner(ran.innerInstructions, transaction.keys, true) : null,
      logs: ran.logs,
      replacementBlockhash: replaceRecentBlockhash
        ? { blockhash: replacement.hash, lastValidBlockHeight: replacement.height + MAX_HASH_AGE }
        : null,
      returnData: ran.returnData && encodeReturnData(ran.returnData),
      unitsConsumed: ran.computeUnits,
    });
  },

  requestAirdrop({ validator }, params) {
    const [key, lamports] = parse(params, address, u64, airdropConfig);
    const paid = validator.airdrop(key, BigInt(lamports));
    if ('error' in paid) throw airdropFailure(describeTransactionError(paid.error));
    return paid.signature;
  },
};
