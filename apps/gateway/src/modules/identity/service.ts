import { type CaipNetworkId, RpcError } from '@portico/protocol'
import type { IdentityResponse } from '@portico/protocol/gateway'
import { BoundedMap, type Log } from '@portico/server'
import type { Chain } from '../../chains/shared/Chain.ts'
import { cleanText } from '../../infra/text/cleanText.ts'

export type IdentityService = {
  /**
   * Resolves the name and avatar of an account. Both are null if it has no name or the name cannot be read. The
   * result's `maxAge` is how long clients may keep it, in seconds: what server and client keep together is never older
   * than five minutes.
   *
   * @param query.network without it, the name of a smart account registered at this gateway is not found.
   */
  resolve(query: { account: string; network?: CaipNetworkId | undefined }): Promise<IdentityWithAge>
}

/** An identity with the time for which clients may keep it. */
type IdentityWithAge = IdentityResponse & { maxAge: number }

/** Resolves an avatar record (ENSIP-12) to an image that a page can load; null if there is none. */
export type FetchAvatar = (query: {
  uri: string
  /** The account that the name resolves to: an NFT is shown only while this account holds it. */
  owner: string
  deadline: number
}) => Promise<string | null>

/** Names registered at this gateway. */
export type RegisteredNames = {
  reverse(query: {
    address: string
    network: CaipNetworkId | undefined
  }): Promise<{ name: string; avatar: string | null } | null>
}

/** How long names and avatars may be kept, by server and client together. */
const maxAgeSeconds = 300
const maxCached = 5000
/** Characters of an avatar URI. */
const maxAvatarLength = 150_000
const avatarTimeoutMs = 9000

type NameAndAvatar = { name: string | null; avatar: string | null }
const noName: NameAndAvatar = { name: null, avatar: null }

/**
 * Creates the service that resolves the primary ENS name, if the gateway has an upstream for Ethereum, and otherwise
 * a name registered at this gateway. Registered names are read from the database each time, so that a new name is
 * visible at once.
 */
export function createIdentityService({
  mainnet,
  fetchAvatar,
  registeredNames,
  log,
  now = Date.now,
}: {
  mainnet: Chain | undefined
  /** If omitted, only avatars that are `data:` URIs are shown. */
  fetchAvatar?: FetchAvatar | undefined
  registeredNames?: RegisteredNames | undefined
  log: Log
  now?: () => number
}): IdentityService {
  /** ENS results by account, and avatars of registered names by account, name and record. */
  const cache = new BoundedMap<string, { found: NameAndAvatar; resolvedAt: string; until: number }>({
    max: maxCached,
  })

  /** Resolves an avatar record. Errors lose the avatar, not the name. */
  async function resolveAvatar(uri: string | null, owner: string): Promise<string | null> {
    if (!uri) return null
    if (!fetchAvatar) return readAvatar(uri)
    try {
      const avatar = await fetchAvatar({ uri, owner, deadline: Date.now() + avatarTimeoutMs })
      return avatar && avatar.length <= maxAvatarLength ? avatar : null
    } catch (error) {
      log.debug({ error }, 'could not resolve an avatar')
      return null
    }
  }

  async function readEns(account: string): Promise<NameAndAvatar> {
    if (!mainnet) return noName
    const { name, avatar } = await readEnsName(mainnet, account)
    return { name, avatar: await resolveAvatar(avatar, account) }
  }

  /** Returns the cached value of a key, or reads and caches it. */
  async function readCached(key: string, read: () => Promise<NameAndAvatar>): Promise<IdentityWithAge> {
    const cached = cache.get(key)
    // Round down, so that the client does not keep it for too long. 0 means that a name could not be read.
    if (cached && cached.until - now() >= 1000)
      return {
        ...cached.found,
        resolvedAt: cached.resolvedAt,
        maxAge: Math.floor((cached.until - now()) / 1000),
      }
    // Count from before the read, which may take seconds.
    const start = now()
    const resolvedAt = new Date(start).toISOString()
    const found = await read()
    cache.set(key, { found, resolvedAt, until: start + maxAgeSeconds * 1000 })
    return { ...found, resolvedAt, maxAge: Math.max(0, maxAgeSeconds - Math.ceil((now() - start) / 1000)) }
  }

  return {
    async resolve({ account, network }) {
      let maxAge = maxAgeSeconds
      try {
        const ens = await readCached(account, () => readEns(account))
        if (ens.name !== null) return ens
        maxAge = ens.maxAge
      } catch (error) {
        // Clients show the address if there is no name, so an error here must not fail the request.
        log.warn({ chain: mainnet?.id, error }, 'could not resolve the ENS name')
        maxAge = 0
      }
      const registered = await registeredNames?.reverse({ address: account, network })
      if (!registered) return { ...noName, resolvedAt: new Date(now()).toISOString(), maxAge }
      const { name, avatar } = registered
      const key = `${account} ${name} ${avatar}`
      const identity = await readCached(key, async () => ({
        name,
        avatar: await resolveAvatar(avatar, account),
      }))
      return { ...identity, maxAge: Math.min(maxAge, identity.maxAge) }
    },
  }
}

async function readEnsName(mainnet: Chain, account: string): Promise<NameAndAvatar> {
  // Load on first use: most installations never need these modules.
  const [{ createPublicClient, custom }, { mainnet: chain }, { normalize }] = await Promise.all([
    import('viem'),
    import('viem/chains'),
    import('viem/ens'),
  ])
  const client = createPublicClient({
    chain,
    // With offchain lookups (ERC-3668), a name could make the gateway send requests to any server.
    ccipRead: false,
    transport: custom(
      {
        request: ({ method, params }) =>
          mainnet.request({ method, params: params ?? [] }).catch((error) => Promise.reject(toRevert(error))),
      },
      { retryCount: 0 },
    ),
  })
  // Also checks that the name resolves to the address: anybody can set any reverse record.
  const name = await client.getEnsName({ address: account as `0x${string}`, strict: false })
  if (!name || cleanText(name, 255) !== name || !isNormalized(name)) return noName
  // Check again here, because the page shows this name next to the address.
  const address = await client.getEnsAddress({ name })
  if (address?.toLowerCase() !== account.toLowerCase()) return noName
  const avatar = await client.getEnsText({ name, key: 'avatar' }).catch(() => null)
  return { name, avatar }

  /** Whether a name is normalised (ENSIP-15). Other spellings look the same but are different names. */
  function isNormalized(name: string): boolean {
    try {
      return normalize(name) === name
    } catch {
      return false
    }
  }
}

/** Converts a revert to the form viem expects: the resolver reverts for unknown names and mismatched addresses. */
function toRevert(error: unknown): unknown {
  if (!(error instanceof RpcError) || error.data === undefined) return error
  return Object.assign(new Error(error.shortMessage), { code: 3, data: error.data })
}

/** Returns an avatar that is a `data:` URI. Loading a URL would tell its server who looks at the name. */
function readAvatar(text: string | null): string | null {
  return text &&
    /^data:image\/[a-z0-9.+-]+;base64,[a-z0-9+/=]+$/i.test(text) &&
    text.length <= maxAvatarLength
    ? text
    : null
}
