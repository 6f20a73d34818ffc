import { z } from 'zod';

const seconds = z.int().min(1).max(31_536_000);

/**
 * When the oracle cancels a message that is not delivered, seconds. Relayer, signers and API read it, each in its own
 * file.
 */
export const cancelAfterSection = z
  .strictObject({
    default: seconds.default(86_400),
    /** By lane, as "source:destination" with the chains' names. */
    lanes: z
      .record(z.string().regex(/^[a-z][a-z0-9-]*:[a-z][a-z0-9-]*$/, 'a lane is "source:destination"'), seconds)
      .default({}),
  })
  .prefault({});
export type CancelAfter = Readonly<z.output<typeof cancelAfterSection>>;

/** A chain by its name in the configuration. */
interface NamedChain {
  readonly name: string;
}

/** Milliseconds for the delivery of messages from `source` to `destination`. */
export function cancelAfterMs(rule: CancelAfter, source: NamedChain, destination: NamedChain): number {
  return 1_000 * (rule.lanes[`${source.name}:${destination.name}`] ?? rule.default);
}
