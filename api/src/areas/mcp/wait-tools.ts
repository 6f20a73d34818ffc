import { runSubject, taskSubject } from '@causeway/storage';
import type { Operation } from '../../http/route.ts';
import type { ToolResult } from './results.ts';
import type { Extent } from './schemas.ts';
import { Tool, type ToolView } from './tools.ts';

/** A wait for the end of what an operation reads. */
interface Wait {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  /** The operation that reads it, whose arguments and result the tool has, too. */
  readonly reads: string;
  /** The argument with its id. */
  readonly id: string;
  /** The subject of its events. */
  readonly subject: (id: string) => string;
  /** True when waiting on brings nothing more. */
  readonly isOver: (result: ToolResult) => boolean;
}

/** The argument that says how long a tool waits. */
const WAIT = 'waitSeconds';
const WAIT_SECONDS = { default: 30, most: 300 } as const;

const over = 'Answers when it is over, and after `waitSeconds` in any case.';

/** The tools that wait. */
export const WAITS: readonly Wait[] = [
  {
    name: 'awaitOrder',
    title: 'Wait for the end of an order',
    description: over,
    ...{ reads: 'getOrder', id: 'id', subject: (id) => id },
    isOver: ({ isFinished }) => isFinished === true,
  },
  {
    name: 'awaitTask',
    title: 'Wait until a task has ended or asks for input',
    description: over,
    ...{ reads: 'getTask', id: 'taskId', subject: taskSubject },
    isOver: ({ isFinished, status }) => isFinished === true || status === 'input_required',
  },
  {
    name: 'awaitWorkflowRun',
    title: 'Wait for the end of a run of a workflow',
    description: over,
    ...{ reads: 'getWorkflowRun', id: 'runId', subject: runSubject },
    isOver: ({ isFinished }) => isFinished === true,
  },
];

/** A tool that answers what another one reads, once that is over. */
export class WaitTool extends Tool {
  readonly wait: Wait;
  override readonly name: string;

  constructor(operation: Operation, wait: Wait) {
    super(operation);
    this.wait = wait;
    this.name = wait.name;
  }

  override view(extent: Extent): ToolView {
    const { title, description } = this.wait;
    const view = super.view(extent);
    const { properties, ...input } = view.inputSchema as { readonly properties: object };
    const seconds = { type: 'integer', minimum: 0, maximum: WAIT_SECONDS.most, default: WAIT_SECONDS.default };
    return {
      ...view,
      ...(extent === 'whole' ? { title, description } : { description: `${title}. ${description}` }),
      inputSchema: { ...input, properties: { ...properties, [WAIT]: seconds } },
    };
  }

  /** The arguments of the reading operation, and how long to wait, milliseconds; undefined for a time that is none. */
  split(args: Readonly<Record<string, unknown>>): { readonly args: ToolResult; readonly waitMs: number } | undefined {
    const { [WAIT]: seconds = WAIT_SECONDS.default, ...rest } = args;
    if (typeof seconds !== 'number' || !(seconds >= 0 && seconds <= WAIT_SECONDS.most)) return undefined;
    return { args: rest, waitMs: seconds * 1_000 };
  }
}
