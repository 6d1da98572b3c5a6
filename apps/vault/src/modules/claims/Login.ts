import type { LanguageTag } from '@portico/i18n'
import type { LoginMethod } from '@portico/protocol/social'
import type { Database } from '../../database/openVaultDatabase.ts'

/** A login whose person the vault has verified, in whichever way. */
export type Login = {
  tx: string
  jkt: string
  origin: string
  browser: string
  system: string
  projectId: string
  /** In milliseconds since epoch. */
  createdAt: number
  method: LoginMethod
  /** The language of the mails to the person, if the login says one. */
  language?: LanguageTag | undefined
  /** The hash of the address or account, as the gateway states it. */
  address: string
  /** Returns the ID of the person's user, if there is one. */
  findUser(transaction: Database): Promise<string | undefined>
  /** Adds a user for the person and returns its ID. The transaction holds the person's locks. */
  addUser(transaction: Database, now: number): Promise<string>
}
