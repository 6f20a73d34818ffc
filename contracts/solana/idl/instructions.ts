import {
  argument,
  constPda,
  type Instruction,
  PROGRAM,
  reader,
  SYSTEM_PROGRAM,
  signer,
  TOKEN_PROGRAM,
  writer,
} from './vocabulary.ts';

const ORACLE_SIGNERS = 'Followed by the oracle members that sign: read-only signers, distinct, at least the threshold.';

const bridge = constPda(reader('bridge', 'The bridge, seeds ["bridge"].'), 'bridge');
const bridgeWritable = constPda(writer('bridge', 'The bridge, seeds ["bridge"].'), 'bridge');
const oracles = constPda(reader('oracles', 'The oracle set, seeds ["oracles"].'), 'oracles');
const oraclesWritable = constPda(writer('oracles', 'The oracle set, seeds ["oracles"].'), 'oracles');
const escrow = constPda(
  writer('escrow', 'What is locked, seeds ["escrow"]: lamports of this account, or a token account at it.'),
  'escrow',
);
const remote = writer('remote', 'The remote, seeds ["remote", domain u32 LE].');
const root = reader('root', 'The committed root, seeds ["root", source u32 LE, first_nonce u64 LE, count u32 LE].');
const status = writer('status', 'Statuses of 4,096 nonces, seeds ["status", source u32 LE, nonce / 4,096 u64 LE].');
const firstStatus = { ...status, name: 'first_status', docs: ['The status page of the first nonce.'] };
const lastStatus = { ...status, name: 'last_status', docs: ['The status page of the last nonce; may be the same.'] };
const claimable = writer(
  'claimable',
  'Credit of the recipient, seeds ["claimable", mint (zeros for SOL), recipient]; created when a payment fails.',
);
const mint = writer('mint', 'The remote\'s bridged token, seeds ["mint", domain u32 LE, decimals u8].');
const eventAuthority = constPda(
  reader('event_authority', 'Signs the events, seeds ["__event_authority"].'),
  '__event_authority',
);
const events = [eventAuthority, PROGRAM];
const admin = signer('admin', 'The admin.');
const payingAdmin = signer('admin', 'The admin; pays the rent.', true);
const rentTo = (account: string) => writer('rent_to', `Who paid the rent of the ${account}, and gets it back.`);
const payer = signer('payer', 'Pays the rent of accounts that are created.', true);

const amount = argument('amount', 'u64', 'Local units.');
const reference = argument(
  'reference',
  { array: ['u8', 32] },
  'Carried by the message; the bridge gives it no meaning.',
);
const refundAddress = argument('refund_address', 'pubkey', 'Who is refunded here if the order is cancelled.');
const destinationChain = argument('destination_chain', 'u32', 'Domain of the destination.');
const remoteRecipient = argument('recipient', { array: ['u8', 32] }, 'Who receives there, left-padded to 32 bytes.');
const returnChain = argument('return_chain', 'u32', 'Domain where the asset is canonical.');
const returnAddress = argument('return_address', { array: ['u8', 32] }, 'Who receives there, left-padded to 32 bytes.');
const orderId = argument('order_id', { array: ['u8', 32] }, 'The messageId.');
const recipient = argument('recipient', 'pubkey', "The recipient's wallet.");
const proof = argument('proof', 'bytes', 'The rest of the message and its inclusion, packed as on every chain.');
const interval = [
  argument('source', 'u32', 'Domain the messages come from.'),
  argument('first_nonce', 'u64', 'First nonce of the interval.'),
  argument('count', 'u32', 'Number of messages, 1 to 64.'),
  argument('root', { array: ['u8', 32] }, 'Root of the tree.'),
];
const oracleSet = [
  argument('members', { vec: 'pubkey' }, 'Distinct ed25519 keys, at most 16.'),
  argument('threshold', 'u8', 'How many must sign: more than half, at most all.'),
];
const maxFee = argument('max_fee', 'u64', 'The highest delivery fee that the payer accepts, lamports.');
const feePayer = signer('payer', 'Pays the delivery fee on top of the amount; may be the sender.', true);
const remoteDomain = argument('remote_domain', 'u32', "The remote's domain.");

const lockAccounts = [
  signer('sender', 'Whose SOL or tokens are locked.', true),
  feePayer,
  bridge,
  remote,
  escrow,
  writer('sender_token', "SPL asset: the sender's token account.", true),
  { ...TOKEN_PROGRAM, optional: true },
  SYSTEM_PROGRAM,
  ...events,
];
const burnAccounts = [
  signer('sender', 'Whose bridged tokens are burned.'),
  feePayer,
  bridge,
  remote,
  mint,
  writer('sender_token', "The sender's account of the bridged token."),
  TOKEN_PROGRAM,
  SYSTEM_PROGRAM,
  ...events,
];
const pauser = signer('authority', 'The guardian or the admin; to unpause, the admin.');
const pauseAccounts = [pauser, bridgeWritable, ...events];
const pauseRemoteAccounts = [pauser, bridge, remote, ...events];

