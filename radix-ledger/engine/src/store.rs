//! The substate database: in memory, with snapshots that cost only what is changed after them, and an image as bytes.

use radix_common::prelude::*;
use radix_substate_store_impls::memory_db::InMemorySubstateDatabase;
use radix_substate_store_interface::interface::*;

/// A database whose latest commits can be taken back while a snapshot of what was before them is open.
pub struct Store {
    database: InMemorySubstateDatabase,
    /// For every commit since the oldest open snapshot, the updates that take it back.
    undo: Vec<DatabaseUpdates>,
    recording: bool,
}

impl Store {
    pub fn new() -> Self {
        Self { database: InMemorySubstateDatabase::standard(), undo: Vec::new(), recording: false }
    }

    /// From now on commits can be taken back; answers the mark for `roll_back`.
    pub fn snapshot(&mut self) -> usize {
        self.recording = true;
        self.undo.len()
    }

    /// Takes back every commit after `mark`, newest first. False when there is no such mark.
    pub fn roll_back(&mut self, mark: usize) -> bool {
        if !self.recording || mark > self.undo.len() {
            return false;
        }
        for updates in self.undo.split_off(mark).iter().rev() {
            self.database.commit(updates);
        }
        true
    }

    /// Every substate as the updates that make them in an empty database, in the order of their keys.
    pub fn contents(&self) -> DatabaseUpdates {
        let mut contents = DatabaseUpdates::default();
        for DbPartitionKey { node_key, partition_num } in self.database.list_partition_keys() {
            let partition = DbPartitionKey { node_key: node_key.clone(), partition_num };
            let substate_updates = self
                .database
                .list_raw_values_from_db_key(&partition, None)
                .map(|(key, value)| (key, DatabaseUpdate::Set(value)))
                .collect();
            contents
                .node_updates
                .entry(node_key)
                .or_default()
                .partition_updates
                .insert(partition_num, PartitionDatabaseUpdates::Delta { substate_updates });
        }
        contents
    }

    fn inverse(&self, updates: &DatabaseUpdates) -> DatabaseUpdates {
        let mut inverse = DatabaseUpdates::default();
        for (node_key, node) in &updates.node_updates {
            let partitions = &mut inverse.node_updates.entry(node_key.clone()).or_default().partition_updates;
            for (partition_num, partition) in &node.partition_updates {
                let key = DbPartitionKey { node_key: node_key.clone(), partition_num: *partition_num };
                partitions.insert(*partition_num, self.inverse_of_partition(&key, partition));
            }
        }
        inverse
    }

    fn inverse_of_partition(
        &self,
        partition: &DbPartitionKey,
        updates: &PartitionDatabaseUpdates,
    ) -> PartitionDatabaseUpdates {
        match updates {
            PartitionDatabaseUpdates::Delta { substate_updates } => PartitionDatabaseUpdates::Delta {
                substate_updates: substate_updates
                    .keys()
                    .map(|key| {
                        let before = match self.database.get_raw_substate_by_db_key(partition, key) {
                            Some(value) => DatabaseUpdate::Set(value),
                            None => DatabaseUpdate::Delete,
                        };
                        (key.clone(), before)
                    })
                    .collect(),
            },
            PartitionDatabaseUpdates::Reset { .. } => PartitionDatabaseUpdates::Reset {
                new_substate_values: self.database.list_raw_values_from_db_key(partition, None).collect(),
            },
        }
    }
}

impl SubstateDatabase for Store {
    fn get_raw_substate_by_db_key(&self, partition: &DbPartitionKey, key: &DbSortKey) -> Option<DbSubstateValue> {
        self.database.get_raw_substate_by_db_key(partition, key)
    }

    fn list_raw_values_from_db_key(
        &self,
        partition: &DbPartitionKey,
        from: Option<&DbSortKey>,
    ) -> Box<dyn Iterator<Item = PartitionEntry> + '_> {
        self.database.list_raw_values_from_db_key(partition, from)
    }
}

impl CommittableSubstateDatabase for Store {
    fn commit(&mut self, updates: &DatabaseUpdates) {
        if self.recording {
            let inverse = self.inverse(updates);
            self.undo.push(inverse);
        }
        self.database.commit(updates);
    }
}
