import { createHash } from 'node:crypto';
import { ok, type Result } from '@causeway/protocol';
import type { TakerRule, TaskFailure, WorkflowDefinition, WorkflowStep } from '@causeway/storage';
import { queueOf } from '../capability.ts';
import type { RunValues, StepTask } from './runs.ts';
import { referencesIn, resolveTemplates, UnresolvedTemplate } from './template.ts';

/**
 * Largest input of a step's task as JSON, and of all tasks of a run together, characters: templates repeat long values.
 */
const MAX_INPUT = 256 * 1024;
const MAX_INPUTS = 4 * 1024 * 1024;
/** Largest failure message of a step, characters: a place can be long. */
const MAX_MESSAGE = 1_000;
/** Attempts of a step that names no number. */
const STEP_ATTEMPTS = 3;
const PRIORITY = 'normal';

/** The steps whose results the input of `step` refers to. */
export function sourcesOf({ input }: WorkflowStep): readonly string[] {
  const sources = referencesIn(input).references.map(({ source }) => source);
  return [...new Set(sources.flatMap((source) => (source === 'input' ? [] : source.stepId)))];
}

function inputOf({ input = {} }: WorkflowStep, values: RunValues, maxLength: number): Result<string, TaskFailure> {
  try {
    const text = JSON.stringify(resolveTemplates(input, { ...values, maxLength }));
    if (text.length <= maxLength) return ok(text);
    const message = `the input has ${text.length} characters, more than ${maxLength}`;
    return { ok: false, error: { code: 'INPUT_TOO_LONG', message } };
  } catch (error) {
    if (!(error instanceof UnresolvedTemplate)) throw error;
    const message = error.message.slice(0, MAX_MESSAGE).toWellFormed();
    return { ok: false, error: { code: 'TEMPLATE_UNRESOLVABLE', message } };
  }
}

/**
 * The task of a step; the failure names the place of a template without a value. `run` says who may take tasks of steps
 * that do not say so themselves.
 */
export function taskOf(
  step: WorkflowStep,
  values: RunValues,
  { steps }: WorkflowDefinition,
  run: TakerRule,
): Result<StepTask, TaskFailure> {
  const input = inputOf(step, values, Math.min(MAX_INPUT, Math.floor(MAX_INPUTS / steps.length)));
  if (!input.ok) return input;
  const { type, agent, maxAttempts = STEP_ATTEMPTS } = step;
  const requirement = {
    capability: type,
    model: null,
    resolution: null,
    ...(agent !== undefined && { agentId: agent }),
  };
  const { principalId } = run;
  const rule = { takers: step.requirements?.agents ?? run.takers, principalId };
  const fingerprint = createHash('sha256')
    .update(JSON.stringify([type, requirement, input.value]))
    .digest('hex');
  return ok({
    ...{ fingerprint, requirement, ...rule, queue: queueOf(requirement, rule) },
    ...{ input: input.value, priority: PRIORITY, maxAttempts },
  });
}
