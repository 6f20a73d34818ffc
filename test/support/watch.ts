import type { Devnet } from '@causeway/devnet';
import { CausewayProcess } from './processes.ts';
import { until } from './wait.ts';

/** Milliseconds between two polls of a watch under test. */
const POLL_MS = 1_000;

/** What a watch says of itself. */
export interface WatchHealth {
  readonly status: string;
  readonly chains: readonly { readonly chain: string; readonly head: number | null; readonly failure: string | null }[];
  readonly differences: readonly {
    readonly source: number;
    readonly destination: number;
    readonly kind: 'root' | 'execution';
    readonly subject: string;
  }[];
  readonly invariants: readonly { readonly invariant: string; readonly chain: string }[];
  readonly keys: readonly { readonly chain: string; readonly armed: boolean; readonly failure: string | null }[];
  readonly due: readonly { readonly chain: string; readonly part: string; readonly reason: string }[];
  readonly pauses: readonly {
    readonly chain: string;
    readonly part: string;
    readonly state: string;
    readonly found: boolean;
    readonly at: string;
    readonly transactions: readonly string[];
    readonly failure: string | null;
  }[];
}

/** `causeway watch` as a process, with the guardians' keys of the devnet. */
export interface WatchProcess {
  readonly process: CausewayProcess;
  /** Its configuration file. */
  readonly config: string;
  health(): Promise<WatchHealth>;
  /** Resolves once it has paused something itself at the bridge of `chain`. */
  pausesAt(chain: string): Promise<WatchHealth['pauses'][number]>;
}

/** Writes the configuration of a watch over the chains of `devnet`, and names the process. */
export async function watchProcess(
  { devnet }: { readonly devnet: Devnet },
  settings: Readonly<Record<string, unknown>> = {},
): Promise<WatchProcess> {
  const configured = await devnet.configureWatch({ pollMs: POLL_MS, invariantsMs: POLL_MS, ...settings });
  const process = new CausewayProcess('watch', configured, devnet.folder, devnet.guard);
  const health = async () => (await (await fetch(`${configured.url}/health`)).json()) as WatchHealth;
  const pausesAt = (at: string) =>
    until(`the watch has paused at ${at}`, async () => {
      const shown = await health().catch(() => undefined);
      return shown?.pauses.find(({ chain, state, found }) => chain === at && state === 'paused' && !found);
    });
  return { process, config: configured.config, health, pausesAt };
}
