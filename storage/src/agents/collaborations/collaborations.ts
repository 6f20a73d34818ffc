import type { CollaborationState, Result } from '@causeway/protocol';
import type { Page } from '../../core/page.ts';
import type { QuotaExceeded } from '../../usage/index.ts';
import type { CollaborationHead, CollaborationRow, PartRow } from './rows.ts';

/** The facts of a request. Without `taskId`, the collaboration's id stands for it. */
export type NewCollaboration = Pick<
  CollaborationRow,
  'submitterId' | 'takers' | 'principalId' | 'fingerprint' | 'protocol' | 'agents' | 'input' | 'options'
> & { readonly taskId: string | undefined };

/** A task of a round that begins. */
export type NewPart = Pick<PartRow, 'kind' | 'taskId' | 'agentId' | 'capability'>;

/** How a task of the current round ended. */
export type PartEnd = Pick<PartRow, 'position' | 'agentId' | 'state' | 'result' | 'failureCode' | 'failureMessage'>;

/** What follows a round: another round, or the end with its outcome as JSON text. */
export type CollaborationStep =
  | { readonly kind: 'round'; readonly parts: readonly NewPart[] }
  | {
      readonly kind: 'end';
      readonly state: 'completed' | 'undecided' | 'failed';
      readonly outcome: string;
    };

/** A collaboration with its tasks' roles, in the order of rounds and positions. */
export interface Collaboration {
  readonly row: CollaborationRow;
  readonly parts: readonly PartRow[];
}

/** The reason why a collaboration cannot be cancelled. */
export type CancelRefused =
  | { readonly code: 'COLLABORATION_NOT_FOUND' }
  | { readonly code: 'COLLABORATION_ENDED'; readonly state: CollaborationState };

/**
 * Collaborations of agents. A change of a collaboration, the roles of its next tasks and its event (subject
 * `collaboration:<id>`) are one transaction; the tasks themselves are submitted after it, with ids that a repetition
 * has too.
 */
export interface CollaborationRepository {
  /**
   * Writes a collaboration and the roles of its first round, which the pure function `first` gives. A repetition by the
   * same caller with the same `taskId` and fingerprint is the existing one. One beyond the owner's history is refused.
   */
  create(
    collaboration: NewCollaboration,
    first: (id: string) => readonly NewPart[],
  ): Promise<Result<Collaboration & { readonly created: boolean }, { readonly code: 'TASK_ID_TAKEN' } | QuotaExceeded>>;
  get(id: string): Promise<Collaboration | undefined>;
  /** Ends the round of `before` and writes what follows. Undefined when another process was first. */
  advance(
    before: CollaborationRow,
    ends: readonly PartEnd[],
    step: CollaborationStep,
  ): Promise<Collaboration | undefined>;
  /** Cancels a running collaboration, whose open tasks are then cancelled before it is settled. */
  cancel(id: string): Promise<Result<CollaborationRow, CancelRefused>>;
  /** Records that no task of an ended collaboration is open, and how those of its last round ended. */
  settle(id: string, ends: readonly PartEnd[]): Promise<void>;
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
