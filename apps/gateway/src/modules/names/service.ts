import { createHash } from 'node:crypto'
import { type CaipAddress, type CaipNetworkId, parseCaipAddress } from '@portico/protocol'
import type {
  NameNonceResponse,
  NameRecord,
  NameRequest,
  NameSuggestionsResponse,
} from '@portico/protocol/gateway'
import { createNonce, type RpcClient, verifySignature } from '@portico/siwx'
import type { NamesConfig } from '../../infra/config/NamesConfig.ts'
import { Problem } from '../../infra/http/Problem.ts'
import { checkName } from './checkName.ts'
import { normalizeName } from './normalizeName.ts'
import { type CoinAddress, readAddress } from './readAddress.ts'
import { type NameChange, readNameRequest, type SignedText } from './readNameRequest.ts'
import type { NameRow, NameStore, RegisterOutcome } from './store.ts'

/** Registers and changes names of accounts. Every rejection is a `Problem`. */
export type NameService = {
  issueNonce(): Promise<NameNonceResponse>
  register(request: NameRequest): Promise<NameRecord>
  release(request: NameRequest & { name: string }): Promise<void>
  setAttributes(request: NameRequest & { name: string }): Promise<NameRecord>
  setAddress(request: NameRequest & { name: string }): Promise<NameRecord>
  get(query: { name: string }): Promise<NameRow | undefined>
  /**
   * Returns the names an address has registered itself, as anybody can point a name at any address. The name of a smart
   * account is returned only for its network: another account may have the same address on another one.
   */
  reverse(query: { address: string; network: CaipNetworkId | undefined }): Promise<NameRow[]>
  suggest(query: { name: string; zone: string | undefined }): Promise<NameSuggestionsResponse>
}

const messageLifetimeMs = 5 * 60_000
const nonceFormat = /^[0-9a-zA-Z]{8,128}$/
/** Tolerance for the clocks of clients. */
const clockToleranceMs = 60_000
const ethereum = 60
const namespaces: Readonly<Record<number, string>> = { [ethereum]: 'eip155', 501: 'solana' }

const outcomes = {
  taken: 'name-taken',
  'owner-has-name': 'name-owner-has-one',
  cooling: 'name-cooling',
} as const satisfies Record<Exclude<RegisterOutcome, 'registered'>, string>

