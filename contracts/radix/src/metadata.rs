//! Metadata of the bridge, its locker and its tokens: among it the links to the operator's dApp definition, by which
//! wallets show the bridge and find credits. The definition names the bridge's entities in turn.

use scrypto::prelude::*;

use crate::roles::rule_of_component;

/// The metadata that wallets read.
pub const DAPP_DEFINITION: &str = "dapp_definition";
pub const DAPP_DEFINITIONS: &str = "dapp_definitions";
pub const ICON_URL: &str = "icon_url";

/// The kinds of value that the bridge writes, in the engine's encoding. The engine's own type has 32 kinds, all of whose
/// encoding would be in the code.
#[derive(ScryptoCategorize, ScryptoEncode)]
pub enum Content {
    #[sbor(discriminator(METADATA_VALUE_STRING_DISCRIMINATOR))]
    Text(String),
    #[sbor(discriminator(METADATA_VALUE_U32_DISCRIMINATOR))]
    Number(u32),
    #[sbor(discriminator(METADATA_VALUE_GLOBAL_ADDRESS_DISCRIMINATOR))]
    Address(GlobalAddress),
    #[sbor(discriminator(METADATA_VALUE_URL_DISCRIMINATOR))]
    Url(String),
    #[sbor(discriminator(METADATA_VALUE_U8_ARRAY_DISCRIMINATOR))]
    Bytes(Vec<u8>),
    #[sbor(discriminator(METADATA_VALUE_GLOBAL_ADDRESS_ARRAY_DISCRIMINATOR))]
    Addresses(Vec<GlobalAddress>),
}

/// A name with a value that nobody can change.
pub type Entry = (&'static str, KeyValueStoreInitEntry<Content>);

/// The entry of `name`, locked.
pub fn locked(name: &'static str, value: Content) -> Entry {
    (name, KeyValueStoreInitEntry::locked(value))
}

/// Creates the locker of the bridge at `bridge`, which alone can store in it.
pub fn create_locker(bridge: ComponentAddress, dapp_definition: ComponentAddress) -> Global<AccountLocker> {
    // A locker is created without metadata. Its owner role is therefore open until they are set, and nobody but this
    // function runs meanwhile.
    let locker = Blueprint::<AccountLocker>::instantiate(
        OwnerRole::Updatable(rule!(allow_all)),
        rule_of_component(bridge),
        rule!(deny_all),
        rule!(deny_all),
        rule!(deny_all),
        None,
    );
    locker.set_metadata(DAPP_DEFINITION, GlobalAddress::from(dapp_definition));
    locker.lock_metadata(DAPP_DEFINITION);
    // Whom the rule admits may change it, and it admits nobody any more.
    locker.set_owner_role(rule!(deny_all));
    locker
}
