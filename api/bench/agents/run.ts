import { parseArgs } from 'node:util';
import { benchDiscovery } from './discovery.ts';
import { benchThroughput } from './throughput.ts';
import { benchWaiting } from './waiting.ts';

/**
 * npm run bench:agents: figures of the agent layer. Without an option all of its parts run one after the other. Ends with
 * status 1 when a figure misses its bar.
 */

const PARTS = { discovery: benchDiscovery, waiting: benchWaiting, throughput: benchThroughput } as const;

const options = Object.fromEntries(Object.keys(PARTS).map((part) => [part, { type: 'boolean' as const }]));
const { values } = parseArgs({ options });
const chosen = Object.entries(PARTS).filter(([part]) => Object.keys(values).length === 0 || values[part] === true);
for (const [, bench] of chosen) await bench();
