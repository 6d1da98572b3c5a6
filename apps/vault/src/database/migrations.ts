import { auditSql, type Migrations, seenProofsSql, usesSql } from '@portico/server'
import { mailsSql } from '@portico/server/mail'

const socialsSql = `
create table identities (
  user_id text not null references users (id),
  provider text not null,
  ix text not null unique,
  sealed text not null,
  kek_id text not null,
  primary key (user_id, provider)
) strict;
create index identities_by_kek on identities (kek_id);

create table socials (
  tx text primary key,
  provider text not null,
  step text not null,
  jkt text not null,
  window_jkt text,
  ticket_hash text unique,
  challenge text not null,
  r_server text not null,
  r_page text,
  origin text not null,
  project_id text not null,
  browser text not null,
  system text not null,
  sealed text not null,
  kek_id text not null,
  created_at integer not null,
  expires_at integer not null
) strict;
create index socials_by_expiry on socials (expires_at);
create index socials_by_kek on socials (kek_id);
`

/**
 * The migrations in the order they apply. Never edit a released migration; add another one.
 *
 * Columns named `sealed` are encrypted under the key ring, and `kek_id` beside them is the ID of the key. Tokens, codes and
 * e-mail addresses are stored only in such columns, or as a hash or an HMAC.
 */
export const migrations: Migrations = [
  {
    name: '001-vault',
    sql: `
create table users (
  id text primary key,
  email_index text not null unique,
  sealed text not null,
  kek_id text not null,
  founding_jkt text not null,
  created_at integer not null
) strict;
create index users_by_kek on users (kek_id);

create table devices (
  user_id text not null references users (id),
  jkt text not null,
  created_at integer not null,
  last_used_at integer not null,
  primary key (user_id, jkt)
) strict;
create index devices_by_key on devices (jkt);

create table transactions (
  id text primary key,
  purpose text not null,
  step text not null,
  jkt text not null,
  email_index text not null,
  sealed text not null,
  kek_id text not null,
  user_id text,
  origin text not null,
  project_id text not null,
  browser text not null,
  system text not null,
  country text,
  match_code text not null,
  link_hash text unique,
  code_mac text,
  tries integer not null,
  budget text not null,
  created_at integer not null,
  sent_at integer not null,
  expires_at integer not null
) strict;
create index transactions_by_pair on transactions (jkt, email_index, created_at);
create index transactions_by_expiry on transactions (expires_at);
create index transactions_by_kek on transactions (kek_id);

create table grants (
  hash text primary key,
  user_id text not null references users (id),
  jkt text not null,
  tx text not null,
  release_key text not null,
  expires_at integer not null
) strict;
create index grants_by_expiry on grants (expires_at);

create table autos (
  user_id text not null references users (id),
  wallet_id text not null,
  slot_id text not null,
  sealed text not null,
  kek_id text not null,
  created_at integer not null,
  primary key (user_id, wallet_id, slot_id)
) strict;
create index autos_by_kek on autos (kek_id);

create table reverts (
  hash text primary key,
  user_id text not null references users (id),
  email_index text not null,
  sealed text not null,
  kek_id text not null,
  jkt text not null,
  created_at integer not null,
  expires_at integer not null
) strict;
create index reverts_by_email on reverts (email_index);
create index reverts_by_user on reverts (user_id);
create index reverts_by_kek on reverts (kek_id);
${usesSql}${mailsSql}
create table probes (
  name text primary key,
  at integer not null
) strict;
${auditSql}
${seenProofsSql}
`,
  },
  {
    name: '002-holds',
    sql: `
create table holds (
  hash text primary key,
  user_id text not null references users (id),
  jkt text not null,
  created_at integer not null,
  expires_at integer not null,
  cancelled_at integer,
  unique (user_id, jkt)
) strict;
create index holds_by_expiry on holds (expires_at);
`,
  },
  {
    name: '003-claims',
    sql: `
alter table transactions add column code_by text not null default 'vault';
alter table grants add column address text;
alter table grants add column activated_at integer;
update grants set activated_at = expires_at - 600000;
`,
  },
  {
    name: '004-digits',
    sql: `
alter table transactions add column mailbox text not null default '';
alter table transactions add column digit_tries integer not null default 0;
create index transactions_by_mailbox on transactions (mailbox, expires_at);
`,
  },
  {
    name: '005-link-grants',
    sql: `
alter table grants add column by_link integer not null default 0;
`,
  },
  {
    name: '006-address-changes',
    sql: `
alter table reverts add column tx text;
alter table reverts add column reverted_at integer;
create index reverts_by_tx on reverts (tx);
`,
  },
  {
    name: '007-no-codes',
    // Logins under way whose code the vault mailed cannot go on.
    sql: `
delete from transactions where code_by = 'vault';
alter table transactions drop column code_by;
alter table transactions drop column code_mac;
alter table transactions drop column tries;
`,
  },
  {
    name: '008-socials',
    // SQLite cannot make a column nullable. The references to the table are checked when the migration ends.
    sql: `
pragma defer_foreign_keys = on;
create table users_before as select * from users;
drop table users;
create table users (
  id text primary key,
  email_index text unique,
  sealed text not null,
  kek_id text not null,
  founding_jkt text not null,
  created_at integer not null
) strict;
insert into users (id, email_index, sealed, kek_id, founding_jkt, created_at)
  select id, email_index, sealed, kek_id, founding_jkt, created_at from users_before;
drop table users_before;
create index users_by_kek on users (kek_id);
${socialsSql}`,
    postgres: `
alter table users alter column email_index drop not null;
${socialsSql}`,
  },
  {
    name: '009-logins',
    // Nothing tells which accounts the gateway has verified. None of them may be moved to another user.
    sql: `
alter table users add column email_pending integer not null default 0;
alter table identities add column confirmed_at integer;
update identities set confirmed_at = 0;
`,
  },
  {
    name: '010-device-holds',
    sql: `
alter table devices add column min_hold_ms integer not null default 0;
`,
  },
  {
    name: '011-social-handles',
    sql: `
alter table socials add column handle_hash text;
create unique index socials_by_handle on socials (handle_hash);
`,
  },
  {
    name: '012-languages',
    sql: `
alter table users add column language text;
`,
  },
]
