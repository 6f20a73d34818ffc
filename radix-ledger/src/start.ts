import { SIMULATOR } from './core-api/network.ts';
import { Ledger } from './ledger.ts';
import { CoreApiServer } from './server.ts';
import type { LedgerOptions } from './types.ts';

export interface StartOptions extends LedgerOptions {
  /** The port on loopback; 0, the default, chooses a free one. */
  readonly port?: number;
}

/** A ledger with its Core API. */
export interface RunningLedger {
  readonly ledger: Ledger;
  /** The SDK's `basePath`: `http://127.0.0.1:PORT/core`. */
  readonly basePath: string;
  readonly port: number;
  /** Ends the rounds, closes the connections and unlocks the folder. */
  close(): Promise<void>;
}

/** Starts a ledger behind the Core API in this process. Throws when its folder or its port is not available. */
export async function startLedger({ port = 0, ...options }: StartOptions): Promise<RunningLedger> {
  const ledger = Ledger.open(options);
  const server = new CoreApiServer({ ledger, network: SIMULATOR });
  try {
    const listening = await server.listen(port);
    return {
      ledger,
      basePath: `http://127.0.0.1:${listening}/core`,
      port: listening,
      close: async () => {
        await server.close();
        ledger.close();
      },
    };
  } catch (error) {
    ledger.close();
    throw error;
  }
}
