/** The version of a master key that no test has. */
export const LOST_KEY = 'local:1:gone';

/** A sealed text as if that master key had sealed it. */
export function underLostKey(sealed: string): string {
  const [form, , ...rest] = sealed.split('.');
  return [form, Buffer.from(LOST_KEY).toString('base64url'), ...rest].join('.');
}
