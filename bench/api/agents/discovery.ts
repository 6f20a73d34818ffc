import { askedPort, signUpAt } from '../../../api/test/support/api-process.ts';
import { load, requestBytes } from '../load.ts';
import { report } from '../report.ts';
import { cpuOfTree } from './contender.ts';
import { startBenchApi } from './http.ts';
import { fill, onBoth } from './service.ts';

/** Agents, of which 1,000 meet each question. */
const AGENTS = 100_000;
const MATCHES = 1_000;
const BAR_MS = 5;
const WARM_MS = 2_000;
const LOAD_MS = 5_000;
/** Requests of which the 99th percentile is taken, at least. */
const REQUESTS = 5_000;

/** Discovery over HTTP on one connection. */
export function benchDiscovery(): Promise<void> {
  return onBoth(async (engine, database) => {
    await fill(database, 'agents', AGENTS);
    const service = await startBenchApi(database);
    try {
      const token = await signUpAt(service.port, 'bench');
      const headers = { authorization: `Bearer ${token}`, accept: 'application/json' };
      let asked = 0;
      const make = (): string => {
        asked += 1;
        // Another capability each time, so that no cache of one answer helps.
        const capability = `work-${(asked * 37) % (AGENTS / MATCHES)}`;
        return requestBytes('GET', `/api/agents/discover?capability=${capability}&limit=50`, headers);
      };
      // The first question for a capability reads its agents.
      for (let kind = 0; kind < AGENTS / MATCHES; kind += 1) {
        await askedPort(service.port, `/api/agents/discover?capability=work-${kind}`, undefined, token);
      }
      await load(service.port, make, { connections: 1, ms: WARM_MS });
      const before = cpuOfTree([service.child.pid as number]);
      const once = { connections: 1, ms: LOAD_MS, atLeast: REQUESTS };
      const { requests, p50, p99 } = await load(service.port, make, once);
      const cpuMs = (1_000 * (cpuOfTree([service.child.pid as number]) - before)) / requests;
      const figures =
        `p50 ${p50.toFixed(1)} ms, p99 ${p99.toFixed(1)} ms (bar ${BAR_MS} ms) of ${requests} requests, ` +
        `${cpuMs.toFixed(2)} ms of the service's processor time each`;
      report(`discovery, ${AGENTS} agents, ${MATCHES} matches, limit 50, ${engine}`, figures, p99 <= BAR_MS);
    } finally {
      await service.stop();
    }
  }, false);
}
