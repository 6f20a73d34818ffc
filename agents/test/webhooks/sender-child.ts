import { openPlatformStorage } from '@causeway/storage';
import { PermittedAddresses, systemResolve, WebhookSender } from '../../src/index.ts';

// A process that delivers webhooks of the database at argv[2] until it is killed.
const [, , path = '', secret = ''] = process.argv;
const storage = await openPlatformStorage(path);
new WebhookSender({
  deliveries: storage.agents.deliveries,
  events: storage.events,
  secretsOf: async () => [secret],
  permitted: new PermittedAddresses({ allowedNetworks: ['127.0.0.1/32'] }),
  resolve: systemResolve,
  clock: Date.now,
  random: () => 0,
  onError: (error) => process.stderr.write(`${error}\n`),
  timeoutMs: 1_000,
}).start();
