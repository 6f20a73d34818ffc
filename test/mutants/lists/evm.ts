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
      'a claim is paid once': ['delete _claimable[msg.sender];', ''],
      'roots are contiguous': [
        'if (firstNonce != state.nextInboundNonce) revert NonceGap();',
        'if (firstNonce < state.nextInboundNonce) revert NonceGap();',
      ],
      'a claim lowers the sum of credits': ['_claimableTotal -= amount;', ''],
      'a paused remote gets no release': ['if (state.paused) revert RemotePaused();', ''],
      'an interval has at most 4,096 messages': ['if (count > MAX_BATCH) revert', 'if (count > MAX_BATCH + 1) revert'],
    },
    'contracts/evm/src/bridge/BridgeDelivery.sol': {
      'a payment is not starved of gas': [
        'if (gasleft() < paymentGas + GAS_BESIDE_PAYMENT) revert InsufficientGas();',
        '',
      ],
      'only a failed payment is credited': ['if (credited) {', 'if (amount != 0) {'],
    },
    'contracts/evm/src/PackedExecutor.sol': {
      'packed orders are the oracle’s': ['external onlyOracle {', 'external {'],
      'packed orders need a committed root': ['if (committedRoot == bytes32(0)) revert UnknownRoot();', ''],
      'packed orders lead to the root': [
        '!= committedRoot) revert InvalidProof();',
        '== bytes32(0)) revert InvalidProof();',
      ],
      'packed orders have consecutive nonces': ['uint64(head.startNonce + i);', 'head.startNonce;'],
      'a skipped order is not paid': [
        'if (reason == 0) ids[i] = messageId;',
        'ids[i] = messageId;\n            if (reason == 0) continue;',
      ],
      'the last page of statuses is written': [
        'state.statuses[totals.page] = totals.statuses;\n        if (totals.mints)',
        'if (totals.mints)',
      ],
      'every page of statuses is written': [
        'state.statuses[totals.page] = totals.statuses;\n            totals.page = page;',
        'totals.page = page;',
      ],
      'packed mints lower the bucket': ['if (totals.mints) state.bridgedBucket.setLevel(totals.mintable);', ''],
      'packed releases lower the bucket': ['state.canonicalBucket.setLevel(totals.releasable);', ''],
      'packed releases lower outstanding': ['state.outstanding = totals.outstanding;', ''],
      'an executed message is skipped': ['if (current == Status.Executed) return AlreadyExecuted.selector;', ''],
      'a cancelled message is skipped': ['if (current == Status.Cancelled) return AlreadyCancelled.selector;', ''],
      'a replaced message is skipped': ['if (current == Status.Replaced) return OrderReplaced.selector;', ''],
      'a replaced message that is cancelled has its bits cleared': [
        '(totals.statuses & ~(uint256(3) << shift)) |',
        'totals.statuses |',
      ],
      'packed orders pay addresses only': [
        'if (!MessageCodec.isAddress(message.recipient, 20)) return InvalidRecipient.selector;',
        '',
      ],
      'packed orders of nothing are skipped': ['if (wireAmount == 0) return ZeroAmount.selector;', ''],
      'a packed order is marked executed': [
        'if (reason == 0) totals.statuses |= uint256(Status.Executed) << shift;',
        '',
      ],
      'a packed mint fits the bucket': [
        'if (wireAmount > totals.mintable) return RateLimited.selector;\n        totals.mintable -= wireAmount;',
        '',
      ],
      'packed mints share the bucket': ['totals.mintable -= wireAmount;', ''],
      'a packed release fits the bucket': [
        'if (wireAmount > totals.releasable) return RateLimited.selector;\n        totals.outstanding -= wireAmount;\n        totals.releasable -= wireAmount;',
        'totals.outstanding -= wireAmount;',
      ],
      'packed releases share what is outstanding': ['totals.outstanding -= wireAmount;', ''],
      'a pause of all stops packed orders': ['if (_inboundPaused) revert InboundPaused();', ''],
      'a paused remote stops packed orders': ['if (state.mintsPaused) revert RemotePaused();', ''],
      'a cancelled burn has its home here': [
        'operation == PackedOrders.CANCEL ? kind == Kind.Burn :',
        'operation == PackedOrders.CANCEL ? kind == Kind.Lock :',
      ],
    },
    'contracts/evm/src/libraries/PackedOrders.sol': {
      'there is at least one packed order': ['head.length == 0 || ', ''],
      'no byte of packed orders is missing': ['packed.length < siblingsOffset || ', ''],
      'no byte of packed orders is left over': [
        '(packed.length - siblingsOffset) % 32 != 0',
        '(packed.length - siblingsOffset) % 16 != 0',
      ],
      'packed orders begin in their interval': ['head.startNonce < head.firstNonce || ', ''],
      'packed orders end in their interval': ['+ uint256(head.length) > head.count', '> head.count'],
      'only six operations exist': ['if ((OPERATIONS >> code) & 1 == 0) revert', 'if (code == 0) revert'],
      'every sibling is used': ['if (used != siblings.length) revert', 'if (used > siblings.length) revert'],
      'no sibling is invented': ['if (index >= siblings.length) revert IBridgeTypes.MalformedProof();', ''],
      'a level begins with its left sibling': ['uint256 from = first & 1;', 'uint256 from = 0;'],
      'the last node of a level is promoted': [
        'bool lone = first + length == width;',
        'bool lone = first + length + 1 == width;',
      ],
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
        'return outstanding * _canonicalUnit + _claimableTotal;',
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
        'if (!_inboundPaused && !state.paused) revert InboundNotPaused();',
        'if (!_inboundPaused && !state.opened) revert InboundNotPaused();',
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
      'no answer has too many values': ['if (hasTooManyValues(text)) return refuse(tooMuch());', ''],
      'a request has its time once': ['Math.max(1, untilMs - systemClock.monotonic())', 'timeoutMs'],
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
    'chains/src/provider/differences.ts': {
      'what was not read differs': [
        '!expectation.anyOf.includes(found[what] ?? NOTHING)',
        '(found[what] ?? expectation.anyOf[0]) !== expectation.anyOf[0]',
      ],
      'what nobody expects differs': ['if (expected[what] !== undefined) continue;', 'continue;'],
      'another value than the accepted one is refused': ['found === difference.found', 'found !== undefined'],
    },
    'chains/src/deploy/bridge-deployer.ts': {
      "an issuer's powers refuse a new bridge": [
        'if (open.length === 0 || this.deployment.bridges[family]) {',
        'if (open.length >= 0) {',
      ],
    },
    'chains/src/evm/immutables.ts': {
      'an immutable has one value at all its places': [
        'known === undefined || known === value ? value : null',
        'value',
      ],
    },
    'chains/src/evm/verify.ts': {
      'a Safe is a proxy of its singleton': [
        'const hash = keccak256(code.value);',
        'const hash = SAFE_PROXY_CODE_HASH;',
      ],
    },
  }),
];
