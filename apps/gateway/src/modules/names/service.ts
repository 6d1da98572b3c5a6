import { createHash } from 'node:crypto'
import { type CaipAddress, type CaipNetworkId, parseCaipAddress } from '@portico/protocol'
import type {
  NameNonceResponse,
  NameRecord,
  NameRequest,
  NameSuggestionsResponse,
} from '@portico/protocol/gateway'
import { createNonce, type RpcClient, verifySignature } from '@portico/siwx'
import type { NamesConfig } from '../../config/NamesConfig.ts'
import { HttpProblem } from '../../http/HttpProblem.ts'
import { checkName } from './checkName.ts'
import { normalizeName } from './normalizeName.ts'
import { type CoinAddress, readAddress } from './readAddress.ts'
import { type NameWish, readNameRequest, type SignedText } from './readNameRequest.ts'
import type { NameRow, NameStore, RegisterOutcome } from './store.ts'

/** Names people choose for their accounts. Everything refused is an `HttpProblem`. */
export type NameService = {
  issueNonce(): Promise<NameNonceResponse>
  register(request: NameRequest): Promise<NameRecord>
  release(request: NameRequest & { name: string }): Promise<void>
  setAttributes(request: NameRequest & { name: string }): Promise<NameRecord>
  setAddress(request: NameRequest & { name: string }): Promise<NameRecord>
  get(query: { name: string }): Promise<NameRow | undefined>
  /** Names an address has registered itself: anybody can point theirs at it without asking. */
  reverse(query: { address: string }): Promise<NameRow[]>
  suggest(query: { name: string; zone: string | undefined }): Promise<NameSuggestionsResponse>
}

const messageLife = 5 * 60_000
const nonceForm = /^[0-9a-zA-Z]{8,128}$/
/** Clocks of visitors are this far off and more. */
const leeway = 60_000
const ethereum = 60
const namespaces: Readonly<Record<number, string>> = { [ethereum]: 'eip155', 501: 'solana' }

const outcomes = {
  taken: 'name-taken',
  'owner-has-name': 'name-owner-has-one',
  cooling: 'name-cooling',
} as const satisfies Record<Exclude<RegisterOutcome, 'registered'>, string>

