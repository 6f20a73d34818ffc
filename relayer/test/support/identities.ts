import { type Identity, openIdentity } from '@causeway/keys';

/** The identity whose key is 32 times `byte`. */
export async function identityOf(byte: number): Promise<Identity> {
  const key = Buffer.alloc(32, byte).toString('base64');
  const opened = await openIdentity({ env: 'KEY' }, '.', { environment: { KEY: `sign identity ed25519 ${key}` } });
  if (opened.ok) return opened.value;
  throw new Error(opened.error.message);
}

export const RELAYER = await identityOf(1);
export const SIGNER = await identityOf(2);
export const STRANGER = await identityOf(3);
export const OTHER_RELAYER = await identityOf(4);
