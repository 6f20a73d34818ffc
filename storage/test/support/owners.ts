import { LOCK_KINDS, type Lock, type LockKind, lockOf } from '../../src/core/locks.ts';

/** Something of each kind, for a test that changes rows as no job of the program does. */
export const EVERY_KIND: readonly Lock[] = LOCK_KINDS.map((kind) => lockOf(kind, 'test'));

/**
 * The kinds of locks that own each table: a job that changes or removes rows of it has locked one of them. Rows of a
 * table without an owner are of one process, or nobody decides by them. A new row with a new id needs no lock.
 */
export const OWNERS: Readonly<Record<string, readonly LockKind[]>> = {
  // The bridge.
  leases: ['lease'],
  events: ['area'],
  event_epochs: ['schema'],
  blocks: ['view'],
  messages: ['view', 'order'],
  outcomes: ['view'],
  roots: ['view'],
  lane_differences: ['view'],
  own_scans: ['view'],
  broken_views: ['view'],
  pruned_nonces: ['view', 'area'],
  delivery_fees: ['view'],
  swap_scans: ['view'],
  swap_events: ['view', 'order'],
  orders: ['order'],
  swaps: ['order'],
  submissions: ['submissions'],
  submission_versions: ['submissions'],
  submission_orders: ['submissions'],
  submission_roots: ['submissions'],
  submission_messages: ['submissions'],
  signatures: ['area'],
  signer_answers: ['area'],
  payers: ['area'],
  void_allowances: ['area'],
  // A solver's own record.
  solver_swaps: ['swap'],
  solver_entries: ['swap'],
  solver_homeward: ['swap', 'submissions'],
  // What every area shares.
  idempotency_keys: ['idempotency'],
  rate_limits: [],
  sealed_secrets: ['area'],
  search_documents: ['search'],
  search_words: ['search'],
  search_trigrams: ['search'],
  owner_usage: ['usage'],
  owner_usage_changes: ['usage'],
  health_checks: ['area'],
  order_figures: ['area'],
  order_figures_position: ['area'],
  // Avatars.
  avatars: ['avatar', 'name'],
  // A new avatar's password is written under the lock of its name.
  avatar_passwords: ['avatar', 'name'],
  avatar_sessions: ['avatar'],
  avatar_refresh_tokens: ['avatar'],
  avatar_api_keys: ['avatar'],
  avatar_mail_tokens: ['avatar'],
  avatar_mail_requests: ['mail'],
  avatar_known_addresses: ['avatar'],
  avatar_attempts: ['count'],
  avatar_tallies: ['count'],
  avatar_signing_keys: ['area'],
  avatar_audit: ['area'],
  // Wallets.
  wallets: ['avatar'],
  wallet_seeds: ['avatar'],
  wallet_indexes: ['avatar'],
  wallet_transfers: ['transfer'],
  wallet_spends: ['limit', 'transfer'],
  spending_limits: ['limit'],
  // Offers.
  solver_offers: ['area'],
  solver_records: ['area'],
  // Agents.
  agents: ['agent'],
  agent_capabilities: ['agent'],
  // Times that are over change no more, and are purged together.
  agent_presence: ['agent', 'area'],
  agent_trusts: ['agent'],
  agent_queues: ['queue'],
  agent_tasks: ['task'],
  agent_attempts: ['task'],
  agent_artifacts: ['task'],
  agent_push_secrets: ['task'],
  agent_runs: ['run'],
  agent_steps: ['run'],
  agent_workflows: ['workflow'],
  agent_collaborations: ['collaboration'],
  agent_collaboration_parts: ['collaboration'],
  agent_messages: ['message'],
  agent_deliveries: ['endpoint'],
  agent_endpoints: ['endpoint'],
  agent_webhook_secrets: ['endpoint'],
  service_presence: [],
  // Messages.
  direct_messages: ['message', 'mailbox'],
  message_copies: ['mailbox'],
  message_totals: ['mailbox'],
  message_blocks: ['mailbox'],
  // Missions.
  missions: ['mission'],
  mission_definitions: ['mission'],
  mission_versions: ['mission'],
  mission_runs: ['mission'],
  mission_run_quests: ['mission'],
  mission_rewards: ['mission'],
  mission_balances: ['mission'],
  mission_keys: ['mission'],
  mission_cursors: ['mission'],
  // Libraries.
  libraries: ['library'],
  library_versions: ['library'],
  library_edges: ['library'],
  // Holons.
  holons: ['holon'],
  holon_versions: ['holon'],
  holon_bodies: ['holon'],
  holon_fields: ['holon'],
  holon_places: ['holon'],
  holon_uploads: ['holon'],
};
