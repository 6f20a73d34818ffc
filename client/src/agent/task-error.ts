/** How a failed attempt is reported. */
export interface TaskErrorOptions extends ErrorOptions {
  /** Upper-case words, such as MODEL_DOWN; AGENT_FAILED when absent. */
  readonly code?: string;
  /** False: another attempt is of no use, so that the task fails. */
  readonly retryable?: boolean;
  /** True: the task itself is refused, and no other agent is asked. */
  readonly rejects?: boolean;
}

/** Thrown by an agent's `run` to say how its attempt failed. Any other error is a failure that may pass. */
export class TaskError extends Error {
  override readonly name = 'TaskError';
  readonly code: string;
  readonly retryable: boolean;
  readonly rejects: boolean;

  constructor(message: string, options: TaskErrorOptions = {}) {
    super(message, options);
    this.code = options.code ?? 'AGENT_FAILED';
    this.retryable = options.retryable ?? true;
    this.rejects = options.rejects ?? false;
  }
}

/** Thrown by `ask` when there is no answer yet: the attempt ends, and the task waits for its submitter. */
export class Asked extends Error {
  override readonly name = 'Asked';
  readonly question: string;

  constructor(question: string) {
    super(`asked: ${question}`);
    this.question = question;
  }
}
