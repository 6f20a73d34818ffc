import { strict as assert } from 'node:assert';
import {
  type ChainProvider,
  kindOf,
  type OracleCall,
  type OracleSignature,
  type OracleTransaction,
} from '@causeway/chains';
import { type DevnetKind, devKey, ORACLE_THRESHOLD, SIGNER_ROLES } from '@causeway/devnet';
import {
  type AnyFailure,
  buildBatch,
  type Hex,
  type Message,
  messageIdOf,
  packProof,
  type Result,
} from '@causeway/protocol';
import type { NetworkName } from './control.ts';
import { read } from './invariants.ts';
import type { Stack } from './stack.ts';
import { until } from './wait.ts';

// What two malicious members and a malicious relayer can try. Their own programs check nothing that keeps honest ones
// from sending what a chain would refuse.

/** Blocks that make a lock final. */
export const FINAL = 40;

/** Signers whose keys were stolen: as many as must sign. */
const STOLEN = SIGNER_ROLES.slice(0, ORACLE_THRESHOLD);

/** The set of the oracle as the malicious pretend it is. */
type Pretence = Partial<{ readonly members: readonly string[]; readonly threshold: number }>;

/** A provider for `name` whose deployment file has another oracle, so that it sends what has too few signatures. */
export async function pretending(stack: Stack, name: NetworkName, pretence: Pretence): Promise<ChainProvider> {
  const network = stack.registry.networks.find((one) => one.name === name);
  if (network === undefined) throw new RangeError(`there is no ${name}`);
  const { config, deployment } = network;
  const kind = kindOf(deployment.kind);
  const oracle = { ...deployment.oracle, ...pretence, members: [...(pretence.members ?? deployment.oracle.members)] };
  const providers = await read(kind.open(kind.settings.parse(config), { ...deployment, oracle }));
  return providers.main as ChainProvider;
}

/** The calls that commit and mint `message`, whether or not it was ever locked. */
export const mintOf = (message: Message): readonly OracleCall[] => useOf('mintTokens', message);

/** The calls that commit and cancel `message`, whether or not it was ever locked: the chain emits its refund. */
export const cancelOf = (message: Message): readonly OracleCall[] => useOf('cancelOrder', message);

function useOf(use: 'mintTokens' | 'cancelOrder', message: Message): readonly OracleCall[] {
  const batch = buildBatch(message.nonce, [messageIdOf(message)]);
  const { firstNonce, count, root } = batch;
  return [
    { function: 'commitRoot', source: message.source, firstNonce, count, root },
    { function: use, message, proof: packProof(use, message, batch) },
  ];
}

/** The calls in the transactions that `provider`'s chain takes: together, or each apart. */
export const inTransactions = (
  { oracleRules }: ChainProvider,
  calls: readonly OracleCall[],
): readonly (readonly OracleCall[])[] => (oracleRules.commitsApart ? calls.map((call) => [call]) : [calls]);

/** `calls` at a new anchor of the relayer's. */
export async function anchored(provider: ChainProvider, calls: readonly OracleCall[]): Promise<OracleTransaction> {
  const anchor = await read(provider.anchor(payerOn(provider)));
  return read(provider.build(await read(provider.bind(anchor, calls)), calls));
}

/** Sends `transaction` as the relayer. Returns the code of its refusal, or "executed". */
export async function codeOfSending(
  provider: ChainProvider,
  transaction: OracleTransaction,
  signatures: readonly OracleSignature[],
): Promise<string> {
  const prepared = await provider.prepareOracle(transaction, signatures, payerOn(provider));
  if (!prepared.ok) return prepared.error.code;
  const sent = await provider.broadcast(prepared.value);
  if (!sent.ok) return sent.error.code;
  const outcome = await until('the transaction has an outcome', async () => {
    const now = await read(provider.outcome(prepared.value) as Promise<Result<SettledOrNot, AnyFailure>>);
    return now.state === 'pending' ? undefined : now;
  });
  if (outcome.state === 'dropped') return 'DROPPED';
  return outcome.success ? 'executed' : (outcome.failure?.code ?? 'FAILED');
}
type SettledOrNot = Extract<Awaited<ReturnType<ChainProvider['outcome']>>, { readonly ok: true }>['value'];

/**
 * Sends `calls` as a threshold of stolen keys, in the transactions that the chain takes. Returns the code of the first
 * refusal, or "executed".
 */
export async function codeOfForging(destination: ChainProvider, calls: readonly OracleCall[]): Promise<string> {
  const kind = destination.kind as DevnetKind;
  for (const part of inTransactions(destination, calls)) {
    const transaction = await anchored(destination, part);
    const signatures = await Promise.all(STOLEN.map((role) => destination.sign(transaction, devKey(role, kind))));
    const code = await codeOfSending(destination, transaction, signatures);
    if (code !== 'executed') return code;
  }
  return 'executed';
}

/** Mints `message` on `destination` by the stolen keys, whether or not it was ever locked. */
export async function forge(destination: ChainProvider, message: Message): Promise<void> {
  assert.equal(await codeOfForging(destination, mintOf(message)), 'executed');
}

const payerOn = ({ kind }: ChainProvider) => devKey('relayer', kind as DevnetKind);

/** An address that nobody asked to pay, as a message's recipient. */
export const robber = (provider: ChainProvider): Promise<Hex> =>
  read(Promise.resolve(provider.parseAddress(devKey('alice', provider.kind as DevnetKind).address)));

/** The message of the lock in `transaction`, which a block above `before` includes. */
export async function messageOf(source: ChainProvider, transaction: string, before: number): Promise<Message> {
  const { events } = await read(source.scan(before, (await read(source.head())).number));
  const emitted = events.find((event) => event.type === 'message' && event.at.transaction === transaction);
  assert(emitted?.type === 'message');
  return emitted.message;
}
