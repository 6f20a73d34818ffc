import { parseDecimal } from '@causeway/protocol';
import { z } from 'zod';

/** Schemas of the parts of Core API answers that are read. Any other answer counts as the endpoint's failure. */

/** A state version, an epoch, cost units. */
const small = z.int().min(0);
const hash = z.string().regex(/^[0-9a-f]{64}$/);
const sbor = z.object({ hex: z.string().regex(/^(?:[0-9a-f]{2})+$/) }).transform(({ hex }) => hex);

/** /status/network-configuration: the network's id. */
export const networkIdAnswer = z.object({ network_id: small }).transform(({ network_id }) => network_id);

/** /status/network-status: the newest state version, its hash as in the stream, and its epoch. */
export const networkStatusAnswer = z
  .object({
    current_state_identifier: z.object({ state_version: small, transaction_tree_hash: hash }),
    current_epoch_round: z.object({ epoch: small }),
  })
  .transform(({ current_state_identifier, current_epoch_round }) => ({
    stateVersion: current_state_identifier.state_version,
    hash: current_state_identifier.transaction_tree_hash,
    epoch: current_epoch_round.epoch,
  }));
export type NetworkStatus = z.infer<typeof networkStatusAnswer>;

/** The emitter of an event: an entity's own blueprint ("Main") or a module attached to it; null for a function. */
const emitter = z
  .discriminatedUnion('type', [
    z.object({
      type: z.literal('Method'),
      entity: z.object({ entity_address: z.string() }),
      object_module_id: z.string(),
    }),
    z.object({ type: z.literal('Function') }),
  ])
  .transform((by) =>
    by.type === 'Method' ? { address: by.entity.entity_address, module: by.object_module_id } : null,
  );

const event = z
  .object({ type: z.object({ emitter, name: z.string() }), data: sbor })
  .transform(({ type, data }) => ({ ...type, data }));
export type CoreEvent = z.infer<typeof event>;

const intent = z.object({ hash_bech32m: z.string().min(1) }).transform(({ hash_bech32m }) => hash_bech32m);

/** The intent hash of a user's transaction; null for transactions of the ledger itself. */
const reference = z
  .discriminatedUnion('type', [
    z.object({ type: z.literal('User'), notarized_transaction: z.object({ signed_intent: z.object({ intent }) }) }),
    z.object({
      type: z.literal('UserV2'),
      notarized_transaction: z.object({ signed_transaction_intent: z.object({ transaction_intent: intent }) }),
    }),
    z.object({ type: z.enum(['RoundUpdate', 'Genesis', 'Flash']) }),
  ])
  .transform((transaction) => {
    if (transaction.type === 'User') return transaction.notarized_transaction.signed_intent.intent;
    if (transaction.type !== 'UserV2') return null;
    return transaction.notarized_transaction.signed_transaction_intent.transaction_intent;
  });

/** An amount of XRD in units of 10^-18. */
const xrd = z.string().transform((text, context) => {
  const amount = parseDecimal(text, 18);
  if (amount.ok) return amount.value;
  context.addIssue('no amount');
  return z.NEVER;
});

/** The cost units of a transaction, and its cost in units of 10^-18 XRD. */
const feeSummary = z
  .object({
    execution_cost_units_consumed: small,
    xrd_total_execution_cost: xrd,
    xrd_total_finalization_cost: xrd,
    xrd_total_tipping_cost: xrd,
    xrd_total_storage_cost: xrd,
    xrd_total_royalty_cost: xrd,
  })
  .transform(({ execution_cost_units_consumed: executionUnits, ...parts }) => ({
    executionUnits,
    cost: Object.values(parts).reduce((sum, part) => sum + part, 0n),
  }));

const receipt = z.object({
  status: z.enum(['Succeeded', 'Failed', 'Rejected']),
  error_message: z.string().optional(),
  fee_summary: feeSummary,
});

/** A transaction of the ledger. Each one makes a new state version. */
const transaction = z
  .object({
    resultant_state_identifiers: z.object({ state_version: small, transaction_tree_hash: hash }),
    ledger_transaction: reference,
    receipt: receipt.extend({ events: z.array(event).default([]) }),
    proposer_timestamp_ms: small,
  })
  .transform(({ resultant_state_identifiers, ledger_transaction, receipt, proposer_timestamp_ms }) => ({
    stateVersion: resultant_state_identifiers.state_version,
    /** Root hash of the tree of all transactions up to this one. */
    hash: resultant_state_identifiers.transaction_tree_hash,
    timeMs: proposer_timestamp_ms,
    reference: ledger_transaction,
    success: receipt.status === 'Succeeded',
    error: receipt.error_message ?? '',
    events: receipt.events,
    ...receipt.fee_summary,
  }));
