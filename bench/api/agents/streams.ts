import { join } from 'node:path';
import { askedPort } from '../../../api/test/support/api-process.ts';
import { percentile, requestBytes, StreamClient } from '../load.ts';
import { report } from '../report.ts';
import { startBenchApi } from './http.ts';
import { agentsAt } from './over-http.ts';
import { inFolder } from './service.ts';

const STREAMS = 1_000;
const EVENTS = 20;
const BAR_MS = 100;
/** Tasks that are submitted, claimed and completed in a second meanwhile. */
const TASKS_PER_SECOND = 50;
/** Pause between two events of the followed task, milliseconds. */
const PAUSE_MS = 250;

/**
 * Progress of one task to a thousand clients that follow it, while other tasks run: from before the report is sent,
 * which is before its commit, until each client has the event.
 */
export function benchStreams(): Promise<void> {
  return inFolder(async (folder) => {
    const service = await startBenchApi(join(folder, 'streams.sqlite'));
    const load = await agentsAt(service.port);
    const { port } = service;
    const ask = <T>(path: string, body: object, token: string): Promise<T> => askedPort<T>(port, path, body, token);
    const facts = { name: 'followed', capabilities: [{ type: 'followed' }] };
    const agent = await ask<{ agentId: string; apiKey: string }>('/api/agents/register', facts, load.token);
    const { taskId } = await ask<{ taskId: string }>('/api/agents/tasks/submit', { type: 'followed' }, load.token);
    const claim = { limit: 1, leaseMs: 600_000 };
    const [held] = await ask<{ token: number }[]>(`/api/agents/${agent.agentId}/tasks/claim`, claim, agent.apiKey);
    const headers = { authorization: `Bearer ${load.token}`, accept: 'text/event-stream' };
    const request = requestBytes('GET', `/api/agents/tasks/${taskId}/events`, headers);
    const streams = Array.from({ length: STREAMS }, () => new StreamClient(port, request, 'task.assigned'));
    await Promise.all(streams.map(({ first }) => first));

    let [done, failed] = [0, undefined as unknown];
    const startedMs = performance.now();
    const ended = (): void => {
      done += 1;
    };
    const timer = setInterval(() => {
      load.cycle().then(ended, (error) => {
        failed = error;
      });
    }, 1_000 / TASKS_PER_SECOND);
    const delays: number[] = [];
    for (let progress = 1; progress <= EVENTS; progress += 1) {
      await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
      const arrivals = streams.map((stream) => stream.arrival(`"progress":${progress},`));
      const at = Date.now();
      const report = { token: held?.token, progress };
      await ask(`/api/agents/tasks/${taskId}/heartbeat`, report, agent.apiKey);
      for (const arrived of await Promise.all(arrivals)) delays.push(arrived - at);
    }
    clearInterval(timer);
    const rate = done / ((performance.now() - startedMs) / 1_000);
    for (const stream of streams) stream.close();
    await load.close();
    await service.stop();
    if (failed) throw failed;
    const [p50, p99] = [0.5, 0.99].map((share) =>
      percentile(
        delays.sort((a, b) => a - b),
        share,
      ),
    ) as [number, number];
    report(
      `task event to ${STREAMS} stream clients`,
      `p50 ${p50} ms, p99 ${p99} ms of ${delays.length} from the report on (bar ${BAR_MS} ms), while ${rate.toFixed(0)} tasks/s run`,
      p99 <= BAR_MS,
    );
  });
}
