import { serveChildApi } from './child-api.ts';

/** The API in a process of its own, over the database that its argument names, until its parent ends. */

const [databasePath = ''] = process.argv.slice(2);
await serveChildApi(databasePath);
