import { serveChildApi } from '@causeway/api/test-support/child-api';

/** The API with the page in a process of its own, over a database, on a port and with the folder that its arguments name. */

const [databasePath = '', port = '0', webFolder = ''] = process.argv.slice(2);
await serveChildApi(databasePath, { port: Number(port), api: { web: true, logLevel: 'silent' }, webFolder });
