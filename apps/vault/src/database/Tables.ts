import type { AuditTables, SeenProofTables, UsageTables } from '@portico/server'
import type { MailTables } from '@portico/server/mail'

/** What a challenge is for. */
export type Purpose = 'login' | 'update-primary' | 'update-secondary'

/**
 * State of a challenge: it waits for the link (`device`) or the code, was completed (`done`), or was refused by the owner
 * of the e-mail address.
 */
export type Step = 'device' | 'code' | 'done' | 'refused'

/** A value encrypted under the key ring, and the ID of its key. */
export type Sealed = { sealed: string; kek_id: string }

/** The vault's tables. Times are in milliseconds since the epoch; HMACs and hashes are base64url. */
export type Tables = AuditTables &
  SeenProofTables &
  UsageTables &
  MailTables & {
    users: Sealed & { id: string; email_index: string; founding_jkt: string; created_at: number }
    devices: { user_id: string; jkt: string; created_at: number; last_used_at: number }
    /** Challenges: login attempts and changes of address. */
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
      /** Key of the rate limit that its mails count against. */
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
      /** The public JWK to which recovery secrets are encrypted. */
      release_key: string
      expires_at: number
    }
    /** Recovery secrets. */
    autos: Sealed & { user_id: string; wallet_id: string; slot_id: string; created_at: number }
    /** Changes of address that the old address can still undo. */
    reverts: Sealed & {
      hash: string
      user_id: string
      email_index: string
      jkt: string
      created_at: number
      expires_at: number
    }
    /** New devices that wait for the recovery secret. */
    holds: {
      hash: string
      user_id: string
      jkt: string
      created_at: number
      expires_at: number
      cancelled_at: number | null
    }
    probes: { name: string; at: number }
  }
