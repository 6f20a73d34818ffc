import type {
  CostingParameters,
  Event,
  EventEmitterIdentifier,
  FeeDestination,
  FeeSource,
  FeeSummary,
  LocalTypeId,
  NextEpoch,
  StateUpdates,
  TransactionReceipt,
} from '@radixdlt/babylon-core-api-sdk';
import type { Costing, Fee, LedgerEvent, Receipt } from '../types.ts';
import { entityReference } from './entity.ts';
import type { Writer } from './format.ts';
import { activeValidator } from './keys.ts';

/** SBOR of the unit value, the output of an instruction that calls nothing. */
export const UNIT_SBOR = '5c2100';

/** The API's names of the engine's outcomes. */
const STATUSES = { CommittedSuccess: 'Succeeded', CommittedFailure: 'Failed' } as const;

/** The effects of a transaction, committed or simulated. */
export function transactionReceipt(receipt: Receipt, writer: Writer): TransactionReceipt {
  return {
    status: STATUSES[receipt.status],
    fee_summary: feeSummary(receipt.fee),
    costing_parameters: costingParameters(receipt.costing),
    fee_source: feeSource(receipt, writer),
    fee_destination: feeDestination(receipt, writer),
    state_updates: stateUpdates(receipt, writer),
    events: receipt.events.map((event) => ledgerEvent(event, writer)),
    ...(receipt.nextEpoch && { next_epoch: nextEpoch(receipt.nextEpoch) }),
    ...(receipt.status === 'CommittedSuccess' && {
      output: receipt.outputs.map((output) => writer.sbor(output ?? UNIT_SBOR)),
    }),
    ...(receipt.error !== null && { error_message: receipt.error }),
  };
}

export const feeSummary = (fee: Fee): FeeSummary => ({
  execution_cost_units_consumed: fee.executionUnits,
  finalization_cost_units_consumed: fee.finalizationUnits,
  xrd_total_execution_cost: fee.executionXrd,
  xrd_total_finalization_cost: fee.finalizationXrd,
  xrd_total_royalty_cost: fee.royaltyXrd,
  xrd_total_storage_cost: fee.storageXrd,
  xrd_total_tipping_cost: fee.tipXrd,
});

export const costingParameters = (costing: Costing): CostingParameters => ({
  execution_cost_unit_price: costing.executionCostUnitPrice,
  execution_cost_unit_limit: costing.executionCostUnitLimit,
  execution_cost_unit_loan: costing.executionCostUnitLoan,
  finalization_cost_unit_price: costing.finalizationCostUnitPrice,
  finalization_cost_unit_limit: costing.finalizationCostUnitLimit,
  xrd_usd_price: costing.usdPriceXrd,
  xrd_storage_price: costing.stateStoragePriceXrd,
  xrd_archive_storage_price: costing.archiveStoragePriceXrd,
  tip_percentage: Math.trunc(Number(costing.tipProportion) * 100),
  tip_proportion: costing.tipProportion,
});

const feeSource = ({ feeSource }: Receipt, { network }: Writer): FeeSource => ({
  from_vaults: feeSource.map(({ vault, amount }) => ({
    vault_entity: entityReference(vault, network),
    xrd_amount: amount,
  })),
});

const feeDestination = ({ feeDestination }: Receipt, { network }: Writer): FeeDestination => ({
  to_proposer: feeDestination.toProposer,
  to_validator_set: feeDestination.toValidatorSet,
  to_burn: feeDestination.toBurn,
  to_royalty_recipients: feeDestination.toRoyaltyRecipients.map(({ recipient, amount }) => ({
    royalty_recipient: entityReference(recipient, network),
    xrd_amount: amount,
  })),
});

/** The new entities. The lists of substates stay empty. */
const stateUpdates = ({ newEntities }: Pick<Receipt, 'newEntities'>, { network }: Writer): StateUpdates => ({
  ...NO_SUBSTATES,
  new_global_entities: [...newEntities.packages, ...newEntities.components, ...newEntities.resources].map((address) =>
    entityReference(address, network),
  ),
});

const NO_SUBSTATES = {
  deleted_partitions: [],
  created_substates: [],
  updated_substates: [],
  deleted_substates: [],
};

/** The state updates of a transaction that changed nothing. */
export const NO_STATE_UPDATES: StateUpdates = { ...NO_SUBSTATES, new_global_entities: [] };

function ledgerEvent(event: LedgerEvent, writer: Writer): Event {
  if (!event.type) throw new Error(`the engine gave no type of ${event.name}`);
  const { entity, schemaHash, local } = event.type;
  return {
    type: {
      emitter: emitter(event, writer),
      type_reference: {
        full_type_id: {
          entity_address: entity,
          schema_hash: schemaHash,
          local_type_id: localType(local, writer),
        },
      },
      name: event.name,
    },
    data: writer.sbor(event.data),
  };
}

function emitter({ emitter }: LedgerEvent, { network }: Writer): EventEmitterIdentifier {
  if (emitter.kind === 'function')
    return { type: 'Function', package_address: emitter.package, blueprint_name: emitter.blueprint };
  return {
    type: 'Method',
    entity: entityReference(emitter.address, network),
    object_module_id: emitter.module,
  };
}

function localType({ kind, id }: NonNullable<LedgerEvent['type']>['local'], writer: Writer): LocalTypeId {
  return { kind, id, as_sbor: writer.sbor(kind === 'WellKnown' ? wellKnownSbor(id) : localSbor(id)) };
}

/** SBOR of a type's id: an enum of a u8 for well-known types, of a u64 for a schema's own types. */
const wellKnownSbor = (index: number) => `5c22000107${index.toString(16).padStart(2, '0')}`;
function localSbor(index: number): string {
  const bytes = Buffer.alloc(8);
  bytes.writeBigUInt64LE(BigInt(index));
  return `5c2201010a${bytes.toString('hex')}`;
}

const nextEpoch = ({ epoch, validators }: NonNullable<Receipt['nextEpoch']>): NextEpoch => ({
  epoch,
  validators: validators.map(activeValidator),
});
