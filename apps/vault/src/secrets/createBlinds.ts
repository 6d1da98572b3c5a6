import { macOf, type Secrets } from './loadSecrets.ts'

/** What an address may be found by: the first is written, the others are from before or after a change of the pepper. */
export type EmailIndexes = readonly [string, ...string[]]

/** HMACs that stand for addresses where those must not be readable. */
export type Blinds = {
  emailIndexesOf(email: string): EmailIndexes
  /** What everybody locks who deals with an address, whichever pepper comes first to them. */
  emailLocksOf(email: string): readonly string[]
  /** Of a network address. */
  blind(kind: string, text: string): string
}

/** Makes blind indexes under the peppers of a file of secrets. */
export function createBlinds({
  secrets: { emailPeppers },
}: {
  secrets: Pick<Secrets, 'emailPeppers'>
}): Blinds {
  const macWith = (pepper: Buffer, kind: string, text: string) =>
    macOf(pepper, [kind, text]).toString('base64url')
  const [first, ...others] = emailPeppers
  const emailIndexesOf = (email: string): EmailIndexes => [
    macWith(first, 'email', email),
    ...others.map((pepper) => macWith(pepper, 'email', email)),
  ]
  return {
    emailIndexesOf,
    emailLocksOf: (email) => emailIndexesOf(email).map((index) => `email ${index}`),
    blind: (kind, text) => macWith(first, kind, text),
  }
}
