import { isCaipAddress, parseCaipAddress } from '@portico/protocol'
import type { IdentityResponse } from '@portico/protocol/gateway'
import { type Context, Hono } from 'hono'
import type { Families } from '../../families/createFamilies.ts'
import { familyRules } from '../../families/rulesOf.ts'
import type { AppEnv } from '../../http/AppEnv.ts'
import { readAccount } from '../../http/readAccount.ts'
import { requireProject } from '../../http/requireProject.ts'
import type { Projects } from '../projects/service.ts'
import type { IdentityService } from './service.ts'

/** `GET /v1/identity/{address}`, also at `/v1/account/{address}/identity` */
export function identityRoutes({
  identity,
  families,
  projects,
}: {
  identity: IdentityService
  families: Families
  projects: Projects
}): Hono<AppEnv> {
  const answer = async (c: Context<AppEnv>): Promise<Response> => {
    if (isElsewhere(c.req.param('address') ?? '')) {
      // Accounts of other families of chains have no names here.
      c.header('cache-control', 'private, max-age=3600')
      const nobody = { name: null, avatar: null, resolvedAt: new Date().toISOString() }
      return c.json(nobody satisfies IdentityResponse)
    }
    const { account } = readAccount({
      address: c.req.param('address') ?? '',
      chainId: c.req.query('chainId') || undefined,
      families,
    })
    const { identity: found, maxAge } = await identity.resolve({ account })
    if (maxAge > 0) c.header('cache-control', `private, max-age=${maxAge}`)
    return c.json(found satisfies IdentityResponse)
  }
  return new Hono<AppEnv>()
    .get('/v1/identity/:address', requireProject({ projects }), answer)
    .get('/v1/account/:address/identity', requireProject({ projects }), answer)
}

/** Whether an account is of another family of chains. */
function isElsewhere(address: string): boolean {
  if (isCaipAddress(address)) return parseCaipAddress(address).namespace !== 'eip155'
  const { eip155, ...others } = familyRules
  return (
    eip155.readAddress(address) === undefined &&
    Object.values(others).some((rules) => rules.readAddress(address) !== undefined)
  )
}
