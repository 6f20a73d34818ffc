import type { AnyFailure, Result } from '@causeway/protocol';
import { type Clock, PeriodicTask } from '@causeway/runtime';

/** Called with the failure of a turn: an expected failure, or the exception of a defect. */
export type OnFailure = (failure: AnyFailure | Error) => void;

export interface TurnOptions {
  /** One turn. A success may contain the milliseconds until the next turn, unless the task is woken before. */
  readonly step: () => Promise<Result<number | undefined, AnyFailure>>;
  readonly clock: Clock;
  /** A random number in [0, 1) for jitter. */
  readonly random: () => number;
  readonly onFailure: OnFailure;
}

const BACKOFF = { baseMs: 250, maxMs: 15_000 };

/** An expected failure of a turn on its way to `onFailure`. */
class FailedTurn extends Error {
  readonly failure: AnyFailure;

  constructor(failure: AnyFailure) {
    super(failure.message);
    this.failure = failure;
  }
}

/** The turns of `step`, one at a time. A failed one is repeated after an exponential backoff and ends none. */
export function turnsOf({ step, clock, random, onFailure }: TurnOptions): PeriodicTask {
  let pauseMs: number | undefined;
  const work = async (): Promise<void> => {
    const result = await step();
    if (!result.ok) throw new FailedTurn(result.error);
    pauseMs = result.value;
  };
  return new PeriodicTask(work, {
    clock,
    backoff: { ...BACKOFF, random },
    pause: () => pauseMs,
    onFailure: (error) => {
      if (error instanceof FailedTurn) onFailure(error.failure);
      else onFailure(error instanceof Error ? error : new Error(String(error)));
    },
  });
}
