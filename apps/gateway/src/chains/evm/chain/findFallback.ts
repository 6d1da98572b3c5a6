import { pad } from 'viem/utils'
import type { Chain } from '../../shared/Chain.ts'
import { decodeDeployless, encodeDeployless } from './deployless.ts'

/** How a chain is read without Multicall3. */
export type Fallback = 'deployless' | 'batch'

const detected = new WeakMap<Chain, { fallback: Promise<Fallback>; until: number }>()
const ttlMs = 600_000

/** Detects whether a chain's upstreams run deployless calls; cached for ten minutes. */
export function findFallback(chain: Chain, deadline: number): Promise<Fallback> {
  const cached = detected.get(chain)
  if (cached && cached.until > Date.now()) return cached.fallback
  const fallback = detect(chain, deadline)
  detected.set(chain, { fallback, until: Date.now() + ttlMs })
  // Do not cache an outage.
  fallback.catch(() => detected.delete(chain))
  return fallback
}

/** Calls the identity precompile, which every chain has. */
async function detect(chain: Chain, deadline: number): Promise<Fallback> {
  const data = encodeDeployless([{ target: pad('0x04', { size: 20 }), data: '0xcafe' }])
  const [answer] = await chain.requestMany([{ method: 'eth_call', params: [{ data }, 'latest'] }], {
    deadline,
  })
  const [result] = decodeDeployless(answer, 1) ?? []
  return result?.kind === 'data' && result.data === '0xcafe' ? 'deployless' : 'batch'
}
