//! Roles and their holders.

use scrypto::prelude::*;

use crate::error::{BridgeError, Checked, ensure};

/// The badge of an admin or a guardian: any amount of a resource, or one non-fungible.
pub type Badge = ResourceOrNonFungible;

/// The names of the roles, as the blueprint declares them.
pub const ORACLE: &str = "oracle";
pub const GUARDIAN: &str = "guardian";
pub const ADMIN: &str = "admin";
pub const PROPOSED_ADMIN: &str = "proposed_admin";

const MAX_MEMBERS: usize = 16;

/// Resources whose non-fungibles the engine itself shows. Everyone can show some non-fungible of each.
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
    /// The oracle's members, and the number of them that must sign.
    pub members: Vec<PublicKeyHash>,
    pub threshold: u8,
}

impl Roles {
    /// InvalidOracle unless the members are distinct and a majority of them must sign. InvalidRole unless admin, guardian
    /// and members are apart: if the oracle could pause or configure, or the guardian could configure, one key would be
    /// enough for two decisions.
    pub fn check(&self) -> Checked {
        let (count, needed) = (self.members.len(), usize::from(self.threshold));
        let distinct = self.members.iter().enumerate().all(|(index, member)| !self.members[..index].contains(member));
        // An empty list fails too: no threshold is both above and at most zero.
        let valid = count <= MAX_MEMBERS && needed <= count && 2 * needed > count && distinct;
        ensure(valid, BridgeError::InvalidOracle)?;

        let apart = !is_everyones(&self.admin)
            && !is_everyones(&self.guardian)
            && !overlap(&self.admin, &self.guardian)
            && self
                .members
                .iter()
                .map(signature)
                .all(|member| !overlap(&member, &self.admin) && !overlap(&member, &self.guardian));
        ensure(apart, BridgeError::InvalidRole)
    }

    /// The oracle's access rule: signatures of as many distinct members as the threshold says.
    pub fn oracle_rule(&self) -> AccessRule {
        let members: Vec<Badge> = self.members.iter().map(signature).collect();
        rule!(require_n_of(self.threshold, members))
    }
}

/// The access rule of a role that `badge` holds.
pub fn rule_of(badge: &Badge) -> AccessRule {
    rule!(require(badge.clone()))
}

/// The access rule of a role that `badge` holds. Nobody meets the rule of a role without a holder.
pub fn rule_of_option(badge: &Option<Badge>) -> AccessRule {
    badge.as_ref().map_or(rule!(deny_all), rule_of)
}

/// The access rule that only calls by the component itself meet. The engine computes the hash that names the badge:
/// scrypto's own function would add some 7 kB of code, and every call pays for the code's size.
pub fn rule_of_component(component: ComponentAddress) -> AccessRule {
    let caller = scrypto_encode(&GlobalCaller::from(component)).expect("encodes");
    let id = CryptoUtils::blake2b_256_hash(caller).0.to_vec();
    let id = NonFungibleLocalId::bytes(id).expect("32 bytes");
    rule!(require(NonFungibleGlobalId::new(GLOBAL_CALLER_RESOURCE, id)))
}

/// The badge that a signature of the key shows.
fn signature(member: &PublicKeyHash) -> Badge {
    Badge::NonFungible(NonFungibleGlobalId::from_public_key_hash(*member))
}

fn is_everyones(badge: &Badge) -> bool {
    matches!(badge, Badge::Resource(resource) if IMPLICIT.contains(resource))
}

