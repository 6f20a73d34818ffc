import { readJson } from '@causeway/protocol';
import type { Collaboration, CollaborationHead } from '@causeway/storage';
import { iso, isoOrNull } from '../../../http/requests/times.ts';
import type { CollaborationSummary, CollaborationView } from './schemas.ts';

/** A collaboration without its outcome and tasks. */
export const collaborationSummaryView = (row: CollaborationHead): CollaborationSummary => ({
  collaborationId: row.id,
  taskId: row.taskId,
  protocol: row.protocol,
  agents: [...row.agents],
  requirements: { agents: row.takers },
  status: row.state,
  round: row.round,
  isFinished: row.endedAtMs !== null,
  createdAt: iso(row.createdAtMs),
  updatedAt: iso(row.updatedAtMs),
  endedAt: isoOrNull(row.endedAtMs),
  version: row.version,
});

/** A collaboration with its rounds. */
export const collaborationView = ({ row, parts }: Collaboration): CollaborationView => ({
  ...collaborationSummaryView(row),
  outcome: row.outcome === null ? null : JSON.parse(row.outcome),
  rounds: Array.from({ length: row.round }, (_, before) => ({
    round: before + 1,
    tasks: parts
      .filter(({ round }) => round === before + 1)
      .map(({ taskId, agentId, kind, state, result, failureCode, failureMessage }) => ({
        ...{ taskId, agentId, kind, status: state, result: result === null ? null : readJson(result) },
        ...{ failureCode, failureMessage },
      })),
  })),
});