/** Creates the service of names. */
export function createNameService({
  store,
  config,
  publicUrls,
  clients,
  now = Date.now,
}: {
  store: NameStore
  config: Pick<NamesConfig, 'zone' | 'unicode' | 'legacySkew'>
  /** Origins of this gateway. New messages name the first one. */
  publicUrls: readonly string[]
  /** Clients that verify signatures of smart accounts, by chain. */
  clients: ReadonlyMap<CaipNetworkId, RpcClient>
  now?: () => number
}): NameService {
  /**
   * Checks that the account has signed the requested change. For a message, consumes the nonce first, so that a
   * captured text works at most once; then checks the fields; then the signature, which may cost an RPC call. The JSON
   * form has no nonce, so the text itself is marked as used. This comes last, so that only its signer can use it up.
   *
   * @returns the signer and the requested change.
   */
  async function authorize(
    request: NameRequest,
    action: NameChange['action'],
  ): Promise<{ owner: string; signer: CoinAddress; change: NameChange }> {
    const { coin_type: coinType, address, message: text, signature } = request
    const signer = namespaces[coinType] ? readAddress({ coinType, address }) : undefined
    if (!signer)
      throw new Problem('invalid-request', {
        detail:
          'The address is invalid for its coin type, or signatures for that coin type are not supported.',
        errors: [{ pointer: '/address', detail: 'Must be an address of the coin type.' }],
      })
    const signed = readNameRequest({ text, action })
    if (signed.kind === 'message') {
      const { nonce } = signed.message
      const fresh = nonceFormat.test(nonce) && (await store.consumeNonce({ nonce, now: now() }))
      if (!fresh) throw new Problem('nonce-used')
      const accounts = [checkMessage(signed, signer, coinType)]
      const owner = await readOwner({ accounts, text, signature, coinType, signer })
      return { owner, signer, change: signed.change }
    }
    checkTime(signed)
    const accounts = accountsOf(coinType, signer)
    const owner = await readOwner({ accounts, text, signature, coinType, signer })
    await markUsed(owner, text)
    return { owner, signer, change: signed.change }
  }

  function checkTime(signed: Extract<SignedText, { kind: 'json' }>): void {
    const at = now()
    const { legacySkew } = config
    if (legacySkew === 0)
      throw new Problem('malformed-message', {
        detail: 'This gateway does not accept JSON. Use createNameMessage.',
      })
    // Kits send seconds or milliseconds.
    const timestamp = signed.timestamp < 1e11 ? signed.timestamp * 1000 : signed.timestamp
    if (timestamp > at + legacySkew) throw new Problem('not-yet-valid')
    if (timestamp < at - legacySkew) throw new Problem('expired')
  }

  /** Marks a text as used. The key is the text, not the signature: a signature has several valid encodings. */
  async function markUsed(owner: string, text: string): Promise<void> {
    const at = now()
    const hash = createHash('sha256').update(`${owner}\n${text}`).digest('hex')
    const fresh = await store.useSignature({ hash, expiresAt: at + 3 * config.legacySkew, now: at })
    if (!fresh) throw new Problem('nonce-used', { detail: 'This text has already been used.' })
  }

  function checkMessage(
    { message }: Extract<SignedText, { kind: 'message' }>,
    signer: CoinAddress,
    coinType: number,
  ): CaipAddress {
    const at = now()
    if (!publicUrls.includes(message.gateway)) throw new Problem('gateway-mismatch')
    if (Date.parse(message.issuedAt) > at + clockToleranceMs) throw new Problem('not-yet-valid')
    const end = Math.min(Date.parse(message.expirationTime), Date.parse(message.issuedAt) + messageLifetimeMs)
    if (end <= at) throw new Problem('expired')
    const { namespace, address } = parseCaipAddress(message.owner)
    const stored = namespace === 'eip155' ? address.toLowerCase() : address
    if (namespace !== namespaces[coinType] || stored !== signer.stored) throw new Problem('address-mismatch')
    return message.owner
  }

  /** Returns the account on every chain: the JSON form names no chain, and a smart account may exist on any of them. */
  function accountsOf(coinType: number, { display }: CoinAddress): CaipAddress[] {
    const chains = [...clients.keys()].filter((chain) => chain.startsWith(`${namespaces[coinType]}:`))
    return chains.map((chain) => `${chain}:${display}` as CaipAddress)
  }

  /**
   * Verifies a signature and returns the owner that it proves. A key is the same account on every network. A contract is an
   * account of its network only: somebody else may deploy another contract at its address on another network.
   */
  async function readOwner({
    accounts,
    text: message,
    signature,
    coinType,
    signer,
  }: {
    accounts: readonly CaipAddress[]
    text: string
    signature: string
    coinType: number
    signer: CoinAddress
  }): Promise<string> {
    let problem = new Problem('client-required')
    for (const account of accounts) {
      // Without a client, only the signature of a key is valid.
      const byKey = await verifySignature({ account, message, signature })
      if (byKey.ok) return ownerOf({ coinType, signer })
      const { namespace, reference } = parseCaipAddress(account)
      const network: CaipNetworkId = `${namespace}:${reference}`
      const client = clients.get(network)
      const verdict = client ? await verifySignature({ account, message, signature, client }) : byKey
      if (verdict.ok) return ownerOf({ coinType, signer, network })
      problem = new Problem(verdict.code, { detail: verdict.reason })
    }
    throw problem
  }

  function requireName(change: NameChange, name: string): void {
    if (change.name !== undefined && change.name !== name) throw new Problem('name-mismatch')
  }

  async function recordOf(name: string): Promise<NameRecord> {
    const row = await store.get(name)
    if (!row) throw new Problem('name-not-yours')
    return toNameRecord(row)
  }

  return {
    async issueNonce() {
      const [gateway] = publicUrls
      if (gateway === undefined) throw new Problem('names-not-configured')
      const nonce = createNonce()
      const expiresAt = now() + messageLifetimeMs
      await store.addNonce({ nonce, expiresAt, now: now() })
      return { nonce, gateway, zone: config.zone, expiresAt: new Date(expiresAt).toISOString() }
    },

    async register(request) {
      const { owner, signer, change } = await authorize(request, 'register')
      const name = change.name as string
      const verdict = checkName({ name, rules: config })
      if (!verdict.ok) throw new Problem(verdict.code, { detail: verdict.reason })
      const entry = { name, owner, coinType: request.coin_type, address: signer.stored, now: now() }
      const outcome = await store.register(entry)
      if (outcome !== 'registered') throw new Problem(outcomes[outcome])
      return recordOf(name)
    },

    async release({ name, ...request }) {
      const { owner, change } = await authorize(request, 'release')
      requireName(change, name)
      if (!(await store.release({ name, owner, now: now() }))) throw new Problem('name-not-yours')
    },

    async setAttributes({ name, ...request }) {
      const { owner, change } = await authorize(request, 'set-attributes')
      requireName(change, name)
      const { attributes } = change as Extract<NameChange, { action: 'set-attributes' }>
      if (!(await store.setAttributes({ name, owner, attributes, now: now() })))
        throw new Problem('name-not-yours')
      return recordOf(name)
    },

    async setAddress({ name, ...request }) {
      const { owner, signer, change } = await authorize(request, 'set-address')
      requireName(change, name)
      const { coinType, address } = change as Extract<NameChange, { action: 'set-address' }>
      const target = readAddress({ coinType, address })
      if (!target)
        throw new Problem('invalid-request', {
          detail: 'The new address is invalid for its coin type, or the coin type is not supported.',
        })
      // For the owner's coin type, only the owner's address is allowed: a name must not impersonate another account.
      if (coinType === request.coin_type && target.stored !== signer.stored)
        throw new Problem('address-mismatch')
      if (!(await store.setAddress({ name, owner, coinType, address: target.stored, now: now() })))
        throw new Problem('name-not-yours')
      return recordOf(name)
    },

    // An invalid name cannot be registered, and some databases reject some of its characters.
    get: async ({ name }) => (normalizeName(name) === name ? store.get(name) : undefined),

    async reverse({ address, network }) {
      const owners = Object.entries(namespaces).flatMap(([key, namespace]) => {
        const coinType = Number(key)
        const signer = readAddress({ coinType, address })
        if (!signer || (network && !network.startsWith(`${namespace}:`))) return []
        return [ownerOf({ coinType, signer }), ...(network ? [ownerOf({ coinType, signer, network })] : [])]
      })
      const rows = await Promise.all(owners.map((owner) => store.ofOwner(owner)))
      return rows.filter((row) => row !== undefined)
    },

    async suggest({ name, zone = config.zone }) {
      const { zone: ownZone } = config
      if (zone !== ownZone)
        throw new Problem('invalid-request', {
          detail: `Names of this gateway end in ${ownZone}.`,
          errors: [{ pointer: 'zone', detail: `Must be ${ownZone}, or left out.` }],
        })
      const desired = name.endsWith(`.${ownZone}`) ? name.slice(0, -ownZone.length - 1) : name
      const label = simplify(desired, config.unicode)
      const candidates = [
        label,
        `${label}-1`,
        `${label}1`,
        `the-${label}`,
        `${label}2`,
        `my-${label}`,
        `${label}-2`,
      ]
        .map((candidate) => `${candidate}.${ownZone}`)
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

/** Returns the owner that names are stored under: `<coin type>:<address>`, of a contract with its network in between. */
function ownerOf({
  coinType,
  signer,
  network,
}: {
  coinType: number
  signer: CoinAddress
  network?: CaipNetworkId
}): string {
  return [coinType, ...(network ? [network] : []), signer.stored].join(':')
}

/** Removes all characters that are not allowed from a desired label. */
function simplify(desired: string, unicode: boolean): string {
  const normalized = normalizeName(desired.trim().replaceAll(/\s+/g, '-')) ?? desired.toLowerCase()
  const allowed = unicode ? normalized : normalized.replaceAll(/[^a-z0-9-]/g, '')
  return [...allowed]
    .slice(0, 56)
    .join('')
    .replaceAll(/^-+|-+$/g, '')
}

/** Converts a stored name to its JSON form. */
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
          address: readAddress({ coinType, address })?.display ?? address,
          created_at: new Date(createdAt).toISOString(),
        },
      ]),
    ),
  }
}
