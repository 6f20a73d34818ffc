import { type Mutant, mutantsOf } from '../mutant.ts';

/** The settler of swaps in Solidity. */
export const SETTLER_MUTANTS: readonly Mutant[] = mutantsOf('settler', {
  'contracts/evm/src/Settler.sol': {
    'a fill is before the deadline': [
      'if (block.timestamp >= terms.deadline()) revert DeadlinePassed();',
      'if (block.timestamp > terms.deadline()) revert DeadlinePassed();',
    ],
    'a solver is alone until exclusiveUntil': [
      'block.timestamp < terms.exclusiveUntil();',
      'block.timestamp <= terms.exclusiveUntil();',
    ],
    'a fill pays no more than its caller says': ['if (out > maxOut) revert OutAboveMaximum();', ''],
    'terms with a fault are not filled': ['_requireNoFault(terms);\n        _requireNone(id);', '_requireNone(id);'],
    'a swap is filled once': [
      '_requireNone(id);\n        if (block.timestamp >= terms.deadline())',
      'if (block.timestamp >= terms.deadline())',
    ],
    'the recipient gets exactly out': [
      'if (token.balanceOf(recipient) != balanceBefore + out)',
      'if (token.balanceOf(recipient) < balanceBefore + out)',
    ],
    'coins are not kept where a token is paid': [
      'if (msg.value != 0) revert WrongValue();\n        IERC20 token',
      'IERC20 token',
    ],
    'a recipient of a fill has bounded gas': ['recipient, out, PAYMENT_GAS)', 'recipient, out, ALL_GAS)'],
    'what a caller sent too much goes back': ['if (excess != 0 && !', 'if (excess == 0 && !'],
    'dust settles nothing': [
      'if (_held(id, asset) < amount) revert NotDelivered();',
      'if (_held(id, asset) < amount) amount = _held(id, asset);',
    ],
    'less is taken by the filler alone': ['if (msg.sender != swap.solver) revert NotFiller();', ''],
    'less is not all': ['if (held >= terms.amountIn()) revert FullyDelivered();', ''],
    'a settled swap pays once': ['swap.state = State.Settled;\n        _settle(', '_settle('],
    'fillAndSettle settles': ['_fill(terms, id, maxOut, State.Settled);', '_fill(terms, id, maxOut, State.Filled);'],
    'nothing is given back before the deadline': [
      'if (block.timestamp < deadline) revert DeadlineNotReached();',
      'if (block.timestamp + 1 < deadline) revert DeadlineNotReached();',
    ],
    'a return is late from 24 hours on': [
      'bool isLate = block.timestamp >= deadline + LATE;',
      'bool isLate = block.timestamp > deadline + LATE;',
    ],
    'a part is given back late only': ['(held < terms.amountIn() && !isLate)', '(held > terms.amountIn() && !isLate)'],
    'a late return is the token': ['bool goesHome = !isLate && ', 'bool goesHome = '],
    'a filled swap is not given back': ['_requireNone(id);\n        uint256 deadline', 'uint256 deadline'],
    'a return happens once': [
      '_swaps[id].state = State.Returned;\n        emit Returned(id, amount,',
      'emit Returned(id, amount,',
    ],
    'a return of the token takes no coins': [
      'if (msg.value != 0) revert WrongValue();\n        _payRecipient',
      '_payRecipient',
    ],
    'a withdrawal is the recipients': ['if (msg.sender != terms.recipient()) revert NotRecipient();', ''],
    'a filler is paid before a withdrawal': ['if (swap.state == State.Filled) revert AlreadyFilled();', ''],
    'a withdrawal ends the swap': ['swap.state = State.Returned;\n            emit', 'emit'],
    'the settler gets no withdrawal': [
      '|| to == address(this)) revert InvalidRecipient();',
      ') revert InvalidRecipient();',
    ],
    'a sweep comes after the end': ['if (state != State.Settled && state != State.Returned) revert NotOver();', ''],
    'a hook calls nothing else': [
      'external payable override nonReentrant returns (uint256 out) {\n        return _fill(',
      'external payable override returns (uint256 out) {\n        return _fill(',
    ],
  },
  'contracts/evm/src/settler/SettlerVaults.sol': {
    'a recipient of a return has bounded gas': ['asset == address(0) ? PAYMENT_GAS : ALL_GAS', 'ALL_GAS'],
    'a failed payment is no payment': ['revert PaymentFailed();', 'return;'],
    'the settler is no recipient': ['|| recipient == address(this)) revert', ') revert'],
    'a home is the home of the asset': ['(!isCanonical && asset != remote.token)', 'remote.token == address(0)'],
    'a home is an open remote': ['if (!remote.opened || ', 'if ('],
    'an address at home has the length of the lane': [
      'if (!MessageCodec.isAddress(terms.homeAddress(), remote.addressLength)) return false;',
      '',
    ],
    'dust does not go home': ['return amount % unit == 0 && ', 'return '],
    'less than the minimum does not go home': ['wireAmount >= limits.minAmount', 'wireAmount > 0'],
    'more than the maximum does not go home': ['wireAmount <= limits.maxAmount', 'wireAmount > 0'],
    'bad terms do not go home': [' || terms.faultOf(_domain, address(this)) != 0', ''],
    'a cancelled return is the recipients': [
      'terms.homeAddress(), terms.recipient());',
      'terms.homeAddress(), address(this));',
    ],
    'a vault is made once': ['if (vault.code.length == 0) Clones', 'Clones'],
  },
  'contracts/evm/src/Vault.sol': {
    'a vault obeys its settler alone': ['if (msg.sender != _settler) revert NotSettler();', ''],
    'an approval ends with the call': [
      'if (asset != address(0)) SafeERC20.forceApprove(IERC20(asset), _bridge, 0);',
      '',
    ],
  },
  'contracts/evm/src/libraries/Terms.sol': {
    'terms have 314 bytes': ['if (terms.length != LENGTH) revert', 'if (terms.length < LENGTH) revert'],
    'what a fill pays is rounded up': [
      'return quotedOut - ((quotedOut - minOut) * (time - start)) / (end - start);',
      'return minOut + ((quotedOut - minOut) * (end - time)) / (end - start);',
    ],
    'a fee is at most a twentieth of what is there': ['(held < amount ? held : amount) /', 'amount /'],
    'a fee is at most a twentieth of amountIn': ['(held < amount ? held : amount) /', 'held /'],
    'terms are of one settler': ['|| _number(terms, 5, 32) != uint160(settler)', ''],
    'unused fields are zero': ['== 0 && there == 0 && !hasAddress;', '== 0;'],
    'a recipient has no pad': ['if (_isPadded(terms, 149) || ', 'if ('],
  },
});
