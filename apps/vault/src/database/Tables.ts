import type { AuditTables, SeenProofTables } from '@portico/server'

/** What a transaction of e-mail is for. */
export type Purpose = 'login' | 'update-primary' | 'update-secondary'

/** What it waits for: the link, the code, or nothing any more; `refused` by whoever has the mailbox. */
export type Step = 'device' | 'code' | 'done' | 'refused'

/** What is under the key ring, and under which of its keys. */
export type Sealed = { sealed: string; kek_id: string }

/** The vault's records, as kysely sees them. Times are milliseconds, keys of HMACs and hashes base64url. */
export type Tables = AuditTables &
  SeenProofTables & {
    users: Sealed & { id: string; email_index: string; founding_jkt: string; created_at: number }
    devices: { user_id: string; jkt: string; created_at: number; last_used_at: number }
    transactions: Sealed & {
      id: string
      purpose: Purpose
      step: Step
      jkt: string
      email_index: string
      user_id: string | null
      origin: string
      project_id: string
      browser: string
      system: string
      country: string | null
      match_code: string
      link_hash: string | null
      code_mac: string | null
      tries: number
      /** Whose allowance its mails count against. */
      budget: string
      created_at: number
      sent_at: number
      expires_at: number
    }
    grants: {
      hash: string
      user_id: string
      jkt: string
      tx: string
      /** The public JWK that what is released is sealed to. */
      release_key: string
      expires_at: number
    }
    autos: Sealed & { user_id: string; wallet_id: string; slot_id: string; created_at: number }
    reverts: Sealed & {
      hash: string
      user_id: string
      email_index: string
      jkt: string
      created_at: number
      expires_at: number
    }
    holds: {
      hash: string
      user_id: string
      jkt: string
      created_at: number
      expires_at: number
      cancelled_at: number | null
    }
    uses: { key: string; id: string; at: number; expires_at: number }
    mails: Sealed & { id: string; attempts: number; next_at: number; expires_at: number }
    probes: { name: string; at: number }
  }
