import { createHash } from 'node:crypto'

/**
 * Returns the SHA-256 of the host of a mail server, by which gateway and vault find out whether they use the same one.
 *
 * @param url such as `smtps://user:password@mail.example`.
 */
export function hashMailHost(url: string): string {
  return createHash('sha256').update(new URL(url).hostname.toLowerCase()).digest('base64url')
}
