import type { CollaborationState } from '@causeway/protocol';
import type { Page } from '../../core/page.ts';
import type { CollaborationHead, CollaborationRow, PartRow } from './rows.ts';

/** A task of a round that begins. */
export type NewPart = Pick<PartRow, 'kind' | 'taskId' | 'agentId' | 'capability'>;

/** How a task of the current round ended. */
export type PartEnd = Pick<PartRow, 'position' | 'agentId' | 'state' | 'result' | 'failureCode' | 'failureMessage'>;

/** A collaboration with its tasks' roles, in the order of rounds and positions. */
export interface Collaboration {
  readonly row: CollaborationRow;
  readonly parts: readonly PartRow[];
}

/** Lists of collaborations. */
export interface CollaborationReading {
  get(id: string): Promise<Collaboration | undefined>;
  /** Ids of collaborations that are not settled, in their order after `after`. */
  unsettled(after: string | null, limit: number): Promise<readonly string[]>;
  /** Newest first, without their tasks. */
  list(
    filter: { readonly submitterId: string; readonly state?: CollaborationState },
    cursor: string | null,
    limit: number,
    skip?: number,
  ): Promise<Page<CollaborationHead>>;
}

/** The subject of a collaboration's events. */
export const collaborationSubject = (id: string): string => `collaboration:${id}`;
