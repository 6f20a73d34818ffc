import assert from 'node:assert/strict';
import { KIND, type Message, messageIdOf } from '@causeway/protocol';
import { AccountRole, type Address } from '@solana/kit';
import type { Committed } from '../../conformance/src/messages.ts';
import { addressOf, tokenAccountOf, wordOf } from './support/addresses.ts';
import { useBridge } from './support/bridge.ts';
import { type Call, instructionOf, withAccounts } from './support/call.ts';
import { type Account, SYSTEM_PROGRAM } from './support/chain.ts';
import type { Fields } from './support/idl.ts';
import { keyOf } from './support/keys.ts';
import { MEMBERS, PAYER, REFERENCE, REMOTE, STRANGER } from './support/setting.ts';
import { tokenAccount, tokenBalance } from './support/tokens.ts';

const RECIPIENT = keyOf('recipient');
const LOCKED = 10_000_000_000n;
/** An amount above the rent of an empty account. */
const AMOUNT = 1_000_000n;

const released = (message: Message, credited = false): Fields => ({
  messageId: messageIdOf(message),
  recipient: addressOf(message.recipient),
  wireAmount: message.wireAmount,
  reference: REFERENCE,
  credited,
});
const third = ({ messages }: Committed) => messages[2] as Message;

describe('releaseTokens of SOL', () => {
  const bridge = useBridge();
  const { calls, chain } = bridge;
  const burn = (fields: Partial<Message> = {}) =>
    bridge.inbound(KIND.burn, { recipient: wordOf(RECIPIENT), wireAmount: AMOUNT, ...fields });
  const releaseOf = (message: Message): Call => calls.release(bridge.commitAround(message), 2);

  beforeEach(() => {
    bridge.run(calls.lock({ amount: LOCKED }));
  });

  it('is refused for more than 64 bits', () => {
    bridge.refuse(releaseOf(burn({ wireAmount: 2n ** 64n })), 'AmountTooLarge');
    bridge.refuse(releaseOf(burn({ wireAmount: 2n ** 128n - 1n })), 'AmountTooLarge');
  });

  describe('credits a recipient who cannot be paid', () => {
    const CLOCK = 'SysvarC1ock11111111111111111111111111111111' as Address;
    const STAKE_PROGRAM = 'Stake11111111111111111111111111111111111111' as Address;
    const executable = keyOf('executable');
    const newSysvar = keyOf('new sysvar');
    const SYSVARS = 'Sysvar1111111111111111111111111111111111111' as Address;
    const wallets: readonly (readonly [string, Address, bigint])[] = [
      ['below the rent of an empty account', RECIPIENT, 889_999n],
      ['that is a sysvar', CLOCK, AMOUNT],
      ['that is a native program', STAKE_PROGRAM, AMOUNT],
      ['that is executable', executable, AMOUNT],
      ['that is a sysvar which no list of reserved addresses has yet', newSysvar, AMOUNT],
    ];
    for (const [name, recipient, wireAmount] of wallets) {
      it(name, () => {
        chain.put(executable, chain.account(bridge.program));
        chain.put(newSysvar, { lamports: 10n ** 9n, owner: SYSVARS, data: new Uint8Array(8) });
        const before = chain.lamports(recipient);
        const committed = bridge.commitAround(burn({ recipient: wordOf(recipient), wireAmount }));
        bridge.runEmitting(calls.release(committed, 2), 'tokensReleased', released(third(committed), true));
        assert.equal(chain.lamports(recipient), before);
        assert.equal(bridge.credit(recipient), wireAmount);
        assert.equal(bridge.read('bridge', bridge.at.bridge).claimable, wireAmount);
        assert.equal(bridge.outstanding(), LOCKED - wireAmount);
      });
    }

    it('whom the transaction has as read-only, as the runtime does with reserved addresses', () => {
      const committed = bridge.commitAround(burn());
      const built = instructionOf(bridge.program, calls.release(committed, 2));
      const accounts = built.accounts.map((meta) =>
        meta.address === RECIPIENT ? { ...meta, role: AccountRole.READONLY } : meta,
      );
      const receipt = chain.send([{ ...built, accounts }]);
      assert.deepEqual(bridge.eventsOf(receipt), [{ name: 'tokensReleased', data: released(third(committed), true) }]);
      assert.equal(bridge.credit(RECIPIENT), AMOUNT);
    });

    it('that is the program, which a transaction can only have as read-only', () => {
      const committed = bridge.commitAround(burn({ recipient: wordOf(bridge.program) }));
      const built = instructionOf(bridge.program, calls.release(committed, 2));
      const accounts = built.accounts.map((meta) =>
        meta.address === bridge.program ? { ...meta, role: AccountRole.READONLY } : meta,
      );
      assert.equal(chain.send([{ ...built, accounts }]).error, undefined);
      assert.equal(bridge.credit(bridge.program), AMOUNT);
    });

    for (const [name, recipient] of [
      ['the event authority, which the program calls itself with', bridge.at.eventAuthority],
      ['the escrow', bridge.at.escrow],
    ] as const)
      it(`that is ${name}`, () => {
        bridge.run(releaseOf(burn({ recipient: wordOf(recipient) })));
        assert.equal(bridge.credit(recipient), AMOUNT);
      });

    it('and adds up', () => {
      for (let count = 1n; count <= 2n; count++) {
        bridge.run(releaseOf(burn({ wireAmount: 1_000n })));
        assert.equal(bridge.credit(RECIPIENT), count * 1_000n);
      }
    });

    it('but pays small amounts to a recipient that already has the rent', () => {
      bridge.fund(RECIPIENT, 890_880n);
      bridge.run(releaseOf(burn({ wireAmount: 1n })));
      assert.equal(chain.lamports(RECIPIENT), 890_881n);
    });
  });
});

