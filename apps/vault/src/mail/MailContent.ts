import type { LanguageTag } from '@portico/i18n'
import type { LoginMethod } from '@portico/protocol/social'
import type { ExportKind } from '@portico/protocol/vault'

/** The facts of a mail, as stored in the queue; `composeMail` writes its text. */
export type MailContent = Facts & {
  /** The language of the mail; English without one. */
  language?: LanguageTag | undefined
}

type Facts =
  | {
      kind: 'device'
      to: string
      origin: string
      link: string
      browser: string
      system: string
    }
  | {
      kind: 'device-added'
      to: string
      origin: string
      browser: string
      system: string
      /** When the device may get the recovery secret, if it must wait (ISO 8601). */
      heldUntil?: string | undefined
      /** Stops the device while it waits. */
      link?: string | undefined
    }
  | {
      /** A device of the user added another one; browser and system are those of the older one. */
      kind: 'moved'
      to: string
      browser: string
      system: string
      /** As for a new device. */
      heldUntil?: string | undefined
      link?: string | undefined
    }
  | { kind: 'exported'; to: string; what: ExportKind; browser: string; system: string }
  | { kind: 'code-used'; to: string; browser: string; system: string }
  /** An account at a provider, or an e-mail address, opens the wallet from now on, or no longer. */
  | {
      kind: 'login-added' | 'login-removed'
      to: string
      method: LoginMethod
      browser: string
      system: string
    }
  | { kind: 'new-address'; to: string; origin: string; link: string; browser: string; system: string }
  | { kind: 'updated'; to: string; next: string; link: string }
