//! The creation of the component and its tokens, by the engine's own functions: scrypto's builders encode every kind of
//! metadata and role, and every call pays for the code's size.

use scrypto::component::{ObjectStub, ObjectStubHandle};
use scrypto::engine::scrypto_env::ScryptoVmV1Api;
use scrypto::prelude::*;

use crate::metadata::Entry;

/// A role's name and rule.
pub type Role = (&'static str, Option<AccessRule>);
const NO_ROLES: Map<&str, Option<AccessRule>> = Map(&[]);

/// Makes the component global at its reserved address, without an owner.
pub fn globalize<C: HasStub>(
    component: Owned<C>,
    reservation: GlobalAddressReservation,
    roles: &[Role],
    metadata: &[Entry],
) -> Global<C> {
    let metadata =
        create_module(METADATA_MODULE_PACKAGE, METADATA_BLUEPRINT, METADATA_CREATE_WITH_DATA_IDENT, &(Map(metadata),));
    let owner = OwnerRoleEntry::from(OwnerRole::None);
    let roles = create_module(
        ROLE_ASSIGNMENT_MODULE_PACKAGE,
        ROLE_ASSIGNMENT_BLUEPRINT,
        ROLE_ASSIGNMENT_CREATE_IDENT,
        &(owner, Map(&[(ModuleId::Main, Map(roles))])),
    );
    let modules = indexmap! { AttachedModuleId::Metadata => metadata, AttachedModuleId::RoleAssignment => roles };
    let address = ScryptoVmV1Api::object_globalize(*component.0.handle().as_node_id(), modules, Some(reservation));
    Global(C::Stub::new(ObjectStubHandle::Global(address)))
}

fn create_module(package: PackageAddress, blueprint: &str, function: &str, arguments: &impl ScryptoEncode) -> NodeId {
    let created = call(package, blueprint, function, arguments);
    scrypto_decode::<Own>(&created).expect("an object").0
}

fn call(package: PackageAddress, blueprint: &str, function: &str, arguments: &impl ScryptoEncode) -> Vec<u8> {
    ScryptoVmV1Api::blueprint_call(package, blueprint, function, scrypto_encode(arguments).expect("encodes"))
}

/// Creates a token of 18 decimals without a supply or an owner, that only calls under the rule `minter` mint and burn.
pub fn create_token(minter: AccessRule, metadata: &[Entry]) -> ResourceAddress {
    // The role and who may change its rule.
    let minted = Some((Some(minter), Some(rule!(deny_all))));
    let burned = minted.clone();
    // Freeze, recall, withdraw and deposit have the engine's rules: nobody, nobody, everybody, everybody.
    let rest = || None::<(Option<AccessRule>, Option<AccessRule>)>;
    let roles = (minted, burned, rest(), rest(), rest(), rest());
    let tracks_supply = true;
    let created = call(
        RESOURCE_PACKAGE,
        FUNGIBLE_RESOURCE_MANAGER_BLUEPRINT,
        FUNGIBLE_RESOURCE_MANAGER_CREATE_IDENT,
        &(
            OwnerRole::None,
            tracks_supply,
            DIVISIBILITY_MAXIMUM,
            roles,
            (Map(metadata), NO_ROLES),
            None::<GlobalAddressReservation>,
        ),
    );
    scrypto_decode(&created).expect("an address")
}

/// A map with these entries, whose keys differ. A map of Rust's would bring the code of its hashing for each pair of
/// types.
pub struct Map<'a, K, V>(pub &'a [(K, V)]);

impl<K, V> Categorize<ScryptoCustomValueKind> for Map<'_, K, V> {
    fn value_kind() -> ValueKind<ScryptoCustomValueKind> {
        ValueKind::Map
    }
}

impl<K, V, E> Encode<ScryptoCustomValueKind, E> for Map<'_, K, V>
where
    K: Categorize<ScryptoCustomValueKind> + Encode<ScryptoCustomValueKind, E>,
    V: Categorize<ScryptoCustomValueKind> + Encode<ScryptoCustomValueKind, E>,
    E: Encoder<ScryptoCustomValueKind>,
{
    fn encode_value_kind(&self, encoder: &mut E) -> Result<(), EncodeError> {
        encoder.write_value_kind(Self::value_kind())
    }

    fn encode_body(&self, encoder: &mut E) -> Result<(), EncodeError> {
        encoder.write_value_kind(K::value_kind())?;
        encoder.write_value_kind(V::value_kind())?;
        encoder.write_size(self.0.len())?;
        for (key, value) in self.0 {
            encoder.encode_deeper_body(key)?;
            encoder.encode_deeper_body(value)?;
        }
        Ok(())
    }
}
