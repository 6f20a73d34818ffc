import type { Result } from '@causeway/protocol';
import type { Hold, HoldRefused } from '../tasks.ts';

/** A named part that an agent makes besides the task's result. */
export interface Artifact {
  /** Unique in its task. */
  readonly name: string;
  readonly mediaType: string;
  /** JSON text. */
  readonly content: string;
}

/** A stored artifact. */
export interface ArtifactRow extends Artifact {
  readonly taskId: string;
  /** Its place in the list, from 0. */
  readonly position: number;
  readonly agentId: string;
  /** The fencing token of the attempt that stored it last. */
  readonly token: number;
  readonly updatedAtMs: number;
}

/** Artifacts of tasks. */
export interface ArtifactRepository {
  /**
   * Stores an artifact of a held task, with its event. One with the same name is replaced; a repetition changes nothing.
   * A further one beyond `limit` is refused.
   */
  put(
    hold: Hold,
    artifact: Artifact,
    limit: number,
  ): Promise<Result<ArtifactRow, HoldRefused | { readonly code: 'ARTIFACTS_FULL' }>>;
  /** All of a task, in the order in which they were first stored. */
  of(taskId: string): Promise<readonly ArtifactRow[]>;
}
