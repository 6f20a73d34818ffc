import type { Engine } from '../../src/core/engine.ts';
import { raiseEpoch } from '../../src/core/epochs.ts';

/** Begins the next epoch in the database of `engine`. Returns its number. */
export const beginEpoch = (engine: Engine): Promise<number> =>
  raiseEpoch((durability, steps, how) => engine.write(durability, steps, how), engine.dialect);
