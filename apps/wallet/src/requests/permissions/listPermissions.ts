import type { FrameResult } from '@portico/protocol/frame'
import type { AskContext } from '../Ask.ts'
import { bestEffort } from '../bestEffort.ts'
import { readToken } from '../readChainFacts.ts'
import { grantedPermissions } from './grantedPermissions.ts'
import { readPermissionStates } from './readPermissionStates.ts'

type Context = Pick<AskContext, 'session' | 'store' | 'gateway' | 'rpc' | 'now'>
type Listed = FrameResult<'GET_PERMISSIONS'>['permissions'][number]

/** Milliseconds. A host page waits for ten seconds, and the states take four. */
const limitsMs = { list: 2500, token: 2000 }

/** Lists what the visitor has granted to this page. */
export async function listPermissions(context: Context): Promise<Listed[]> {
  const { session, rpc } = context
  const own = (await grantedPermissions.read({ ...context, timeoutMs: limitsMs.list })).filter(
    ({ origin }) => origin === session.origin,
  )
  const states = await readPermissionStates(own.slice(0, 200), context)
  const tokens = new Map<string, Promise<NonNullable<Listed['token']>>>()
  const readFacts = (chainId: string, token: `0x${string}`) => {
    const key = `${chainId} ${token}`
    const reading =
      tokens.get(key) ??
      bestEffort(readToken({ rpc, chainId, token }), limitsMs.token).then(({ symbol, decimals } = {}) => ({
        address: token,
        ...(symbol === undefined ? {} : { symbol }),
        ...(decimals === undefined ? {} : { decimals }),
      }))
    tokens.set(key, reading)
    return reading
  }
  return Promise.all(
    states.map(async ({ permission, state }) => {
      const { hash: id, chainId, terms } = permission
      const { delegate, expiresAt, allowed } = terms
      const fields = { id, chainId: Number(chainId.slice('eip155:'.length)), delegate, expiresAt, state }
      if (allowed.kind === 'contract')
        return { ...fields, kind: allowed.kind, calls: allowed.calls, targets: [...allowed.targets] }
      const limit = {
        amount: `${allowed.amount}`,
        ...(allowed.period ? { period: allowed.period.seconds } : {}),
      }
      return allowed.kind === 'coin'
        ? { ...fields, ...limit, kind: allowed.kind }
        : { ...fields, ...limit, kind: allowed.kind, token: await readFacts(chainId, allowed.token) }
    }),
  )
}
