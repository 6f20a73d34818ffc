import { define, type ErrorTable, HTTP_ERRORS, refuserOf } from '../../http/errors/errors.ts';

/** Errors of the holon routes only. */
export const HOLON_ERRORS = {
  HOLON_NOT_FOUND: define(404, 'Holon not found', 'No holon of yours has this id, or it has no such version.'),
  HOLON_DELETED: define(409, 'Holon deleted', 'The holon is deleted; restore it before you save it.'),
  AGENT_MEMORY_INVALID: define(
    422,
    'Agent memory invalid',
    'A holon of the type AgentMemory needs `metadata.agentId`, the object `metadata.knowledge`, and `metadata.timestamp` (ISO 8601); an agent saves its own memory only.',
  ),
  HOLON_STORAGE_UNAVAILABLE: define(
    503,
    'No provider available',
    'No provider can take the holon, or none that has it can be reached; nothing was changed.',
  ),
} as const satisfies ErrorTable;

/** The failed Answer of a code that a holon route may answer. */
export const refuse = refuserOf({ ...HTTP_ERRORS, ...HOLON_ERRORS });