describe('releaseTokens of SOL to an account of the bridge or a role', () => {
  const bridge = useBridge();
  const { calls, chain, at } = bridge;

  // Every recipient gets paid or credited, whatever kind of account it is.
  for (const [name, recipient] of Object.entries({
    bridge: at.bridge,
    oracles: at.oracles,
    remote: at.remote(REMOTE.domain),
    status: at.status(REMOTE.domain, 0n),
    root: at.root(REMOTE.domain, 0n, 5),
    mint: calls.mintOf(REMOTE),
    payer: PAYER,
    'oracle member that does not sign': MEMBERS[4] as Address,
  }))
    it(`pays the ${name}`, () => {
      bridge.run(calls.lock({ amount: LOCKED }));
      const message = bridge.inbound(KIND.burn, { recipient: wordOf(recipient), wireAmount: AMOUNT });
      const call = calls.release(bridge.commitAround(message), 2);
      const before = chain.lamports(recipient);
      bridge.run(call);
      assert.equal(chain.lamports(recipient), before + AMOUNT);
      assert.equal(bridge.credit(recipient), 0n);
    });
});

describe('releaseTokens of a token', () => {
  const bridge = useBridge({ decimals: 12 });
  const { calls, chain, unit } = bridge;
  const mint = bridge.asset.mint as Address;
  const token = tokenAccountOf(mint, RECIPIENT);
  const burn = () => bridge.inbound(KIND.burn, { recipient: wordOf(RECIPIENT) });

  beforeEach(() => {
    bridge.run(calls.lock({ amount: 10_000n * unit }));
    bridge.giveTokens(RECIPIENT, 0n);
  });

  const unpayable: readonly (readonly [string, () => Account | undefined])[] = [
    ['is not there', () => undefined],
    ['is frozen', () => tokenAccount(chain, { mint, owner: RECIPIENT, frozen: true })],
    ['was given to another owner', () => tokenAccount(chain, { mint, owner: STRANGER })],
    ['is of another mint', () => tokenAccount(chain, { mint: keyOf('another mint'), owner: RECIPIENT })],
    ['is no token account', () => ({ lamports: 10n ** 9n, owner: SYSTEM_PROGRAM, data: new Uint8Array() })],
  ];
  for (const [name, account] of unpayable) {
    it(`credits a recipient whose token account ${name}`, () => {
      chain.put(token, account());
      const committed = bridge.commitAround(burn());
      bridge.runEmitting(calls.release(committed, 2), 'tokensReleased', released(third(committed), true));
      assert.equal(tokenBalance(chain, bridge.at.escrow), 10_000n * unit);
      assert.equal(bridge.credit(RECIPIENT), 1_000n * unit);
      assert.equal(bridge.read('bridge', bridge.at.bridge).claimable, 1_000n * unit);
    });
  }

  it('is refused at a token account that is not the recipient’s associated one', () => {
    const other = keyOf('another token account');
    chain.put(other, tokenAccount(chain, { mint, owner: RECIPIENT }));
    const call = calls.release(bridge.commitAround(burn()), 2);
    bridge.refuse(withAccounts(call, { recipientToken: other }), 'InvalidAccount');
  });
});
