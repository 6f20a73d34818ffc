import { createLog } from '../../src/log.ts';
import { serveChildApi } from './child-api.ts';

/** The API in a process of its own, whose parent gets the errors of its log. */

const [databasePath = ''] = process.argv.slice(2);
const write = (line: string): void => void process.send?.({ line: JSON.parse(line) });
await serveChildApi(databasePath, { logger: createLog('error', { write }) });
