import {
  decodeTerms,
  FALLBACK,
  fail,
  type Hex,
  hexToBytes,
  ok,
  type Result,
  type SignedTransaction,
  type Terms,
  termsIdOf,
  ZERO_32,
} from '@causeway/protocol';
import { PublicKey } from '@solana/web3.js';
import type { ReadFailure, SendFailure } from '../failures.ts';
import type { KeyHandle, Settling, SwapCall, SwapState } from '../provider/provider.ts';
import { map } from '../provider/result.ts';
import { decodeSlot } from './accounts.ts';
import { publicKeyOf } from './address.ts';
import {
  addressBytes,
  addressOf,
  associatedTokenAddress,
  eventAuthorityOf,
  remoteAddress,
  slotAddress,
  TOKEN_PROGRAM,
  vaultAddress,
} from './addresses.ts';
import type { SolanaContext } from './context.ts';
import { draftMeasured, signDraft } from './draft.ts';
import { History } from './history.ts';
import { type NamedAccounts, settlerInstruction } from './program.ts';
import { read, readFee, readHolding } from './reads.ts';
import { scanSwaps } from './scanner.ts';
import { SETTLER_PROGRAM } from './settler.ts';
import { type Creation, tokenAccountCreation } from './token-accounts.ts';

/** Compute units of the simulation of a call, whose use is then requested. */
const COMPUTE_UNITS = 120_000;

/** A settler and its program. */
interface Place {
  readonly context: SolanaContext;
  readonly program: PublicKey;
  readonly settler: PublicKey;
}

/** The settler of the context's bridge, if the deployment file names one. */
export function settling(context: SolanaContext): Settling | undefined {
  const { settler: onFile } = context.bridge;
  const [program, settler] = [
    publicKeyOf(context.deployment.contracts[SETTLER_PROGRAM] ?? ''),
    publicKeyOf(onFile?.address ?? ''),
  ];
  if (program === null || settler === null) return undefined;
  const place = { context, program, settler };
  // Every call of a settler names it.
  const history = new History(settler);
  return {
    address: addressBytes(settler),
    seesDeliveries: true,
    vaultOf: (id) => addressBytes(vaultAddress(program, settler, id)),
    assetOf: wordOf,
    swap: (id) => readSwap(place, id),
    held: (id, asset) => readHolding(context, vaultAddress(program, settler, id).toBase58(), mintOf(asset)),
    scan: (from, to) => scanSwaps(context.connection.rpc, place, history, from, to),
    prepareSwap: (key, call) => prepareSwap(place, key, call),
  };
}

/** The word of a mint in terms; null is SOL. */
function wordOf(mint: string | null): Result<Hex, ReadFailure> {
  if (mint === null) return ok(ZERO_32);
  const key = publicKeyOf(mint);
  return key === null
    ? fail('InvalidAsset', 'the asset is no Solana address: 32 bytes in base58')
    : ok(addressBytes(key));
}

/** The mint of a word of terms; null is SOL. */
const mintOf = (asset: Hex): PublicKey | null => (asset === ZERO_32 ? null : addressOf(asset));

async function readSwap({ context, program, settler }: Place, id: Hex): Promise<Result<SwapState, ReadFailure>> {
  return map(await read(context, slotAddress(program, settler, id), program, decodeSlot), (slot) => ({
    stage: slot?.stage ?? 'none',
    filler: slot === null || slot.solver.equals(PublicKey.default) ? null : slot.solver.toBase58(),
  }));
}

/** The instruction of a call: its name, arguments and accounts, and the payees that may lack a token account. */
interface Plan {
  readonly name: string;
  readonly args: Readonly<Record<string, unknown>>;
  readonly accounts: NamedAccounts;
  readonly payees?: readonly Payee[];
}

/** Who is paid in an asset: SOL when the mint is null. */
interface Payee {
  readonly mint: PublicKey | null;
  readonly owner: PublicKey;
}

async function prepareSwap(
  place: Place,
  key: KeyHandle,
  call: SwapCall,
): Promise<Result<readonly SignedTransaction[], SendFailure>> {
  const { context, program, settler } = place;
  const caller = publicKeyOf(key.address);
  if (caller === null) return fail('INVALID_ADDRESS', 'a Solana address is 32 bytes in base58');
  const terms = decodeTerms(call.terms);
  if (!terms.ok) return terms;
  const plan = await planOf(place, caller, call, terms.value);
  if (!plan.ok) return plan;
  const { name, args, accounts, payees = [] } = plan.value;
  const creations = await missingAccounts(context, caller, payees);
  if (!creations.ok) return creations;
  const instruction = settlerInstruction(
    program,
    name,
    { terms: hexToBytes(call.terms), ...args },
    {
      settler,
      bridge: context.addresses.bridge,
      event_authority: eventAuthorityOf(program),
      ...accounts,
    },
  );
  const work = {
    instructions: [...creations.value.map((creation) => creation.instruction), instruction],
    computeUnits: creations.value.reduce((sum, { computeUnits }) => sum + computeUnits, COMPUTE_UNITS),
    contended: slotAddress(program, settler, termsIdOf(call.terms)),
  };
  const draft = await draftMeasured(context.connection, caller, work);
  return draft.ok ? ok([await signDraft(draft.value, key)]) : draft;
}

