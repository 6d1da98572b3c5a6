import { auditSql, seenProofsSql, usesSql } from '@portico/server'
import { mailsSql } from '@portico/server/mail'

/**
 * The migrations in the order they are applied. Never edit a released migration: add a new one.
 */
export const migrations: readonly { name: string; sql: string }[] = [
  {
    name: '001-sign-in',
    sql: `
create table nonces (
  nonce text primary key,
  project_id text not null,
  expires_at integer not null
) strict;
create index nonces_by_expiry on nonces (expires_at);

create table sessions (
  id text primary key,
  project_id text not null,
  account text not null,
  domain text not null,
  uri text not null,
  issued_at integer not null,
  expires_at integer not null,
  revoked_at integer
) strict;
create index sessions_by_account on sessions (project_id, account);
create index sessions_by_expiry on sessions (expires_at);
`,
  },
  {
    name: '002-index',
    sql: `
create table tokens (
  chain text not null,
  address text not null,
  name text,
  symbol text,
  decimals integer,
  fetched_at integer not null,
  primary key (chain, address)
) strict;

create table nft_metadata (
  chain text not null,
  contract text not null,
  token_id text not null,
  name text,
  description text,
  image text,
  fetched_at integer not null,
  primary key (chain, contract, token_id)
) strict;

create table anchors (
  chain text not null,
  number integer not null,
  hash text not null,
  primary key (chain, number)
) strict;

create table intervals (
  chain text not null,
  scope text not null,
  from_block integer not null,
  to_block integer not null,
  primary key (chain, scope, from_block)
) strict;

create table transactions (
  chain text not null,
  hash text not null,
  block_number integer not null,
  tx_index integer not null,
  block_hash text not null,
  timestamp integer not null,
  sender text not null,
  recipient text,
  value text not null,
  nonce integer not null,
  selector text not null,
  created text,
  status integer,
  primary key (chain, hash)
) strict;
create index transactions_by_place on transactions (chain, block_number, tx_index);
create index transactions_by_sender on transactions (chain, sender, block_number, tx_index);
create index transactions_by_recipient on transactions (chain, recipient, block_number, tx_index);

create table transfers (
  chain text not null,
  block_number integer not null,
  log_index integer not null,
  sub_index integer not null,
  tx_index integer not null,
  tx_hash text not null,
  block_hash text not null,
  standard text not null,
  token text not null,
  sender text not null,
  recipient text not null,
  token_id text,
  amount text not null,
  primary key (chain, block_number, log_index, sub_index)
) strict;
create index transfers_by_sender on transfers (chain, sender, block_number, tx_index);
create index transfers_by_recipient on transfers (chain, recipient, block_number, tx_index);
create index transfers_by_transaction on transfers (chain, tx_hash);
`,
  },
  {
    name: '003-health',
    sql: `
create table probes (
  name text primary key,
  at integer not null
) strict;
`,
  },
  {
    name: '010-epochs',
    sql: `
create table epochs (
  chain text primary key,
  epoch integer not null
) strict;
`,
  },
  {
    name: '010-projects',
    sql: `
create table projects (
  id text primary key,
  name text not null,
  allowed_origins text not null,
  units_per_minute integer,
  features text not null,
  created_at integer not null
) strict;

create table project_keys (
  id text primary key,
  project_id text not null,
  hash text not null unique,
  created_at integer not null
) strict;
create index project_keys_by_project on project_keys (project_id);

create table revisions (
  name text primary key,
  revision integer not null
) strict;
`,
  },
  {
    name: '010-settings',
    sql: `
create table settings (
  name text primary key,
  value text not null
) strict;
`,
  },
  {
    name: '010-idempotency',
    sql: `
create table idempotency (
  project_id text not null,
  key text not null,
  request_hash text not null,
  status integer,
  headers text,
  body text,
  started_at integer not null,
  primary key (project_id, key)
) strict;
create index idempotency_by_start on idempotency (started_at);
`,
  },
  {
    name: '011-nft-attempts',
    sql: `
create table nft_attempts (
  chain text not null,
  contract text not null,
  token_id text not null,
  failures integer not null,
  retry_at integer not null,
  primary key (chain, contract, token_id)
) strict;
`,
  },
  {
    name: '020-names',
    sql: `
create table names (
  name text primary key,
  owner text not null unique,
  attributes text not null,
  registered_at integer not null,
  updated_at integer not null
) strict;

create table name_addresses (
  name text not null,
  coin_type integer not null,
  address text not null,
  created_at integer not null,
  primary key (name, coin_type)
) strict;
create index name_addresses_by_address on name_addresses (address);

create table name_releases (
  name text primary key,
  owner text not null,
  released_at integer not null
) strict;

create table name_nonces (
  nonce text primary key,
  expires_at integer not null
) strict;
create index name_nonces_by_expiry on name_nonces (expires_at);

create table name_signatures (
  hash text primary key,
  expires_at integer not null
) strict;
create index name_signatures_by_expiry on name_signatures (expires_at);
`,
  },
  {
    name: '021-stream-tickets',
    sql: `
create table stream_tickets (
  hash text primary key,
  project_id text not null,
  expires_at integer not null
) strict;
`,
  },
  {
    name: '012-coins',
    sql: `
create table coin_transfers (
  chain text not null,
  block_number integer not null,
  block_hash text not null,
  tx_index integer not null,
  tx_hash text not null,
  trace text not null,
  sender text not null,
  recipient text not null,
  amount text not null,
  primary key (chain, tx_hash, trace)
) strict;
create index coin_transfers_by_sender on coin_transfers (chain, sender, block_number, tx_index);
create index coin_transfers_by_recipient on coin_transfers (chain, recipient, block_number, tx_index);

create table asked_accounts (
  account text primary key,
  asked_at integer not null
) strict;
create index asked_accounts_by_time on asked_accounts (asked_at);
`,
  },
  { name: '040-proofs', sql: seenProofsSql },
  { name: '040-audit', sql: auditSql },
  {
    name: '040-embedded',
    sql: `
create table wallet_sessions (
  id text primary key,
  user_id text not null,
  jkt text not null,
  project_id text not null,
  origin text not null,
  auth_time integer not null,
  created_at integer not null,
  last_used_at integer not null,
  expires_at integer not null,
  revoked_at integer,
  assertion_id text not null unique
) strict;
create index wallet_sessions_by_user on wallet_sessions (user_id, created_at);
create index wallet_sessions_by_expiry on wallet_sessions (expires_at);

create table wallet_refresh_tokens (
  hash text primary key,
  session_id text not null,
  created_at integer not null,
  rotated_at integer
) strict;
create index wallet_refresh_tokens_by_use on wallet_refresh_tokens (rotated_at);
create index wallet_refresh_tokens_by_age on wallet_refresh_tokens (created_at);

create table embedded_wallets (
  id text primary key,
  user_id text not null,
  position integer not null,
  status text not null,
  epoch integer not null,
  vault text not null,
  check_mac text not null,
  address text not null,
  content_hash text not null,
  confirm_nonce text not null,
  receipt_digest text,
  created_at integer not null,
  confirmed_at integer,
  unique (user_id, position)
) strict;
create index embedded_wallets_by_age on embedded_wallets (status, created_at);

create table wallet_slots (
  wallet_id text not null,
  slot_id text not null,
  user_id text not null,
  kind text not null,
  jkt text,
  wrap text not null,
  epoch integer not null,
  kek_id text not null,
  share text not null,
  created_at integer not null,
  primary key (wallet_id, slot_id)
) strict;
create index wallet_slots_by_key on wallet_slots (kek_id);
create index wallet_slots_by_device on wallet_slots (user_id, jkt);

create table nonce_leases (
  chain text not null,
  address text not null,
  request_id text not null,
  nonce integer not null,
  expires_at integer not null,
  primary key (chain, address, request_id),
  unique (chain, address, nonce)
) strict;
`,
  },
  {
    name: '050-session-accounts',
    sql: `
create table session_accounts (
  session_id text not null,
  account text not null,
  linked_at integer not null,
  expires_at integer not null,
  primary key (session_id, account)
) strict;
create index session_accounts_by_account on session_accounts (account);
create index session_accounts_by_expiry on session_accounts (expires_at);
`,
  },
  {
    name: '051-window-mailbox',
    sql: `
create table window_mailbox (
  hash text primary key,
  session_id text not null,
  question text not null,
  taken_at integer,
  answer text,
  expires_at integer not null
) strict;
create index window_mailbox_by_session on window_mailbox (session_id);
create index window_mailbox_by_expiry on window_mailbox (expires_at);
`,
  },
  {
    name: '052-slot-use',
    sql: `
alter table wallet_slots add column last_used_at integer not null default 0;
alter table wallet_slots add column signed_out_at integer;
update wallet_slots set last_used_at = created_at;
`,
  },
  {
    // Until now a wallet could be confirmed under any address. An address is shown only after its owner has confirmed the
    // wallet, so of several wallets the first one confirmed is the owner's. The others cannot be opened, because their key
    // has another address; they are set aside, not deleted: nothing reads position -1, and their users can create a wallet.
    name: '053-unique-addresses',
    sql: `
update embedded_wallets set status = 'duplicate', position = -1
where status = 'active' and exists (
  select 1 from embedded_wallets as earlier
  where earlier.address = embedded_wallets.address
    and earlier.status = 'active'
    and (
      earlier.confirmed_at < embedded_wallets.confirmed_at
      or (earlier.confirmed_at = embedded_wallets.confirmed_at and earlier.id < embedded_wallets.id)
    )
);
create unique index embedded_wallets_by_address on embedded_wallets (address) where status = 'active';
`,
  },
  {
    // Replaces nonce_leases, which stays for processes of the previous version: they run on during an upgrade.
    name: '054-wallet-nonces',
    sql: `
create table wallet_nonces (
  user_id text not null,
  chain text not null,
  address text not null,
  request_id text not null,
  nonce integer not null,
  expires_at integer not null,
  primary key (user_id, chain, address, request_id),
  unique (user_id, chain, address, nonce)
) strict;
create index wallet_nonces_by_expiry on wallet_nonces (expires_at);
`,
  },
  {
    name: '055-wallet-devices',
    sql: `
create table wallet_devices (
  user_id text not null,
  jkt text not null,
  held_until integer not null,
  since integer not null,
  updated_at integer not null,
  primary key (user_id, jkt)
) strict;
create index wallet_devices_by_use on wallet_devices (updated_at);
`,
  },
  {
    name: '060-introductions',
    sql: `
create table identities (
  user_id text not null,
  way text not null,
  ix text not null,
  pepper_id text not null,
  created_at integer not null,
  unique (way, ix)
) strict;
create index identities_by_user on identities (user_id);

create table introduced_keys (
  user_id text not null,
  jkt text not null,
  way text not null,
  at integer not null,
  primary key (user_id, jkt)
) strict;

create table introductions (
  id text primary key,
  jkt text not null,
  way text not null,
  challenge text,
  ix text not null,
  tx text not null,
  sub text,
  assertion_id text unique,
  step text not null,
  format text not null,
  code_mac text,
  sent_at integer,
  tries integer not null,
  window_jkt text,
  sealed text not null,
  kek_id text not null,
  used_at integer,
  expires_at integer not null
) strict;
create index introductions_by_expiry on introductions (expires_at);
create index introductions_by_kek on introductions (kek_id);

create table code_failures (
  hour integer not null,
  failures integer not null,
  primary key (hour)
) strict;
${usesSql}${mailsSql}`,
  },
  {
    name: '061-introduced-sessions',
    sql: `
alter table wallet_sessions add column introduced_at integer;
`,
  },
  {
    name: '062-wallet-moves',
    sql: `
create table wallet_moves (
  hash text primary key,
  session_id text not null,
  user_id text not null,
  step text not null,
  taker_jkt text,
  taker_key text,
  owner_key text,
  sealed text,
  expires_at integer not null
) strict;
create index wallet_moves_by_session on wallet_moves (session_id);
create index wallet_moves_by_expiry on wallet_moves (expires_at);
`,
  },
  {
    name: '063-recovery-codes',
    sql: `
alter table wallet_slots add column proof_jkt text;
create unique index wallet_slots_by_proof on wallet_slots (proof_jkt) where proof_jkt is not null;
`,
  },
  {
    name: '065-address-changes',
    sql: `
create table address_changes (
  id text primary key,
  user_id text not null,
  jkt text not null,
  tx text not null,
  next_ix text not null,
  step text not null,
  format text not null,
  code_mac text,
  sent_at integer not null,
  tries integer not null,
  sealed text not null,
  kek_id text not null,
  created_at integer not null,
  expires_at integer not null
) strict;
create index address_changes_by_user on address_changes (user_id);
create index address_changes_by_expiry on address_changes (expires_at);
create index address_changes_by_kek on address_changes (kek_id);

create table address_reverts (
  user_id text not null,
  tx text not null,
  way text not null,
  ix text not null,
  pepper_id text not null,
  created_at integer not null,
  expires_at integer not null,
  primary key (user_id, tx)
) strict;
create index address_reverts_by_ix on address_reverts (ix);
create index address_reverts_by_expiry on address_reverts (expires_at);
`,
  },
  {
    name: '066-founding-keys',
    sql: `
create table founding_keys (
  user_id text primary key,
  jkt text not null
) strict;
`,
  },
  {
    name: '067-vault-notices',
    sql: `
create table vault_notices (
  id text primary key,
  content text not null,
  attempts integer not null,
  next_at integer not null,
  expires_at integer not null
) strict;
create index vault_notices_by_time on vault_notices (next_at);
create index vault_notices_by_expiry on vault_notices (expires_at);
`,
  },
  {
    name: '068-session-ways',
    sql: `
alter table wallet_sessions add column way text;
`,
  },
  {
    name: '069-transaction-payees',
    sql: `
alter table transactions add column payee text;
`,
  },
  {
    name: '070-onramp',
    sql: `
create table onramp_sessions (
  id text primary key,
  project_id text not null,
  provider text not null,
  account text not null,
  chain text not null,
  token text,
  symbol text not null,
  currency text not null,
  paid text not null,
  expected text,
  status text not null,
  hash text,
  received text,
  created_at integer not null,
  updated_at integer not null,
  expires_at integer not null,
  check_at integer
) strict;
create index onramp_sessions_by_account on onramp_sessions (account, created_at);
create index onramp_sessions_by_time on onramp_sessions (created_at);
create index onramp_sessions_by_check on onramp_sessions (check_at);
create unique index onramp_sessions_by_payment on onramp_sessions (chain, hash, account) where status = 'arrived';

create table onramp_events (
  id text primary key,
  expires_at integer not null
) strict;
create index onramp_events_by_expiry on onramp_events (expires_at);
`,
  },
  {
    name: '071-onramp-minimum',
    sql: `
alter table onramp_sessions add column minimum text;
`,
  },
  {
    // Processes of the previous version lease one nonce at a time.
    name: '072-wallet-nonces-count',
    sql: `
alter table wallet_nonces add column count integer not null default 1;
`,
  },
  {
    // Amounts are decimal texts: 64 bits hold nine whole coins.
    name: '073-operations',
    sql: `
create table operations (
  hash text primary key,
  project_id text not null,
  user_id text not null,
  chain text not null,
  sender text not null,
  nonce_key text not null,
  nonce text not null,
  paymaster text not null,
  payer text not null,
  max_cost text not null,
  fee_token text,
  fee_amount text,
  state text not null,
  user_operation text,
  tx_hash text,
  block_number integer,
  block_hash text,
  actual_cost text,
  relayer_cost text not null,
  day integer not null,
  valid_until integer not null,
  quoted_at integer not null,
  settled_at integer
) strict;
create unique index operations_by_open_nonce on operations (chain, sender, nonce) where state in ('quoted', 'sent');
create index operations_by_state on operations (chain, state);
create index operations_by_user on operations (user_id, settled_at);
create index operations_by_time on operations (quoted_at);

create table sponsor_days (
  project_id text not null,
  user_id text not null,
  chain text not null,
  day integer not null,
  reserved text not null,
  spent text not null,
  ops integer not null,
  reverts integer not null,
  primary key (project_id, user_id, chain, day)
) strict;
create index sponsor_days_by_day on sponsor_days (day);

create table relayer_transactions (
  hash text primary key,
  chain text not null,
  relayer text not null,
  nonce integer not null,
  raw text not null,
  operation text,
  created_at integer not null,
  done_at integer
) strict;
create index relayer_transactions_by_nonce on relayer_transactions (chain, relayer, nonce);
create index relayer_transactions_by_operation on relayer_transactions (operation);
create index relayer_transactions_by_time on relayer_transactions (created_at);

create table operation_nonces (
  user_id text not null,
  chain text not null,
  sender text not null,
  request_id text not null,
  nonce_key integer not null,
  expires_at integer not null,
  primary key (user_id, chain, sender, request_id)
) strict;
create index operation_nonces_by_expiry on operation_nonces (expires_at);
`,
  },
  {
    name: '074-wallet-permissions',
    sql: `
create table wallet_permissions (
  user_id text not null,
  chain text not null,
  delegation_hash text not null,
  delegation text not null,
  origin text not null,
  created_at integer not null,
  expires_at integer not null,
  revoked_at integer,
  primary key (user_id, chain, delegation_hash)
) strict;
create index wallet_permissions_by_expiry on wallet_permissions (expires_at);
`,
  },
  {
    name: '075-user-operations',
    sql: `
create table user_operations (
  chain text not null,
  block_number integer not null,
  log_index integer not null,
  tx_index integer not null,
  tx_hash text not null,
  block_hash text not null,
  sender text not null,
  primary key (chain, block_number, log_index)
) strict;
create index user_operations_by_sender on user_operations (chain, sender, block_number, tx_index);

alter table transactions add column input text;
alter table transactions add column delegate text;
alter table transactions add column has_code integer;
alter table transactions add column operations text;
`,
  },
  {
    name: '076-operation-failures',
    sql: `
alter table operations add column since_block integer not null default 0;
alter table operations add column failed_at integer;
alter table relayer_transactions add column cost text;
create index operations_by_failure on operations (user_id, failed_at);
`,
  },
  {
    name: '077-index-jobs',
    sql: `
create table index_jobs (
  chain text not null,
  account text not null,
  state text not null,
  due_at integer not null,
  requested_at integer not null,
  failures integer not null,
  calls integer not null,
  primary key (chain, account)
) strict;
create index index_jobs_by_due on index_jobs (chain, due_at);
create index index_jobs_by_request on index_jobs (requested_at);

create table leases (
  name text primary key,
  owner text not null,
  expires_at integer not null
) strict;
`,
  },
  {
    // A project's server can ask for any account: others must not wait for what the account never signs.
    name: '078-open-operations',
    sql: `
drop index operations_by_open_nonce;
create unique index operations_by_open_nonce on operations (chain, sender, nonce, project_id, user_id)
  where state in ('quoted', 'sent');
`,
  },
  {
    // Permissions that an account revokes have a limit per day.
    name: '079-operations-by-day',
    sql: `
create index operations_by_day on operations (chain, sender, day);
`,
  },
]
