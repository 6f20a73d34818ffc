//! A counter that anyone may increase.

use scrypto::prelude::*;

#[blueprint]
mod counter {
    struct Counter {
        value: u64,
    }

    impl Counter {
        /// A new counter without an owner.
        pub fn instantiate(start: u64) -> Global<Counter> {
            Self { value: start }.instantiate().prepare_to_globalize(OwnerRole::None).globalize()
        }

        /// Adds `by`, which is at least 1, and returns the new value.
        pub fn increase(&mut self, by: u64) -> u64 {
            if by == 0 {
                // The build leaves out the messages of all other panics.
                Runtime::panic("a counter increases by at least 1".into());
            }
            self.value += by;
            self.value
        }

        pub fn value(&self) -> u64 {
            self.value
        }
    }
}
