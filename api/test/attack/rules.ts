import { tableNamesOf } from '@causeway/storage/test-support/dump';
import type { Operation } from '../../src/http/route.ts';

/**
 * Who may change what, by table and by operation. The attack compares the whole database with these tables after every
 * case, and whatever they do not allow is a finding. Who may call an operation at all is the access table's matter.
 */

/** A row of a table, by column. */
export type Row = Readonly<Record<string, unknown>>;

/** Rows of a database by table and key, in which an owner is looked for. */
export interface Lookup {
  /** The row of `table` whose `column` has the value. */
  find(table: string, column: string, value: unknown): Row | undefined;
}

const NOT_COMPARED: Readonly<Record<string, string>> = {
  rateLimits: 'counts every request, also a refused one',
  healthChecks: 'has the probes of providers',
  servicePresence: 'has the times at which the service ran',
  agentPresence: 'has the times at which agents were heard of',
  searchDocuments: 'is derived from what is found by it, which is compared',
  searchWords: 'is derived',
  searchTrigrams: 'is derived',
  agentQueues: 'names the queues in which tasks wait',
  avatarAttempts: 'counts wrong passwords under hashes of names and addresses',
  avatarTallies: 'counts mails and registrations under hashes',
  avatarKnownAddresses: 'has hashes of addresses from which people signed in',
  missionDefinitions: 'has contents under their own checksums, which say nothing of an owner',
  missionCursors: 'says how far the followers of events are',
  orderFigures: 'is derived from the events of orders',
  orderFiguresPosition: 'says how far they are counted',
};

/** Columns that the service writes by itself, so that their changes have no author. */
export const SERVICE_COLUMNS: Readonly<Record<string, readonly string[]>> = {
  agents: ['lastSeenAtMs', 'onlineSinceMs'],
  avatarApiKeys: ['lastUsedAtMs'],
  avatarMailRequests: ['attempts', 'dueAtMs', 'counted'],
  agentDeliveries: [
    ...['state', 'attempts', 'wakeAtMs', 'leaseEndsAtMs', 'untilMs', 'lastStatus', 'lastError'],
    ...['attemptedAtMs', 'endedAtMs'],
  ],
};

const idsOf = (...ids: readonly unknown[]): readonly string[] =>
  ids.filter((id): id is string => typeof id === 'string');

type OwnersOf = (row: Row, lookup: Lookup) => readonly string[];
const by =
  (...columns: readonly string[]): OwnersOf =>
  (row) =>
    idsOf(...columns.map((column) => row[column]));
/** The owners of the row of `table` that `column` names. */
const within =
  (column: string, table: string, key = 'id'): OwnersOf =>
  (row, lookup) => {
    const parent = lookup.find(table, key, row[column]);
    return parent ? ownersOf(table, parent, lookup) : [];
  };
const nobody: OwnersOf = () => [];

/** The owners of what an event is about, where the event itself names no avatar. */
const ofSubject: OwnersOf = ({ avatarId, subject }, lookup) => {
  if (avatarId !== null) return idsOf(avatarId);
  const id = String(subject).split(':').at(-1);
  for (const table of ['agents', 'agentTasks', 'agentRuns', 'orders', 'missions']) {
    const row = lookup.find(table, 'id', id);
    if (row) return ownersOf(table, row, lookup);
  }
  return [];
};

