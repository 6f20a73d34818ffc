import { serveChildApi } from '@causeway/api/test-support/child-api';

/** The API with the page in a process of its own. Its arguments are the database, the port and the page's folder. */

const [databasePath = '', port = '0', webFolder = ''] = process.argv.slice(2);
await serveChildApi(databasePath, { port: Number(port), api: { web: true, logLevel: 'silent' }, webFolder });
