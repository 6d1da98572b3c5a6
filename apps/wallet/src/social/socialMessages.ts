import { socialProvider } from '@portico/protocol/social'
import * as z from 'zod/mini'
import type { SocialTicket } from '../session/createSocialLogin.ts'

/*
 * Messages between the wallet's page that goes to the provider and the frame that started the login. Both have our origin, and
 * the browser says so.
 */

const value = z.string().check(z.regex(/^[A-Za-z0-9_-]{43}$/))

/** Sent by the page to the frames of its opener, each with a port. */
export const socialHello = z.strictObject({ type: z.literal('portico/social-hello'), challenge: value })

const ticket = {
  provider: socialProvider,
  tx: z.string().check(z.regex(/^tx_[A-Za-z0-9_-]{22}$/)),
  ticket: value,
  introduction: value,
  jkt: value,
  second: z.optional(value),
}

/** The frame's answer, on the port. It repeats the challenge. */
export const socialAnswer = z.strictObject({
  type: z.literal('portico/social'),
  challenge: value,
  ...ticket,
})

const socialTicket = z.strictObject(ticket)

/** Writes a ticket as the fragment of a URL, which browsers send to no server. */
export function toFragment({ provider, tx, ticket, introduction, jkt, second }: SocialTicket): string {
  const values = [provider, tx, ticket, introduction, jkt]
  return `#${(second === undefined ? values : [...values, second]).join('.')}`
}

/** Reads the fragment that {@link toFragment} wrote; undefined for any other text. */
export function readFragment(hash: string): SocialTicket | undefined {
  const [provider, tx, ticket, introduction, jkt, second, ...more] = hash.slice(1).split('.')
  if (more.length > 0) return undefined
  const given = { provider, tx, ticket, introduction, jkt, ...(second === undefined ? {} : { second }) }
  return z.safeParse(socialTicket, given).data
}
