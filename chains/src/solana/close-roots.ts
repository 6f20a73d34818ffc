import { createHash } from 'node:crypto';
import { fail, ok, type Result, type SignedTransaction } from '@causeway/protocol';
import type { PublicKey, TransactionInstruction } from '@solana/web3.js';
import bs58 from 'bs58';
import type { SendFailure } from '../failures.ts';
import type { KeyHandle } from '../provider/provider.ts';
import { decodeRoot, type RootAccount } from './accounts.ts';
import { publicKeyOf } from './address.ts';
import { remoteAddress, rootAddress, statusAddress } from './addresses.ts';
import type { SolanaContext } from './context.ts';
import { draftMeasured, signDraft } from './draft.ts';
import { bridgeInstruction } from './program.ts';
import { readLane, readStatuses } from './reads.ts';
import { COMMITMENT } from './rpc.ts';
import { programAccountsAnswer } from './wire.ts';

/** Roots that one transaction closes; its size allows 19. */
const ROOTS_AT_ONCE = 16;

/** Compute units of the simulation of one closing. */
const CLOSE_COMPUTE_UNITS = 12_000;

const ROOT_DISCRIMINATOR = createHash('sha256').update('account:Root').digest().subarray(0, 8);

/**
 * Signed transactions that close the roots whose rent `key`'s account paid and that no message needs any more, because
 * all messages of their interval are executed or cancelled, and the interval is not the last of its lane. The rent goes
 * back to that account. Empty when there are none.
 */
export async function prepareCloseRoots(
  context: SolanaContext,
  key: KeyHandle,
): Promise<Result<readonly SignedTransaction[], SendFailure>> {
  const payer = publicKeyOf(key.address);
  if (payer === null) return fail('INVALID_ADDRESS', 'a Solana address is 32 bytes in base58');
  const roots = await rootsPaidBy(context, payer);
  if (!roots.ok) return roots;
  const done: RootAccount[] = [];
  for (const [source, ofLane] of Map.groupBy(roots.value, (root) => root.source)) {
    const lane = await readLane(context, source);
    if (!lane.ok) return lane;
    for (const root of ofLane) {
      const { firstNonce, count } = root;
      if (firstNonce + BigInt(count) >= lane.value.nextInboundNonce) continue;
      const statuses = await readStatuses(context, source, firstNonce, count);
      if (!statuses.ok) return statuses;
      if (statuses.value.every((status) => status === 'executed' || status === 'cancelled')) done.push(root);
    }
  }
  const submissions: SignedTransaction[] = [];
  for (let first = 0; first < done.length; first += ROOTS_AT_ONCE) {
    const closed = done.slice(first, first + ROOTS_AT_ONCE);
    const draft = await draftMeasured(context.connection, payer, {
      instructions: closed.map((root) => closing(context, root)),
      computeUnits: CLOSE_COMPUTE_UNITS * closed.length,
      contended: payer,
    });
    if (!draft.ok) return draft;
    submissions.push(await signDraft(draft.value, key));
  }
  return ok(submissions);
}

/** The roots of the bridge that name `payer`, the oldest first. What an endpoint invents, the program refuses. */
async function rootsPaidBy(
  context: SolanaContext,
  payer: PublicKey,
): Promise<Result<readonly RootAccount[], SendFailure>> {
  const { connection, addresses } = context;
  const filters = [{ memcmp: { offset: 0, bytes: bs58.encode(ROOT_DISCRIMINATOR) } }];
  const params = [addresses.program.toBase58(), { commitment: COMMITMENT, encoding: 'base64', filters }];
  const lists = await connection.rpc.gather(async (endpoint) =>
    programAccountsAnswer
      .parse(await endpoint.send('getProgramAccounts', params))
      .map((data) => decodeRoot(Buffer.from(data, 'base64'))),
  );
  if (!lists.ok) return lists;
  const byPlace = new Map(
    lists.value.flat().map((root) => [`${root.source} ${root.firstNonce} ${root.count}`, root] as const),
  );
  const own = [...byPlace.values()].filter((root) => root.payer.equals(payer));
  return ok(own.sort((a, b) => a.source - b.source || Number(a.firstNonce - b.firstNonce)));
}

function closing(
  { addresses }: SolanaContext,
  { source, firstNonce, count, payer }: RootAccount,
): TransactionInstruction {
  const { program } = addresses;
  const accounts = {
    root: rootAddress(program, source, firstNonce, count),
    rent_to: payer,
    remote: remoteAddress(program, source),
    first_status: statusAddress(program, source, firstNonce),
    last_status: statusAddress(program, source, firstNonce + BigInt(count - 1)),
  };
  return bridgeInstruction(addresses, 'close_root', {}, accounts);
}
