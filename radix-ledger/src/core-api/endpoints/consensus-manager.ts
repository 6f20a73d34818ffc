import type { StateConsensusManagerResponse } from '@radixdlt/babylon-core-api-sdk';
import { z } from 'zod';
import { multiply } from '../decimal.ts';
import { type Endpoints, endpoint, type Node } from '../endpoint.ts';
import { activeValidator } from '../keys.ts';
import { instant, ledgerStateSummary } from '../ledger-state.ts';
import { read } from '../read.ts';
import { networkRequest } from '../requests.ts';
import { USD_PRICE_IN_XRD } from '../usd.ts';

const MINUTE_MS = 60_000;

const request = networkRequest.extend({ include_readiness_signals: z.boolean().nullish() });

/** Time, epochs and validators. */
function consensusManager(node: Node): StateConsensusManagerResponse {
  const manager = read(node, (engine) => engine.consensusManager());
  const { config, proposerTimestampMs } = manager;
  const is_locked = false;
  return {
    at_ledger_state: ledgerStateSummary(node.ledger.head),
    config: {
      substate_type: 'ConsensusManagerFieldConfig',
      is_locked,
      value: {
        max_validators: config.maxValidators,
        epoch_change_condition: {
          min_round_count: Number(config.minRoundCount),
          max_round_count: Number(config.maxRoundCount),
          target_duration_millis: config.targetDurationMs,
        },
        num_unstake_epochs: config.numUnstakeEpochs,
        total_emission_xrd_per_epoch: config.totalEmissionXrdPerEpoch,
        min_validator_reliability: config.minValidatorReliability,
        num_owner_stake_units_unlock_epochs: config.numOwnerStakeUnitsUnlockEpochs,
        num_fee_increase_delay_epochs: config.numFeeIncreaseDelayEpochs,
        validator_creation_usd_equivalent_cost: config.validatorCreationUsdCost,
        validator_creation_xrd_cost: multiply(config.validatorCreationUsdCost, USD_PRICE_IN_XRD),
      },
    },
    state: {
      substate_type: 'ConsensusManagerFieldState',
      is_locked,
      value: {
        epoch: manager.epoch,
        round: manager.round,
        is_started: manager.isStarted,
        effective_epoch_start: instant(manager.effectiveEpochStartMs),
        actual_epoch_start: instant(manager.actualEpochStartMs),
        ...(manager.currentLeader !== null && { current_leader: { index: manager.currentLeader } }),
      },
    },
    current_proposal_statistic: {
      substate_type: 'ConsensusManagerFieldCurrentProposalStatistic',
      is_locked,
      // The only validator leads every round and misses none.
      value: { completed: [manager.round], missed: [0] },
    },
    current_validator_set: {
      substate_type: 'ConsensusManagerFieldCurrentValidatorSet',
      is_locked,
      value: { validator_set: manager.validators.map(activeValidator) },
    },
    current_time: {
      substate_type: 'ConsensusManagerFieldCurrentTime',
      is_locked,
      value: { proposer_timestamp: instant(proposerTimestampMs) },
    },
    current_time_rounded_to_minutes: {
      substate_type: 'ConsensusManagerFieldCurrentTimeRoundedToMinutes',
      is_locked,
      value: {
        proposer_timestamp_rounded_down_to_minute: instant(Math.floor(proposerTimestampMs / MINUTE_MS) * MINUTE_MS),
      },
    },
  };
}

export const consensusManagerEndpoints: Endpoints = {
  '/state/consensus-manager': endpoint(request, consensusManager),
};
