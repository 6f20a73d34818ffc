//! The links to the operator's dApp definition, by which wallets show the bridge and find credits. The definition names the
//! bridge's entities in turn.

use scrypto::prelude::*;

use crate::roles::rule_of_component;

/// The metadata that wallets read.
pub const DAPP_DEFINITION: &str = "dapp_definition";
pub const DAPP_DEFINITIONS: &str = "dapp_definitions";
pub const ICON_URL: &str = "icon_url";

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
