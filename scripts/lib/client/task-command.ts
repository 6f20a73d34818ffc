import { type ChildProcess, spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { type ClaimedTask, type TaskContext, TaskError } from '@causeway/client';

/** Exit status by which a command says that the input is wrong, so that no agent can do the task (EX_DATAERR). */
const WRONG_INPUT = 65;
/** Largest output of a command, bytes: the service takes results up to this size. */
const MOST_OUTPUT = 250 * 1024;
/** How long a command may take to end after SIGTERM, milliseconds. */
const KILL_AFTER_MS = 5_000;

/** Variables of the agent's own credential and settings, which a command does not get. */
const OWN = /^CAUSEWAY_/;

/**
 * Does `task` by a shell command: its input as JSON on standard input, the result from standard output, JSON or text.
 * Lines of standard error become the task's messages. Another exit status than 0 fails the attempt, 65 rejects the
 * task.
 * `command` is one line for the shell, or a program with arguments.
 */
export async function runTaskCommand(
  command: readonly string[],
  { taskId, type, input }: Pick<ClaimedTask, 'taskId' | 'type' | 'input'>,
  { signal, log }: Pick<TaskContext, 'signal' | 'log'>,
): Promise<unknown> {
  const [program = '', ...args] = command;
  const inherited = Object.entries(process.env).filter(([name]) => !OWN.test(name));
  const child = spawn(program, args, {
    shell: args.length === 0,
    // Ctrl-C at the terminal reaches the agent alone, which lets the command finish.
    detached: true,
    env: { ...Object.fromEntries(inherited), TASK_ID: taskId, TASK_TYPE: type },
  });
  const end = endWith(child, signal);
  child.stdin.on('error', () => {}).end(JSON.stringify(input));
  let last = '';
  createInterface({ input: child.stderr }).on('line', (line) => {
    last = line;
    log(line);
  });
  const parts: Buffer[] = [];
  let size = 0;
  child.stdout.on('data', (part: Buffer) => {
    size += part.length;
    if (size <= MOST_OUTPUT) parts.push(part);
  });
  try {
    const status = await new Promise<number | null>((resolve, reject) => {
      child.once('error', reject).once('close', resolve);
    });
    signal.throwIfAborted();
    if (status !== 0) {
      const message = last === '' ? `the command ended with ${status ?? child.signalCode}` : last;
      throw new TaskError(message, { code: 'COMMAND_FAILED', rejects: status === WRONG_INPUT });
    }
  } finally {
    end();
  }
  if (size > MOST_OUTPUT) {
    throw new TaskError(`the command printed more than ${MOST_OUTPUT} bytes`, {
      code: 'RESULT_TOO_LARGE',
      retryable: false,
    });
  }
  return resultOf(Buffer.concat(parts).toString('utf8'));
}

/** Ends the command and its children when `signal` aborts. Returns a function that stops to listen. */
function endWith(child: ChildProcess, signal: AbortSignal): () => void {
  let timer: NodeJS.Timeout | undefined;
  const kill = (name: NodeJS.Signals): void => {
    try {
      if (child.pid !== undefined) process.kill(-child.pid, name);
    } catch {
      // It has ended.
    }
  };
  const stop = () => {
    kill('SIGTERM');
    timer = setTimeout(() => kill('SIGKILL'), KILL_AFTER_MS).unref();
  };
  if (signal.aborted) stop();
  signal.addEventListener('abort', stop, { once: true });
  return () => {
    clearTimeout(timer);
    signal.removeEventListener('abort', stop);
  };
}

/** The JSON that a command printed, or its text without the last line break. */
function resultOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text.replace(/\n$/, '');
  }
}
