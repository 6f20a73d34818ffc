import { Causeway, CausewayError } from '@causeway/client';
import type { Command } from 'commander';
import { EXIT, exitStatusOf } from './exit-status.ts';
import { hintFor } from './hints.ts';
import { Output } from './output.ts';
import { type ChosenProfile, chooseProfile, ProfileStore } from './profiles.ts';

/** What a command of an area works with. */
export interface ClientContext {
  /** The client of the chosen profile's service, as the avatar that is signed in there. */
  readonly client: Causeway;
  readonly profile: ChosenProfile;
  readonly store: ProfileStore;
  readonly out: Output;
  /** Id of the avatar that the command acts as. Rejects with NOT_SIGNED_IN when there is none. */
  avatarId(): Promise<string>;
  /** Lets the command end with another status than 0, such as EXIT.refused. */
  exitWith(status: number): void;
}

/** Options that every command of an area has. */
export interface ClientOptions {
  readonly profile?: string;
  readonly json?: boolean;
}

/** The work of a command: `args` are its arguments, `options` its options. */
export type Run<Options> = (
  context: ClientContext,
  args: readonly string[],
  options: Options & ClientOptions,
) => Promise<void>;

const warn = (text: string): void => {
  process.stderr.write(`causeway: ${text}\n`);
};

/**
 * Makes `command` a command that calls the service: adds `--profile` and `--json`, and runs `run`. A refusal of the service
 * is printed with its code and a hint, and sets the exit status. Returns `command`.
 */
export function clientCommand<Options extends object = object>(command: Command, run: Run<Options>): Command {
  return command
    .option('--profile <name>', 'service and avatar to use; the current profile when absent')
    .option('--json', 'print JSON, one document a line')
    .action(async (...given: unknown[]) => {
      const options = command.opts<Options & ClientOptions>();
      // An optional argument that is absent is undefined.
      const args = given
        .slice(0, -2)
        .flat()
        .filter((value): value is string => typeof value === 'string');
      try {
        await run(openContext(options), args, options);
      } catch (error) {
        if (!(error instanceof CausewayError)) throw error;
        report(error, options.json === true);
        process.exitCode = exitStatusOf(error);
      }
    });
}

/** The context of a command. CAUSEWAY_TOKEN, an access token or an API key, replaces the avatar that is signed in. */
export function openContext({ profile: named, json = false }: ClientOptions): ClientContext {
  const store = new ProfileStore(process.env, warn);
  const profile = chooseProfile(store, named, process.env);
  const token = process.env.CAUSEWAY_TOKEN;
  const credential = token
    ? { apiKey: token }
    : {
        ...(profile.tokens && { tokens: tokensOf(profile.tokens) }),
        tokenStore: store.tokens(profile.name, profile.url),
      };
  const client = new Causeway({ baseUrl: profile.url, ...credential });
  return {
    client,
    profile,
    store,
    out: new Output({ json }),
    avatarId: async () => {
      if (!token && profile.avatar && profile.tokens) return profile.avatar.id;
      if (token || profile.tokens) return (await client.avatars.me()).id;
      throw new CausewayError(401, { errorCode: 'NOT_SIGNED_IN', message: `nobody is signed in at ${profile.url}` });
    },
    exitWith: (status) => {
      process.exitCode = status;
    },
  };
}

const tokensOf = ({ accessToken, refreshToken }: NonNullable<ChosenProfile['tokens']>) => ({
  accessToken,
  ...(refreshToken !== undefined && { refreshToken }),
});

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