/** Names over a store and the chains' nodes. */
export function createNameService({
  store,
  config,
  publicUrls,
  clients,
  now = Date.now,
}: {
  store: NameStore
  config: Pick<NamesConfig, 'zone' | 'unicode' | 'legacySkew'>
  /** Origins of this gateway, the first one being what new messages name. */
  publicUrls: readonly string[]
  /** What asks each chain about smart accounts. */
  clients: ReadonlyMap<CaipNetworkId, RpcClient>
  now?: () => number
}): NameService {
  /**
   * Whether the account wants what the text says, in this order: a nonce is used up, so that a captured text works at most
   * once; then what the text is bound to; then the signature, which may cost a call to a node. JSON has no nonce, and is
   * used up itself: last, so that only whoever signed it can.
   *
   * @returns who signed, and what they wish.
   */
  async function authorize(
    request: NameRequest,
    action: NameWish['action'],
  ): Promise<{ owner: string; signer: CoinAddress; wish: NameWish }> {
    const { coin_type: coinType, address, message: text, signature } = request
    const signer = namespaces[coinType] ? readAddress({ coinType, address }) : undefined
    if (!signer)
      throw new HttpProblem('invalid-request', {
        detail: 'The address is none of its coin type, or signatures of that coin cannot be checked here.',
        errors: [{ pointer: '/address', detail: 'Must be an address of the coin type.' }],
      })
    const signed = readNameRequest({ text, action })
    const owner = `${coinType}:${signer.kept}`
    if (signed.kind === 'message') {
      const { nonce } = signed.message
      const fresh = nonceForm.test(nonce) && (await store.consumeNonce({ nonce, now: now() }))
      if (!fresh) throw new HttpProblem('nonce-used')
      await checkSignature({ accounts: [checkMessage(signed, signer, coinType)], text, signature })
    } else {
      checkTime(signed)
      await checkSignature({ accounts: accountsOf(coinType, signer), text, signature })
      await useUp(owner, text)
    }
    return { owner, signer, wish: signed.wish }
  }

  function checkTime(signed: Extract<SignedText, { kind: 'json' }>): void {
    const at = now()
    const { legacySkew } = config
    if (legacySkew === 0)
      throw new HttpProblem('malformed-message', {
        detail: 'This gateway takes no JSON: use createNameMessage.',
      })
    // Seconds or milliseconds: kits have sent both.
    const timestamp = signed.timestamp < 1e11 ? signed.timestamp * 1000 : signed.timestamp
    if (timestamp > at + legacySkew) throw new HttpProblem('not-yet-valid')
    if (timestamp < at - legacySkew) throw new HttpProblem('expired')
  }

  /** By what was signed and not by the signature, which whoever sees it can write in other ways that count as well. */
  async function useUp(owner: string, text: string): Promise<void> {
    const at = now()
    const hash = createHash('sha256').update(`${owner}\n${text}`).digest('hex')
    const fresh = await store.useSignature({ hash, expiresAt: at + 3 * config.legacySkew, now: at })
    if (!fresh) throw new HttpProblem('nonce-used', { detail: 'This text has been used.' })
  }

  function checkMessage(
    { message }: Extract<SignedText, { kind: 'message' }>,
    signer: CoinAddress,
    coinType: number,
  ): CaipAddress {
    const at = now()
    if (!publicUrls.includes(message.gateway)) throw new HttpProblem('gateway-mismatch')
    if (Date.parse(message.issuedAt) > at + leeway) throw new HttpProblem('not-yet-valid')
    const end = Math.min(Date.parse(message.expirationTime), Date.parse(message.issuedAt) + messageLife)
    if (end <= at) throw new HttpProblem('expired')
    const { namespace, address } = parseCaipAddress(message.owner)
    const same = namespace === 'eip155' ? address.toLowerCase() : address
    if (namespace !== namespaces[coinType] || same !== signer.kept) throw new HttpProblem('address-mismatch')
    return message.owner
  }

  /** JSON names no chain: a smart account may live on any of them. */
  function accountsOf(coinType: number, { shown }: CoinAddress): CaipAddress[] {
    const chains = [...clients.keys()].filter((chain) => chain.startsWith(`${namespaces[coinType]}:`))
    return chains.map((chain) => `${chain}:${shown}` as CaipAddress)
  }

  async function checkSignature(parts: {
    accounts: readonly CaipAddress[]
    text: string
    signature: string
  }): Promise<void> {
    let refused = new HttpProblem('client-required')
    for (const account of parts.accounts) {
      const { namespace, reference } = parseCaipAddress(account)
      const client = clients.get(`${namespace}:${reference}`)
      const verdict = await verifySignature({
        account,
        message: parts.text,
        signature: parts.signature,
        client,
      })
      if (verdict.ok) return
      refused = new HttpProblem(verdict.code, { detail: verdict.reason })
    }
    throw refused
  }

  function requireName(wish: NameWish, name: string): void {
    if (wish.name !== undefined && wish.name !== name) throw new HttpProblem('name-mismatch')
  }

  async function recordOf(name: string): Promise<NameRecord> {
    const row = await store.get(name)
    if (!row) throw new HttpProblem('name-not-yours')
    return toNameRecord(row)
  }

  return {
    async issueNonce() {
      const [gateway] = publicUrls
      if (gateway === undefined) throw new HttpProblem('names-not-configured')
      const nonce = createNonce()
      const expiresAt = now() + messageLife
      await store.addNonce({ nonce, expiresAt, now: now() })
      return { nonce, gateway, zone: config.zone, expiresAt: new Date(expiresAt).toISOString() }
    },

    async register(request) {
      const { owner, signer, wish } = await authorize(request, 'register')
      const name = wish.name as string
      const verdict = checkName({ name, rules: config })
      if (!verdict.ok) throw new HttpProblem(verdict.code, { detail: verdict.reason })
      const entry = { name, owner, coinType: request.coin_type, address: signer.kept, now: now() }
      const outcome = await store.register(entry)
      if (outcome !== 'registered') throw new HttpProblem(outcomes[outcome])
      return recordOf(name)
    },

    async release({ name, ...request }) {
      const { owner, wish } = await authorize(request, 'release')
      requireName(wish, name)
      if (!(await store.release({ name, owner, now: now() }))) throw new HttpProblem('name-not-yours')
    },

    async setAttributes({ name, ...request }) {
      const { owner, wish } = await authorize(request, 'set-attributes')
      requireName(wish, name)
      const { attributes } = wish as Extract<NameWish, { action: 'set-attributes' }>
      if (!(await store.setAttributes({ name, owner, attributes, now: now() })))
        throw new HttpProblem('name-not-yours')
      return recordOf(name)
    },

    async setAddress({ name, ...request }) {
      const { owner, wish } = await authorize(request, 'set-address')
      requireName(wish, name)
      const { coinType, address } = wish as Extract<NameWish, { action: 'set-address' }>
      const read = readAddress({ coinType, address })
      if (!read)
        throw new HttpProblem('invalid-request', {
          detail: 'The address to be set is none of its coin type, or the coin is not known here.',
        })
      // Of the owner's own coin only the owner's own address: a name must not say it were somebody else's.
      if (owner.startsWith(`${coinType}:`) && owner !== `${coinType}:${read.kept}`)
        throw new HttpProblem('address-mismatch')
      if (!(await store.setAddress({ name, owner, coinType, address: read.kept, now: now() })))
        throw new HttpProblem('name-not-yours')
      return recordOf(name)
    },

    // What is no name has nobody, and not every database takes every character.
    get: async ({ name }) => (normalizeName(name) === name ? store.get(name) : undefined),

    async reverse({ address }) {
      const owners = Object.keys(namespaces).flatMap((coinType) => {
        const read = readAddress({ coinType: Number(coinType), address })
        return read ? [`${coinType}:${read.kept}`] : []
      })
      const found = await Promise.all(owners.map((owner) => store.ofOwner(owner)))
      return found.filter((row) => row !== undefined)
    },

    async suggest({ name, zone = config.zone }) {
      const { zone: ours } = config
      if (zone !== ours)
        throw new HttpProblem('invalid-request', {
          detail: `Names of this gateway end in ${ours}.`,
          errors: [{ pointer: 'zone', detail: `Must be ${ours}, or left out.` }],
        })
      const wanted = name.endsWith(`.${ours}`) ? name.slice(0, -ours.length - 1) : name
      const label = simplify(wanted, config.unicode)
      const candidates = [
        label,
        `${label}-1`,
        `${label}1`,
        `the-${label}`,
        `${label}2`,
        `my-${label}`,
        `${label}-2`,
      ]
        .map((candidate) => `${candidate}.${ours}`)
        .filter((candidate) => checkName({ name: candidate, rules: config }).ok)
      const registered = await store.registered(candidates)
      const suggestions = candidates
        .map((candidate) => ({ name: candidate, registered: registered.has(candidate) }))
        .filter((candidate, index) => index === 0 || !candidate.registered)
        .slice(0, 5)
      return { suggestions }
    },
  }
}

/** What is left of a wish when all that is not allowed is taken away. */
function simplify(wanted: string, unicode: boolean): string {
  const normalized = normalizeName(wanted.trim().replaceAll(/\s+/g, '-')) ?? wanted.toLowerCase()
  const allowed = unicode ? normalized : normalized.replaceAll(/[^a-z0-9-]/g, '')
  return [...allowed]
    .slice(0, 56)
    .join('')
    .replaceAll(/^-+|-+$/g, '')
}

/** A name as clients see it. */
export function toNameRecord({ name, attributes, addresses, registeredAt, updatedAt }: NameRow): NameRecord {
  return {
    name,
    registered_at: new Date(registeredAt).toISOString(),
    updated_at: new Date(updatedAt).toISOString(),
    attributes,
    addresses: Object.fromEntries(
      addresses.map(({ coinType, address, createdAt }) => [
        coinType,
        {
          address: readAddress({ coinType, address })?.shown ?? address,
          created_at: new Date(createdAt).toISOString(),
        },
      ]),
    ),
  }
}