export const INSTRUCTIONS: readonly Instruction[] = [
  {
    name: 'initialize',
    docs: ["Creates the bridge, its oracle set and its escrow. Once, by the program's upgrade authority."],
    accounts: [
      payer,
      signer('upgrade_authority', "The program's upgrade authority."),
      reader('program_data', "The program's data account of the upgradeable loader."),
      bridgeWritable,
      oraclesWritable,
      escrow,
      reader('canonical_mint', 'Mint of the canonical asset; none for SOL.', true),
      { ...TOKEN_PROGRAM, optional: true },
      SYSTEM_PROGRAM,
      ...events,
    ],
    args: [
      argument('domain', 'u32', "This chain's domain, 2^31 or above."),
      argument('admin', 'pubkey', 'The admin.'),
      argument('guardian', 'pubkey', 'The guardian.'),
      ...oracleSet,
    ],
  },
  {
    name: 'lock_tokens',
    docs: ['Locks the canonical asset towards `destination_chain`, where its bridged token is minted.'],
    accounts: lockAccounts,
    args: [destinationChain, remoteRecipient, amount, maxFee],
  },
  {
    name: 'lock_tokens_with_reference',
    docs: ["`lock_tokens` with the caller's reference and the address to refund."],
    accounts: lockAccounts,
    args: [destinationChain, remoteRecipient, amount, reference, refundAddress, maxFee],
  },
  {
    name: 'burn_tokens',
    docs: ["Burns the sender's bridged token of `return_chain`, where the canonical asset is released."],
    accounts: burnAccounts,
    args: [amount, returnChain, returnAddress, maxFee],
  },
  {
    name: 'burn_tokens_with_reference',
    docs: ["`burn_tokens` with the caller's reference and the address to refund."],
    accounts: burnAccounts,
    args: [amount, returnChain, returnAddress, reference, refundAddress, maxFee],
  },
  {
    name: 'commit_root',
    docs: [
      'Commits the root of the messages [first_nonce, first_nonce + count) from `source`, and creates the status pages they need. Never paused.',
      ORACLE_SIGNERS,
    ],
    accounts: [
      payer,
      bridge,
      oracles,
      remote,
      { ...root, writable: true },
      firstStatus,
      lastStatus,
      SYSTEM_PROGRAM,
      ...events,
    ],
    args: interval,
  },
  {
    name: 'mint_tokens',
    docs: [
      "Mints the bridged token of the proof's source for a Lock made there, or for the Cancel of a Burn made here. Once per message.",
      'A token account that cannot be paid is credited instead, see `claim`.',
      ORACLE_SIGNERS,
    ],
    accounts: [
      payer,
      bridge,
      oracles,
      remote,
      root,
      status,
      mint,
      writer('recipient_token', "The recipient's associated token account."),
      claimable,
      TOKEN_PROGRAM,
      SYSTEM_PROGRAM,
      ...events,
    ],
    args: [orderId, recipient, amount, proof],
  },
  {
    name: 'release_tokens',
    docs: [
      "Releases the canonical asset for a Burn made on the proof's source, or for the Cancel of a Lock made here. Once per message.",
      'A recipient that cannot be paid is credited instead, see `claim`.',
      ORACLE_SIGNERS,
    ],
    accounts: [
      payer,
      bridgeWritable,
      oracles,
      remote,
      root,
      status,
      escrow,
      // A wallet at a reserved address, such as a sysvar's, is read-only whatever a transaction asks.
      { ...writer('recipient', "The recipient's wallet."), demotable: true },
      writer('recipient_token', "SPL asset: the recipient's associated token account.", true),
      claimable,
      { ...TOKEN_PROGRAM, optional: true },
      SYSTEM_PROGRAM,
      ...events,
    ],
    args: [orderId, recipient, proof],
  },
  {
    name: 'cancel_order',
    docs: [
      'Cancels an inbound Lock or Burn that was not executed, and emits the Cancel message that refunds it on its source. Never paused.',
      ORACLE_SIGNERS,
    ],
    accounts: [bridge, oracles, remote, root, status, ...events],
    args: [orderId, proof],
  },
  {
    name: 'replace_root',
    docs: [
      'Repairs a committed interval after a reorganisation deeper than finality, or a forged root. Inbound or the remote paused.',
      'Creates the root anew if it was closed. The zero root drops the last interval of the lane, which is then the next one; its root must be there.',
    ],
    accounts: [
      payingAdmin,
      bridge,
      remote,
      { ...root, writable: true },
      { ...rentTo('root'), optional: true, docs: ['Drop: who paid the rent of the root, and gets it back.'] },
      firstStatus,
      lastStatus,
      SYSTEM_PROGRAM,
      ...events,
    ],
    args: [...interval, argument('changed', { vec: 'u64' }, 'Nonces whose message differs from the one committed.')],
  },
  {
    name: 'close_root',
    docs: [
      'Closes a root once every message of its interval is executed or cancelled, unless the interval is the last of its lane. Anyone.',
    ],
    accounts: [
      { ...root, writable: true },
      rentTo('root'),
      { ...remote, writable: false },
      { ...firstStatus, writable: false },
      { ...lastStatus, writable: false },
      PROGRAM,
    ],
    args: [],
  },
  {
    name: 'set_remote',
    docs: ['Registers a remote, closed, and creates its bridged token; replaceable until `open_remote`.'],
    accounts: [payingAdmin, bridge, remote, mint, TOKEN_PROGRAM, SYSTEM_PROGRAM, ...events],
    args: [
      remoteDomain,
      argument('bridge', { array: ['u8', 32] }, "The remote's bridge, left-padded to 32 bytes."),
      argument('address_length', 'u8', 'Bytes of an address there: 20 EVM, 32 Solana, 30 Radix.'),
      argument('wire_decimals', 'u8', "Wire decimals of the remote's canonical asset; the bridged token has as many."),
      argument('name', 'string', 'Name of the bridged token, 1 to 32 bytes.'),
      argument('symbol', 'string', 'Symbol of the bridged token, 1 to 10 bytes.'),
    ],
  },
  {
    name: 'open_remote',
    docs: ['Opens a registered remote for good; its bridged token has no supply.'],
    accounts: [admin, bridge, remote, { ...mint, writable: false }, ...events],
    args: [remoteDomain],
  },
  {
    name: 'set_limits',
    docs: ['Sets the limits of one side of a remote, in wire units. The first call fills the bucket.'],
    accounts: [admin, bridge, remote, ...events],
    args: [
      remoteDomain,
      argument('side', { defined: { name: 'Side' } }, 'Canonical (lock, release) or Bridged (burn, mint).'),
      argument('limits', { defined: { name: 'Limits' } }, 'The limits.'),
    ],
  },
  {
    name: 'set_fee',
    docs: ['Sets the delivery fee of locks and burns towards a remote.'],
    accounts: [signer('authority', 'The guardian or the admin.'), bridge, remote, ...events],
    args: [remoteDomain, argument('fee', 'u64', 'Lamports.')],
  },
  {
    name: 'collect_fees',
    docs: ['Pays out the delivery fees of a remote: the lamports of its account above the rent.'],
    accounts: [admin, bridge, remote, { ...writer('to', 'Who is paid: a wallet.'), demotable: true }, ...events],
    args: [remoteDomain],
  },
  {
    name: 'set_oracle',
    docs: ['Replaces the oracle set.'],
    accounts: [admin, bridge, oraclesWritable, ...events],
    args: oracleSet,
  },
  {
    name: 'set_guardian',
    docs: ['Replaces the guardian.'],
    accounts: [admin, bridgeWritable, oracles, ...events],
    args: [argument('guardian', 'pubkey', 'The guardian.')],
  },
  {
    name: 'propose_admin',
    docs: ['Proposes a new admin, or withdraws the proposal by zeros.'],
    accounts: [admin, bridgeWritable, ...events],
    args: [argument('admin', 'pubkey', 'The proposed admin.')],
  },
  {
    name: 'accept_admin',
    docs: ['Takes the admin role over. Proposed admin only.'],
    accounts: [signer('admin', 'The proposed admin.'), bridgeWritable, oracles, ...events],
    args: [],
  },
  { name: 'pause_outbound', docs: ['Pauses lock and burn.'], accounts: pauseAccounts, args: [] },
  { name: 'unpause_outbound', docs: ['Unpauses lock and burn. Admin.'], accounts: pauseAccounts, args: [] },
  { name: 'pause_inbound', docs: ['Pauses mint and release.'], accounts: pauseAccounts, args: [] },
  { name: 'unpause_inbound', docs: ['Unpauses mint and release. Admin.'], accounts: pauseAccounts, args: [] },
  {
    name: 'pause_remote',
    docs: ['Pauses lock, burn, mint and release for one remote.'],
    accounts: pauseRemoteAccounts,
    args: [remoteDomain],
  },
  {
    name: 'unpause_remote',
    docs: ['Unpauses lock, burn, mint and release for one remote. Admin.'],
    accounts: pauseRemoteAccounts,
    args: [remoteDomain],
  },
  {
    name: 'claim',
    docs: ['Pays all that failed payments credited to the creditor, and closes the credit. Never paused.'],
    accounts: [
      signer('creditor', 'Who was credited.'),
      bridgeWritable,
      claimable,
      { ...writer('to', 'Who is paid: a wallet for SOL, else a token account of the mint.'), demotable: true },
      rentTo('credit'),
      { ...escrow, optional: true, docs: ['Pays the canonical asset; none for a bridged token.'] },
      { ...mint, optional: true, docs: ['A bridged token; none for the canonical asset.'] },
      { ...TOKEN_PROGRAM, optional: true },
      ...events,
    ],
    args: [],
  },
];
