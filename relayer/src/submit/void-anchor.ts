import { setTimeout } from 'node:timers/promises';
import type { CallFailure, KeyHandle, OracleSignature, OracleTransaction } from '@causeway/chains';
import { type ChainAccess, Outbox } from '@causeway/outbox';
import { print, refuseCommand } from '@causeway/process/commands';
import { ok, type Result } from '@causeway/protocol';
import type { Clock } from '@causeway/runtime';
import type { StoredSubmission, SubmissionRepository } from '@causeway/storage';
import { pino } from 'pino';
import type { PlannedBridge, SubmittedBridge } from '../bridges.ts';
import type { SubmitFailure } from '../failures.ts';
import { checkAnswer, distinct } from './signer-pool.ts';
import type { SignerRefusal, VoidSignerClient } from './signers.ts';

export interface VoidAnchorDeps {
  readonly bridge: PlannedBridge & SubmittedBridge;
  /** Guarded by the chain's lease. */
  readonly submissions: SubmissionRepository;
  readonly payer: KeyHandle;
  readonly signers: readonly VoidSignerClient[];
  readonly clock: Clock;
  /** Waits between two polls of the chain; the poll interval of the chain when absent. */
  readonly pause?: () => Promise<unknown>;
}

interface VoidAnchorOptions {
  readonly yes?: boolean;
  readonly json?: boolean;
}

/** The answer of one signer: "signed", or its refusal. */
interface Answered {
  readonly url: string;
  readonly code: string;
  readonly message?: string;
}

/** Says that anchors of this kind of chain expire. */
export function saysExpires({ provider }: PlannedBridge, { json }: VoidAnchorOptions): void {
  const { name, family } = provider;
  print(json, { chain: name, family, done: false, expires: true }, [
    `${name}: its signed transactions expire by themselves; nothing has to be done`,
  ]);
}

/**
 * Uses up the oracle's anchor by a transaction without an effect. Without `yes` it asks the signers and only shows
 * their answers. It refuses while a stored transaction of the payer waits, because the two could take one sequence
 * number.
 */
export async function voidAnchor(deps: VoidAnchorDeps, { yes = false, json }: VoidAnchorOptions): Promise<void> {
  const { bridge, submissions, payer } = deps;
  const { provider, oracle } = bridge;
  const { name: chain, family, domain } = provider;
  const anchor = await provider.anchor(payer);
  if (!anchor.ok) return refuseCommand(`${chain}: ${anchor.error.code}: ${anchor.error.message}`);
  const waiting = await submissions.openOf(domain, payer.address);
  const [begun] = waiting.flatMap((row) =>
    row.purpose === 'oracle' && row.family === family && row.details.void ? [row] : [],
  );
  const others = waiting.filter((row) => row !== begun);
  const transaction = await provider.buildVoid?.(anchor.value);
  if (!transaction?.ok) return refuseCommand(`${chain}: no transaction can be built for ${anchor.value}`);
  const { signatures, answers } = begun
    ? { signatures: [], answers: [] }
    : await askAll(deps, transaction.value, { destination: domain, family, anchor: anchor.value });
  const facts = {
    ...{ chain, family, anchor: anchor.value, threshold: oracle.threshold, signatures: signatures.length, answers },
    open: others.map(({ id, purpose, details }) => ({
      id,
      purpose,
      anchor: 'anchor' in details ? details.anchor : null,
    })),
    begun: begun?.id ?? null,
  };
  const lines = [
    `${chain} ${family}: the Safe's nonce is ${anchor.value}; every signature for it would be worth nothing`,
    ...facts.open.map(({ id, purpose }) => `open transaction ${id} (${purpose}) of the payer waits for a block`),
    ...(begun ? [`transaction ${begun.id} to use up ${begun.details.anchor} is under way`] : []),
    ...answers.map(({ url, code, message }) => `${url}: ${code}${message ? `: ${message}` : ''}`),
  ];
  if (!yes) {
    const end = 'nothing was sent; --yes sends it';
    return print(json, { ...facts, done: false }, [
      ...lines,
      begun ? end : `${signatures.length} of ${oracle.threshold} signatures; ${end}`,
    ]);
  }
  process.stderr.write(lines.map((line) => `${line}\n`).join(''));
  if (others.length > 0) {
    const what =
      'first start the relayer, until it has ended or withdrawn the open transactions of its payer, and stop it again';
    return refuseCommand(`nothing was sent: ${what}`);
  }
  const row = begun ? ok(begun) : await reserve(deps, transaction.value, signatures);
  if (!row.ok) return refuseCommand(`nothing was sent: ${row.error.code}: ${row.error.message}`);
  const end = await included(deps, row.value);
  if (!end.ok) return refuseCommand(`${end.error.code}: ${end.error.message}`);
  const next = await provider.anchor(payer);
  const inForce = next.ok ? next.value : null;
  print(json, { ...facts, done: true, transaction: end.value, inForce }, [
    `included by ${end.value}; the Safe's nonce is ${inForce ?? 'not known: its endpoints do not answer'} now`,
  ]);
}

