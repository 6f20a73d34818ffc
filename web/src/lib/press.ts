/** What a person has pressed to send, which stays through a reload of the page. */
export interface Press {
  /** What is asked for and by whom. The same again has the same key, so that it makes no second order. */
  readonly asked: string;
  /** The Idempotency-Key of the order. */
  readonly key: string;
  /** When the order was made, milliseconds since the epoch; null before. */
  readonly madeAtMs: number | null;
  readonly orderId: string | null;
  /** How many of the order’s transactions the wallet has sent. */
  readonly sent: number;
  /** True from the question to the wallet until its answer. */
  readonly isAsking: boolean;
  /** True once the wallet may have sent a transaction without saying so. */
  readonly isUnsure: boolean;
}

const KEY = 'press';

/** The last press of this tab; null when it has ended. */
export function lastPress(): Press | null {
  try {
    return JSON.parse(sessionStorage.getItem(KEY) ?? 'null') as Press | null;
  } catch {
    return null;
  }
}

/** Keeps what became of a press. */
export function keepPress(press: Press): Press {
  sessionStorage.setItem(KEY, JSON.stringify(press));
  return press;
}

/** Forgets the press, so that the next one is another, even for the same. */
export function endPress(): void {
  sessionStorage.removeItem(KEY);
}