async function planOf(
  place: Place,
  caller: PublicKey,
  call: SwapCall,
  terms: Terms,
): Promise<Result<Plan, SendFailure>> {
  const [assetIn, assetOut] = [mintOf(terms.assetIn), mintOf(terms.assetOut)];
  const recipient = addressOf(terms.recipient);
  const input = vaultAccounts(place, call.terms, assetIn);
  const filling = {
    ...{ payer: caller, solver: caller, slot: input.slot },
    recipient: paidAt({ mint: assetOut, owner: recipient }),
    solver_token: assetOut && associatedTokenAddress(assetOut, caller),
  };
  switch (call.function) {
    case 'fill':
      return ok({
        name: 'fill',
        args: { max_out: call.maxOut },
        accounts: { ...filling, token_program: tokenProgram(assetOut) },
        payees: [{ mint: assetOut, owner: recipient }],
      });
    case 'fillAndSettle': {
      const payee = { mint: assetIn, owner: caller };
      return ok({
        name: 'fill_and_settle',
        args: { max_out: call.maxOut },
        accounts: { ...input, ...filling, to: paidAt(payee), token_program: tokenProgram(assetIn ?? assetOut) },
        payees: [{ mint: assetOut, owner: recipient }, payee],
      });
    }
    case 'settle':
    case 'settleLess': {
      const swap = await readSwap(place, termsIdOf(call.terms));
      if (!swap.ok) return swap;
      const payee = { mint: assetIn, owner: publicKeyOf(swap.value.filler ?? '') ?? caller };
      const accounts = { ...input, to: paidAt(payee) };
      if (call.function === 'settle') return ok({ name: 'settle', args: {}, accounts, payees: [payee] });
      return ok({
        name: 'settle_less',
        args: { least: call.least },
        accounts: { ...accounts, filler: caller },
        payees: [payee],
      });
    }
    case 'giveBack': {
      const fee = terms.fallback === FALLBACK.home ? await readFee(place.context, terms.home) : ok(0n);
      if (!fee.ok) return fee;
      const [payee, finisher] = [
        { mint: assetIn, owner: recipient },
        { mint: assetIn, owner: caller },
      ];
      return ok({
        name: 'give_back',
        args: { max_fee: fee.value },
        accounts: {
          ...{ payer: caller, caller, ...input },
          ...{ recipient: paidAt(payee), fee_to: paidAt(finisher) },
          ...homeAccounts(place, terms),
        },
        payees: terms.finishFee === 0n ? [payee] : [payee, finisher],
      });
    }
    case 'withdraw':
    case 'sweep': {
      const mint = mintOf(call.asset);
      const to = call.function === 'sweep' || call.to === undefined ? recipient : publicKeyOf(call.to);
      if (to === null) return fail('INVALID_ADDRESS', 'a Solana address is 32 bytes in base58');
      const payee = { mint, owner: to };
      const accounts = { ...vaultAccounts(place, call.terms, mint), to: paidAt(payee) };
      const args = { asset: addressOf(call.asset) };
      if (call.function === 'sweep') return ok({ name: 'sweep', args, accounts, payees: [payee] });
      return ok({
        name: 'withdraw',
        args,
        accounts: { ...accounts, recipient: caller, payer: caller },
        payees: [payee],
      });
    }
  }
}

/** The accounts of a swap's vault with one asset. */
function vaultAccounts({ program, settler }: Place, terms: Hex, mint: PublicKey | null) {
  const id = termsIdOf(terms);
  const vault = vaultAddress(program, settler, id);
  return {
    slot: slotAddress(program, settler, id),
    vault,
    vault_token: mint && associatedTokenAddress(mint, vault),
    token_program: tokenProgram(mint),
  };
}

const tokenProgram = (mint: PublicKey | null): PublicKey | null => mint && TOKEN_PROGRAM;

/** Where a payee is paid: at its wallet, or its associated token account. */
const paidAt = ({ mint, owner }: Payee): PublicKey => (mint === null ? owner : associatedTokenAddress(mint, owner));

/** The bridge's accounts of a return home. */
function homeAccounts({ context }: Place, { fallback, home, assetIn }: Terms): NamedAccounts {
  const { addresses, canonicalMint } = context;
  if (fallback !== FALLBACK.home) {
    return { remote: null, source: null, bridge_event_authority: null, bridge_program: null };
  }
  const mint = mintOf(assetIn);
  const isCanonical = mint === null ? canonicalMint === null : canonicalMint?.equals(mint) === true;
  return {
    remote: remoteAddress(addresses.program, home),
    source: isCanonical || mint === null ? addresses.escrow : mint,
    bridge_event_authority: addresses.eventAuthority,
    bridge_program: addresses.program,
  };
}

/** The creations of token accounts that payees lack. */
async function missingAccounts(
  { connection }: SolanaContext,
  payer: PublicKey,
  payees: readonly Payee[],
): Promise<Result<readonly Creation[], ReadFailure>> {
  const missing: Creation[] = [];
  for (const { mint, owner } of payees) {
    if (mint === null) continue;
    const creation = tokenAccountCreation(payer, mint, owner);
    const found = await connection.rpc.account(creation.account);
    if (!found.ok) return found;
    if (!found.value?.owner.equals(TOKEN_PROGRAM)) missing.push(creation);
  }
  return ok(missing);
}
