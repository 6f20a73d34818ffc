import { type Load, runLoad } from './load.ts';

/** A load in a process of its own, until SIGTERM. Prints each answer and failure in a line of JSON. */
const [load = '{}'] = process.argv.slice(2);
let isOver = false;
process.on('SIGTERM', () => {
  isOver = true;
});
await runLoad(
  JSON.parse(load) as Load,
  (line) => console.log(JSON.stringify(line)),
  () => isOver,
);
process.exit();
