import { once } from 'node:events';
import { measure } from './contender.ts';
import { CONTENDERS, type ContenderName } from './contenders.ts';

/**
 * One contender in a process of its own. It prepares, waits for a message, works for so many milliseconds, and reports,
 * with the processor time of the servers that the remaining arguments name.
 */

const [name = 'causeway', target = '', ms = '5000', ...servers] = process.argv.slice(2);
const contender = await CONTENDERS[name as ContenderName](target);
process.send?.('ready');
await once(process, 'message');
process.send?.(await measure(contender, Number(ms), servers.map(Number)));
await contender.close();
process.exit();