/** The avatars that a row belongs to; each of them may change it. A table that belongs to `nobody` never changes. */
const OWNERS: Readonly<Record<string, OwnersOf>> = {
  events: ofSubject,
  orders: by('avatarId'),
  idempotencyKeys: by('account'),
  sealedSecrets: nobody,
  agents: by('id', 'ownerId'),
  agentCapabilities: within('agentId', 'agents'),
  agentTasks: by('submitterId', 'principalId', 'agentId'),
  agentPushSecrets: within('taskId', 'agentTasks'),
  agentAttempts: within('taskId', 'agentTasks'),
  agentArtifacts: within('taskId', 'agentTasks'),
  agentMessages: by('senderId', 'principalId', 'agentId'),
  agentCollaborations: by('submitterId', 'principalId'),
  agentCollaborationParts: within('collaborationId', 'agentCollaborations'),
  agentEndpoints: by('avatarId'),
  agentDeliveries: by('avatarId'),
  agentWebhookSecrets: by('avatarId'),
  agentWorkflows: by('ownerId'),
  agentRuns: by('submitterId', 'principalId'),
  agentSteps: within('runId', 'agentRuns'),
  agentTrusts: by('trusterId'),
  avatars: by('id', 'ownerId'),
  avatarPasswords: by('avatarId'),
  avatarSessions: by('avatarId'),
  avatarRefreshTokens: within('sessionId', 'avatarSessions'),
  avatarApiKeys: within('avatarId', 'avatars'),
  avatarMailTokens: by('avatarId'),
  avatarMailRequests: by('avatarId'),
  avatarSigningKeys: nobody,
  avatarAudit: by('subjectId', 'actorId'),
  holons: by('avatarId'),
  holonVersions: within('holonId', 'holons'),
  holonPlaces: within('holonId', 'holons'),
  holonFields: by('avatarId'),
  holonUploads: within('holonId', 'holons'),
  holonBodies: within('id', 'holonVersions', 'bodyId'),
  walletSeeds: by('avatarId'),
  walletIndexes: by('avatarId'),
  wallets: by('avatarId'),
  walletSpends: by('avatarId'),
  spendingLimits: by('ownerId'),
  walletTransfers: by('avatarId'),
  libraries: by('createdBy'),
  libraryVersions: within('libraryId', 'libraries'),
  libraryEdges: within('libraryId', 'libraries'),
  directMessages: by('fromAvatarId', 'toAvatarId'),
  messageCopies: by('avatarId'),
  messageTotals: by('avatarId'),
  messageBlocks: by('avatarId'),
  missions: by('avatarId'),
  missionVersions: within('missionId', 'missions'),
  missionRuns: by('avatarId'),
  missionRunQuests: by('avatarId'),
  missionRewards: by('avatarId'),
  missionBalances: by('avatarId'),
  missionKeys: by('avatarId'),
  ownerUsage: by('ownerId'),
  ownerUsageChanges: by('ownerId'),
  solverOffers: by('solverId', 'accountId'),
  solverRecords: by('accountId'),
};

/** The avatars that a row belongs to. */
export function ownersOf(table: string, row: Row, lookup: Lookup): readonly string[] {
  const owners = OWNERS[table];
  if (owners === undefined) throw new Error(`add the owner of a row of ${table} to OWNERS, or the table to SERVICE`);
  return owners(row, lookup);
}

/**
 * Columns with texts that only their owners, admins, and those to whom they are given read. Each victim has a mark
 * there.
 */
export const PRIVATE_COLUMNS: Readonly<Record<string, readonly string[]>> = {
  avatars: ['email', 'firstName', 'lastName', 'metadata'],
  avatarApiKeys: ['name'],
  avatarMailTokens: ['email'],
  avatarAudit: ['userAgent'],
  agents: ['endpoints'],
  agentTasks: ['input', 'result', 'callback'],
  agentArtifacts: ['content'],
  agentMessages: ['input'],
  agentCollaborations: ['input'],
  agentEndpoints: ['url'],
  agentWorkflows: ['definition'],
  agentRuns: ['input'],
  holons: ['name'],
  holonFields: ['value'],
  holonBodies: ['body'],
  wallets: ['name', 'description'],
  directMessages: ['text'],
  missionDefinitions: ['name', 'description', 'definition'],
};

/**
 * Tables that belong to nobody and are not compared, with the reason. The effects of the bridge's tables are balances.
 */
export const SERVICE: Readonly<Record<string, string>> = {
  ...Object.fromEntries(
    tableNamesOf('bridge')
      .filter((name) => OWNERS[name] === undefined)
      .map((name) => [name, 'has what chains said, or what was sent to them']),
  ),
  ...NOT_COMPARED,
};

/** The tables that this page knows. */
export const KNOWN_TABLES: readonly string[] = [...Object.keys(OWNERS), ...Object.keys(SERVICE)];

/** What every change may write besides, for its own caller. */
const COMMON = ['events', 'avatarAudit', 'ownerUsage', 'ownerUsageChanges', 'avatarMailRequests'];

