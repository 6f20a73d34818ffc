import { type ChainProvider, type Deployment, type OracleSet, oracleInWords, oracleOf } from '@causeway/chains';
import type { CommandContext } from '../client/command.ts';
import { unwrap, usageError } from '../keys/key-flags.ts';
import { type AdminFlags, asHolders, type Desk, networkOf, openDesk, reopened, withOffice } from './desk.ts';
import { type AdminTask, runTasks, type State } from './task.ts';

/** Options of `causeway rotate-oracle`. */
export interface RotateFlags extends AdminFlags {
  readonly members: readonly string[];
  readonly threshold: number;
}

/** Gives the bridges of every family on --network another oracle, because the deployment file has one for all. */
export const rotateOracle = (context: CommandContext, flags: RotateFlags): Promise<void> =>
  withOffice(flags, async (office) => {
    const name = networkOf(flags);
    const families = Object.keys(office.registry.network(name)?.providers ?? { [flags.family]: undefined });
    const desks: Desk[] = [];
    for (const family of families) desks.push(await openDesk(office, name, family));
    const [first] = desks;
    if (!first) throw usageError(`${name} has no bridge`);
    const oracle = checkedOracle(first.bridge, flags);
    for (const desk of desks) await refuseRoles(desk, oracle);
    const moved = new Set<string>();
    await runTasks(
      context,
      office,
      flags,
      desks.map((desk) =>
        rotation(desk, oracle, (file, address) => {
          moved.add(desk.family);
          // The file has one oracle: it follows when the last bridge has.
          return moved.size === desks.length ? withOracle(file, desk, oracle, address) : file;
        }),
      ),
    );
  });

/** The members in the chain's own form. Throws a UsageError for an oracle that no bridge accepts. */
function checkedOracle(bridge: ChainProvider, { members: texts, threshold }: RotateFlags): OracleSet {
  const members = texts.map((text) => bridge.formatAddress(unwrap(bridge.parseAddress(text))));
  const twice = members.find((member, index) => members.indexOf(member) !== index);
  if (twice !== undefined) throw usageError(`--members: ${twice} is there twice`);
  if (threshold > members.length || 2 * threshold <= members.length) {
    throw usageError(
      `--threshold ${threshold}: more than half of ${members.length} members must sign, and no more than all`,
    );
  }
  return { members, threshold };
}

/** Throws when a member holds another role. */
async function refuseRoles(desk: Desk, { members }: OracleSet): Promise<void> {
  const { admin, proposedAdmin, guardian } = unwrap(await desk.administration.roles());
  const holders = asHolders(desk, members);
  for (const [role, holder] of Object.entries({ admin, 'proposed admin': proposedAdmin, guardian })) {
    if (holder !== null && holders.includes(holder))
      throw usageError(`--members: ${holder} is the ${role} of ${desk.network.name}`);
  }
}

const sorted = ({ members, threshold }: OracleSet): string => oracleInWords({ members: members.toSorted(), threshold });

function rotation(
  desk: Desk,
  oracle: OracleSet,
  recorded: (file: Deployment, address: string) => Deployment,
): AdminTask {
  return {
    desk,
    steps: [{ action: { name: 'setOracle', oracle }, expected: { oracle: sorted(oracle) } }],
    read: () => readOracle(desk),
    record: (file, { address = '' }) => recorded(file, address),
  };
}

/** The oracle that the bridge names, whichever the deployment file has. */
async function readOracle(desk: Desk): Promise<State> {
  const { bridge, network, family } = desk;
  const { deployment } = network;
  const known = unwrap(await bridge.oracle());
  if (known.address === oracleOf(deployment, family).address) return { address: known.address, oracle: sorted(known) };
  const other = await reopened(desk, { ...deployment, oracle: { ...deployment.oracle, address: known.address } });
  try {
    const { members, threshold, deviations } = unwrap(await other.oracle());
    const odd = deviations.length === 0 ? '' : ` (${deviations.join('; ')})`;
    return { address: known.address, oracle: `${sorted({ members, threshold })}${odd}` };
  } finally {
    await other.close();
  }
}

/** `file` with the new oracle. Only where the bridges have no oracle accounts of their own does its address change. */
function withOracle(file: Deployment, { family, network }: Desk, oracle: OracleSet, found: string): Deployment {
  const isShared = oracleOf(network.deployment, family).address === file.oracle.address;
  const address = isShared ? found : file.oracle.address;
  return { ...file, oracle: { address, members: [...oracle.members], threshold: oracle.threshold } };
}
