//! Many consecutive orders in one call.

use causeway_codec::message::{Kind, Message};
use causeway_codec::packed::{Operation, PackedOrder, PackedOrders};
use causeway_codec::{Word, merkle};
use scrypto::prelude::*;

use crate::amount::MAX_MINT;
use crate::bridge::{Bridge, Interval, now, own_address, to_word};
use crate::error::{BridgeError, Checked, ensure};
use crate::event::OrderSkipped;
use crate::hash::{Keccak, message_id};
use crate::inbound::Payment;
use crate::remote::Remote;
use crate::status::MessageStatus;

impl Bridge {
    /// Executes and cancels packed orders. All statuses, buckets and what is outstanding are written before the first
    /// payment. What concerns the call refuses it: its form, interval, root and pause.
    pub fn execute_many(&self, packed: &[u8], recipients: Vec<Global<Account>>) -> Checked {
        let packed = PackedOrders::read(packed)?;
        let PackedOrders { source, first_nonce, count, .. } = packed;
        let mut remote = self.find_remote(source).ok_or(BridgeError::UnknownRoot)?;
        let root = self.root(&Interval { source, first_nonce, count })?;
        let (bridge, source_bridge) = (to_word(own_address()), remote.bridge);
        let mut recipients = recipients.into_iter();
        let mut statuses = self.status_run(source, packed.start_nonce);
        let mut leaves = Vec::new();
        let mut payments = Vec::new();
        for order in packed.orders() {
            let (nonce, order) = order?;
            let PackedOrder { operation, kind, sender, reference, recipient, wire_amount } = order;
            let asset_home = self.asset_home(operation, kind, source);
            let message_id = message_id(&Message {
                kind,
                source,
                destination: self.domain,
                nonce,
                source_bridge: &source_bridge,
                destination_bridge: &bridge,
                asset_home,
                sender,
                recipient,
                wire_amount,
                reference,
            });
            leaves.push(merkle::leaf::<Keccak>(&message_id));
            let account = match operation {
                Operation::Cancel => None,
                _ => Some(recipients.next().ok_or(BridgeError::MalformedProof)?),
            };
            if let Some(account) = account {
                ensure(to_word(account.address()) == *recipient, BridgeError::InvalidRecipient)?;
            }
            let next = next_status(operation, statuses.get(nonce), wire_amount);
            if next.is_ok() && account.is_some() {
                ensure(!self.inbound_paused, BridgeError::InboundPaused)?;
                remote.check_paused()?;
            }
            match next.and_then(|next| self.draw(&mut remote, operation, wire_amount).map(|()| next)) {
                Ok(next) => statuses.set(nonce, next),
                Err(reason) => {
                    Runtime::emit_event(OrderSkipped { message_id, reason: reason.name().to_owned() });
                    continue;
                }
            }
            match account {
                None => self.emit_cancel(&mut remote, source, asset_home, sender, wire_amount, &message_id),
                Some(account) => payments.push((operation, payment(message_id, account, &order))),
            }
        }
        ensure(recipients.next().is_none(), BridgeError::MalformedProof)?;
        let included = merkle::root_of_run::<Keccak>(&mut leaves, packed.first(), count.into(), packed.siblings)?;
        ensure(included == root, BridgeError::InvalidProof)?;
        statuses.write();
        let (token, unit) = (remote.token, remote.unit());
        self.remotes.insert(source, remote);

        for (operation, payment) in payments {
            if operation == Operation::Mint {
                self.pay_minted(token, unit.to_local(payment.wire_amount), payment);
            } else {
                self.pay_released(payment);
            }
        }
        Ok(())
    }

    /// Takes the amount of an order out of its bucket; a cancellation takes nothing.
    fn draw(&self, remote: &mut Remote, operation: Operation, wire_amount: u128) -> Checked {
        match operation {
            Operation::Mint => {
                ensure(remote.unit().to_local(wire_amount) <= MAX_MINT, BridgeError::AmountTooLarge)?;
                remote.bridged.draw(wire_amount, now())
            }
            Operation::Release => remote.draw_release(wire_amount, now()),
            Operation::Cancel => Ok(()),
        }
    }

    /// Where the asset of the message is at home: here when it is released, or when a Burn of it is cancelled.
    fn asset_home(&self, operation: Operation, kind: Kind, source: u32) -> u32 {
        let is_here = match operation {
            Operation::Mint => false,
            Operation::Release => true,
            Operation::Cancel => kind == Kind::Burn,
        };
        if is_here { self.domain } else { source }
    }
}

/// The status after the operation. Nothing is minted for an amount of zero.
fn next_status(operation: Operation, status: MessageStatus, wire_amount: u128) -> Checked<MessageStatus> {
    if operation == Operation::Cancel {
        return status.cancel();
    }
    let next = status.execute()?;
    ensure(operation != Operation::Mint || wire_amount != 0, BridgeError::ZeroAmount)?;
    Ok(next)
}

fn payment(message_id: Word, recipient: Global<Account>, order: &PackedOrder) -> Payment {
    let PackedOrder { recipient: recipient_word, wire_amount, reference, .. } = *order;
    Payment { message_id, recipient, recipient_word: *recipient_word, wire_amount, reference: *reference }
}
