import { type Clock, systemClock } from '../src/clock.ts';

/** A clock whose time `now` tells, Unix milliseconds; its timers are the machine's. */
export const clockAt = (now: () => number): Clock => ({ ...systemClock, now });