/** What each signer answers, and the signatures of distinct members. */
async function askAll(
  { bridge: { provider, oracle }, signers }: VoidAnchorDeps,
  transaction: OracleTransaction,
  request: Parameters<VoidSignerClient['signVoid']>[0],
): Promise<{ readonly signatures: readonly OracleSignature[]; readonly answers: readonly Answered[] }> {
  const asked = await Promise.all(
    signers.map(async (signer): Promise<Result<OracleSignature, SignerRefusal>> => {
      const answer = await signer.signVoid(request, new AbortController().signal);
      return answer.ok ? checkAnswer(answer.value, { provider, transaction, members: oracle.members }) : answer;
    }),
  );
  const answers = asked.map((answer, index): Answered => {
    const { url } = signers[index] as VoidSignerClient;
    return answer.ok ? { url, code: 'signed' } : { url, code: answer.error.code, message: answer.error.message };
  });
  return { signatures: distinct(asked.flatMap((answer) => (answer.ok ? [answer.value] : []))), answers };
}

/** Simulates, signs and stores the transaction. Nothing is sent yet. */
async function reserve(
  deps: VoidAnchorDeps,
  transaction: OracleTransaction,
  signatures: readonly OracleSignature[],
): Promise<Result<StoredSubmission<'oracle'>, SubmitFailure>> {
  const { bridge, payer } = deps;
  const { provider, oracle } = bridge;
  if (signatures.length < oracle.threshold) {
    const message = `${signatures.length} of ${oracle.threshold} signatures; the operators run \`causeway signer allow-void\` first`;
    return { ok: false, error: { code: 'NOT_ENOUGH_SIGNATURES', message, retryable: true } };
  }
  const enough = signatures.slice(0, oracle.threshold);
  const prepared = await provider.prepareOracle(transaction, enough, payer);
  if (!prepared.ok) return prepared;
  const { anchor, digest } = transaction;
  const row = await outboxOf(deps).reserve(
    {
      ...{ purpose: 'oracle' as const, domain: provider.domain, family: provider.family },
      ...{ payer: prepared.value.payer, sequence: prepared.value.sequence },
      ...{ versions: [prepared.value], orderIds: [], grounds: { messages: [], roots: [] } },
      details: { void: true as const, anchor, digest, signers: enough.map(({ signer }) => signer), charges: [] },
    },
    provider,
  );
  return ok(row);
}

/** Sends `row`, and again at a higher fee, until a block has it. Returns its reference. */
async function included(deps: VoidAnchorDeps, row: StoredSubmission<'oracle'>): Promise<Result<string, SubmitFailure>> {
  const { bridge, submissions, payer, pause = () => setTimeout(bridge.chain.pollMs) } = deps;
  const { provider, chain } = bridge;
  const outbox = outboxOf(deps);
  const anchor = row.details.anchor;
  const wanted = async (): Promise<Result<boolean, CallFailure>> => {
    const accepted = await provider.acceptsAnchor(anchor);
    if (accepted.ok) return ok(true);
    return accepted.error.code === 'ANCHOR_MISMATCH' ? ok(false) : accepted;
  };
  const route: ChainAccess = { provider, payer, escalateAfterMs: chain.escalateAfterMs, wanted };
  for (let told = ''; ; await pause()) {
    const [current = row] = (await submissions.openOf(row.domain, row.payer)).filter(({ id }) => id === row.id);
    const fate = await outbox.follow(current, route);
    const state = fate.ok ? fate.value.state : fate.error.code;
    if (state !== told) process.stderr.write(`transaction ${row.id}: ${state}\n`);
    told = state;
    if (!fate.ok || fate.value.state === 'pending') continue;
    if (fate.value.state === 'dropped') {
      await outbox.conclude(current, 'dropped', { provider });
      return failed('VOID_DROPPED', `another transaction took its place, or the nonce ${anchor} before it`);
    }
    const { outcome } = fate.value;
    await outbox.conclude(current, outcome.success ? 'included' : 'failed', { costs: outcome.costs, provider });
    if (outcome.success) return ok(current.versions.at(-1)?.reference ?? row.id);
    return failed(
      'VOID_FAILED',
      `it is in block ${outcome.block.number} and failed: ${outcome.failure?.message ?? ''}`,
    );
  }
}

const failed = (code: 'VOID_DROPPED' | 'VOID_FAILED', message: string) =>
  ({ ok: false, error: { code, message, retryable: false } }) as const;

const outboxOf = ({ submissions, clock }: VoidAnchorDeps): Outbox =>
  new Outbox({ submissions, clock, log: pino({ level: 'silent' }) });
