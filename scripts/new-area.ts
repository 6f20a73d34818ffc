// npm run new:area: makes a new area of the API.
import { parseArgs } from 'node:util';
import { namesOf, writeArea } from './lib/new-area.ts';

const HELP = `npm run new:area -- NAME [--item NAME]

Makes an area of the API from a template, for example of bookmarks: its table, its repository, four routes, their access, their
errors, and a test, each of which is yours to change. NAME is a plural of lower-case letters.

  --item NAME  one of what the area holds, when NAME does not just end in s`;

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { item: { type: 'string' }, help: { type: 'boolean', short: 'h' } },
});
const [name, ...more] = positionals;
if (values.help || name === undefined || more.length > 0) {
  console.log(HELP);
  process.exitCode = values.help ? 0 : 2;
} else {
  try {
    const names = namesOf(name, values.item);
    console.log((await writeArea(names)).join('\n'));
    console.log(`
Now: npm run check
     CAUSEWAY_BUNDLE=off npx mocha --spec api/test/areas/${names.area}/${names.area}.test.ts
Then give the routes what they are for. docs/first-change.md goes through a route, its rule, its test and its command.`);
  } catch (error) {
    console.error(error instanceof Error ? error.message : error);
    process.exitCode = 2;
  }
}
