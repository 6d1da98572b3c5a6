import { createHash, randomBytes } from 'node:crypto'
import {
  type Confirmation,
  type CreateWalletRequest,
  confirmationText,
  type WalletSessionResponse,
} from '@portico/protocol/gateway'
import { createProofKey, type ProofKey } from '@portico/server/testing'
import type { Hono } from 'hono'
import { generatePrivateKey, type PrivateKeyAccount, privateKeyToAccount } from 'viem/accounts'
import type { AppEnv } from '../infra/http/AppEnv.ts'
import { type FakeVault, newUserId } from './createFakeVault.ts'

export const gatewayOrigin = 'http://localhost:4401'
export const walletOrigin = 'http://wallet.localhost:4402'

/** A client that sends the requests of the wallet site, without a browser. */
export type WalletClient = {
  key: ProofKey
  userId: string
  tokens: WalletSessionResponse | undefined
  /** Sends a request with a proof and the access token, if any. `headers` override its headers; undefined removes one. */
  call(
    method: string,
    path: string,
    options?: {
      body?: unknown
      headers?: Record<string, string | undefined>
      /** Server nonce of the proof. By default the last one is used, and the request is repeated with a new one if needed. */
      nonce?: string | undefined
      key?: ProofKey
    },
  ): Promise<Response>
  /** Logs in and stores the tokens. */
  login(claims?: Record<string, unknown>): Promise<WalletSessionResponse>
  /** Creates a wallet and confirms it; with `pending` does not confirm it. */
  makeWallet(until?: 'pending'): Promise<CreateWalletRequest>
  /** Confirms the client's pending wallet; `changes` replaces fields of the request. */
  confirm(wallet: CreateWalletRequest, changes?: Record<string, unknown>): Promise<Response>
}

const random = (bytes = 32): string => randomBytes(bytes).toString('base64url')

/** The accounts of the wallets that `newWallet` returned, by address. */
const accounts = new Map<string, PrivateKeyAccount>()

/** Returns the account of a wallet, by an address that `newWallet` returned. */
export function accountOf(address: string): PrivateKeyAccount {
  const account = accounts.get(address)
  if (!account) throw new Error(`newWallet has not returned ${address}.`)
  return account
}

/** Signs the confirmation of a wallet, by default with the key of its address: an address that `newWallet` returned. */
export async function signConfirmation(confirmation: Confirmation, signer = confirmation.address) {
  const account = accountOf(signer)
  const hash = `0x${createHash('sha256').update(confirmationText(confirmation)).digest('hex')}` as const
  return account.sign({ hash })
}

/** Signs the text of a confirmation as `personal_sign` would (EIP-191). */
export async function signConfirmationAsMessage(confirmation: Confirmation) {
  return accounts.get(confirmation.address)?.signMessage({ message: confirmationText(confirmation) })
}

/** Returns a wallet with random contents, which the gateway cannot distinguish from encrypted ones, and an own address. */
export function newWallet(): CreateWalletRequest {
  const account = privateKeyToAccount(generatePrivateKey())
  const address = account.address.toLowerCase()
  accounts.set(address, account)
  return {
    walletId: `wlt_${random(12)}`,
    vault: random(120),
    check: random(),
    address,
    slots: [
      { slotId: `slt_${random(12)}`, kind: 'device', wrap: random(60), share: random() },
      { slotId: `slt_${random(12)}`, kind: 'auto', wrap: random(60), share: random() },
    ],
  }
}

/** Creates the client of one device of a user. */
export async function createWalletClient({
  app,
  vault,
  userId = newUserId(),
  key: given,
  now = Date.now,
}: {
  app: Pick<Hono<AppEnv>, 'request'>
  vault: FakeVault
  userId?: string
  key?: ProofKey
  now?: () => number
}): Promise<WalletClient> {
  const key = given ?? (await createProofKey())
  let known: string | undefined
  const client: WalletClient = {
    key,
    userId,
    tokens: undefined,
    async call(method, path, { body, headers = {}, nonce, key: other = key } = {}) {
      const url = `${gatewayOrigin}${path}`
      const accessToken = client.tokens?.accessToken
      const send = async (nonce: string | undefined) => {
        const proof = await other.prove({
          method,
          url: url.split('?')[0] as string,
          now: now(),
          accessToken,
          nonce,
        })
        const all: Record<string, string | undefined> = {
          origin: walletOrigin,
          dpop: proof,
          ...(accessToken === undefined ? {} : { authorization: `DPoP ${accessToken}` }),
          ...(method === 'POST' ? { 'content-type': 'application/json' } : {}),
          ...headers,
        }
        return app.request(url, {
          method,
          headers: Object.entries(all).filter((entry): entry is [string, string] => entry[1] !== undefined),
          ...(body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
        })
      }
      const response = await send(nonce ?? known)
      known = response.headers.get('dpop-nonce') ?? known
      const isAsked = response.headers.get('www-authenticate')?.includes('use_dpop_nonce') === true
      return isAsked && nonce === undefined && headers.dpop === undefined ? send(known) : response
    },
    async login(claims = {}) {
      client.tokens = undefined
      const assertion = await vault.assert({ userId, jkt: key.jkt, now: now(), claims })
      const response = await client.call('POST', '/wallet/v1/sessions', { body: { assertion } })
      if (response.status !== 200) throw new Error(await response.text())
      client.tokens = (await response.json()) as WalletSessionResponse
      return client.tokens
    },
    async makeWallet(until) {
      const wallet = newWallet()
      const made = await client.call('POST', '/wallet/v1/wallets', { body: wallet })
      if (made.status !== 200) throw new Error(await made.text())
      if (until === 'pending') return wallet
      const confirmed = await client.confirm(wallet)
      if (confirmed.status !== 200) throw new Error(await confirmed.text())
      return wallet
    },
    async confirm(wallet, changes = {}) {
      const { walletId, slots, address } = wallet
      const mac = random()
      const auto = slots.find(({ kind }) => kind === 'auto')
      const receipt = await vault.receipt({
        userId,
        walletId,
        slotId: auto?.slotId ?? '',
        jkt: key.jkt,
        now: now(),
      })
      const proofs = slots.map(({ slotId }) => ({ slotId, mac }))
      const { confirmNonce: nonce = '' } = await (await client.call('GET', '/wallet/v1/wallet')).json()
      const signature = await signConfirmation({ userId, walletId, address, nonce })
      const body = { proofs, receipt, signature, ...changes }
      return client.call('POST', `/wallet/v1/wallets/${walletId}/confirm`, { body })
    },
  }
  return client
}