const TASK_TABLES = [
  ...['agentTasks', 'agentAttempts', 'agentArtifacts', 'agentPushSecrets', 'agentDeliveries', 'agentEndpoints'],
  ...[
    'agentWebhookSecrets',
    'agentRuns',
    'agentSteps',
    'agentCollaborations',
    'agentCollaborationParts',
    'agentMessages',
  ],
  ...['agentWorkflows', 'agents', 'agentCapabilities', 'agentTrusts'],
];

/** The tables whose rows a caller changes in its own name by the operations of an area. */
const OWN: Readonly<Record<string, readonly string[]>> = {
  Orders: ['orders', 'walletSpends'],
  Offers: ['solverOffers'],
  Agents: TASK_TABLES,
  A2A: TASK_TABLES,
  Avatars: [
    ...['avatars', 'avatarPasswords', 'avatarSessions', 'avatarRefreshTokens', 'avatarApiKeys', 'avatarMailTokens'],
    'avatarMailRequests',
  ],
  Holons: ['holons', 'holonVersions', 'holonPlaces', 'holonFields', 'holonUploads', 'holonBodies'],
  Wallets: ['wallets', 'walletSeeds', 'walletIndexes', 'walletSpends', 'walletTransfers', 'spendingLimits'],
  Libraries: ['libraries', 'libraryVersions', 'libraryEdges'],
  Messages: ['directMessages', 'messageCopies', 'messageTotals', 'messageBlocks'],
  Missions: [
    ...['missions', 'missionVersions', 'missionRuns', 'missionRunQuests', 'missionRewards', 'missionBalances'],
    'missionKeys',
  ],
};

/** Further tables of the caller's own rows, by operation. */
const OWN_BESIDES: Readonly<Record<string, readonly string[]>> = {
  registerAgent: ['avatars', 'avatarApiKeys'],
  updateAgent: ['avatars'],
  deregisterAgent: ['avatars', 'avatarApiKeys', 'avatarSessions', 'spendingLimits'],
  freezeAvatar: ['orders', 'walletSpends', 'walletTransfers'],
  freezeWallet: ['orders', 'walletSpends', 'walletTransfers'],
  revokeApiKey: ['spendingLimits'],
  // It takes the password, which the session has recently given then.
  exportWallet: ['avatarSessions'],
  renewApiKey: ['spendingLimits'],
};

/** The secret of the caller's own that an operation shows to whoever gives the password, by operation. */
export const SHOWS_OWN: Readonly<Record<string, string>> = { exportWallet: 'recovery phrase' };

/** The tables whose rows of its caller the operation changes; none for a read. */
export function ownTables({ declaration: { operationId, method }, tag }: Operation): readonly string[] {
  if (method === 'GET') return [];
  return [...COMMON, ...(OWN[tag] ?? []), ...(OWN_BESIDES[operationId] ?? [])];
}

/** A changed row; null where it was not there before, or is not there any more. */
export interface Change {
  readonly table: string;
  readonly before: Row | null;
  readonly after: Row | null;
  /** The columns that differ, of a row that is there before and after. */
  readonly columns: readonly string[];
}

/** What a rule knows of a case. */
export interface Circumstances extends Lookup {
  /** The caller with its agents; empty for a stranger. */
  readonly circle: ReadonlySet<string>;
  /** The avatar with which the caller is limited together. */
  readonly accountId: string | undefined;
  readonly path: Readonly<Record<string, string>>;
}

type Allows = (change: Change, circumstances: Circumstances) => boolean;

const always: Allows = () => true;
const inserted: Allows = ({ before, after }) => before === null && after !== null;
const only =
  (...columns: readonly string[]): Allows =>
  ({ before, after, columns: changed }) =>
    before !== null && after !== null && changed.every((column) => columns.includes(column));
const either =
  (...rules: readonly Allows[]): Allows =>
  (change, circumstances) =>
    rules.some((rule) => rule(change, circumstances));

