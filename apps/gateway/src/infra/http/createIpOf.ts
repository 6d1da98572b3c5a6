import { getConnInfo } from '@hono/node-server/conninfo'
import { clientIp } from '@portico/server'
import type { Context } from 'hono'
import type { AppEnv } from './AppEnv.ts'

/** Returns the IP address of the client that sent a request, as rate limits count it. */
export type IpOf = (c: Context<AppEnv>) => string

/** Creates a function that reads a client's IP address behind `trustedProxies` reverse proxies. */
export function createIpOf({ trustedProxies }: { trustedProxies: number }): IpOf {
  return (c) =>
    clientIp({
      remoteAddress: c.env?.incoming ? getConnInfo(c).remote.address : undefined,
      forwardedFor: c.req.header('x-forwarded-for'),
      trustedProxies,
    })
}
