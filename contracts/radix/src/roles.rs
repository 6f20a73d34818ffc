//! Who may do what.

use scrypto::prelude::*;

use crate::error::{BridgeError, Checked, ensure};

/// What an admin or a guardian shows: any amount of a resource, or one non-fungible.
pub type Badge = ResourceOrNonFungible;

const MAX_MEMBERS: usize = 16;

/// Resources whose non-fungibles the engine itself shows: all of one together are everyone's.
const IMPLICIT: [ResourceAddress; 4] = [
    SECP256K1_SIGNATURE_RESOURCE,
    ED25519_SIGNATURE_RESOURCE,
    PACKAGE_OF_DIRECT_CALLER_RESOURCE,
    GLOBAL_CALLER_RESOURCE,
];

/// The holders of the roles.
#[derive(ScryptoSbor, Clone, Debug)]
pub struct Roles {
    pub admin: Badge,
    pub proposed_admin: Option<Badge>,
    pub guardian: Badge,
    /// Whose signatures count as the oracle's, and how many it takes.
    pub members: Vec<PublicKeyHash>,
    pub threshold: u8,
}

impl Roles {
    /// InvalidOracle unless the members are distinct and a majority of them must sign. InvalidRole unless admin, guardian
    /// and members are apart: an oracle that could pause or configure, or a guardian that could do both, would be one key
    /// too few.
    pub fn check(&self) -> Checked {
        let (count, needed) = (self.members.len(), usize::from(self.threshold));
        let distinct = self.members.iter().enumerate().all(|(index, member)| !self.members[..index].contains(member));
        // An empty list fails too: no threshold is both above and at most zero.
        let valid = count <= MAX_MEMBERS && needed <= count && 2 * needed > count && distinct;
        ensure(valid, BridgeError::InvalidOracle)?;

        let apart = !is_everyones(&self.admin)
            && !is_everyones(&self.guardian)
            && !overlap(&self.admin, &self.guardian)
            && self.members.iter().map(signature).all(|member| {
                !overlap(&member, &self.admin) && !overlap(&member, &self.guardian)
            });
        ensure(apart, BridgeError::InvalidRole)
    }

    /// What the oracle must show: signatures of as many distinct members as the threshold says.
    pub fn oracle_rule(&self) -> AccessRule {
        let members: Vec<Badge> = self.members.iter().map(signature).collect();
        rule!(require_n_of(self.threshold, members))
    }
}

/// What a role that `badge` holds must show.
pub fn rule_of(badge: &Badge) -> AccessRule {
    rule!(require(badge.clone()))
}

/// What a role that `badge` holds must show; a role that nobody holds can't be shown.
pub fn rule_of_option(badge: &Option<Badge>) -> AccessRule {
    badge.as_ref().map_or(rule!(deny_all), rule_of)
}

/// The badge that a signature of the key shows.
fn signature(member: &PublicKeyHash) -> Badge {
    Badge::NonFungible(NonFungibleGlobalId::from_public_key_hash(*member))
}

fn is_everyones(badge: &Badge) -> bool {
    matches!(badge, Badge::Resource(resource) if IMPLICIT.contains(resource))
}

/// Whether one thing could show both badges: they are the same, or one is any of the other's resource.
fn overlap(left: &Badge, right: &Badge) -> bool {
    match (left, right) {
        (Badge::NonFungible(left), Badge::NonFungible(right)) => left == right,
        (Badge::NonFungible(id), Badge::Resource(resource)) | (Badge::Resource(resource), Badge::NonFungible(id)) => {
            id.resource_address() == *resource
        }
        (Badge::Resource(left), Badge::Resource(right)) => left == right,
    }
}
