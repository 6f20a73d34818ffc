import { kindName } from '@causeway/chains';
import { keystoreSource } from '@causeway/config';
import { signingKeySource } from '@causeway/keys';
import { z } from 'zod';

/** Where a process listens, on `port` when the configuration says nothing. */
export const httpSection = (port: number) =>
  z
    .strictObject({
      /** Loopback by default, because metrics and signing are not for the internet. */
      host: z.string().min(1).default('127.0.0.1'),
      /** 0 chooses a free port. */
      port: z.int().min(0).max(65_535).default(port),
    })
    .prefault({});

/** One keystore per kind of chain. */
export const keysByKind = z.partialRecord(kindName, keystoreSource);

/** A signing key of a key service, by its name there. */
const heldKey = z.strictObject({ service: signingKeySource, name: z.string().min(1) });

/** One key per kind of chain: a keystore, or a key that never leaves its service. */
export const signingKeysByKind = z.partialRecord(
  kindName,
  z.union([keystoreSource, heldKey], { error: 'give { keystore, password }, or { service, name } of a key service' }),
);
export type KeysByKind = z.infer<typeof signingKeysByKind>;

export const logLevel = z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']).default('info');
