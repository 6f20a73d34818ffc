import type { CommittedStateIdentifier, EpochRound } from '@radixdlt/babylon-core-api-sdk';
import { z } from 'zod';
import { type Endpoints, endpoint, type Node } from '../endpoint.ts';
import { epochRound, stateIdentifier } from '../ledger-state.ts';
import { networkRequest } from '../requests.ts';

/** Most rounds that one request ends. */
const MAX_ROUNDS = 1_000;
/** Longest time that may pass in a round, ms: a hundred years. */
const MAX_ROUND_MS = 100 * 365 * 24 * 60 * 60 * 1_000;

/** Only this ledger has controls, so their requests need not name a network. */
const controlRequest = networkRequest.extend({ network: z.string().default('simulator') });
const advanceRequest = controlRequest.extend({
  count: z.int().min(1).max(MAX_ROUNDS).default(1),
  milliseconds: z.int().min(1).max(MAX_ROUND_MS).default(1),
});

/** The ledger's state after a control. */
interface Standing extends CommittedStateIdentifier, EpochRound {}

const standing = ({ ledger: { head } }: Node): Standing => ({ ...stateIdentifier(head), ...epochRound(head) });

/** Controls for tests: rounds that end on request. */
export const controlEndpoints: Endpoints = {
  '/pause-rounds': endpoint(controlRequest, (node) => {
    node.ledger.pause();
    return standing(node);
  }),
  '/resume-rounds': endpoint(controlRequest, (node) => {
    node.ledger.resume();
    return standing(node);
  }),
  '/advance-rounds': endpoint(advanceRequest, (node, { count, milliseconds }) => {
    for (let round = 0; round < count; round++) node.ledger.advance(milliseconds);
    return standing(node);
  }),
  '/advance-epoch': endpoint(controlRequest, (node) => {
    node.ledger.advanceEpoch();
    return standing(node);
  }),
};
