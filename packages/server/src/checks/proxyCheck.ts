import { createHmac, timingSafeEqual } from 'node:crypto'

/** The header of a question, and of its answer: how many addresses proxies have put into `X-Forwarded-For`. */
export const proxyCheckHeader = 'x-portico-proxies'
const validMs = 60_000

/**
 * Creates the header with which `--check` asks a running server how many proxies a request passed. Only who has the server's secrets
 * can ask: the answer would help to forge addresses.
 *
 * @param secret one of the server's secrets
 */
export function askProxyCheck({ secret, now }: { secret: Uint8Array; now: number }): string {
  return `${now}.${sign(secret, now)}`
}

/** Returns the answer to `askProxyCheck`; undefined if the question is not valid. */
export function answerProxyCheck({
  secret,
  asked,
  forwardedFor,
  now,
}: {
  secret: Uint8Array
  asked: string | undefined
  forwardedFor: string | undefined
  now: number
}): string | undefined {
  const [, time = '', mac = ''] = /^(\d{1,15})\.([\w-]{43})$/.exec(asked ?? '') ?? []
  if (time === '' || Math.abs(now - Number(time)) > validMs) return undefined
  const expected = Buffer.from(sign(secret, Number(time)))
  if (!timingSafeEqual(expected, Buffer.from(mac))) return undefined
  return `${forwardedFor ? forwardedFor.split(',').length : 0}`
}

function sign(secret: Uint8Array, time: number): string {
  return createHmac('sha256', secret).update(`portico/proxies\0${time}`).digest('base64url')
}
