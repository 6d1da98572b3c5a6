import type { IdentityResponse } from '@portico/protocol/gateway'
import type { Chain } from '../../chain/Chain.ts'
import type { Log } from '../../log/createLog.ts'
import { cleanText } from '../../text/cleanText.ts'

export type IdentityService = {
  /** The name and picture of an account; both null if it has none, or nobody can be asked. */
  resolve(query: { account: string }): Promise<{ identity: IdentityResponse; maxAge: number }>
}

/** Seconds. */
const keepFor = 24 * 3600
const maxKept = 5000
const maxAvatar = 150_000

/** Primary ENS names, through the node of Ethereum if there is one. */
export function createIdentityService({
  mainnet,
  log,
  now = Date.now,
}: {
  mainnet: Chain | undefined
  log: Log
  now?: () => number
}): IdentityService {
  const kept = new Map<string, IdentityResponse>()

  return {
    async resolve({ account }) {
      const known = kept.get(account)
      const age = known ? (now() - Date.parse(known.resolvedAt)) / 1000 : keepFor
      if (known && age < keepFor) return { identity: known, maxAge: Math.ceil(keepFor - age) }
      const resolvedAt = new Date(now()).toISOString()
      if (!mainnet) return { identity: { name: null, avatar: null, resolvedAt }, maxAge: 0 }
      try {
        const identity = { ...(await ask(mainnet, account)), resolvedAt }
        if (kept.size >= maxKept) kept.clear()
        kept.set(account, identity)
        return { identity, maxAge: keepFor }
      } catch (error) {
        // A name is an ornament: without it the address is shown.
        log.warn({ chain: mainnet.id, error }, 'name could not be resolved')
        return { identity: { name: null, avatar: null, resolvedAt }, maxAge: 0 }
      }
    },
  }
}

async function ask(mainnet: Chain, account: string): Promise<{ name: string | null; avatar: string | null }> {
  // On first use: most installations never need it.
  const [{ createPublicClient, custom }, { mainnet: chain }] = await Promise.all([
    import('viem'),
    import('viem/chains'),
  ])
  const client = createPublicClient({
    chain,
    // Names may point at any server (ERC-3668), and the gateway must not be sent anywhere by a name.
    ccipRead: false,
    transport: custom(
      { request: ({ method, params }) => mainnet.request({ method, params: params ?? [] }) },
      { retryCount: 0 },
    ),
  })
  // Checks that the name points back at the address: anybody may claim any name in reverse.
  const name = await client.getEnsName({ address: account as `0x${string}`, strict: false })
  if (!name || cleanText(name, 255) !== name) return { name: null, avatar: null }
  const avatar = await client.getEnsText({ name, key: 'avatar' })
  return { name, avatar: readAvatar(avatar) }
}

/** Pictures inside the record alone: one at an address of the record would tell its owner who looks at the name. */
function readAvatar(text: string | null): string | null {
  return text && /^data:image\/[a-z0-9.+-]+;base64,[a-z0-9+/=]+$/i.test(text) && text.length <= maxAvatar
    ? text
    : null
}