/** What a holder writes of the task that somebody else submitted, and of what waits for the task. */
const HELD: Readonly<Record<string, Allows>> = {
  agentAttempts: always,
  agentArtifacts: always,
  agentRuns: only(
    'state',
    'failedStepId',
    'failureCode',
    'failureMessage',
    'wakeAtMs',
    'endedAtMs',
    'updatedAtMs',
    'version',
  ),
  agentSteps: always,
  agentTasks: always,
  agentCollaborations: always,
  agentCollaborationParts: always,
  agentPushSecrets: ({ after }) => after === null,
  agentDeliveries: inserted,
  events: inserted,
  ownerUsage: always,
  ownerUsageChanges: always,
};

/** Work that any agent may take shows so. */
const forAnybody: Allows = ({ before }) => before?.takers === 'any';
const TAKEN: Readonly<Record<string, Allows>> = {
  agentTasks: forAnybody,
  agentMessages: forAnybody,
  agentAttempts: always,
  agentDeliveries: inserted,
  events: inserted,
};

/** The counters of an agent whose task another ends. */
const agentCounters = only('active', 'completed', 'failed', 'responseMs', 'costMicros', 'updatedAtMs', 'version');

/** Work is offered to the agents that may take it, which get an event. */
const OFFERED: Readonly<Record<string, Allows>> = {
  events: inserted,
  agentDeliveries: inserted,
  agents: agentCounters,
};

/** What an operation changes of other people, because its purpose is to. */
const OF_OTHERS: Readonly<Record<string, Readonly<Record<string, Allows>>>> = {
  registerAvatar: { avatarMailRequests: inserted },
  sendMessage: {
    messageCopies: inserted,
    messageTotals: either(inserted, only('received', 'unread')),
    events: inserted,
  },
  markMessagesRead: { events: inserted },
  forgotPassword: { avatarMailRequests: always, avatarMailTokens: always },
  submitTask: OFFERED,
  replayTask: OFFERED,
  executeWorkflow: OFFERED,
  collaborate: OFFERED,
  sendByCapability: OFFERED,
  callA2a: OFFERED,
  callA2aOfAgent: OFFERED,
  // An agent that states its capabilities, or its webhook, is offered what waits for it.
  registerAgent: OFFERED,
  updateAgent: OFFERED,
  agentHeartbeat: OFFERED,
  claimTasks: TAKEN,
  claimAgentMessages: TAKEN,
  acknowledgeAgentMessage: { agentMessages: always, ...HELD },
  taskHeartbeat: HELD,
  completeTask: HELD,
  failTask: HELD,
  rejectTask: HELD,
  requestTaskInput: HELD,
  releaseTask: HELD,
  putTaskArtifact: HELD,
  cancelTask: { agents: agentCounters, events: inserted },
  cancelWorkflowRun: { agents: agentCounters, events: inserted },
  cancelCollaboration: { agents: agentCounters, events: inserted },
  broadcastAgentEvent: { events: inserted, agentDeliveries: inserted },
};

/** Operations by which a holder reports: they change others' rows only when the caller holds the task of the path. */
const REPORTS = Object.keys(OF_OTHERS).filter((operationId) => OF_OTHERS[operationId] === HELD);

/** What every change of somebody's content writes for its owner. */
const LOGGED: Readonly<Record<string, Allows>> = {
  ...{ events: inserted, ownerUsage: always, ownerUsageChanges: always },
};
const MODERATED_LIBRARY = { libraries: always, libraryVersions: always, libraryEdges: always, ...LOGGED };
const MODERATED_MISSION = { missions: always, missionVersions: always, ...LOGGED };
const MODERATED_HOLON = {
  ...{ holons: always, holonVersions: always, holonPlaces: always, holonFields: always, holonUploads: always },
  ...{ holonBodies: always, ...LOGGED },
};

/** The mail that tells its owner of a change. */
const NOTICED: Readonly<Record<string, Allows>> = { avatarMailRequests: inserted };

