import { resolve } from 'node:path';
import { readSecret, type SecretSource } from '@causeway/config';
import { type AnyFailure, type Hex, isHex, type Result } from '@causeway/protocol';

/** An error that tells the operator how to fix the command. */
export function usageError(message: string): Error {
  return Object.assign(new Error(message), { name: 'UsageError' });
}

/** The value of a success. Throws a failure with its own message. */
export function unwrap<T>(result: Result<T, AnyFailure>): T {
  if (result.ok) return result.value;
  throw Object.assign(new Error(`${result.error.message} (${result.error.code})`), { name: 'Refusal' });
}

/** Flags that locate a password. */
interface PasswordFlags {
  readonly passwordFile?: string;
  readonly passwordEnv?: string;
}

/** The password's source by the flags. File paths are relative to the working directory. */
export function passwordSource({ passwordFile: file, passwordEnv: env }: PasswordFlags): SecretSource {
  if ((file === undefined) === (env === undefined)) throw usageError('give --password-file or --password-env');
  return file === undefined ? { env } : { file: resolve(file) };
}

/** The password. Throws a UsageError when it cannot be read. */
export function passwordOf(flags: PasswordFlags): string {
  const password = readSecret(passwordSource(flags), '.');
  if (password.ok) return password.value;
  throw usageError(`${password.error.message} (${password.error.code})`);
}

/**
 * The secret of 32 bytes in an environment variable. Throws a UsageError, which does not show it, for anything else.
 */
export function secretOf(variable: string): Hex {
  const secret = process.env[variable];
  if (isHex(secret, 32)) return secret;
  throw usageError(`environment variable ${variable} must hold 0x and 64 hexadecimal digits`);
}
