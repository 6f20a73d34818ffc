import { type Mutant, mutantsOf } from '../mutant.ts';

/** The Radix blueprint and its provider. */
export const RADIX_MUTANTS: readonly Mutant[] = [
  ...mutantsOf('blueprint', {
    'contracts/radix/src/inbound.rs': {
      'the rebuilt message has the given id': [
        'ensure(message_id(&message) == *order_id, BridgeError::MessageIdMismatch)?;',
        'ensure(message_id(&message) != [0; 32], BridgeError::MessageIdMismatch)?;',
      ],
      'the message is under the committed root': [
        'ensure(included, BridgeError::InvalidProof)',
        'ensure(included || !proof.siblings.is_empty(), BridgeError::InvalidProof)',
      ],
      'the nonce is inside its interval': ['interval.check(proof.nonce)?;', ''],
      'a commitment starts at the next nonce': [
        'ensure(first_nonce == remote.next_inbound_nonce, BridgeError::NonceGap)?;',
        'ensure(first_nonce <= remote.next_inbound_nonce, BridgeError::NonceGap)?;',
      ],
      'an interval has at most 4,096 messages': ['ensure(count <= MAX_BATCH, BridgeError::BatchTooLarge)?;', ''],
      'a Burn is never minted here': ['ensure(proof.kind != Kind::Burn, BridgeError::WrongAssetHome)?;', ''],
      'a deposit that its account refuses is credited in the locker': [
        'match recipient.try_deposit_or_refund(tokens.into(), None) {',
        'recipient.try_deposit_or_abort(tokens.into(), None);\n        match None::<Bucket> {',
      ],
    },
    'contracts/radix/src/remote.rs': {
      'a release draws on the rate limit': ['self.canonical.draw(wire_amount, now)?;', ''],
      'a release takes from what is outstanding': ['self.outstanding = left;', ''],
    },
    'contracts/radix/src/bridge.rs': {
      'each page of packed statuses is written': ['self.write();\n            *self =', '*self ='],
    },
    'contracts/radix/src/many.rs': {
      'packed orders lead to the root': ['ensure(included == root, BridgeError::InvalidProof)?;', ''],
      'the account that is paid is the packed recipient': [
        'ensure(to_word(account.address()) == *recipient, BridgeError::InvalidRecipient)?;',
        '',
      ],
      'no account is given beside those of the orders': [
        'ensure(recipients.next().is_none(), BridgeError::MalformedProof)?;',
        '',
      ],
      'packed orders are not paid while inbound is paused': [
        'ensure(!self.inbound_paused, BridgeError::InboundPaused)?;',
        '',
      ],
      'packed orders are not paid while their remote is paused': ['remote.check_paused()?;', ''],
      'packed orders leave their statuses': ['statuses.write();', ''],
      'packed orders leave their nonces and buckets': ['self.remotes.insert(source, remote);', ''],
      'a packed mint draws on the rate limit': ['remote.bridged.draw(wire_amount, now())', 'Ok(())'],
      'a packed mint of zero is skipped': [
        'ensure(operation != Operation::Mint || wire_amount != 0, BridgeError::ZeroAmount)?;',
        '',
      ],
      'the Cancel of a packed Burn is of the asset here': [
        'Operation::Cancel => kind == Kind::Burn,',
        'Operation::Cancel => kind == Kind::Lock,',
      ],
    },
    'contracts/radix/src/admin.rs': {
      'only the lane’s last interval can be dropped': [
        'ensure(interval.end() == Some(remote.next_inbound_nonce), BridgeError::ZeroRoot)?;',
        '',
      ],
      'what was executed or cancelled in a dropped interval is Replaced': [
        'self.replace_statuses(source, first_nonce, remote.next_inbound_nonce);',
        '',
      ],
      'the root of a dropped interval is deleted': ['self.roots.remove(&interval);', ''],
      'collected fees leave the escrow alone': [
        'handle_of(&self.fees).take(amount)',
        'handle_of(&self.escrow).take(amount)',
      ],
    },
    'contracts/radix/src/outbound.rs': {
      'a lock or burn towards a paused remote is refused': ['remote.check_paused()?;', ''],
      'a lock or burn pays exactly the delivery fee': [
        'ensure(self.fee.amount() == due, BridgeError::WrongValue)?;',
        'ensure(self.fee.amount() >= due, BridgeError::WrongValue)?;',
      ],
      'the delivery fee is in XRD': ['ensure(self.fee.resource_address() == XRD, BridgeError::WrongValue)?;', ''],
      'a bucket holds exactly the amount': [
        'ensure(self.tokens.amount() == self.amount, BridgeError::BalanceDeltaMismatch)?;',
        'ensure(self.tokens.amount() >= self.amount, BridgeError::BalanceDeltaMismatch)?;',
      ],
    },
    'contracts/radix/src/lib.rs': {
      'only the admin collects fees': ['collect_fees => restrict_to: [admin];', 'collect_fees => PUBLIC;'],
      'the guardian cannot unpause a remote': [
        'unpause_remote => restrict_to: [admin];',
        'unpause_remote => restrict_to: [guardian, admin];',
      ],
      'only the oracle mints': ['mint_tokens => restrict_to: [oracle];', 'mint_tokens => PUBLIC;'],
      'the guardian cannot unpause': [
        'unpause_inbound => restrict_to: [admin];',
        'unpause_inbound => restrict_to: [guardian, admin];',
      ],
    },
    'contracts/radix/src/metadata.rs': {
      'the locker’s owner role is given up': ['locker.set_owner_role(rule!(deny_all));', ''],
    },
    'contracts/radix/src/roles.rs': {
      'as many members sign as the threshold says': [
        'rule!(require_n_of(self.threshold, members))',
        'rule!(require_any_of(members))',
      ],
    },
    'contracts/radix/src/creation.rs': {
      'only the bridge mints its bridged tokens': [
        'let minted = Some((Some(minter), Some(rule!(deny_all))));',
        'let minted = Some((Some(rule!(allow_all)), Some(rule!(deny_all))));',
      ],
    },
  }),
  ...mutantsOf('radix', {
    'chains/src/radix/deploy/actions.ts': {
      'a dApp definition is that of one bridge': ['if (!free.ok) return free;', ''],
    },
    'chains/src/radix/send.ts': {
      'nobody signs a delivery fee above the accepted one': [
        'if (maxFee !== undefined && due.value > maxFee)',
        'if (maxFee !== undefined && due.value > 2n * maxFee)',
      ],
    },
    'chains/src/radix/oracle.ts': {
      'a batch has no more calls than its fee covers': [
        'return Math.min(MAX_CALLS[form], Math.max(2, calls));',
        'return MAX_CALLS[form] + 0 * calls;',
      ],
      'a signer agrees to no tip above its cap': [
        "if (tipPercentage > config.tipPercentage) return refuse('the tip is above the cap');",
        '',
      ],
      'a signer agrees to no fee above its cap': [
        "if (feeXrd > config.maxFeeXrd) return refuse('the fee is above the cap');",
        '',
      ],
      'an anchor whose epochs have ended is refused': [
        'return endEpoch <= epoch.value ?',
        'return endEpoch + 1 < epoch.value ?',
      ],
      'a signature is by the key of the account that it is given for': [
        'if (accountOf(parts.publicKey, context.connection.network) !== signer) return null;',
        '',
      ],
    },
    'chains/src/radix/trial.ts': {
      'an order that would be skipped is found beforehand': ['if (!done) return SKIPPED;', 'void done;'],
      'an order that was executed before is not done by its call': [
        "before !== after && after === (use === 'cancelOrder' ? 'cancelled' : 'executed');",
        "after === (use === 'cancelOrder' ? 'cancelled' : 'executed') || before === undefined;",
      ],
    },
    'chains/src/radix/events.ts': {
      'only events that the bridge itself emits are its messages': [
        'emitter?.address === component && isOf(emitter.module) ?',
        'emitter && isOf(emitter.module) ?',
      ],
      'an event whose id is not the hash of its fields is refused': [
        'messageIdOf(told.message) === told.messageId;',
        'told.messageId.length === 66;',
      ],
      'a transaction that failed emitted nothing': [
        '  success\n    ? events.flatMap',
        '  success || true\n    ? events.flatMap',
      ],
    },
    'chains/src/radix/anchor.ts': {
      'an oracle transaction expires soon': ['epochs <= MAX_EPOCHS', 'epochs <= 100 * MAX_EPOCHS'],
    },
    'chains/src/radix/oracle-calls.ts': {
      'a call is for this bridge': [
        'message.destination !== target.deployment.domain || message.destinationBridge !== target.bridge.address32',
        'message.destination !== target.deployment.domain',
      ],
      'a payment to what is no account is named as undeliverable': [
        "if (!isAccount(message.recipient)) return fail('InvalidRecipient', 'the recipient is no account');",
        '',
      ],
    },
    'chains/src/radix/scanner.ts': {
      'an endpoint that leaves out a state version has not been silent': [
        'if (page.length === 0) return null;',
        'if (page.length === 0) break;',
      ],
    },
    'chains/src/radix/outcome.ts': {
      'a transaction is dropped only once it can no longer be committed': [
        "if (epoch < sequence) return { state: 'pending' };",
        "if (epoch + 1 < sequence) return { state: 'pending' };",
      ],
    },
  }),
];
