import { isDeepStrictEqual } from 'node:util';
import {
  type Accepted,
  acceptedDeviations,
  type Difference,
  differenceText,
  openProviders,
  refusals,
  sharedConfig,
} from '@causeway/chains';
import { loadConfig } from '@causeway/config';
import { required } from '@causeway/process';
import { type Common, print } from '@causeway/process/commands';
import { z } from 'zod';

const section = z.looseObject({ acceptDeviations: acceptedDeviations }).optional();

/** What the command needs of the configuration of any process. */
const verifyConfig = sharedConfig.extend({
  ...{ signer: section, relayer: section, api: section, solver: section, watch: section },
});

/** What a difference means and what to do, by the first words of its name that fit. */
const EXPLANATIONS: readonly (readonly [prefix: string, text: string])[] = [
  [
    'the code of',
    'other code runs than any release has: do not sign; ask who deployed, and compare the address with the file',
  ],
  ['the definition of', 'who may call what is not as released: do not sign; everybody may be able to mint'],
  ['the rule of', 'a role is held by others than the file says: do not sign; ask who set it'],
  ['the roles of', 'others than the bridge may mint, burn, freeze or recall: do not sign'],
  ['the owner of', 'somebody may change what nobody should: do not sign'],
  [
    'upgrade authority',
    'another address than the file names may replace the program: name it in the file, or give it up',
  ],
  ['mint authority', 'others than the bridge may mint: do not sign'],
  ['freeze authority', 'somebody may freeze holders of the bridged token: do not sign'],
  ['oracle', 'members or threshold are not those in the file: after a rotation, write the new ones into the file'],
  ['deviations of the oracle', 'the Safe has a module, guard, handler or singleton that it should not: do not sign'],
  [
    'admin',
    'somebody else configures the bridge than the file says: after a hand-over, write the new admin into the file',
  ],
  ['proposed admin', 'a hand-over is under way: is it yours?'],
  [
    'guardian',
    'somebody else pauses the bridge than the file says: after a change, write the new guardian into the file',
  ],
  ['paused', 'somebody paused: was it you? Only the admin ends a pause'],
  ['limits of', 'the admin set other limits than the file has: deploy with --link again, or correct the file'],
  ['fee of', 'the admin set another delivery fee than the file has: deploy with --link again, or correct the file'],
  ['the holder of admin', 'one key can change the oracle of a network of value: hand over to a multisignature'],
  ['the holder of', 'anybody can get that badge: set another one, which is not divisible'],
  [
    'the issuer’s power to',
    'the issuer of the asset could take or block what the bridge holds: accept it in the deploy section, or close the lanes',
  ],
  [
    'authority of the lookup table',
    'who holds it can stop deliveries by closing the table: freeze it, or name the holder',
  ],
  ['remote', 'the registration of a remote is not that in the file: deploy with --link again, or correct the file'],
];

/** What to do about a difference. */
const explain = ({ what }: Difference): string =>
  EXPLANATIONS.find(([prefix]) => what.startsWith(prefix))?.[1] ??
  'the file is not of this bridge: get the right one, or deploy again';

/** One line for a difference. */
const lineOf = (difference: Difference, accepted: readonly Accepted[]): string => {
  const { chain, family, severity } = difference;
  const isAccepted = severity === 'refuse' && refusals([difference], accepted).length === 0;
  return `${isAccepted ? 'ACCEPTED' : severity === 'refuse' ? 'REFUSED ' : 'SHOWN   '}  ${chain} (${family}): ${differenceText(difference)}`;
};

/**
 * `causeway verify`: compares every deployment in the configuration with its chain. The status is 1 when signers would
 * refuse, or when a chain cannot be compared.
 */
export async function showVerification({ config, json, explain: explains }: Common & { readonly explain?: boolean }) {
  const loaded = loadConfig(config, verifyConfig);
  // A file may have sections of several processes. Each accepts for itself, so what counts here is what all accept.
  const { signer, relayer, api, solver, watch } = loaded;
  const lists = [signer, relayer, api, solver, watch].flatMap((one) => (one ? [one.acceptDeviations] : []));
  const [first = [], ...others] = lists;
  const accepted = first.filter((one) => others.every((list) => list.some((other) => isDeepStrictEqual(one, other))));
  const registry = required(await openProviders(loaded, loaded.baseDir));
  try {
    const results = await Promise.all(
      registry.providers.map(async ({ name: chain, family, compare }) => ({
        chain,
        family,
        compared: await compare(),
      })),
    );
    const differences = results.flatMap(({ compared }) => (compared.ok ? compared.value.differences : []));
    const failures = results.flatMap(({ chain, family, compared }) =>
      compared.ok ? [] : [{ chain, family, code: compared.error.code, message: compared.error.message }],
    );
    const refused = refusals(differences, accepted);
    print(json, { differences, failures, refused: refused.length }, [
      ...results
        .filter(({ compared }) => compared.ok && compared.value.differences.length === 0)
        .map(({ chain, family }) => `ok        ${chain} (${family})`),
      ...differences.flatMap((one) => [lineOf(one, accepted), ...(explains ? [`          ${explain(one)}`] : [])]),
      ...failures.map(({ chain, family, code, message }) => `FAILED    ${chain} (${family}): ${code}: ${message}`),
    ]);
    if (refused.length > 0 || failures.length > 0) process.exitCode = 1;
  } finally {
    await registry.close();
  }
}
