import type { BridgeRecord, Deployment, Roles } from '@causeway/chains';
import type { CommandContext } from '../client/command.ts';
import { unwrap, usageError } from '../keys/key-flags.ts';
import { type AdminFlags, asHolders, type Desk, keyAt, networkOf, type Office, openDesk, withOffice } from './desk.ts';
import { type AdminTask, runTasks, type State } from './task.ts';

/** Options of `causeway hand-over`. */
export interface HandOverFlags extends AdminFlags {
  readonly withdraw?: true;
}

const NOBODY = 'nobody';

const rolesOf = async ({ administration }: Desk): Promise<Roles> => unwrap(await administration.roles());

const readRoles = (desk: Desk) => async (): Promise<State> => {
  const { admin, proposedAdmin, guardian } = await rolesOf(desk);
  return { admin, 'proposed admin': proposedAdmin ?? NOBODY, guardian };
};

/** `file` with other fields of one bridge. */
const withBridge = (file: Deployment, family: string, change: Partial<BridgeRecord>): Deployment => {
  const bridge = file.bridges[family];
  return bridge ? { ...file, bridges: { ...file.bridges, [family]: { ...bridge, ...change } } } : file;
};

const atNetwork = (
  context: CommandContext,
  flags: AdminFlags,
  taskFor: (desk: Desk, office: Office) => Promise<AdminTask>,
): Promise<void> =>
  withOffice(flags, async (office) => {
    const desk = await openDesk(office, networkOf(flags), flags.family);
    await runTasks(context, office, flags, [await taskFor(desk, office)]);
  });

/** Proposes another admin, or takes the proposal back. */
export const handOver = (
  context: CommandContext,
  [text]: readonly string[],
  { withdraw, ...flags }: HandOverFlags,
): Promise<void> =>
  atNetwork(context, flags, async (desk) => {
    if ((text === undefined) === (withdraw === undefined)) throw usageError('give the new admin, or --withdraw');
    const admin = text === undefined ? null : await newAdmin(desk, text);
    return {
      desk,
      steps: [{ action: { name: 'proposeAdmin', admin }, expected: { 'proposed admin': admin ?? NOBODY } }],
      read: readRoles(desk),
    };
  });

/** `text` as a holder that may become admin. Refuses one that could never accept, or that the bridge would refuse. */
async function newAdmin(desk: Desk, text: string): Promise<string> {
  const { administration, network } = desk;
  const holder = unwrap(administration.parseHolder(text));
  const { admin, guardian } = await rolesOf(desk);
  if (holder === admin) throw usageError(`${holder} is the admin of ${network.name} already`);
  if (holder === guardian)
    throw usageError(`${holder} is the guardian of ${network.name}, who cannot be the admin too`);
  await refuseOracle(desk, holder, 'admin');
  if (unwrap(await administration.hasActed(holder))) return holder;
  throw usageError(
    `${holder} has never signed anything on ${network.name}: nobody may hold its key; let it send a transaction first`,
  );
}

/** Throws when `holder`, the new holder of `role`, is the oracle or one of its members. */
async function refuseOracle(desk: Desk, holder: string, role: 'admin' | 'guardian'): Promise<void> {
  const { address, members } = unwrap(await desk.bridge.oracle());
  if (!asHolders(desk, [address, ...members]).includes(holder)) return;
  const { name } = desk.network;
  throw usageError(`${holder} is the oracle of ${name} or one of its members, who cannot be the ${role} too`);
}

/** Accepts the proposal: the admin that `text` names, or that the key is. */
export const acceptAdmin = (context: CommandContext, [text]: readonly string[], flags: AdminFlags): Promise<void> =>
  atNetwork(context, flags, async (desk, office) => {
    const { administration, family } = desk;
    const named = text ?? (flags.plan === undefined ? undefined : flags.from);
    const admin =
      named === undefined
        ? administration.roleOf(await keyAt(office, desk, flags))
        : unwrap(administration.parseHolder(named));
    const now = await rolesOf(desk);
    if (now.admin !== admin && now.proposedAdmin !== admin) {
      const proposed = now.proposedAdmin ?? NOBODY;
      throw usageError(`${admin} is not proposed as admin of ${desk.network.name}: ${proposed} is`);
    }
    return {
      desk,
      steps: [{ action: { name: 'acceptAdmin' }, expected: { admin } }],
      read: readRoles(desk),
      record: (file) => withBridge(file, family, { admin }),
    };
  });

/** Makes another holder the guardian. */
export const setGuardian = (
  context: CommandContext,
  [text = '']: readonly string[],
  flags: AdminFlags,
): Promise<void> =>
  atNetwork(context, flags, async (desk) => {
    const guardian = unwrap(desk.administration.parseHolder(text));
    await refuseOracle(desk, guardian, 'guardian');
    return {
      desk,
      steps: [{ action: { name: 'setGuardian', guardian }, expected: { guardian } }],
      read: readRoles(desk),
      record: (file) => withBridge(file, desk.family, { guardian }),
    };
  });
