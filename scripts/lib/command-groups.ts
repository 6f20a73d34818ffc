import type { Command } from 'commander';

/** The export by which a workspace takes part in the `causeway` command. */
interface CommandModule {
  registerCommands(program: Command): void;
}

/** Subcommands of one module: their names, their lines in the list, and how to load them. */
export interface CommandGroup {
  /** The heading in the list of commands; "Commands:" when absent. */
  readonly heading?: string;
  readonly commands: Readonly<Record<string, string>>;
  /** True for commands about the whole program, which all other groups are loaded for. */
  readonly aboutAll?: true;
  load(): Promise<CommandModule>;
}

const OF_USERS = 'Commands for users of a service:';

/** Every subcommand. Only the requested group is loaded, so that help and errors appear at once. */
export const COMMAND_GROUPS: readonly CommandGroup[] = [
  {
    heading: OF_USERS,
    commands: {
      register: 'register an avatar and sign in as it',
      login: 'sign in; the password is asked for, or is a line of standard input',
      logout: 'end the session of the profile',
      whoami: 'show who is signed in, and where',
      avatar: 'find other avatars, and hide or show your own name',
    },
    load: () => import('../client-commands/avatars.ts'),
  },
  {
    heading: OF_USERS,
    commands: {
      freeze: 'freeze your account or a wallet: nothing leaves it from now on; it needs no password',
      thaw: 'end a freeze; asks for your password',
      session: 'list your sessions, and end them',
      'security-log': 'list the security events of your account, newest first',
    },
    load: () => import('../client-commands/guard.ts'),
  },
  {
    heading: OF_USERS,
    commands: { profile: 'list, add, choose and remove profiles: services and sessions' },
    load: () => import('../client-commands/profiles.ts'),
  },
  {
    heading: OF_USERS,
    commands: { open: 'open the page of the service in your browser' },
    load: () => import('../client-commands/open.ts'),
  },
  {
    heading: OF_USERS,
    commands: {
      quote: 'tell what an order would cost and deliver, and what a refund would return',
      routes: 'list what can be bridged, with limits, fees and times',
      lanes: 'list lanes with their limits now, pauses, and waiting orders',
      assets: 'list whether every asset is backed, with the figures of each remote',
      networks: 'list the networks that the service bridges',
    },
    load: () => import('../client-commands/market.ts'),
  },
  {
    heading: OF_USERS,
    commands: {
      wallet: 'create, import and list wallets, send from them, limit what leaves them, export and delete them',
    },
    load: () => import('../client-commands/wallets/index.ts'),
  },
  {
    heading: OF_USERS,
    commands: { order: 'create, follow, list and cancel orders' },
    load: () => import('../client-commands/orders.ts'),
  },
  {
    heading: OF_USERS,
    commands: { mission: 'find, play, write and copy missions' },
    load: () => import('../client-commands/missions/index.ts'),
  },
  {
    heading: OF_USERS,
    commands: { seed: 'load examples into a service: two avatars, missions and libraries' },
    load: () => import('../client-commands/seed.ts'),
  },
  {
    heading: OF_USERS,
    commands: { library: 'publish, find and resolve code libraries' },
    load: () => import('../client-commands/libraries.ts'),
  },
  {
    heading: OF_USERS,
    commands: { message: 'send, read and follow messages between avatars' },
    load: () => import('../client-commands/messages.ts'),
  },
  {
    heading: OF_USERS,
    commands: { agent: 'register, find and run agents' },
    load: () => import('../client-commands/agents/index.ts'),
  },
  {
    heading: OF_USERS,
    commands: { task: 'submit, follow and answer tasks that agents do' },
    load: () => import('../client-commands/tasks.ts'),
  },
  {
    heading: OF_USERS,
    commands: { workflow: 'write workflows of agents’ tasks, and run them' },
    load: () => import('../client-commands/workflows.ts'),
  },
  {
    heading: OF_USERS,
    commands: { collaborate: 'let agents agree, vote, or share work' },
    load: () => import('../client-commands/collaborations.ts'),
  },
  {
    heading: OF_USERS,
    commands: { broadcast: 'send an event to agents, or to everyone who follows' },
    load: () => import('../client-commands/broadcast.ts'),
  },
  {
    heading: OF_USERS,
    commands: { webhook: 'manage the URLs that are told of tasks, and see what was sent' },
    load: () => import('../client-commands/webhooks.ts'),
  },
  {
    heading: OF_USERS,
    commands: { holon: 'save, load, find, delete and restore holons' },
    load: () => import('../client-commands/holons.ts'),
  },
  {
    heading: OF_USERS,
    commands: {
      health: 'show the health of everything that the service needs',
      stats: 'show the figures of an avatar, or its activity',
      events: 'list the events that concern you, newest first, or follow them',
    },
    load: () => import('../client-commands/state.ts'),
  },
  {
    heading: OF_USERS,
    commands: { completion: 'print the completion script for bash or zsh' },
    aboutAll: true,
    load: () => import('../completion.ts'),
  },
  {
    heading: 'Commands for people with their own key:',
    commands: {
      lock: 'lock coins or tokens with your own key; their bridged token arrives on another network',
      burn: 'burn a bridged token with your own key; what was locked for it is released at its home',
      claim: 'claim with your own key what a bridge could not pay you, and credited to you',
      'close-roots': 'get the rent back of roots that your key paid and no order needs any more',
    },
    load: () => import('../own-key.ts'),
  },
  {
    commands: { swap: 'look at a swap on its chain, and end it with your own key' },
    load: () => import('../swap.ts'),
  },
  {
    commands: {
      relayer: 'run the relayer: watches the chains, asks the signers, submits what they signed',
      signer: 'run one signer: verifies proposals against its own view and signs them',
      watch: 'look for thefts from outside, raise alarms, and pause with a key that can only pause',
      status: 'show the relayer, its chains and its orders, and views that contradict their chain',
      verify: 'compare every deployment in the configuration with its chain, and name what differs',
      fees: 'compare what deliveries cost with what the delivery fees brought in, and suggest fees',
      orders: 'list orders, newest first',
      retry: 'let a failed order go on; works while the relayer runs',
      cancel: 'expire an order that is not locked, or have the destination cancel it; works while the relayer runs',
      signatures: 'list what a signer has signed, newest first',
      view: 'export where the bridges of a chain emitted events, or read them again from such a file',
      rollback: 'take back what is recorded of a chain above a block, also what was final',
      'void-anchor':
        "move a Safe's nonce by a transaction that does nothing else, once its signers' operators allow it",
    },
    load: () => import('@causeway/relayer/commands'),
  },
  {
    commands: { solver: 'run a solver: fills swaps from its own inventory, and earns the spread' },
    load: () => import('@causeway/solver/commands'),
  },
  {
    commands: {
      api: 'run the REST API',
      openapi: 'print the OpenAPI document of the REST API',
      admin: 'make an admin, rotate the keys of access tokens, or inspect avatars',
      rewrap: 'wrap every secret of the database under the current master key; the API may serve meanwhile',
    },
    load: () => import('@causeway/api/commands'),
  },
  {
    commands: {
      devnet: 'run the local chains',
      faucet: 'give coins and test tokens of a running devnet to an address',
    },
    load: () => import('@causeway/devnet/commands'),
  },
  {
    commands: { deploy: 'deploy the bridge to a network, or link deployed networks' },
    load: () => import('../deploy.ts'),
  },
  {
    heading: 'Commands for the admin and the guardian of a bridge:',
    commands: {
      pause: 'pause a bridge, one of its remotes or one direction, by the guardian’s or the admin’s key',
      unpause: 'end a pause, by the admin’s key',
      'replace-root': 'repair a forged or orphaned root by the own view of its source, or drop the last interval',
      'hand-over': 'propose another admin, who becomes it by accept-admin',
      'accept-admin': 'become the admin that was proposed',
      'set-guardian': 'make another address or badge the guardian, by the admin’s key',
      'set-limits': 'set the limits of an asset at a bridge, by the admin’s key',
      'set-fee': 'set the delivery fee towards a remote, by the guardian’s or the admin’s key',
      'collect-fees': 'pay all collected delivery fees to an address, by the admin’s key',
      'rotate-oracle': 'give the bridges of a network another oracle, by the admin’s key',
      'freeze-table': 'freeze the lookup table of a bridge, so that nobody can extend it any more',
    },
    load: () => import('../administer.ts'),
  },
  {
    commands: {
      keystore: 'write a new or an imported key as an encrypted keystore',
      identity: 'make or show the key by which a relayer and its signers know each other',
    },
    load: () => import('../keystore.ts'),
  },
  {
    commands: {
      backup: 'copy the SQLite database to a file, also while it is in use, and verify the copy',
      restore: 'put a backup in the place of the SQLite database; every process that uses it must have ended',
      prune: 'delete what orders no longer need that ended for good long ago; orders stay',
    },
    load: () => import('../maintain.ts'),
  },
];
