import { vi } from 'vitest'
import type { Servers } from './startServers.ts'

/** What a server mails: the vault a link, the gateway a code. */
const patterns = { link: /\/device#([\w-]{43})$/m, code: /^([0-9A-HJKMNP-TV-Z]{6})$/m }

/** Returns the newest link or code that was mailed to an address, once there is one that was not there before. */
export function findInMail(
  { inbox }: Pick<Servers, 'inbox'>,
  what: keyof typeof patterns,
  email: string,
  seen: ReadonlySet<string> = new Set(),
): Promise<string> {
  return vi.waitFor(
    () => {
      for (const { id, text } of inbox.messages(email)) {
        const found = patterns[what].exec(text.replaceAll('\r', ''))?.[1]
        if (found !== undefined && !seen.has(id)) return found
      }
      throw new Error(`No ${what} for ${email}.`)
    },
    { timeout: 20_000, interval: 20 },
  )
}

/** Returns the IDs of the mails to an address. */
export const mailIds = ({ inbox }: Pick<Servers, 'inbox'>, email: string): Set<string> =>
  new Set(inbox.messages(email).map(({ id }) => id))
