import type { LanguageTag } from '@portico/i18n'
import type { IdentityProvider } from '@portico/protocol/social'
import type { AuditTables, SeenProofTables, UsageTables } from '@portico/server'
import type { MailTables } from '@portico/server/mail'
import type { Generated } from 'kysely'

/** What a challenge is for. */
export type Purpose = 'login' | 'update'

/**
 * State of a challenge: it waits for the link (`device`), or for the claim, which needs the gateway's statement (`known`) or follows an approved link (`approved`). It was completed (`done`), refused by the owner of
 * the e-mail address (`refused`), or ended by wrong digits on the link's page (`burnt`).
 */
export type Step = 'device' | 'known' | 'approved' | 'done' | 'refused' | 'burnt'

/**
 * State of a social login: it waits for the wallet's page, or for the message of Farcaster (`pending`), the page is at the provider (`opened`), the vault asks the
 * provider (`exchanging`), or the login waits for the claim (`done`). It was claimed (`claimed`), and the account may still be attached
 * to an existing user. Or the visitor cancelled (`refused`), or it failed (`failed`).
 */
export type SocialStep = 'pending' | 'opened' | 'exchanging' | 'done' | 'claimed' | 'refused' | 'failed'

/** A value encrypted under the key ring, and the ID of its key. */
export type Sealed = { sealed: string; kek_id: string }

/** The vault's tables. Times are in milliseconds since the epoch; HMACs and hashes are base64url. */
export type Tables = AuditTables &
  SeenProofTables &
  UsageTables &
  MailTables & {
    users: Sealed & {
      id: string
      /** Null if the user has no e-mail address; `sealed` is empty text then. */
      email_index: string | null
      /** 1 until the gateway has stated that it verified an address that was added later, too. */
      email_pending: Generated<number>
      /** The key that created the user; empty once that device was removed. */
      founding_jkt: string
      created_at: number
      /** The language of mails to the user; null for English. */
      language: Generated<LanguageTag | null>
    }
    devices: {
      user_id: string
      jkt: string
      created_at: number
      last_used_at: number
      /** How long the device must wait for the recovery secret at least, whatever HOLD_HOURS is. */
      min_hold_ms: Generated<number>
    }
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
      /** The mailbox, for all its spellings, as an HMAC: its live challenges have different digits. */
      mailbox: string
      /** The digits to type on the link's page; empty until a link is mailed. */
      match_code: string
      /** How often digits were typed. */
      digit_tries: number
      link_hash: string | null
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
      /** The address as the gateway states it (`hashAddress`); null in a grant from before that. */
      address: string | null
      /** Null until the gateway has stated that it verified the person, too. */
      activated_at: number | null
      /** 1 if the vault itself verified the person in this login: by the mailed link, or at the provider. */
      by_link: number
    }
    /** Recovery secrets. */
    autos: Sealed & { user_id: string; wallet_id: string; slot_id: string; created_at: number }
    /** Changes of address that the old address can still undo, and those it has undone. */
    reverts: Sealed & {
      hash: string
      /** The challenge of the change; null if it was made before this was stored. */
      tx: string | null
      reverted_at: number | null
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
    /** Accounts at providers of social logins. `sealed`: the account's ID and its verified e-mail address. */
    identities: Sealed & {
      user_id: string
      provider: IdentityProvider
      /** The provider and the account's ID, as an HMAC. */
      ix: string
      /** When the gateway first stated that it verified the account as this user, too; null until then. */
      confirmed_at: number | null
    }
    /** Social logins, and logins with Farcaster, that are not claimed yet. `sealed`: empty, or the account and its ID token once it is verified. */
    socials: Sealed & {
      tx: string
      provider: IdentityProvider
      step: SocialStep
      jkt: string
      /** The key of the wallet's page that went to the provider. */
      window_jkt: string | null
      /** Null once the ticket was used. */
      ticket_hash: string | null
      /** If the result goes back in the address of the host page: of the handle that the claim needs. Null otherwise. */
      handle_hash: Generated<string | null>
      /** The challenge of the gateway's introduction. */
      challenge: string
      r_server: string
      r_page: string | null
      origin: string
      project_id: string
      browser: string
      system: string
      created_at: number
      expires_at: number
    }
    probes: { name: string; at: number }
  }
