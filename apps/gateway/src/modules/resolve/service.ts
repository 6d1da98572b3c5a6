import type { CaipNetworkId } from '@portico/protocol'
import type { ResolveResponse } from '@portico/protocol/gateway'
import type { Chain } from '../../chains/shared/Chain.ts'
import type { SafeFetch } from '../../infra/egress/createSafeFetch.ts'
import { Problem } from '../../infra/http/Problem.ts'
import { normalizeName } from '../names/normalizeName.ts'
import { readAddress } from '../names/readAddress.ts'
import type { NameService } from '../names/service.ts'
import type { NameRow } from '../names/store.ts'
import { coinTypes } from './coinTypes.ts'
import type { EnsReader } from './createEnsReader.ts'

/** Resolves names to addresses. */
export type ResolveService = {
  /**
   * Returns the address of a name on a network. Never one that is zero, malformed or of another kind of network.
   *
   * @throws {Problem} `invalid-request` if ENSIP-15 does not allow the name, `name-unknown` if it has no address there,
   * `upstream-unavailable` if Ethereum cannot be read.
   */
  resolve(query: { name: string; chain: CaipNetworkId }): Promise<ResolveResponse>
}

const resolveTimeoutMs = 9000
/** Limit of a DNS name (RFC 1035), in whose form the universal resolver takes names. */
const maxBytes = 253

/** Creates the service that resolves ENS names, and the names registered at this gateway. */
export function createResolveService({
  mainnet,
  safeFetch,
  names,
  zone,
  now = Date.now,
}: {
  /** Undefined = no ENS names are resolved. */
  mainnet: Chain | undefined
  safeFetch: Pick<SafeFetch, 'get' | 'post'>
  names: Pick<NameService, 'get'>
  /** The suffix of the names of this gateway. Such names are never looked up elsewhere. */
  zone: string
  now?: () => number
}): ResolveService {
  let reader: Promise<EnsReader> | undefined
  /** Loads the code of ENS on first use: most installations never need it. */
  const openReader = (chain: Chain): Promise<EnsReader> => {
    reader ??= import('./createEnsReader.ts').then(({ createEnsReader }) =>
      createEnsReader({ mainnet: chain, safeFetch, now }),
    )
    return reader
  }

  return {
    async resolve({ name: text, chain }) {
      const name = readName(text)
      const types = coinTypes(chain)
      if (name.endsWith(`.${zone}`)) {
        const row = await names.get({ name })
        const found = row && findOwn(row, types, chain)
        if (!found) throw new Problem('name-unknown')
        return { name, ...found, source: 'own' }
      }
      if (!mainnet)
        throw new Problem('name-unknown', {
          detail: 'This gateway has no upstream for eip155:1, so it resolves only its own names.',
        })
      return { name, ...(await findEns(await openReader(mainnet), name, types)), source: 'ens' }
    },
  }

  async function findEns(read: EnsReader, name: string, types: readonly number[]) {
    const deadline = now() + resolveTimeoutMs
    for (const coinType of types) {
      const value = await read({ name, coinType, deadline })
      if (typeof value === 'object') return { address: value.address, coinType }
      // Fall back only if the record is known not to be set: the name may mean another address here.
      if (value === 'unread')
        throw new Problem('name-unknown', {
          detail: 'The resolver of the name, or its server, did not answer.',
        })
      if (value === 'invalid')
        throw new Problem('name-unknown', {
          detail: 'The name has an address that is invalid on this network.',
        })
    }
    throw new Problem('name-unknown')
  }
}

/** Returns the normal form of a name. */
function readName(text: string): string {
  const name = text.length <= maxBytes ? normalizeName(text) : undefined
  const labels = name?.split('.') ?? []
  const isName =
    name !== undefined &&
    labels.length > 1 &&
    labels.every((label) => label !== '') &&
    Buffer.byteLength(name) <= maxBytes
  if (isName) return name
  throw new Problem('invalid-request', {
    detail: 'The name is not one that ENSIP-15 allows, such as alice.eth.',
    errors: [{ pointer: 'name', detail: 'Must be a name with at least two labels that ENSIP-15 allows.' }],
  })
}

function findOwn(row: NameRow, types: readonly number[], chain: CaipNetworkId) {
  for (const coinType of types) {
    const stored = row.addresses.find((one) => one.coinType === coinType)
    const address = stored && readAddress(stored)?.display
    if (address === undefined) continue
    // A smart account is on its network only: on another one, somebody else may have its address.
    const [type, ...owner] = row.owner.split(':')
    const isOwner = Number(type) === coinType && owner.at(-1) === stored?.address
    const network = owner.slice(0, -1).join(':')
    if (isOwner && network !== '' && network !== chain) continue
    return { address, coinType }
  }
  return undefined
}