/// Whether one token could show both badges: they are the same, or one is any token of the other's resource.
fn overlap(left: &Badge, right: &Badge) -> bool {
    match (left, right) {
        (Badge::NonFungible(left), Badge::NonFungible(right)) => left == right,
        (Badge::NonFungible(id), Badge::Resource(resource)) | (Badge::Resource(resource), Badge::NonFungible(id)) => {
            id.resource_address() == *resource
        }
        (Badge::Resource(left), Badge::Resource(right)) => left == right,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn member(byte: u8) -> PublicKeyHash {
        PublicKeyHash::Ed25519(Ed25519PublicKeyHash([byte; 29]))
    }

    fn roles(members: &[u8], threshold: u8) -> Roles {
        Roles {
            admin: signature(&member(101)),
            proposed_admin: None,
            guardian: signature(&member(102)),
            members: members.iter().copied().map(member).collect(),
            threshold,
        }
    }

    #[test]
    fn an_oracle_is_a_majority_of_at_most_16_distinct_members() {
        let sixteen: Vec<u8> = (0..16).collect();
        let seventeen: Vec<u8> = (0..17).collect();
        for (members, threshold) in [(&[1][..], 1), (&[1, 2], 2), (&[1, 2, 3, 4, 5], 3), (&sixteen, 9), (&sixteen, 16)]
        {
            assert_eq!(roles(members, threshold).check(), Ok(()), "{threshold} of {members:?}");
        }
        for (members, threshold) in [
            (&[][..], 0),
            (&[], 1),
            (&[1], 0),
            (&[1], 2),
            (&[1, 2], 1),
            (&[1, 2, 3, 4], 2),
            (&[1, 2, 3, 4, 5], 2),
            (&[1, 2, 1], 2),
            (&sixteen, 8),
            (&sixteen, 17),
            (&seventeen, 9),
            (&[1, 2, 3], 255),
        ] {
            assert_eq!(
                roles(members, threshold).check(),
                Err(BridgeError::InvalidOracle),
                "{threshold} of {members:?}"
            );
        }
    }

    #[test]
    fn keys_of_another_curve_are_other_members() {
        let mut roles = roles(&[1, 2], 2);
        roles.members.push(PublicKeyHash::Secp256k1(Secp256k1PublicKeyHash([1; 29])));
        assert_eq!(roles.check(), Ok(()));
    }

    #[test]
    fn nobody_holds_two_roles() {
        let admins = Badge::Resource(XRD);
        let one_of = |resource| Badge::NonFungible(NonFungibleGlobalId::new(resource, NonFungibleLocalId::integer(1)));
        let (admin, guardian, oracle) = (signature(&member(101)), signature(&member(102)), signature(&member(1)));
        for (admin, guardian, accepted) in [
            (admin.clone(), guardian.clone(), true),
            (admins.clone(), guardian.clone(), true),
            (one_of(ACCOUNT_OWNER_BADGE), one_of(IDENTITY_OWNER_BADGE), true),
            (admin.clone(), admin.clone(), false),
            (oracle.clone(), guardian.clone(), false),
            (admin.clone(), oracle, false),
            (admins.clone(), admins, false),
            (one_of(ACCOUNT_OWNER_BADGE), Badge::Resource(ACCOUNT_OWNER_BADGE), false),
            (Badge::Resource(ACCOUNT_OWNER_BADGE), one_of(ACCOUNT_OWNER_BADGE), false),
            (Badge::Resource(ED25519_SIGNATURE_RESOURCE), guardian.clone(), false),
            (Badge::Resource(SECP256K1_SIGNATURE_RESOURCE), guardian, false),
            (admin.clone(), Badge::Resource(PACKAGE_OF_DIRECT_CALLER_RESOURCE), false),
            (admin, Badge::Resource(GLOBAL_CALLER_RESOURCE), false),
        ] {
            let expected = if accepted { Ok(()) } else { Err(BridgeError::InvalidRole) };
            let name = format!("{admin:?} {guardian:?}");
            assert_eq!(Roles { admin, guardian, ..roles(&[1, 2, 3], 2) }.check(), expected, "{name}");
        }
    }

    #[test]
    fn the_oracle_shows_as_many_members_as_the_threshold() {
        let expected = [1, 2, 3].map(|byte| signature(&member(byte))).to_vec();
        assert_eq!(roles(&[1, 2, 3], 2).oracle_rule(), rule!(require_n_of(2, expected)));
    }
}
