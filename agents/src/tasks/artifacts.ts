import type { Result } from '@causeway/protocol';
import type { ArtifactRow, QuotaExceeded } from '@causeway/storage';
import type { Hold, HoldRefused } from './tasks.ts';

/**
 * A named part that an agent makes besides the task's result: the name is unique in its task, the content JSON text.
 */
export type Artifact = Pick<ArtifactRow, 'name' | 'mediaType' | 'content'>;

/** Artifacts of tasks. */
export interface ArtifactRepository {
  /**
   * Stores an artifact of a held task, with its event. One with the same name is replaced; a repetition changes
   * nothing. A further one beyond `limit` is refused, and one beyond the history of the task's owner.
   */
  put(
    hold: Hold,
    artifact: Artifact,
    limit: number,
  ): Promise<Result<ArtifactRow, HoldRefused | QuotaExceeded | { readonly code: 'ARTIFACTS_FULL' }>>;
  /** All of a task, in the order in which they were first stored. */
  of(taskId: string): Promise<readonly ArtifactRow[]>;
}
