import { openPlatformStorage } from '../../src/index.ts';

/** Opens the database, and prints a line before and after. */
const [database = ''] = process.argv.slice(2);
console.log('opens');
const storage = await openPlatformStorage(database);
console.log('opened');
await storage.close();
