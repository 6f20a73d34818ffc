import { systemClock } from '@causeway/runtime';
import { openPlatformStorage } from '@causeway/storage';
import { agentStorage, PermittedAddresses, systemResolve, WebhookSender } from '../../src/index.ts';

// A process that delivers webhooks of the database at argv[2], signed with argv[3], until it is killed. A receiver may
// take argv[4] milliseconds.
const [, , path = '', secret = '', timeoutMs = '1000'] = process.argv;
const storage = await openPlatformStorage(path);
new WebhookSender({
  deliveries: agentStorage(storage.agents).deliveries,
  events: storage.events,
  secretsOf: async () => [secret],
  permitted: new PermittedAddresses({ allowedNetworks: ['127.0.0.1/32'] }),
  resolve: systemResolve,
  clock: systemClock,
  random: () => 0,
  onError: (error) => process.stderr.write(`${error}\n`),
  timeoutMs: Number(timeoutMs),
}).start();
process.stdout.write('started\n');