/** What an admin changes of other people. Everything else of them is not an admin's. */
const OF_ADMINS: Readonly<Record<string, Readonly<Record<string, Allows>>>> = {
  assignRole: {
    ...NOTICED,
    avatars: only('avatarType', 'isAdmin', 'version', 'updatedAtMs'),
    avatarSessions: only('revokedAtMs', 'revokedBecause'),
    avatarMailTokens: ({ after }) => after === null,
  },
  freezeAvatar: {
    ...NOTICED,
    avatars: only('frozenAtMs', 'frozenBy', 'frozenReason', 'version', 'updatedAtMs'),
    orders: only('state', 'failureCode', 'failureMessage', 'updatedAtMs', 'completedAtMs', 'final', 'version'),
    walletTransfers: only('state', 'failureCode', 'failureMessage', 'updatedAtMs', 'version'),
    walletSpends: ({ after }) => after === null,
    events: inserted,
  },
  thawAvatar: { ...NOTICED, avatars: only('frozenAtMs', 'frozenBy', 'frozenReason', 'version', 'updatedAtMs') },
  freezeWallet: {
    ...NOTICED,
    wallets: only('frozenAtMs', 'frozenBy', 'frozenReason', 'version', 'updatedAtMs'),
    orders: only('state', 'failureCode', 'failureMessage', 'updatedAtMs', 'completedAtMs', 'final', 'version'),
    walletTransfers: only('state', 'failureCode', 'failureMessage', 'updatedAtMs', 'version'),
    walletSpends: ({ after }) => after === null,
    events: inserted,
  },
  thawWallet: { ...NOTICED, wallets: only('frozenAtMs', 'frozenBy', 'frozenReason', 'version', 'updatedAtMs') },
  endSessions: {
    ...NOTICED,
    avatarSessions: only('revokedAtMs', 'revokedBecause'),
    avatarMailTokens: ({ after }) => after === null,
  },
  setAvatarLimit: { ...NOTICED, spendingLimits: ({ before, after }) => (after ?? before)?.subject === 'avatar' },
  updateLibrary: MODERATED_LIBRARY,
  deleteLibrary: MODERATED_LIBRARY,
  addLibraryDependency: MODERATED_LIBRARY,
  addDependencyToLibrary: MODERATED_LIBRARY,
  removeLibraryDependency: MODERATED_LIBRARY,
  importLibrary: MODERATED_LIBRARY,
  importLibraries: MODERATED_LIBRARY,
  updateMission: MODERATED_MISSION,
  deleteMission: MODERATED_MISSION,
  publishMission: MODERATED_MISSION,
  republishMission: MODERATED_MISSION,
  unpublishMission: MODERATED_MISSION,
  uninstallMission: MODERATED_MISSION,
  saveHolon: MODERATED_HOLON,
  deleteHolon: MODERATED_HOLON,
  restoreHolon: MODERATED_HOLON,
  deleteMessage: {
    directMessages: ({ after }) => after === null,
    messageCopies: always,
    messageTotals: always,
    ...LOGGED,
  },
};

/** True when `operationId` changes such a row of other people. */
export function mayChangeOthers(
  operationId: string,
  isAdmin: boolean,
  change: Change,
  circumstances: Circumstances,
): boolean {
  if (isAdmin && OF_ADMINS[operationId]?.[change.table]?.(change, circumstances)) return true;
  const rule = OF_OTHERS[operationId]?.[change.table];
  if (rule === undefined) return false;
  if (REPORTS.includes(operationId)) {
    const task = circumstances.find('agentTasks', 'id', circumstances.path.taskId);
    if (task === undefined || !circumstances.circle.has(String(task.agentId))) return false;
  }
  return rule(change, circumstances);
}

