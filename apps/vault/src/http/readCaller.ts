import { getConnInfo } from '@hono/node-server/conninfo'
import { clientIp, describeBrowser } from '@portico/server'
import type { Context } from 'hono'
import type { AppEnv } from './AppEnv.ts'

/** Where a request comes from. Browser, system and country are shown to the owner of the e-mail address. */
export type Caller = { ip: string; browser: string; system: string; country?: string | undefined }

/** Reads the caller of a request from its connection and its headers. */
export function readCaller({
  c,
  trustedProxies,
  countryHeader,
}: {
  c: Context<AppEnv>
  trustedProxies: number
  countryHeader: string | undefined
}): Caller {
  const country = countryHeader === undefined ? undefined : c.req.header(countryHeader)
  return {
    ip: clientIp({
      remoteAddress: c.env?.incoming ? getConnInfo(c).remote.address : undefined,
      forwardedFor: c.req.header('x-forwarded-for'),
      trustedProxies,
    }),
    ...describeBrowser(c.req.header('user-agent')),
    ...(country !== undefined && /^[A-Z]{2}$/.test(country) ? { country } : {}),
  }
}