export type CoreTransaction = z.infer<typeof transaction>;

/** /stream/transactions. */
export const streamAnswer = z.object({ transactions: z.array(transaction) }).transform((answer) => answer.transactions);

const created = z
  .object({ state_updates: z.object({ new_global_entities: z.array(z.object({ entity_address: z.string() })) }) })
  .transform(({ state_updates }) =>
    state_updates.new_global_entities
      .map(({ entity_address }) => entity_address)
      .filter((address) => address.startsWith('package_')),
  );
const version = z.object({ state_version: small }).transform(({ state_version }) => state_version);

/** /stream/transactions: the packages that each transaction created. */
export const creationsAnswer = z
  .object({ transactions: z.array(z.object({ resultant_state_identifiers: version, receipt: created })) })
  .transform(({ transactions }) =>
    transactions.map(({ resultant_state_identifiers: stateVersion, receipt: packages }) => ({
      stateVersion,
      packages,
    })),
  );
export type Creations = z.infer<typeof creationsAnswer>;

/** The payload of a user's transaction of version 1, hex; null for any other. */
const payload = z
  .object({
    type: z.string(),
    notarized_transaction: z.object({ payload_hex: z.string().regex(/^(?:[0-9a-f]{2})+$/) }).optional(),
  })
  .transform(({ type, notarized_transaction }) =>
    type === 'User' ? (notarized_transaction?.payload_hex ?? null) : null,
  );

/** A transaction with the packages that it created and its payload. */
const publication = z
  .object({ resultant_state_identifiers: version, ledger_transaction: payload, receipt: created })
  .transform(({ resultant_state_identifiers: stateVersion, receipt: packages, ledger_transaction: payload }) => ({
    stateVersion,
    packages,
    payload,
  }));
export type Publication = z.infer<typeof publication>;

/** /stream/transactions of at most one transaction with its payload; null when there is none. */
export const publicationAnswer = z
  .object({ transactions: z.array(publication).max(1) })
  .transform(({ transactions: [one] }) => one ?? null);

/** /transaction/receipt. */
export const receiptAnswer = z.object({ committed: transaction }).transform(({ committed }) => committed);

/** /transaction/preview: the return value of each instruction in SBOR and the cost, or the reason of the failure. */
export const previewAnswer = z
  .object({
    at_ledger_state: z.object({ state_version: small }),
    receipt: receipt.extend({ output: z.array(sbor).default([]) }),
  })
  .transform(
    ({ at_ledger_state: { state_version: stateVersion }, receipt: { status, error_message, output, fee_summary } }) =>
      status === 'Succeeded'
        ? ({ success: true, stateVersion, outputs: output, cost: fee_summary.cost } as const)
        : ({ success: false, stateVersion, error: error_message ?? '' } as const),
  );
export type Preview = z.infer<typeof previewAnswer>;

/** /state/component: the blueprint of the component. */
export const componentAnswer = z
  .object({
    info: z.object({
      value: z.object({
        details: z.object({
          type: z.literal('Object'),
          blueprint_info: z.object({ package_address: z.string(), blueprint_name: z.string() }),
        }),
      }),
    }),
  })
  .transform(({ info }) => info.value.details.blueprint_info)
  .transform(({ package_address, blueprint_name }) => ({ package: package_address, name: blueprint_name }));
export type Blueprint = z.infer<typeof componentAnswer>;

/** /transaction/status: true when the intent is committed, with success or without. */
export const committedAnswer = z
  .object({
    intent_status: z.enum([
      'CommittedSuccess',
      'CommittedFailure',
      'PermanentRejection',
      'InMempool',
      'NotSeen',
      'FateUncertain',
      'FateUncertainButLikelyRejection',
    ]),
  })
  .transform(({ intent_status }) => intent_status.startsWith('Committed'));

/** Details of the error of /stream/transactions for a state version that does not exist yet. */
export const outOfBounds = z.object({ type: z.literal('RequestedStateVersionOutOfBounds') });

/** Details of an error of /transaction/submit. */
export const submitRefusal = z.discriminatedUnion('type', [
  z.object({ type: z.literal('IntentAlreadyCommitted') }),
  z.object({ type: z.literal('PriorityThresholdNotMet') }),
  z.object({ type: z.literal('Rejected'), error_message: z.string() }),
]);
