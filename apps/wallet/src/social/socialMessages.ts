import { socialProvider } from '@portico/protocol/social'
import { base64urlnopad } from '@scure/base'
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

/** Only a frame writes a ticket with `returnTo`, into the address of the tab that it leads to this page. */
const socialTicket = z.strictObject({ ...ticket, returnTo: z.optional(z.url({ protocol: /^https?$/ })) })

/** Writes a ticket as the fragment of a URL, which browsers send to no server. */
export function toFragment({
  provider,
  tx,
  ticket,
  introduction,
  jkt,
  second = '',
  returnTo = '',
}: SocialTicket): string {
  const values = [provider, tx, ticket, introduction, jkt, second, encodeText(returnTo)]
  return `#${values.join('.').replace(/\.+$/, '')}`
}

/** Reads the fragment that {@link toFragment} wrote; undefined for any other text. */
export function readFragment(hash: string): SocialTicket | undefined {
  const [provider, tx, ticket, introduction, jkt, second, returnTo, ...more] = hash.slice(1).split('.')
  if (more.length > 0) return undefined
  const given = {
    ...{ provider, tx, ticket, introduction, jkt },
    ...(second ? { second } : {}),
    ...(returnTo ? { returnTo: decodeText(returnTo) } : {}),
  }
  const { data } = z.safeParse(socialTicket, given)
  return data && toFragment(data) === hash ? data : undefined
}

const encodeText = (text: string) => base64urlnopad.encode(new TextEncoder().encode(text))

/** Returns the encoded text; undefined if nothing was encoded. */
function decodeText(encoded: string): string | undefined {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(base64urlnopad.decode(encoded))
  } catch {
    return undefined
  }
}
