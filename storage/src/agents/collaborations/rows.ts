import type { Row } from '../../core/dialect.ts';
import type { CollaborationTables } from './schema.ts';

/** A collaboration of agents. Times are Unix milliseconds; `input` and `outcome` are JSON text. */
export type CollaborationRow = Row<CollaborationTables['agentCollaborations']>;

/** A collaboration in a list. */
export type CollaborationHead = Omit<CollaborationRow, 'input' | 'options' | 'outcome'>;

/** One task of a collaboration. */
export type PartRow = Row<CollaborationTables['agentCollaborationParts']>;
