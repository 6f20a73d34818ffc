import assert from 'node:assert/strict';
import { KIND, type Message, messageIdOf } from '@causeway/protocol';
import { addressOf, tokenAccountOf } from './support/addresses.ts';
import { useBridge } from './support/bridge.ts';
import { withAccounts } from './support/call.ts';
import { type Account, SYSTEM_PROGRAM } from './support/chain.ts';
import { keyOf } from './support/keys.ts';
import { PAYER, REFERENCE, REMOTE, STRANGER, USER } from './support/setting.ts';
import { supplyOf, tokenAccount } from './support/tokens.ts';

describe('mintTokens', () => {
  const bridge = useBridge();
  const { calls, chain } = bridge;
  const mint = calls.mintOf(REMOTE);
  const userToken = tokenAccountOf(mint, USER);
  const lock = (fields: Partial<Message> = {}) => bridge.inbound(KIND.lock, fields);
  const minted = (message: Message, credited = false) => ({
    messageId: messageIdOf(message),
    recipient: addressOf(message.recipient),
    wireAmount: message.wireAmount,
    reference: REFERENCE,
    credited,
  });
  /** The call for a Lock in the middle of five. Its recipient has a token account. */
  const mintOfLock = () => calls.mint(bridge.commitAround(lock()), 2);

  beforeEach(() => {
    bridge.giveTokens(USER, 0n, mint);
  });

  describe('credits a recipient whose token account cannot be paid', () => {
    const foreign = (fields: { mint?: typeof mint; owner?: typeof USER; frozen?: boolean }) => () =>
      tokenAccount(chain, { mint, owner: USER, ...fields });
    const unpayable: readonly (readonly [string, () => Account | undefined])[] = [
      ['is not there', () => undefined],
      ['is frozen', foreign({ frozen: true })],
      ['was given to another owner', foreign({ owner: STRANGER })],
      ['is of another mint', foreign({ mint: keyOf('another mint') })],
      ['is no token account', () => ({ lamports: 10n ** 9n, owner: SYSTEM_PROGRAM, data: new Uint8Array() })],
      ['is not initialized', () => ({ ...tokenAccount(chain, { mint, owner: USER }), data: new Uint8Array(165) })],
      ['has another size', () => ({ ...tokenAccount(chain, { mint, owner: USER }), data: new Uint8Array(82) })],
      ['belongs to another program', () => ({ ...tokenAccount(chain, { mint, owner: USER }), owner: keyOf('evil') })],
    ];
    for (const [name, account] of unpayable) {
      it(name, () => {
        chain.put(userToken, account());
        const committed = bridge.commitAround(lock());
        bridge.runEmitting(calls.mint(committed, 2), 'tokensMinted', minted(committed.messages[2] as Message, true));
        assert.equal(supplyOf(chain, mint), 0n);
        assert.equal(bridge.credit(USER, mint), 1_000n);
        assert.equal(bridge.statusOf(2n), 'executed');
      });
    }

    it('adds up', () => {
      chain.put(userToken, undefined);
      for (let count = 1n; count <= 2n; count++) {
        bridge.run(mintOfLock());
        assert.equal(bridge.credit(USER, mint), count * 1_000n);
      }
    });

    it('even when someone sent lamports to where the credit is kept', () => {
      chain.put(userToken, undefined);
      chain.put(bridge.at.claimable(mint, USER), { lamports: 1n, owner: SYSTEM_PROGRAM, data: new Uint8Array() });
      bridge.run(mintOfLock());
      assert.equal(bridge.credit(USER, mint), 1_000n);
    });

    it('and the payer pays the rent of the credit only when there is one', () => {
      const wealth = chain.lamports(PAYER);
      const call = mintOfLock();
      const after = chain.lamports(PAYER);
      bridge.run(call);
      assert.equal(chain.lamports(PAYER), after);
      assert.equal(chain.account(bridge.at.claimable(mint, USER)), undefined);
      assert.equal(after < wealth, true);
    });
  });

  it('is refused at a token account that is not the recipient’s associated one', () => {
    const other = keyOf('another token account');
    chain.put(other, tokenAccount(chain, { mint, owner: USER }));
    bridge.refuse(withAccounts(mintOfLock(), { recipientToken: other }), 'InvalidAccount');
  });
});