/** Columns that never change once the row is there, or that the named operations alone change. */
const FIXED: Readonly<Record<string, Readonly<Record<string, readonly string[]>>>> = {
  avatars: {
    id: [],
    username: [],
    usernameKey: [],
    usernameSkeleton: [],
    email: [],
    verifiedEmailKey: ['verifyEmail', 'disownMail', 'resetPassword'],
    avatarType: ['assignRole'],
    isAdmin: ['assignRole'],
    ownerId: [],
    createdAtMs: [],
    deregisteredAtMs: ['deregisterAgent'],
    frozenAtMs: ['freezeAvatar', 'thawAvatar'],
    frozenBy: ['freezeAvatar', 'thawAvatar'],
    frozenReason: ['freezeAvatar', 'thawAvatar'],
  },
  avatarPasswords: { avatarId: [], hash: ['changePassword', 'resetPassword', 'authenticateAvatar'] },
  avatarSessions: {
    avatarId: [],
    authenticatedAtMs: ['reauthenticate', 'changePassword', 'exportWallet'],
    createdAtMs: [],
  },
  avatarRefreshTokens: { hash: [], sessionId: [], salt: [] },
  avatarApiKeys: { id: [], avatarId: [], hash: [], prefix: [], scopes: [], createdBy: [], createdAtMs: [] },
  avatarAudit: { actorId: [], subjectId: [], action: [], outcome: [], atMs: [], facts: [], credential: [] },
  wallets: {
    avatarId: [],
    providerType: [],
    address: [],
    publicKey: [],
    seedIndex: [],
    verified: ['verifyWallet'],
    frozenAtMs: ['freezeWallet', 'thawWallet'],
    frozenBy: ['freezeWallet', 'thawWallet'],
    frozenReason: ['freezeWallet', 'thawWallet'],
  },
  walletSeeds: { avatarId: [], sealed: [] },
  walletSpends: { avatarId: [], walletId: [], spender: [], spenderId: [], asset: [] },
  walletTransfers: { walletId: [], avatarId: [], from: [], to: [], amount: [], token: [] },
  spendingLimits: { subject: [], subjectId: [], ownerId: [] },
  orders: { avatarId: [], recipient: [], sender: [], wireAmount: [], refundAddress: [], custody: [] },
  agents: { ownerId: [] },
  agentTasks: { submitterId: [], principalId: [], takers: [], input: [], callback: [] },
  agentRuns: { submitterId: [], principalId: [], takers: [], input: [] },
  agentMessages: { senderId: [], principalId: [], takers: [], input: [] },
  agentCollaborations: { submitterId: [], principalId: [], takers: [], input: [] },
  agentEndpoints: { avatarId: [], url: [] },
  agentDeliveries: { avatarId: [], payload: [] },
  holons: { avatarId: [] },
  holonVersions: { bodyId: [], checksum: [], savedBy: [] },
  holonBodies: { body: [] },
  libraries: { createdBy: [] },
  libraryVersions: { name: [], description: [], dependencies: [] },
  directMessages: { fromAvatarId: [], toAvatarId: [], text: [], metadata: [] },
  missions: { avatarId: [], originId: [], originAvatarId: [] },
  missionVersions: { checksum: [], envelope: [] },
  missionRewards: { avatarId: [], karma: [], xp: [] },
  missionKeys: { publicKey: [], sealed: [] },
};

/** The columns of a change that the operation must not change. */
export const fixedIn = ({ table, columns }: Change, operationId: string): readonly string[] =>
  columns.filter((column) => FIXED[table]?.[column]?.includes(operationId) === false);

/** What a new row must be, whoever adds it and by whatever operation. */
export const NEW_ROWS: Readonly<Record<string, (row: Row, circumstances: Circumstances) => boolean>> = {
  avatars: ({ isAdmin, verifiedEmailKey, ownerId }, { circle, accountId }) =>
    isAdmin === false &&
    verifiedEmailKey === null &&
    (ownerId === null || ownerId === accountId || circle.has(String(ownerId))),
  avatarAudit: ({ actorId, subjectId }, { circle, find }) =>
    actorId === null || circle.has(String(actorId)) || find('avatars', 'id', subjectId) !== undefined,
  idempotencyKeys: ({ account }, { accountId }) =>
    account === null || accountId === undefined || String(account).includes(accountId),
  orders: ({ avatarId }, { circle }) => circle.has(String(avatarId)),
  directMessages: ({ fromAvatarId }, { circle }) => circle.has(String(fromAvatarId)),
  libraries: ({ createdBy }, { circle }) => circle.has(String(createdBy)),
  agentWorkflows: ({ ownerId }, { circle }) => circle.has(String(ownerId)),
};

/** Operations that make avatars, whose rows are new with them. */
export const MAKES_AVATARS = ['registerAvatar', 'registerAgent'];

/** Operations that answer one whole thing, which may be larger than a page of a list, with the reason. */
export const LARGE_ANSWERS: Readonly<Record<string, string>> = {
  exportLibrary: 'a library with everything that it needs is one package',
  getMission: 'one item stays whole',
  getMissionVersion: 'one item stays whole',
  downloadMission: 'a package is one item',
};
