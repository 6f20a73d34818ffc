//! Registrations, limits, root repair, pauses and roles. No message reaches any of it.

use causeway_codec::Word;
use scrypto::prelude::*;

use crate::bridge::{Bridge, Interval, handle_of, now, own_address, to_word};
use crate::error::{BridgeError, Checked, ensure};
use crate::event::*;
use crate::rate_limit::Limits;
use crate::remote::{Registration, Remote, Side};
use crate::roles::{ADMIN, Badge, GUARDIAN, ORACLE, PROPOSED_ADMIN, rule_of, rule_of_option};

impl Bridge {
    /// Registers a remote, closed, and creates its bridged token; replaceable until `open_remote`.
    pub fn set_remote(&self, registration: Registration) -> Checked {
        let domain = registration.domain;
        let registered = self.find_remote(domain);
        let opened = registered.as_ref().is_some_and(|remote| remote.opened);
        ensure(!opened, BridgeError::RemoteAlreadyOpen)?;
        registration.check(self.domain)?;

        let token = registration.create_token(own_address(), self.dapp_definition);
        let Registration { bridge, address_length, wire_decimals, .. } = registration;
        let (paused, fee, canonical, bridged) = registered.map_or_else(Default::default, |remote| {
            let Remote { paused, fee, canonical, bridged, .. } = remote;
            (paused, fee, canonical, bridged)
        });
        self.remotes.insert(
            domain,
            Remote {
                bridge,
                token,
                address_length,
                wire_decimals,
                opened: false,
                paused,
                fee,
                next_outbound_nonce: 0,
                next_inbound_nonce: 0,
                outstanding: 0,
                canonical,
                bridged,
            },
        );
        Runtime::emit_event(RemoteSet { domain, bridge, token, address_length, wire_decimals });
        Ok(())
    }

    /// Opens a registered remote for good.
    pub fn set_opened(&self, domain: u32) -> Checked {
        let mut remote = self.registered_remote(domain)?;
        ensure(!remote.opened, BridgeError::RemoteAlreadyOpen)?;
        remote.opened = true;
        self.remotes.insert(domain, remote);
        Runtime::emit_event(RemoteOpened { domain });
        Ok(())
    }

    /// Sets the limits of one side of a remote, in wire units. The first call fills the bucket.
    pub fn set_limits(&self, domain: u32, side: Side, limits: Limits) -> Checked {
        let mut remote = self.registered_remote(domain)?;
        let opened = remote.opened;
        remote.side_mut(side).set(limits, opened, now())?;
        self.remotes.insert(domain, remote);
        Runtime::emit_event(LimitsSet { domain, side, limits });
        Ok(())
    }

    /// Repairs a committed interval after a reorganisation deeper than finality, or a forged root. Inbound or the remote
    /// is paused. The zero root drops the interval.
    pub fn replace_root(&self, interval: Interval, root: Word, changed: Vec<u64>) -> Checked {
        let Interval { source, first_nonce, count } = interval;
        let remote = self.find_remote(source);
        let paused = self.inbound_paused || remote.as_ref().is_some_and(|remote| remote.paused);
        ensure(paused, BridgeError::InboundNotPaused)?;
        self.root(&interval)?;
        if root == [0; 32] {
            ensure(changed.is_empty(), BridgeError::ZeroRoot)?;
            self.drop_interval(interval, remote)?;
        } else {
            self.roots.insert(interval, root);
        }
        for &nonce in &changed {
            interval.check(nonce)?;
            self.change_status(source, nonce, |status| Ok(status.replace()))?;
        }
        Runtime::emit_event(RootReplaced { source, first_nonce, count, root, changed });
        Ok(())
    }

    /// Takes back the commitment of the lane's last interval. A message that was executed or cancelled there stays
    /// Replaced, whatever message gets its nonce later.
    fn drop_interval(&self, interval: Interval, remote: Option<Remote>) -> Checked {
        let Interval { source, first_nonce, .. } = interval;
        let mut remote = remote.ok_or(BridgeError::UnknownRemote)?;
        ensure(interval.end() == Some(remote.next_inbound_nonce), BridgeError::ZeroRoot)?;
        self.replace_statuses(source, first_nonce, remote.next_inbound_nonce);
        remote.next_inbound_nonce = first_nonce;
        self.remotes.insert(source, remote);
        self.roots.remove(&interval);
        Ok(())
    }

    /// Pauses or unpauses one remote.
    pub fn set_remote_paused(&self, domain: u32, paused: bool) -> Checked {
        let mut remote = self.registered_remote(domain)?;
        remote.paused = paused;
        self.remotes.insert(domain, remote);
        Runtime::emit_event(RemotePausedSet { remote: domain, paused });
        Ok(())
    }

    /// Sets the delivery fee of locks and burns towards a remote, XRD.
    pub fn set_fee(&self, domain: u32, fee: Decimal) -> Checked {
        ensure(!fee.is_negative(), BridgeError::InvalidFee)?;
        let mut remote = self.registered_remote(domain)?;
        remote.fee = fee;
        self.remotes.insert(domain, remote);
        Runtime::emit_event(FeeSet { remote: domain, fee });
        Ok(())
    }

    /// Pays the collected delivery fees to an account, which must take them.
    pub fn collect_fees(&self, mut to: Global<Account>) {
        let amount = self.fees.amount();
        to.try_deposit_or_abort(handle_of(&self.fees).take(amount).into(), None);
        Runtime::emit_event(FeesCollected { to: to_word(to.address()), amount });
    }

    /// Pauses or unpauses lock and burn.
    pub fn set_outbound_paused(&mut self, paused: bool) {
        self.outbound_paused = paused;
        Runtime::emit_event(OutboundPausedSet { paused });
    }

    /// Pauses or unpauses mint and release.
    pub fn set_inbound_paused(&mut self, paused: bool) {
        self.inbound_paused = paused;
        Runtime::emit_event(InboundPausedSet { paused });
    }

    /// Replaces the oracle set.
    pub fn set_oracle(&mut self, members: Vec<PublicKeyHash>, threshold: u8) -> Checked {
        self.roles.members = members.clone();
        self.roles.threshold = threshold;
        self.roles.check()?;
        set_role(ORACLE, self.roles.oracle_rule());
        Runtime::emit_event(OracleSet { members, threshold });
        Ok(())
    }

    /// Replaces the guardian.
    pub fn set_guardian(&mut self, guardian: Badge) -> Checked {
        self.roles.guardian = guardian.clone();
        self.roles.check()?;
        set_role(GUARDIAN, rule_of(&guardian));
        Runtime::emit_event(GuardianSet { guardian });
        Ok(())
    }

    /// Proposes a new admin, or withdraws the proposal.
    pub fn propose_admin(&mut self, admin: Option<Badge>) {
        self.roles.proposed_admin = admin.clone();
        set_role(PROPOSED_ADMIN, rule_of_option(&admin));
        Runtime::emit_event(AdminProposed { admin });
    }

    /// Gives the admin role to the proposed admin.
    pub fn accept_admin(&mut self) -> Checked {
        // Without a proposal nobody has the role that this method requires.
        if let Some(admin) = self.roles.proposed_admin.take() {
            self.roles.admin = admin.clone();
            self.roles.check()?;
            set_role(ADMIN, rule_of(&admin));
            set_role(PROPOSED_ADMIN, rule_of_option(&None));
            Runtime::emit_event(AdminSet { admin });
        }
        Ok(())
    }
}

fn set_role(name: &str, rule: AccessRule) {
    Runtime::global_component().set_role(name, rule);
}
