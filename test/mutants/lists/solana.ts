import { type Mutant, mutantsOf } from '../mutant.ts';

/** The Solana program, its codec and its provider. */
export const SOLANA_MUTANTS: readonly Mutant[] = [
  ...mutantsOf('program', {
    'contracts/solana/src/inbound.rs': {
      'the rebuilt message has the given id': [
        'require(id(&message) == *order_id, BridgeError::MessageIdMismatch)?;',
        'require(id(&message) != [0; 32], BridgeError::MessageIdMismatch)?;',
      ],
      'the message is under the committed root': [
        'require(included, BridgeError::InvalidProof)',
        'require(included || !proof.siblings.is_empty(), BridgeError::InvalidProof)',
      ],
      'the nonce is inside its interval': ['interval.check(proof.nonce)?;', ''],
    },
    'contracts/solana/src/state/oracles.rs': {
      'an oracle member counts once': [' && seen & bit == 0', ''],
      'an oracle member signs': ['require(signer.is_signer() && ', 'require('],
      'an oracle member is never writable': [' && !signer.is_writable()', ''],
      'the threshold is a majority': ['2 * needed > count', '2 * needed >= count'],
      'as many members sign as the threshold asks for': [
        'signers.len() >= self.threshold as usize',
        'signers.len() + 1 >= self.threshold as usize',
      ],
      'oracle members are distinct': [
        'needed <= count && 2 * needed > count && distinct',
        'needed <= count && 2 * needed > count && (distinct || count > 4)',
      ],
      'no program stands between the oracle and the bridge': [' && is_top_level()', ' && (is_top_level() || true)'],
    },
    'contracts/solana/src/state/status.rs': {
      'a message is executed once': [
        'Status::None => self.set(nonce, Status::Executed),\n            Status::Executed => return',
        'Status::None | Status::Executed => self.set(nonce, Status::Executed),\n            #[allow(unreachable_patterns)]\n            Status::Executed => return',
      ],
      'a status touches no neighbour': [
        'self.bits[byte] = self.bits[byte] & !(3 << shift) | (status as u8) << shift;',
        'self.bits[byte] = (status as u8) << shift;',
      ],
      'a replaced message is never executed': [
        'Status::Replaced => return Err(BridgeError::OrderReplaced.into()),',
        'Status::Replaced => self.set(nonce, Status::Executed),',
      ],
      'a status page is used for its own source only': ['page.source == source && ', ''],
      'a replaced message still needs its root': [
        'Status::Executed | Status::Cancelled)',
        'Status::Executed | Status::Cancelled | Status::Replaced)',
      ],
    },
    'contracts/solana/src/state/root.rs': {
      'a root is used for its own source only': ['root.source == self.source && ', ''],
      'an interval has at most 64 messages': ['pub const MAX_BATCH: u32 = 64;', 'pub const MAX_BATCH: u32 = 65;'],
    },
    'contracts/solana/src/rate_limit.rs': {
      'mints and releases draw on their bucket': ['self.level = left;', 'self.level = left.max(self.limits.capacity);'],
      'a capacity covers every refund': ['limits.capacity >= largest;', 'limits.capacity >= limits.max_amount;'],
    },
    'contracts/solana/src/instructions/commit_root.rs': {
      'an interval starts at the next inbound nonce': [
        'require(first_nonce == remote.next_inbound_nonce, BridgeError::NonceGap)?;',
        'require(first_nonce >= remote.next_inbound_nonce, BridgeError::NonceGap)?;',
      ],
    },
    'contracts/solana/src/instructions/mint.rs': {
      'a Burn is not minted': ['require(proof.kind != Kind::Burn, BridgeError::WrongAssetHome)?;', ''],
      'nothing is minted for a paused remote': ['remote.check_running()?;', ''],
    },
    'contracts/solana/src/instructions/cancel.rs': {
      'a Cancel cannot be cancelled': ['require(proof.kind != Kind::Cancel, BridgeError::InvalidKind)?;', ''],
    },
    'contracts/solana/src/instructions/release.rs': {
      'a release takes from what is outstanding towards its source': [
        'remote.outstanding = left.ok_or(BridgeError::InsufficientOutstanding)?;',
        'remote.outstanding = left.unwrap_or(0);',
      ],
      'nothing is released for a paused remote': ['remote.check_running()?;', ''],
    },
    'contracts/solana/src/instructions/lock.rs': {
      'a lock raises what is outstanding': [
        'remote.outstanding = remote.outstanding.checked_add(wire_amount)',
        'let _ = remote.outstanding.checked_add(wire_amount)',
      ],
      'a lock pays its fee': ['order.pay_fee(payer, &vault, remote.fee)?;', 'order.pay_fee(payer, &vault, 0)?;'],
    },
    'contracts/solana/src/instructions/claim.rs': {
      'a credit is claimed once': ['close(claimable, rent_to)?;', ''],
      'the rent of a credit goes to who paid it': ['check_address(rent_to, &credit.payer.into())?;', ''],
      'a claim is not paid to the credit that it closes': [' && to.address() != claimable.address()', ''],
    },
    'contracts/solana/src/instructions/initialize.rs': {
      'only the upgrade authority initializes': [' && data.authority == *authority.address().as_array()', ''],
    },
    'contracts/solana/src/instructions/roles.rs': {
      'oracle members are neither admin nor guardian': [
        'Oracles::load_mut(oracles, program)?.set(members, threshold)?;\n    bridge.check_roles(members)?;',
        'Oracles::load_mut(oracles, program)?.set(members, threshold)?;',
      ],
    },
    'contracts/solana/src/event.rs': {
      'nobody but the program emits events': ['authority.is_signer() && ', ''],
    },
    'contracts/solana/src/token.rs': {
      "a mint goes to the recipient's canonical token account": [
        'require(canonical, BridgeError::InvalidAccount)?;',
        'let _ = canonical;',
      ],
    },
    'contracts/solana/src/state/mod.rs': {
      'state is read from accounts of the program only': [
        'let fits = account.data_len() == size_of::<T>() && account.owned_by(owner);',
        'let fits = account.data_len() == size_of::<T>() || account.owned_by(owner);',
      ],
      'state is read from accounts of its type only': [
        '.filter(|state| discriminator(*state) == Self::DISCRIMINATOR)',
        '.filter(|state| discriminator(*state) != 0)',
      ],
    },
    'contracts/solana/src/outbound.rs': {
      'nothing is sent to a paused remote': ['remote.check_running()?;', ''],
      'nobody pays a fee above the one that he signed': ['require(fee <= self.max_fee, BridgeError::FeeTooHigh)?;', ''],
    },
    'contracts/solana/src/instructions/close_root.rs': {
      'a root stays while a message needs it': ['require(done, BridgeError::RootInUse)?;', 'let _ = done;'],
      'the last interval keeps its root': ['end < remote.next_inbound_nonce', 'end <= remote.next_inbound_nonce'],
      'the rent of a root goes to who paid it': ['check_address(rent_to, &root.payer.into())?;', ''],
    },
    'contracts/solana/src/instructions/replace_root.rs': {
      'only the last interval is dropped': ['require(end == next, BridgeError::ZeroRoot)?;', ''],
      'messages of a dropped interval are never executed again': ['pages.replace_all()?;', ''],
      'a root is created anew for committed nonces only': ['.filter(|end| *end <= next)', ''],
      'a root is replaced only while inbound or its remote is paused': [
        'require(bridge.inbound_paused != 0 || remote.paused != 0, BridgeError::InboundNotPaused)?;',
        '',
      ],
    },
    'contracts/solana/src/instructions/burn.rs': {
      'a burn pays its fee': ['order.pay_fee(payer, &vault, remote.fee)?;', 'order.pay_fee(payer, &vault, 0)?;'],
    },
    'contracts/solana/src/instructions/fees.rs': {
      'only the admin collects fees': ['bridge.check_admin(admin)?;', 'let _ = admin;'],
      'only guardian and admin set the fee': ['bridge.check_guardian(authority)?;', 'let _ = authority;'],
      'fees are not paid to the account that holds them': ['to.address() != remote.address() && ', ''],
    },
  }),
  ...mutantsOf('codec', {
    'contracts/codec/src/packed.rs': {
      'there is at least one packed order': ['length == 0 || ', ''],
      'no byte of packed orders is left over': ['length == 0 || !leftover.is_empty()', 'length == 0'],
      'packed orders do not begin before their interval': [
        'packed.start_nonce.checked_sub(packed.first_nonce).ok_or(Error::NonceOutOfRange)?',
        'packed.start_nonce.saturating_sub(packed.first_nonce)',
      ],
      'packed orders do not end behind their interval': ['if inside {', 'if inside || length > 1 {'],
      'six operations exist': ['_ => return Err(Error::InvalidKind),', '_ => (Operation::Mint, Kind::Burn),'],
    },
    'contracts/codec/src/merkle.rs': {
      'no sibling of packed orders is left over': ['if siblings.next().is_some() {', 'if siblings.len() > 1 {'],
      'only the last node of a level is promoted': ['first + length as u64 == width', 'length == 1'],
      'a right node has its sibling on the left': ['if first % 2 == 1 {', 'if first % 2 == 1 && width > 2 {'],
      'pairs are sorted before they are hashed': [
        'return u64::from_be_bytes(*left) < u64::from_be_bytes(*right);',
        'return u64::from_le_bytes(*left) < u64::from_le_bytes(*right);',
      ],
    },
    'contracts/codec/src/proof.rs': {
      'a proof has no leftover byte': [
        'if !leftover.is_empty() || siblings.len() > MAX_SIBLINGS {',
        'if siblings.len() > MAX_SIBLINGS {',
      ],
      'a proof has at most 32 siblings': ['const MAX_SIBLINGS: usize = 32;', 'const MAX_SIBLINGS: usize = 33;'],
    },
    'contracts/codec/src/address.rs': {
      'a recipient has no non-zero pad': ['word.iter().take(pad).all(|byte| *byte == 0) && ', 'let _ = pad;\n    '],
    },
    'contracts/codec/src/amount.rs': {
      'an amount is whole wire units': ['if !amount.is_multiple_of(self.local) {', 'if amount < self.local {'],
    },
  }),
  ...mutantsOf('chains', {
    'chains/src/solana/events.ts': {
      'only calls of the bridge count as its events': [
        '.filter(({ programIdIndex }) => isProgram(programIdIndex))',
        '',
      ],
      'a failed transaction has no events': ['if (meta.err !== null) return [];', ''],
      'a message comes from the bridge that emitted it': [
        'if (!own || messageIdOf(message) !== messageId) {',
        'if (messageIdOf(message) !== messageId) {',
      ],
      'a message has the id that its fields hash to': [
        'if (!own || messageIdOf(message) !== messageId) {',
        'if (!own) {',
      ],
    },
    'chains/src/solana/scanner.ts': {
      'foreign transactions are downloaded only while something is missing': [
        'if (await isComplete(last.value, events)) break;',
        '',
      ],
    },
    'chains/src/solana/rpc.ts': {
      'a lagging endpoint is no witness of a later state': [
        'if (context.slot < (options.minContextSlot ?? 0)) throw',
        'if (context.slot < 0) throw',
      ],
    },
    'chains/src/provider/contiguous.ts': {
      "a scan without one of a lane's messages is refused": ['if (nonce !== expected) {', 'if (nonce < expected) {'],
    },
    'chains/src/solana/oracle-payload.ts': {
      'an oracle member never pays': [
        'if (isMember(oracle, anchor.payer)) return',
        'if (oracle.members.length > 16) return',
      ],
      'a transaction fits a packet': [
        'bytes.length > MAX_TRANSACTION ? tooLarge() : ok(bytes)',
        'bytes.length > 2 * MAX_TRANSACTION ? tooLarge() : ok(bytes)',
      ],
      'an anchor grants no more compute units than signers do': ['Math.min(limit ?? most, most)', 'limit ?? most'],
    },
    'chains/src/solana/oracle-calls.ts': {
      "an oracle member's key is in a message once": [
        'if (isMember(target.oracle, addressOf(message.recipient)))',
        'if (isMember(target.oracle, addressOf(message.sender)))',
      ],
    },
    'chains/src/solana/token-accounts.ts': {
      'a creation is left out only where the account was given away': [
        'owner === null || owner === creation?.owner.toBase58() ?',
        'owner === null ?',
      ],
    },
    'chains/src/solana/oracle.ts': {
      'a member looks for himself before a creation is left out': [
        'find((index) => !given.value.has(index))',
        'find((index) => given.value.has(index) && !creations[index])',
      ],
      'signers refuse a price above their cap': [
        'if (computeUnitPrice > connection.priceCap) return refuse(',
        'if (computeUnitPrice < 0n) return refuse(',
      ],
      'signers refuse a block hash that can no longer be used': [
        'if (!valid.value) return refuse(',
        'if (tableLength < 0) return refuse(',
      ],
    },
    'chains/src/solana/send.ts': {
      'nothing is signed for a fee above the one that the payer accepts': [
        "if (fee.value > maxFee) return fail('FeeTooHigh', refusalSentence('FeeTooHigh'));",
        '',
      ],
    },
    'chains/src/solana/reads.ts': {
      'the bridge counts its credits': ['({ claimable }) => claimable', '() => 0n'],
      'only the authority in the deployment file may upgrade the program': [
        'there === onFile ? []',
        'there === onFile || onFile !== null ? []',
      ],
    },
    'chains/src/solana/program-data.ts': {
      'a program counts as frozen only once nobody may upgrade it': [
        'if (head.authority === null) this.#frozen = head;',
        'this.#frozen = head;',
      ],
    },
    'chains/src/solana/outcome.ts': {
      'a submission is dropped only once its block hash can no longer be used': [
        "if (!(await isOver(COMMITMENT))) return { state: 'pending' };",
        '',
      ],
      'a failed transaction among several shows': ['success: failure === undefined,', 'success: true,'],
    },
  }),
];
