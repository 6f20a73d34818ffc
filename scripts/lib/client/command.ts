import { Causeway, CausewayError } from '@causeway/client';
import type { Command } from 'commander';
import { usageError } from '../keys/key-flags.ts';
import { Ask, Interrupted } from './ask.ts';
import { EXIT, exitStatusOf } from './exit-status.ts';
import { hintFor } from './hints.ts';
import { readKeyFile } from './key-file.ts';
import { Output } from './output.ts';
import { type ChosenProfile, chooseProfile, ProfileStore } from './profiles.ts';

/** What a command of users works with. */
export interface CommandContext {
  readonly store: ProfileStore;
  readonly out: Output;
  readonly ask: Ask;
  /** Lets the command end with another status than 0, such as EXIT.refused. */
  exitWith(status: number): void;
}

/** What a command that calls a service works with. */
export interface ClientContext extends CommandContext {
  readonly profile: ChosenProfile;
  /** The client of the profile's service, as the avatar that is signed in there. */
  readonly client: Causeway;
  /** Id of the avatar that the command acts as. Rejects with NOT_SIGNED_IN when there is none. */
  avatarId(): Promise<string>;
}

/** Options that every command that calls a service has. */
export interface ClientOptions {
  readonly profile?: string;
  /** Another service; only the commands that sign in have it. */
  readonly url?: string;
  /** Allows plain http to another machine. */
  readonly insecureHttp?: true;
  /** Environment variable with the password, for operations that ask for it again. */
  readonly passwordEnv?: string;
  /** File with an API key in place of CAUSEWAY_TOKEN; only commands that run for long have it. */
  readonly keyFile?: string;
}

/** The work of a command: `args` are its arguments, `options` its options. */
export type Run<Context, Options> = (context: Context, args: readonly string[], options: Options) => Promise<void>;

/** The option that allows plain http to another machine. */
export const INSECURE_OPTION = [
  '--insecure-http',
  'allow plain http to another machine, where others can read passwords and tokens',
] as const;

const warn = (text: string): void => {
  process.stderr.write(`causeway: ${text}\n`);
};

/**
 * Makes `command` a command that calls the service: adds `--profile` and `--json`, and runs `run`. A refusal of the
 * service is printed with its code and a hint, and sets the exit status. Returns `command`.
 */
export function clientCommand<Options extends object = object>(
  command: Command,
  run: Run<ClientContext, Options>,
): Command {
  const withProfile = command
    .option('--profile <profile>', 'service and avatar to use; the current profile when absent')
    .option(...INSECURE_OPTION)
    .option('--password-env <variable>', 'environment variable with your password, if the service asks for it again');
  return userCommand<Options & ClientOptions>(withProfile, (context, args, options) =>
    run(connect(context, options), args, options),
  );
}

/** Makes `command` a command of users that calls no service: adds `--json`, and runs `run`. Returns `command`. */
export function userCommand<Options extends object = object>(
  command: Command,
  run: Run<CommandContext, Options>,
): Command {
  return command.option('--json', 'print JSON, one document a line').action(async (...given: unknown[]) => {
    const options = command.opts<Options & { readonly json?: true }>();
    // An optional argument that is absent is undefined.
    const args = given
      .slice(0, -2)
      .flat()
      .filter((value): value is string => typeof value === 'string');
    const json = options.json === true;
    const ask = new Ask();
    const exitWith = (status: number) => {
      process.exitCode = status;
    };
    try {
      await run(
        { store: new ProfileStore(process.env, warn), out: new Output({ json }), ask, exitWith },
        args,
        options,
      );
    } catch (error) {
      if (error instanceof Interrupted) process.exitCode = EXIT.interrupted;
      else if (error instanceof CausewayError) {
        report(error, json);
        process.exitCode = exitStatusOf(error);
      } else throw error;
    } finally {
      ask.close();
    }
  });
}

/** The password for an operation that asks for it again: from a variable or from the terminal; null without either. */
async function passwordAgain({ ask }: CommandContext, { passwordEnv }: ClientOptions): Promise<string | null> {
  if (passwordEnv !== undefined) {
    const password = process.env[passwordEnv];
    if (!password) throw usageError(`--password-env: ${passwordEnv} is not set`);
    return password;
  }
  return ask.isTerminal ? ask.secret('Password: ') : null;
}

/** The context with a client. CAUSEWAY_TOKEN, an access token or an API key, replaces the avatar that is signed in. */
function connect(context: CommandContext, options: ClientOptions): ClientContext {
  const { store } = context;
  const profile = chooseProfile(store, options, process.env);
  const token = options.keyFile === undefined ? process.env.CAUSEWAY_TOKEN : readKeyFile(options.keyFile);
  const credential = token
    ? { apiKey: token }
    : { ...(profile.tokens && { tokens: profile.tokens }), tokenStore: store.tokens(profile.name, profile.url) };
  const insecureHttp = options.insecureHttp ?? profile.insecureHttp ?? false;
  const client = new Causeway({
    ...{ baseUrl: profile.url, insecureHttp, ...credential },
    onReauthenticate: () => passwordAgain(context, options),
  });
  return {
    ...context,
    client,
    profile: { ...profile, ...(insecureHttp && { insecureHttp }) },
    avatarId: async () => {
      if (!token && profile.avatar && profile.tokens) return profile.avatar.id;
      if (token || profile.tokens) return (await client.avatars.me()).id;
      throw new CausewayError(401, { errorCode: 'NOT_SIGNED_IN', message: `nobody is signed in at ${profile.url}` });
    },
  };
}

/** Prints a refusal to standard error: for people with a hint, with `--json` as one document. */
function report(error: CausewayError, json: boolean): void {
  const hint = hintFor(error);
  const { code, message, status, traceId } = error;
  if (json) {
    process.stderr.write(`${JSON.stringify({ error: { code, message, status, traceId, hint } })}\n`);
    return;
  }
  warn(`${message} (${code})`);
  if (hint !== undefined) process.stderr.write(`  ${hint}\n`);
  if (status >= 500 && traceId !== undefined) process.stderr.write(`  trace ${traceId}\n`);
}

export { EXIT };
