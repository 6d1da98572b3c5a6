import { budgetEmail } from '@portico/server/mail'
import { macOf, type Secrets } from './loadSecrets.ts'

/** Blind indexes of an address or an identity. The first is stored; the others find rows during a change of the pepper. */
export type EmailIndexes = readonly [string, ...string[]]

/** HMACs under which addresses are stored and found without being readable. */
export type BlindIndexes = {
  emailIndexesOf(email: string): EmailIndexes
  /** Returns the locks for an address, under all peppers, so that processes with different primary peppers exclude each other. */
  emailLocksOf(email: string): readonly string[]
  /** Returns the blind indexes of an account at a provider of social logins. */
  identityIndexesOf(identity: { provider: string; subject: string }): EmailIndexes
  /** Returns the HMAC of a mailbox, which all its spellings share. It must never identify a user. */
  mailboxOf(email: string): string
  /** Returns the HMAC of another value, such as a network address. */
  blind(kind: string, text: string): string
}

/** Creates blind indexes with the peppers of the secrets file. */
export function createBlindIndexes({
  secrets: { emailPeppers },
}: {
  secrets: Pick<Secrets, 'emailPeppers'>
}): BlindIndexes {
  const macWith = (pepper: Buffer, ...fields: readonly string[]) =>
    macOf(pepper, fields).toString('base64url')
  const [first, ...others] = emailPeppers
  const emailIndexesOf = (email: string): EmailIndexes => [
    macWith(first, 'email', email),
    ...others.map((pepper) => macWith(pepper, 'email', email)),
  ]
  return {
    emailIndexesOf,
    emailLocksOf: (email) => emailIndexesOf(email).map((index) => `email ${index}`),
    identityIndexesOf: ({ provider, subject }) => [
      macWith(first, 'identity', provider, subject),
      ...others.map((pepper) => macWith(pepper, 'identity', provider, subject)),
    ],
    mailboxOf: (email) => macWith(first, 'mailbox', budgetEmail(email)),
    blind: (kind, text) => macWith(first, kind, text),
  }
}
