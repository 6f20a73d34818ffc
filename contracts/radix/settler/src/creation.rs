//! What a settler learns when it is created.

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
        Ok(Self {
            domain: decoder.decode()?,
            canonical: decoder.decode()?,
            wire_decimals: decoder.decode()?,
        })
    }
}
