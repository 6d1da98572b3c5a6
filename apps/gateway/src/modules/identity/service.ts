import { RpcError } from '@portico/protocol'
import type { IdentityResponse } from '@portico/protocol/gateway'
import type { Log } from '@portico/server'
import type { Chain } from '../../chain/Chain.ts'
import { cleanText } from '../../text/cleanText.ts'

export type IdentityService = {
  /** The name and picture of an account; both null if it has none, or nobody can be asked. */
  resolve(query: { account: string }): Promise<{ identity: IdentityResponse; maxAge: number }>
}

/** Shows the picture of an avatar record (ENSIP-12) as a page may load it; null if there is none to show. */
export type FetchAvatar = (query: {
  uri: string
  /** Whoever the name points at: an NFT is shown only while they have it. */
  owner: string
  deadline: number
}) => Promise<string | null>

/** The gateway's own names. */
export type OwnNames = {
  reverse(query: { address: string }): Promise<{ name: string; avatar: string | null } | null>
}

/** Seconds. */
const keepFor = 24 * 3600
/** Pictures are of other servers. */
const keepPictureFor = 300
const maxKept = 5000
const maxAvatar = 150_000
const patience = 9000

type Found = { name: string | null; avatar: string | null }
const nobody: Found = { name: null, avatar: null }

/**
 * Primary ENS names through the node of Ethereum, if there is one; then the gateway's own names. Those are read each time,
 * by every process, and not to be kept by browsers: a name that was just registered is the account's at once.
 */
export function createIdentityService({
  mainnet,
  fetchAvatar,
  ownNames,
  log,
  now = Date.now,
}: {
  mainnet: Chain | undefined
  /** Left out, only pictures inside the record itself are shown. */
  fetchAvatar?: FetchAvatar | undefined
  ownNames?: OwnNames | undefined
  log: Log
  now?: () => number
}): IdentityService {
  /** What ENS said of accounts, and what pictures of our own names look like. */
  const kept = new Map<string, { found: Found; resolvedAt: string; until: number }>()

  /** The picture of a name. Whatever goes wrong with it, the name stays. */
  async function show(uri: string | null, owner: string): Promise<string | null> {
    if (!uri) return null
    if (!fetchAvatar) return readAvatar(uri)
    try {
      const avatar = await fetchAvatar({ uri, owner, deadline: Date.now() + patience })
      return avatar && avatar.length <= maxAvatar ? avatar : null
    } catch (error) {
      log.debug({ error }, 'an avatar could not be shown')
      return null
    }
  }

  async function readEns(account: string): Promise<Found> {
    if (!mainnet) return nobody
    const { name, avatar } = await ask(mainnet, account)
    return { name, avatar: await show(avatar, account) }
  }

  /** What is kept of a key, else what `read` finds, kept for so many seconds. */
  async function keep(
    key: string,
    seconds: number,
    read: () => Promise<Found>,
  ): Promise<{ identity: IdentityResponse; maxAge: number }> {
    const known = kept.get(key)
    if (known && known.until > now())
      return {
        identity: { ...known.found, resolvedAt: known.resolvedAt },
        maxAge: Math.ceil((known.until - now()) / 1000),
      }
    const resolvedAt = new Date(now()).toISOString()
    const found = await read()
    if (kept.size >= maxKept) kept.clear()
    kept.set(key, { found, resolvedAt, until: now() + seconds * 1000 })
    return { identity: { ...found, resolvedAt }, maxAge: seconds }
  }

  return {
    async resolve({ account }) {
      let maxAge = 0
      try {
        const ens = await keep(account, keepFor, () => readEns(account))
        if (ens.identity.name !== null) return ens
        if (mainnet && !ownNames) maxAge = ens.maxAge
      } catch (error) {
        // A name is an ornament: without it the address is shown.
        log.warn({ chain: mainnet?.id, error }, 'name could not be resolved')
      }
      const own = await ownNames?.reverse({ address: account })
      if (!own) return { identity: { ...nobody, resolvedAt: new Date(now()).toISOString() }, maxAge }
      const { name, avatar } = own
      const key = `${account} ${name} ${avatar}`
      const { identity } = await keep(key, keepPictureFor, async () => ({
        name,
        avatar: await show(avatar, account),
      }))
      return { identity, maxAge: 0 }
    },
  }
}

async function ask(mainnet: Chain, account: string): Promise<Found> {
  // On first use: most installations never need it.
  const [{ createPublicClient, custom }, { mainnet: chain }, { normalize }] = await Promise.all([
    import('viem'),
    import('viem/chains'),
    import('viem/ens'),
  ])
  const client = createPublicClient({
    chain,
    // Names may point at any server (ERC-3668), and the gateway must not be sent anywhere by a name.
    ccipRead: false,
    transport: custom(
      {
        request: ({ method, params }) =>
          mainnet.request({ method, params: params ?? [] }).catch((error) => Promise.reject(toRevert(error))),
      },
      { retryCount: 0 },
    ),
  })
  // Checks that the name points back at the address: anybody may claim any name in reverse.
  const name = await client.getEnsName({ address: account as `0x${string}`, strict: false })
  if (!name || cleanText(name, 255) !== name || !isNormal(name)) return nobody
  // Again by ourselves: what the name points at now is what the page will show beside it.
  const address = await client.getEnsAddress({ name })
  if (address?.toLowerCase() !== account.toLowerCase()) return nobody
  const avatar = await client.getEnsText({ name, key: 'avatar' }).catch(() => null)
  return { name, avatar }

  /** As ENSIP-15 wants it: other spellings look the same and are other names. */
  function isNormal(name: string): boolean {
    try {
      return normalize(name) === name
    } catch {
      return false
    }
  }
}

/** A revert in the form viem knows: "no such name" and "points at somebody else" are reverts of the resolver. */
function toRevert(error: unknown): unknown {
  if (!(error instanceof RpcError) || error.data === undefined) return error
  return Object.assign(new Error(error.shortMessage), { code: 3, data: error.data })
}

/** A picture inside the record: one at an address of the record would tell its owner who looks at the name. */
function readAvatar(text: string | null): string | null {
  return text && /^data:image\/[a-z0-9.+-]+;base64,[a-z0-9+/=]+$/i.test(text) && text.length <= maxAvatar
    ? text
    : null
}
