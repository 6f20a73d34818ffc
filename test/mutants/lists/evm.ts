import { type Mutant, mutantsOf } from '../mutant.ts';

/** The Solidity bridge. */
export const EVM_MUTANTS: readonly Mutant[] = [
  ...mutantsOf('contracts', {
    'contracts/evm/src/bridge/BridgeInbound.sol': {
      'an unknown root proves nothing': [
        'if (committedRoot == bytes32(0)) revert UnknownRoot();',
        'if (head.count == 0) revert UnknownRoot();',
      ],
      'the orderId is the messages id': [
        'if (messageId != orderId) revert MessageIdMismatch();',
        'if (orderId == bytes32(0)) revert MessageIdMismatch();',
      ],
      'a replaced message is not executed': ['if (current == Status.Replaced) revert OrderReplaced();', ''],
      'a release lowers outstanding': [
        'state.outstanding = outstanding - wireAmount;',
        'state.outstanding = outstanding;',
      ],
      'a payment is not starved of gas': [
        'if (gasleft() < paymentGas + GAS_BESIDE_PAYMENT) revert InsufficientGas();',
        '',
      ],
      'only a failed payment is credited': ['if (credited) {', 'if (amount != 0) {'],
      'a claim is paid once': ['delete claimable[msg.sender];', ''],
      'roots are contiguous': [
        'if (firstNonce != state.nextInboundNonce) revert NonceGap();',
        'if (firstNonce < state.nextInboundNonce) revert NonceGap();',
      ],
      'a claim lowers the sum of credits': ['claimableTotal -= amount;', ''],
      'a paused remote gets no release': ['if (state.paused) revert RemotePaused();', ''],
      'an interval has at most 4,096 messages': ['if (count > MAX_BATCH) revert', 'if (count > MAX_BATCH + 1) revert'],
    },
    'contracts/evm/src/bridge/BridgeOutbound.sol': {
      'the lock equals the balance delta': ['!= balanceBefore + amount) revert', '> balanceBefore + amount) revert'],
      'a lock pays its fee exactly': [
        'if (msg.value != state.fee.decode() + (',
        'if (msg.value < state.fee.decode() + (',
      ],
      'a burn pays its fee exactly': [
        'if (msg.value != state.fee.decode()) revert',
        'if (msg.value < state.fee.decode()) revert',
      ],
    },
    'contracts/evm/src/libraries/OracleSafe.sol': {
      'half of the owners are no majority': ['2 * threshold <= owners.length', '2 * threshold < owners.length'],
    },
    'contracts/evm/src/libraries/ProofReader.sol': {
      'no byte is left over in a proof': [
        '(proof.length - siblingsOffset) % 32 != 0',
        '(proof.length - siblingsOffset) % 16 != 0',
      ],
    },
    'contracts/evm/src/libraries/WireAmount.sol': {
      'dust cannot be locked': ['if (amount % unit != 0) revert', 'if (amount < unit) revert'],
    },
    'contracts/evm/src/libraries/RateLimit.sol': {
      'a bucket gives no more than it holds': ['if (wireAmount > level) revert', 'if (wireAmount / 2 > level) revert'],
    },
    'contracts/evm/src/bridge/BridgeState.sol': {
      'credits are owed, and no fees': [
        'return outstanding * _canonicalUnit + claimableTotal;',
        'return outstanding * _canonicalUnit;',
      ],
    },
    'contracts/evm/src/bridge/BridgeAdmin.sol': {
      'a remote is listed once': [
        'if (state.addressLength == 0) _remoteDomains.push(remoteDomain);',
        '_remoteDomains.push(remoteDomain);',
      ],
      'only fees are collected': ['balance > reserved ? balance - reserved : 0;', 'balance;'],
      'a paused remote mints nothing': ['state.mintsPaused = paused;', ''],
      'a root is replaced only while its remote or all inbound is paused': [
        'if (!inboundPaused && !state.paused) revert InboundNotPaused();',
        'if (!inboundPaused && !state.opened) revert InboundNotPaused();',
      ],
      'only the last interval is dropped': [
        'if (changed.length != 0 || firstNonce + count != state.nextInboundNonce) revert ZeroRoot();',
        'if (changed.length != 0) revert ZeroRoot();',
      ],
      'what was acted on in a dropped interval is Replaced': [
        'i < count; ++i) _replaceStatus',
        'i + 1 < count; ++i) _replaceStatus',
      ],
    },
    'contracts/evm/src/libraries/Payment.sol': {
      'the transfer of a token gets bounded gas': ['success := call(gasLimit, token,', 'success := call(gas(), token,'],
    },
  }),
  ...mutantsOf('evm', {
    'chains/src/keys/keystore.ts': {
      'a keystore of another kind is refused': ['if (other !== undefined)', 'if (other === kind)'],
    },
    'chains/src/evm/outcome.ts': {
      'only the call that uses up a nonce, to the last byte, may leave no event': [
        'calls[0] === VOID_CALLDATA',
        'calls[0]?.startsWith(VOID_CALLDATA)',
      ],
    },
    'chains/src/rpc/post.ts': {
      'an endpoint has a bounded number of requests': ['concurrency: rpcInFlight,', 'concurrency: rpcInFlight + 1,'],
      'no request waits for a silent endpoint': ['this.#answeredAtMs < sentAtMs', 'this.#answeredAtMs > sentAtMs'],
    },
    'chains/src/evm/oracle-state.ts': {
      'a Safe runs the pinned code': ["['singleton', singleton?.[0], PINNED.safeSingleton],", ''],
      'a Safe has no module': ["['module', [...(modules?.[0] ?? [])][0] ?? ZeroAddress, ZeroAddress],", ''],
      'a Safe has no guard': ["name: 'guard_manager.guard.address'", "name: 'guard'"],
      'a Safe has no module guard': ["name: 'module_manager.module_guard.address'", "name: 'module_guard'"],
      'a Safe has the deployed fallback handler': [
        'addressIn(kept[index]?.[0]), pinned]',
        'pinned === ZeroAddress ? addressIn(kept[index]?.[0]) : pinned, pinned]',
      ],
      'the oracle is who the bridge names': ['address: oracle?.[0],', 'address: safe.safe,'],
    },
    'chains/src/evm/verify.ts': {
      'a Safe is a proxy of its singleton': [
        'if (keccak256(code.value) !== SAFE_PROXY_CODE_HASH)',
        "if (code.value === '0x')",
      ],
    },
  }),
];
