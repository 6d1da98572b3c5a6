import { hashFields } from './hashFields.ts'

/**
 * Returns the hash by which gateway and vault compare the e-mail address of a login without sending it to each other.
 * The ID of the vault's challenge makes it different for each login.
 *
 * @param email the address as `normalizeEmail` returns it.
 */
export function hashAddress({ tx, email }: { tx: string; email: string }): string {
  return hashFields('portico/address', tx, email)
}
