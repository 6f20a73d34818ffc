//! The creation of a settler, by the engine's own functions: scrypto's builders encode every kind of metadata, and every
//! call pays for the code's size.

use scrypto::component::{ObjectStub, ObjectStubHandle};
use scrypto::engine::scrypto_env::ScryptoVmV1Api;
use scrypto::prelude::*;

/// The first fields of the bridge's configuration. The rest is not decoded, because every call pays for the code.
pub struct Configuration {
    pub domain: u32,
    pub canonical: ResourceAddress,
    pub wire_decimals: u8,
}

impl Configuration {
    /// Reads it from the bridge.
    pub fn of(bridge: ComponentAddress) -> Self {
        let read = ScryptoVmV1Api::object_call(bridge.as_node_id(), "configuration", scrypto_args!());
        Self::decode(&read).expect("a bridge")
    }

    fn decode(bytes: &[u8]) -> Result<Self, DecodeError> {
        let mut decoder = ScryptoDecoder::new(bytes, SCRYPTO_SBOR_V1_MAX_DEPTH);
        decoder.read_and_check_payload_prefix(SCRYPTO_SBOR_V1_PAYLOAD_PREFIX)?;
        decoder.read_and_check_value_kind(ValueKind::Tuple)?;
        decoder.read_size()?;
        Ok(Self { domain: decoder.decode()?, canonical: decoder.decode()?, wire_decimals: decoder.decode()? })
    }
}

/// Makes the component global at its reserved address, without owner, roles and metadata.
pub fn globalize<C: HasStub>(component: Owned<C>, reservation: GlobalAddressReservation) -> Global<C> {
    let metadata = create(METADATA_MODULE_PACKAGE, METADATA_BLUEPRINT, METADATA_CREATE_IDENT, &MetadataCreateInput {});
    let roles = RoleAssignmentCreateInput { owner_role: OwnerRole::None.into(), roles: indexmap!() };
    let roles = create(ROLE_ASSIGNMENT_MODULE_PACKAGE, ROLE_ASSIGNMENT_BLUEPRINT, ROLE_ASSIGNMENT_CREATE_IDENT, &roles);
    let modules = indexmap! { AttachedModuleId::Metadata => metadata, AttachedModuleId::RoleAssignment => roles };
    let address = ScryptoVmV1Api::object_globalize(*component.0.handle().as_node_id(), modules, Some(reservation));
    Global(C::Stub::new(ObjectStubHandle::Global(address)))
}

fn create(package: PackageAddress, blueprint: &str, function: &str, arguments: &impl ScryptoEncode) -> NodeId {
    let arguments = scrypto_encode(arguments).expect("encodes");
    let created = ScryptoVmV1Api::blueprint_call(package, blueprint, function, arguments);
    scrypto_decode::<Own>(&created).expect("an object").0
}
