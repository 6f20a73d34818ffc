// The settler's interface, the one source of idl/causeway_settler.json and settler/src/settler_interface.rs.
import {
  type Account,
  argument,
  bytes32,
  constPda,
  type Field,
  type Instruction,
  PROGRAM,
  reader,
  SYSTEM_PROGRAM,
  signer,
  TOKEN_PROGRAM,
  type TypeDefinition,
  writer,
} from '../vocabulary.ts';

const settler = reader('settler', 'The settler of the bridge, seeds ["settler", the bridge\'s program].');
const bridge = reader('bridge', 'The state of the settler’s bridge.');
const slot = writer('slot', 'What became of the swap, seeds ["slot", settler, id].');
const vault = writer('vault', 'Where the order goes, seeds ["vault", settler, id].');
const vaultToken = writer('vault_token', "A token: the vault's associated token account.", true);
const payer = signer('payer', 'Pays the rent of the slot, and gets it back from close_slot.', true);
const solver = signer('solver', 'Who fills.', true);
const solverToken = writer('solver_token', "assetOut is a token: the solver's account of it.", true);
/** Who is paid may be a wallet at a reserved address, which is read-only whatever a transaction asks. */
const payee = (name: string, doc: string): Account => ({ ...writer(name, doc), demotable: true });
const recipient = payee('recipient', "The recipient's wallet for SOL, else its associated token account.");
const filler = payee('to', "The filler's wallet for SOL, else its associated token account.");
const tokenProgram: Account = { ...TOKEN_PROGRAM, optional: true };
const events = [
  constPda(reader('event_authority', 'Signs the events, seeds ["__event_authority"].'), '__event_authority'),
  PROGRAM,
];
const bridgeEventAuthority = reader('bridge_event_authority', "Signs the bridge's events.");
const bridgeProgram = reader('bridge_program', "The bridge's program.");
const optional = (account: Account, doc = account.docs[0] as string): Account => ({
  ...account,
  docs: [doc],
  optional: true,
});

const terms = argument('terms', 'bytes', 'The terms, 314 bytes.');
const maxOut = argument('max_out', 'u64', 'Most local units of assetOut that the solver pays.');
const asset = argument('asset', 'pubkey', 'assetIn, or another asset that came to the vault; zeros are SOL.');

const filling = [payer, solver, settler, bridge, slot, recipient, solverToken];
const settling = [settler, bridge, slot, vault, vaultToken, filler, tokenProgram, SYSTEM_PROGRAM, ...events];

