//! Registrations, limits, root repair, pauses and roles. No message reaches any of it.

use causeway_codec::Word;
use scrypto::prelude::*;

use crate::bridge::{Bridge, Interval, now, own_address};
use crate::error::{BridgeError, Checked, ensure};
use crate::event::*;
use crate::rate_limit::Limits;
use crate::remote::{Registration, Remote, Side};
use crate::roles::{Badge, rule_of, rule_of_option};

/// The names of the roles, as the blueprint declares them.
const ORACLE: &str = "oracle";
const GUARDIAN: &str = "guardian";
const ADMIN: &str = "admin";
const PROPOSED_ADMIN: &str = "proposed_admin";

impl Bridge {
    /// Registers a remote, closed, and creates its bridged token; replaceable until `open_remote`.
    pub fn set_remote(&self, registration: Registration) -> Checked {
        let domain = registration.domain;
        let registered = self.find_remote(domain);
        let opened = registered.as_ref().is_some_and(|remote| remote.opened);
        ensure(!opened, BridgeError::RemoteAlreadyOpen)?;
        registration.check(self.domain)?;

        let token = registration.create_token(own_address());
        let Registration { bridge, address_length, wire_decimals, .. } = registration;
        let (canonical, bridged) =
            registered.map_or_else(Default::default, |remote| (remote.canonical, remote.bridged));
        self.remotes.insert(
            domain,
            Remote {
                bridge,
                token,
                address_length,
                wire_decimals,
                opened: false,
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

    /// Repairs a committed interval after a reorganisation deeper than finality, or a forged root. Inbound paused.
    pub fn replace_root(&self, interval: Interval, root: Word, changed: Vec<u64>) -> Checked {
        ensure(self.inbound_paused, BridgeError::InboundNotPaused)?;
        ensure(root != [0; 32], BridgeError::ZeroRoot)?;
        self.root(&interval)?;
        self.roots.insert(interval, root);
        let Interval { source, first_nonce, count } = interval;
        for &nonce in &changed {
            interval.check(nonce)?;
            self.change_status(source, nonce, |status| Ok(status.replace()))?;
        }
        Runtime::emit_event(RootReplaced { source, first_nonce, count, root, changed });
        Ok(())
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
