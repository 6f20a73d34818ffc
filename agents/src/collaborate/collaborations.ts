import type { CollaborationState, Result } from '@causeway/protocol';
import type {
  Collaboration,
  CollaborationReading,
  CollaborationRow,
  NewPart,
  PartEnd,
  QuotaExceeded,
} from '@causeway/storage';

/** The facts of a request. Without `taskId`, the collaboration's id stands for it. */
export type NewCollaboration = Pick<
  CollaborationRow,
  'submitterId' | 'takers' | 'principalId' | 'fingerprint' | 'protocol' | 'agents' | 'input' | 'options'
> & { readonly taskId: string | undefined };

/** What follows a round: another round, or the end with its outcome as JSON text. */
export type CollaborationStep =
  | { readonly kind: 'round'; readonly parts: readonly NewPart[] }
  | {
      readonly kind: 'end';
      readonly state: 'completed' | 'undecided' | 'failed';
      readonly outcome: string;
    };

/** The reason why a collaboration cannot be cancelled. */
export type CancelRefused =
  | { readonly code: 'COLLABORATION_NOT_FOUND' }
  | { readonly code: 'COLLABORATION_ENDED'; readonly state: CollaborationState };

/**
 * Collaborations of agents. A change of a collaboration, the roles of its next tasks and its event (subject
 * `collaboration:<id>`) are one transaction; the tasks themselves are submitted after it, with ids that a repetition
 * has too.
 */
export interface CollaborationRepository extends CollaborationReading {
  /**
   * Writes a collaboration and the roles of its first round. A repetition by the same caller with the same `taskId` and
   * fingerprint is the existing one. One beyond the owner's history is refused.
   */
  create(
    collaboration: NewCollaboration,
  ): Promise<Result<Collaboration & { readonly created: boolean }, { readonly code: 'TASK_ID_TAKEN' } | QuotaExceeded>>;
  /** Ends the round of `before` and writes what follows. Undefined when another process was first. */
  advance(
    before: CollaborationRow,
    ends: readonly PartEnd[],
    step: CollaborationStep,
  ): Promise<Collaboration | undefined>;
  /** Cancels a running collaboration, whose open tasks are then cancelled before it is settled. */
  cancel(id: string): Promise<Result<CollaborationRow, CancelRefused>>;
  /** Records that no task of an ended collaboration is open, and how the tasks of its last round ended. */
  settle(id: string, ends: readonly PartEnd[]): Promise<void>;
}
