import { once } from 'node:events';
import { testApi } from '../support/api.ts';

// Serves a database until its input ends; prints its URL. OpenTelemetry's settings are in its environment.
const [databasePath = '', person = ''] = process.argv.slice(2);
const env = Object.fromEntries(Object.entries(process.env).filter(([name]) => name.startsWith('OTEL_')));
const api = await testApi({ databasePath, people: [{ name: person }], env: env as Record<string, string> });
process.stdout.write(`${await api.app.listen({ host: '127.0.0.1', port: 0 })}\n`);
await once(process.stdin.resume(), 'end');
await api.close();
process.exit();
