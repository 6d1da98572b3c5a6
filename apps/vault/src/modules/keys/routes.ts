import type { VaultKeysResponse } from '@portico/protocol/vault'
import { Hono } from 'hono'
import type { AppEnv } from '../../http/AppEnv.ts'

/** `GET /.well-known/jwks.json`: the public keys (RFC 7517). */
export function keyRoutes({ jwks }: { jwks: VaultKeysResponse }): Hono<AppEnv> {
  return new Hono<AppEnv>().get('/.well-known/jwks.json', (c) => {
    c.header('cache-control', 'public, max-age=60')
    return c.json(jwks)
  })
}
