import { ok, type Result } from '@causeway/protocol';

/** Subtasks of one delegation at most. */
export const MAX_SUBTASKS = 16;

/** A part of delegated work, for one agent of the collaboration or for any agent with a capability. */
export interface Subtask {
  readonly agent?: string;
  readonly capability?: string;
  readonly input: unknown;
}

const isName = (value: unknown): value is string =>
  typeof value === 'string' && value.length > 0 && value.length <= 100 && !value.includes('\0');

/** The `subtasks` in the lead's result, or the reason why it has none that can be done. */
export function parseSubtasks(
  result: string,
  agents: readonly string[],
): Result<readonly Subtask[], { readonly code: 'SUBTASKS_INVALID'; readonly message: string }> {
  const refuse = (message: string) => ({ ok: false, error: { code: 'SUBTASKS_INVALID', message } }) as const;
  const parsed: unknown = JSON.parse(result);
  const given = (parsed as { readonly subtasks?: unknown } | null)?.subtasks;
  if (!Array.isArray(given)) return refuse('the lead’s result has no list `subtasks`');
  if (given.length === 0 || given.length > MAX_SUBTASKS)
    return refuse(`the lead gave ${given.length} subtasks; 1 to ${MAX_SUBTASKS} are allowed`);
  const subtasks: Subtask[] = [];
  for (const [position, one] of given.entries()) {
    const {
      agent,
      capability,
      input = {},
    } = (typeof one === 'object' && one !== null ? one : {}) as {
      readonly agent?: unknown;
      readonly capability?: unknown;
      readonly input?: unknown;
    };
    if ((agent === undefined) === (capability === undefined)) {
      return refuse(`subtasks[${position}] needs either an agent or a capability`);
    }
    if (agent !== undefined && !agents.includes(String(agent).toLowerCase())) {
      return refuse(`subtasks[${position}].agent is no agent of the collaboration`);
    }
    if (capability !== undefined && !isName(capability)) return refuse(`subtasks[${position}].capability is no name`);
    subtasks.push({
      ...(agent !== undefined && { agent: String(agent).toLowerCase() }),
      ...(isName(capability) && { capability }),
      input,
    });
  }
  return ok(subtasks);
}
