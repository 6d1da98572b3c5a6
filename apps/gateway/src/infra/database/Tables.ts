import type { OnrampStatus } from '@portico/protocol/gateway'
import type { AuditTables, SeenProofTables, UsageTables } from '@portico/server'
import type { MailTables } from '@portico/server/mail'
import type { Generated } from 'kysely'

/**
 * State of a user operation: signed by the paymaster, handed to the bundler, included (and successful or not), or impossible to
 * include from now on.
 */
export type OperationState = 'quoted' | 'sent' | 'mined' | 'reverted' | 'expired'

/**
 * State of a job of the index: older blocks are to be read, only new ones are, or the account has as many rows as may be stored.
 */
export type JobState = 'reading' | 'following' | 'full'

/** The tables of the gateway's database, typed for kysely. Addresses and hashes are in lower case. */
export type Tables = AuditTables &
  SeenProofTables &
  UsageTables &
  MailTables & {
    nonces: { nonce: string; project_id: string; expires_at: number }
    probes: { name: string; at: number }
    sessions: {
      id: string
      project_id: string
      account: string
      domain: string
      uri: string
      issued_at: number
      expires_at: number
      revoked_at: number | null
    }
    session_accounts: {
      session_id: string
      account: string
      linked_at: number
      expires_at: number
    }
    tokens: {
      chain: string
      address: string
      name: string | null
      symbol: string | null
      decimals: number | null
      fetched_at: number
    }
    nft_metadata: {
      chain: string
      contract: string
      token_id: string
      name: string | null
      description: string | null
      image: string | null
      fetched_at: number
    }
    names: { name: string; owner: string; attributes: string; registered_at: number; updated_at: number }
    name_addresses: { name: string; coin_type: number; address: string; created_at: number }
    name_releases: { name: string; owner: string; released_at: number }
    name_nonces: { nonce: string; expires_at: number }
    name_signatures: { hash: string; expires_at: number }
    projects: {
      id: string
      name: string
      allowed_origins: string
      units_per_minute: number | null
      features: string
      created_at: number
    }
    project_keys: { id: string; project_id: string; hash: string; created_at: number }
    settings: { name: string; value: string }
    idempotency: {
      project_id: string
      key: string
      request_hash: string
      status: number | null
      headers: string | null
      body: string | null
      started_at: number
    }
    revisions: { name: string; revision: number }
    epochs: { chain: string; epoch: number }
    nft_attempts: {
      chain: string
      contract: string
      token_id: string
      failures: number
      retry_at: number
    }
    anchors: { chain: string; number: number; hash: string }
    intervals: { chain: string; scope: string; from_block: number; to_block: number }
    transactions: {
      chain: string
      hash: string
      block_number: number
      tx_index: number
      block_hash: string
      timestamp: number
      sender: string
      recipient: string | null
      value: string
      nonce: number
      selector: string
      payee: string | null
      created: string | null
      status: number | null
      input: string | null
      delegate: string | null
      /** 0 or 1. */
      has_code: number | null
      /** `OperationResult[]` as JSON; null: none. */
      operations: string | null
    }
    /** Where user operations (ERC-4337) of accounts were executed. */
    user_operations: {
      chain: string
      block_number: number
      log_index: number
      tx_index: number
      tx_hash: string
      block_hash: string
      sender: string
    }
    transfers: {
      chain: string
      block_number: number
      log_index: number
      sub_index: number
      tx_index: number
      tx_hash: string
      block_hash: string
      standard: 'erc20' | 'erc721' | 'erc1155'
      token: string
      sender: string
      recipient: string
      token_id: string | null
      amount: string
    }
    coin_transfers: {
      chain: string
      block_number: number
      block_hash: string
      tx_index: number
      tx_hash: string
      trace: string
      sender: string
      recipient: string
      amount: string
    }
    asked_accounts: { account: string; asked_at: number }
    /** Accounts whose activity is read in the background. Times in milliseconds since the epoch. */
    index_jobs: {
      chain: string
      account: string
      state: JobState
      due_at: number
      requested_at: number
      /** Runs in a row that did not end well, the current one included. */
      failures: number
      /** Calls to upstreams so far. */
      calls: number
    }
    /** Work that one process does at a time. */
    leases: { name: string; owner: string; expires_at: number }
    wallet_sessions: {
      id: string
      user_id: string
      jkt: string
      project_id: string
      origin: string
      auth_time: number
      introduced_at: number | null
      /** How the gateway verified the person; null if only the vault did, and in sessions from before this was stored. */
      way: string | null
      created_at: number
      last_used_at: number
      expires_at: number
      revoked_at: number | null
      assertion_id: string
    }
    wallet_devices: { user_id: string; jkt: string; held_until: number; since: number; updated_at: number }
    wallet_refresh_tokens: { hash: string; session_id: string; created_at: number; rotated_at: number | null }
    embedded_wallets: {
      id: string
      user_id: string
      position: number
      status: 'pending' | 'active' | 'retired'
      epoch: number
      vault: string
      check_mac: string
      address: string
      content_hash: string
      confirm_nonce: string
      receipt_digest: string | null
      created_at: number
      confirmed_at: number | null
    }
    wallet_slots: {
      wallet_id: string
      slot_id: string
      user_id: string
      kind: 'device' | 'auto' | 'code'
      jkt: string | null
      wrap: string
      epoch: number
      kek_id: string
      share: string
      created_at: number
      last_used_at: number
      signed_out_at: number | null
      /** Thumbprint of the key that a recovery code proves itself with; null for other kinds. */
      proof_jkt: string | null
    }
    wallet_nonces: {
      user_id: string
      chain: string
      address: string
      request_id: string
      nonce: number
      /** How many nonces the request holds, from `nonce` on. */
      count: number
      expires_at: number
    }
    wallet_permissions: {
      user_id: string
      chain: string
      delegation_hash: string
      /** The delegation as JSON, without its signature. */
      delegation: string
      /** The page that it was granted to. */
      origin: string
      created_at: number
      expires_at: number
      /** When the transaction was sent that revokes it. */
      revoked_at: number | null
    }
    window_mailbox: {
      hash: string
      session_id: string
      question: string
      taken_at: number | null
      answer: string | null
      expires_at: number
    }
    /** Moves of a wallet to another device; keys are JWKs. */
    wallet_moves: {
      hash: string
      session_id: string
      user_id: string
      step: 'open' | 'taken' | 'revealed' | 'finished' | 'ended'
      taker_jkt: string | null
      taker_key: string | null
      owner_key: string | null
      sealed: string | null
      expires_at: number
    }
    /** Who has proved which identity; `ix` is an HMAC of way and subject, under the pepper `pepper_id`. */
    identities: { user_id: string; way: string; ix: string; pepper_id: string; created_at: number }
    /** The keys of the wallet's frame that the gateway itself has introduced; `at` is when it did so first. */
    introduced_keys: { user_id: string; jkt: string; way: string; at: number }
    /** The key that was introduced as a user who was new, unless it was ended since. */
    founding_keys: { user_id: string; jkt: string }
    introductions: {
      id: string
      jkt: string
      way: string
      challenge: string | null
      ix: string
      tx: string
      sub: string | null
      assertion_id: string | null
      step: 'assertion' | 'code'
      format: 'digits' | 'short' | 'long'
      code_mac: string | null
      sent_at: number | null
      tries: number
      window_jkt: string | null
      sealed: string
      kek_id: string
      used_at: number | null
      expires_at: number
    }
    /** Changes of e-mail address, until gateway and vault have both changed it. `next_ix` is that of the next address. */
    address_changes: {
      id: string
      user_id: string
      jkt: string
      tx: string
      next_ix: string
      step: 'old' | 'confirmed' | 'new' | 'proven' | 'done'
      format: 'digits' | 'short' | 'long'
      code_mac: string | null
      sent_at: number
      tries: number
      sealed: string
      kek_id: string
      created_at: number
      expires_at: number
    }
    /** Notices that the vault has not taken yet: `content` is a `NoticeContent` as JSON. */
    vault_notices: { id: string; content: string; attempts: number; next_at: number; expires_at: number }
    /** Addresses that their previous users can still change back to. */
    address_reverts: {
      user_id: string
      tx: string
      way: string
      ix: string
      pepper_id: string
      created_at: number
      expires_at: number
    }
    /** Wrong short codes for new keys, by hour since the epoch. */
    code_failures: { hour: number; failures: number }
    stream_tickets: { hash: string; project_id: string; expires_at: number }
    /** Purchases of visitors. Amounts are decimal texts, times milliseconds since the epoch. */
    onramp_sessions: {
      id: string
      project_id: string
      provider: string
      /** Address that receives the asset, in canonical form. */
      account: string
      chain: string
      /** Null: the network's coin. */
      token: string | null
      symbol: string
      currency: string
      paid: string
      /** What was quoted; null if nothing was. */
      expected: string | null
      /** What must arrive at least; null if that is unknown, and then nothing counts. */
      minimum: string | null
      status: OnrampStatus
      /** Of the payment, as the provider names it or, once it has arrived, as it was found on chain. */
      hash: string | null
      received: string | null
      created_at: number
      updated_at: number
      expires_at: number
      /** When the chain is to be asked next; null: never. */
      check_at: number | null
    }
    /** Events of providers that have been processed; `id` is a hash of provider and event. */
    onramp_events: { id: string; expires_at: number }
    /**
     * User operations that the paymaster signed. Amounts are decimal texts in wei, or in the smallest unit of the token; numbers of days
     * count from the epoch, and times are milliseconds since then.
     */
    operations: {
      /** Hash of the EntryPoint. It covers everything but the account's own signature. */
      hash: string
      project_id: string
      /** The user of the embedded wallet, or the sender's address if the project's server asked. */
      user_id: string
      chain: string
      sender: string
      nonce_key: string
      /** With its key, as the EntryPoint counts. */
      nonce: string
      paymaster: string
      /** `revocation`: the project, for revoking a permission. `other`: somebody else's paymaster. */
      payer: 'project' | 'revocation' | 'token' | 'other'
      /** What is reserved: the most that it can cost, or one with the same nonce that was signed before and has not expired. */
      max_cost: string
      fee_token: string | null
      fee_amount: string | null
      state: OperationState
      /** As it was sent, as JSON; null until then. */
      user_operation: string | null
      /** The newest block when it was signed: it cannot be included in this or an earlier one. */
      since_block: Generated<number>
      /** The last transaction that contains it; null with another bundler, until it is included. */
      tx_hash: string | null
      block_number: number | null
      block_hash: string | null
      /** What the paymaster paid; null until it is included. */
      actual_cost: string | null
      /** What the relayer lost in transactions that did not execute it. */
      relayer_cost: string
      /** The day that it counts for. */
      day: number
      valid_until: number
      quoted_at: number
      settled_at: number | null
      /** When it last failed: its calls, or a transaction of the relayer with it. */
      failed_at: number | null
    }
    /** What was paid per day for each user and, with an empty user, for all users of a project. */
    sponsor_days: {
      project_id: string
      user_id: string
      chain: string
      day: number
      reserved: string
      spent: string
      ops: number
      reverts: number
    }
    /** Signed transactions of the relayer. Several with one nonce have the same calldata and rising fees. */
    relayer_transactions: {
      hash: string
      chain: string
      relayer: string
      nonce: number
      raw: string
      /** Null: it does nothing but use the nonce. */
      operation: string | null
      created_at: number
      /** When its nonce was found to be used; null: it may have to be sent again. */
      done_at: number | null
      /** What was lost, if it was included without executing its operation. */
      cost: string | null
    }
    /** Keys of nonces at the EntryPoint that requests of users hold. */
    operation_nonces: {
      user_id: string
      chain: string
      sender: string
      request_id: string
      nonce_key: number
      expires_at: number
    }
  }
