import { findProfile, secondsToFinal } from '@causeway/networks';
import type { ChainConfig } from '../config/config.ts';

/** Least time for which the final block of a network may rest before it counts as standing still, seconds. */
const LEAST_STILL_SECONDS = 300;
/** The same where nothing is known of the network. */
const UNKNOWN_STILL_SECONDS = 3_600;
/** Longest time until a block is final that needs no word, seconds. */
const USUAL_SECONDS = 300;

/** What is known of the time until a network's blocks are final. */
export interface FinalityKnown {
  /** Why it takes longer than on other networks, and how long; null where it does not, or nothing is known. */
  readonly exception: string | null;
  /** Age of the newest final block from which it counts as standing still, seconds. */
  readonly stillAfterSeconds: number;
}

/** What the profile of a chain says of the time until its blocks are final. */
export function finalityKnown({ profile: name }: Pick<ChainConfig, 'profile'>): FinalityKnown {
  const profile = findProfile(name);
  if (profile === undefined) return { exception: null, stillAfterSeconds: UNKNOWN_STILL_SECONDS };
  const [least, most] = secondsToFinal(profile);
  const [from, to] = [least, most].map((seconds) => Math.round(seconds / 60));
  return {
    exception: most > USUAL_SECONDS ? `final after ${from} to ${to} minutes: ${profile.finality.rule}` : null,
    stillAfterSeconds: Math.max(LEAST_STILL_SECONDS, 2 * most),
  };
}
