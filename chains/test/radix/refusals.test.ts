import { strict as assert } from 'node:assert';
import { decodeEngineError, ofPayment } from '../../src/radix/errors.ts';

const unauthorized = (roles: readonly string[], method: string) => {
  const rules = roles.map((role) => `(RoleKey { key: "${role}" }, [Protected(BasicRequirement(AllOf([])))])`);
  return `SystemModuleError(AuthError(Unauthorized(Unauthorized { failed_access_rules: RoleList([${rules.join(', ')}]), fn_identifier: PackageAddress(0d90):<CausewayBridge>:"${method}" })))`;
};

describe('errors of the Radix engine', () => {
  const cases: readonly (readonly [text: string, code: string, retryable: boolean])[] = [
    ['ApplicationError(PanicMessage("DustAmount"))', 'DustAmount', false],
    ['ApplicationError(PanicMessage("RateLimited"))', 'RateLimited', true],
    ['ApplicationError(PanicMessage("InboundPaused @ src/lib.rs:1:1"))', 'InboundPaused', true],
    [unauthorized(['oracle'], 'mint_tokens'), 'NotOracle', false],
    [unauthorized(['guardian', 'admin'], 'pause_inbound'), 'NotGuardian', false],
    [unauthorized(['admin'], 'set_limits'), 'NotAdmin', false],
    [unauthorized(['proposed_admin'], 'accept_admin'), 'NotAdmin', false],
    [unauthorized(['_owner_'], 'withdraw'), 'NOT_OWNER', false],
    [
      'ApplicationError(VaultError(ResourceError(InsufficientBalance { requested: 100, actual: 1 })))',
      'INSUFFICIENT_FUNDS',
      true,
    ],
    ['ApplicationError(AccountError(VaultDoesNotExist { resource_address: X }))', 'INSUFFICIENT_FUNDS', true],
    [
      'ErrorBeforeLoanAndDeferredCostsRepaid(ApplicationError(VaultError(LockFeeInsufficientBalance { requested: 5, actual: 1 })))',
      'INSUFFICIENT_FUNDS',
      true,
    ],
    [
      'SystemModuleError(CostingError(FeeReserveError(LimitExceeded { limit: 100000000, committed: 99999999, new: 2 })))',
      'OUT_OF_COMPUTE',
      false,
    ],
    [
      'SystemModuleError(CostingError(FeeReserveError(InsufficientBalance { required: 1, remaining: 0 })))',
      'FEE_EXHAUSTED',
      false,
    ],
    ['SystemModuleError(AuthError(NoMethodMapping(FnIdentifier { ident: "execute_many" })))', 'METHOD_MISSING', false],
    [`BootloadingError(ReferencedNodeDoesNotExist(NodeId("${'c1'.repeat(30)}")))`, 'NODE_MISSING', false],
    [
      'IntentValidationError: TransactionEpochNoLongerValid { valid_until: 5, current_epoch: 6 }',
      'INTENT_EXPIRED',
      true,
    ],
    ['ApplicationError(VaultError(VaultIsFrozen))', 'ACCOUNT_FROZEN', false],
    ['ApplicationError(VaultError(InvalidAmount(-1)))', 'EXECUTION_FAILED', false],
    ['', 'EXECUTION_FAILED', false],
  ];

  for (const [text, code, retryable] of cases) {
    it(`are named: ${code} of ${text.slice(0, 60)}`, () => {
      const failure = decodeEngineError(text);
      assert.deepEqual([failure.code, failure.retryable], [code, retryable]);
    });
  }

  it("in a payment of the oracle's are the bridge's and the token's, not a caller's", () => {
    const empty = 'ApplicationError(VaultError(ResourceError(InsufficientBalance { requested: 100, actual: 1 })))';
    const forbidden = unauthorized(['withdrawer'], 'take');
    const codeOf = (text: string, call: Parameters<typeof ofPayment>[1]) =>
      ofPayment(decodeEngineError(text), call).code;
    assert.equal(codeOf(empty, 'releaseTokens'), 'ESCROW_SHORT');
    assert.equal(codeOf(forbidden, 'releaseTokens'), 'PAYMENT_FORBIDDEN');
    assert.equal(codeOf(forbidden, 'mintTokens'), 'PAYMENT_FORBIDDEN');
    assert.equal(codeOf(empty, 'mintTokens'), 'INSUFFICIENT_FUNDS');
    assert.equal(codeOf(forbidden, 'commitRoot'), 'NOT_OWNER');
    assert.equal(codeOf('ApplicationError(PanicMessage("RateLimited"))', 'releaseTokens'), 'RateLimited');
  });
});