export const SETTLER_INSTRUCTIONS: readonly Instruction[] = [
  {
    name: 'fill',
    docs: [
      'Fills a swap before its deadline: the solver pays the recipient in assetOut, before or after the delivery, and `settle` pays the solver.',
    ],
    accounts: [...filling, tokenProgram, SYSTEM_PROGRAM, ...events],
    args: [terms, maxOut],
  },
  {
    name: 'settle',
    docs: [
      'Pays exactly amountIn to the filler, once the bridge has delivered; SOL left below rent exemption goes with it. Anyone.',
    ],
    accounts: settling,
    args: [terms],
  },
  {
    name: 'settle_less',
    docs: ['Pays to the filler what has arrived, less than amountIn. Final: what comes later is the recipient’s.'],
    accounts: [signer('filler', 'Who filled.'), ...settling],
    args: [terms, argument('least', 'u64', 'Fewest local units of assetIn that the filler accepts, not zero.')],
  },
  {
    name: 'fill_and_settle',
    docs: ['`fill` and `settle` at once: neither side has a risk.'],
    accounts: [...filling, vault, vaultToken, filler, tokenProgram, SYSTEM_PROGRAM, ...events],
    args: [terms, maxOut],
  },
  {
    name: 'give_back',
    docs: [
      'Returns the input of a swap that nobody filled, from the deadline on: finishFee to the caller, and the rest to the recipient, or home by a lock or burn at the bridge. Anyone.',
      '24 hours after the deadline the token goes to the recipient in any case, whatever amount has arrived.',
    ],
    accounts: [
      payer,
      signer('caller', 'Pays the delivery fee of a return home; may be the payer.', true),
      settler,
      bridge,
      slot,
      vault,
      vaultToken,
      payee('recipient', "The recipient's wallet for SOL, else its associated token account."),
      payee('fee_to', 'Who gets finishFee: a wallet for SOL, else a token account of assetIn.'),
      tokenProgram,
      SYSTEM_PROGRAM,
      writer('remote', "Home: the bridge's remote.", true),
      writer('source', "Home: the bridge's escrow, or the mint of a bridged token.", true),
      optional(bridgeEventAuthority, "Home: signs the bridge's events."),
      optional(bridgeProgram, "Home: the bridge's program."),
      ...events,
    ],
    args: [terms, argument('max_fee', 'u64', 'The highest delivery fee that the caller accepts, lamports.')],
  },
  {
    name: 'withdraw',
    docs: [
      'Pays all of an asset in the vault to an account of the recipient’s choice, at any time unless the swap is filled and not settled. A swap that nobody filled ends by it.',
    ],
    accounts: [
      signer('recipient', 'The recipient.'),
      payer,
      settler,
      bridge,
      slot,
      vault,
      vaultToken,
      payee('to', 'Who is paid: a wallet for SOL, else a token account of the asset.'),
      tokenProgram,
      SYSTEM_PROGRAM,
      ...events,
    ],
    args: [terms, asset],
  },
  {
    name: 'sweep',
    docs: ['Pays to the recipient what is in the vault of a swap that is settled or returned. Anyone.'],
    accounts: [
      settler,
      bridge,
      { ...slot, writable: false },
      vault,
      vaultToken,
      payee('to', "The recipient's wallet for SOL, else its associated token account."),
      tokenProgram,
      SYSTEM_PROGRAM,
      ...events,
    ],
    args: [terms, asset],
  },
  {
    name: 'collect',
    docs: ['Claims into the vault what the bridge credited to it because a payment failed. Anyone.'],
    accounts: [
      settler,
      { ...bridge, writable: true },
      vault,
      vaultToken,
      writer('claimable', "The vault's credit at the bridge."),
      writer('rent_to', 'Who paid the rent of the credit, and gets it back.'),
      writer('escrow', "The bridge's escrow; none for a bridged token.", true),
      writer('mint', 'A bridged token; none for the canonical asset.', true),
      tokenProgram,
      bridgeEventAuthority,
      bridgeProgram,
      ...events,
    ],
    args: [terms],
  },
  {
    name: 'close_slot',
    docs: [
      'Closes the slot of a swap that is settled or returned, after the deadline. The id cannot be filled any more; what comes later is given back or withdrawn. Anyone.',
    ],
    accounts: [slot, writer('rent_to', 'Who paid the rent of the slot, and gets it back.'), PROGRAM],
    args: [terms],
  },
];

export const SETTLER_ACCOUNTS: readonly TypeDefinition[] = [
  {
    name: 'Slot',
    docs: ['What became of a swap.'],
    fields: [
      { name: 'settler', type: 'pubkey' },
      { name: 'id', type: bytes32, docs: ['keccak256 of the terms.'] },
      { name: 'stage', type: { defined: { name: 'Stage' } } },
      { name: 'solver', type: 'pubkey', docs: ['Who filled; zeros: nobody.'] },
      { name: 'payer', type: 'pubkey', docs: ['Who paid the rent, and gets it back.'] },
    ],
  },
];

export const SETTLER_TYPES: readonly TypeDefinition[] = [
  { name: 'Stage', docs: ['What became of a swap.'], variants: ['None', 'Filled', 'Settled', 'Returned'] },
];

/** The program serves several settlers, and terms of one may be given to another: every event names its settler. */
const ofSwap: readonly Field[] = [
  { name: 'settler', type: 'pubkey' },
  { name: 'id', type: bytes32 },
];

export const SETTLER_EVENTS: readonly TypeDefinition[] = [
  {
    name: 'Filled',
    docs: ['`solver` paid `out` local units of assetOut to the recipient.'],
    fields: [...ofSwap, { name: 'solver', type: 'pubkey' }, { name: 'out', type: 'u64' }],
  },
  {
    name: 'Settled',
    docs: ['The vault paid `amount` local units of assetIn to the filler.'],
    fields: [...ofSwap, { name: 'to', type: 'pubkey' }, { name: 'amount', type: 'u64' }],
  },
  {
    name: 'Returned',
    docs: [
      'The swap ended without a fill. `amount` local units of assetIn went to the recipient or an account of its choice, or towards `home`, a domain; zero is here.',
    ],
    fields: [...ofSwap, { name: 'amount', type: 'u64' }, { name: 'home', type: 'u32' }],
  },
  {
    name: 'Swept',
    docs: [
      'The vault paid `amount` local units of `asset` (zeros: SOL) to the account `to`, that are no part of a fill or a return.',
    ],
    fields: [
      ...ofSwap,
      { name: 'asset', type: 'pubkey' },
      { name: 'to', type: 'pubkey' },
      { name: 'amount', type: 'u64' },
    ],
  },
];
