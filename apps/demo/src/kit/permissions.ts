import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import type { ConnectedWallet } from './requests/ConnectedWallet.ts'

/** The part of EIP-1193 that is needed. */
interface Eip1193 {
  request(parameters: { method: string; params?: readonly unknown[] }): Promise<unknown>
}

/** Where the tab keeps the session key, which may spend play money for a day, and what the wallet granted it. */
const stored = { key: 'session-key', context: 'session-context' }
const allowance = `0x${(10n ** 15n).toString(16)}`

type Granted = {
  to: string
  context: string
  permission: { data: { allowance: string } }
  /** With the end, which the visitor may have brought forward. */
  rules?: readonly { type: string; data: { timestamp: number } }[]
}

/**
 * Asks the wallet to let a key of this page send 0.001 ETH of the account within a day, without being asked again (ERC-7715). Resolves to
 * a sentence. The tab has the context, which the key redeems at DelegationManager (ERC-7710).
 */
export async function grantPermission({ provider, network }: ConnectedWallet<Eip1193>): Promise<string> {
  const key = (sessionStorage.getItem(stored.key) ?? generatePrivateKey()) as `0x${string}`
  sessionStorage.setItem(stored.key, key)
  const timestamp = Math.floor(Date.now() / 1000) + 86_400
  const [granted] = (await provider.request({
    method: 'wallet_requestExecutionPermissions',
    params: [
      {
        chainId: `0x${Number(network.id).toString(16)}`,
        to: privateKeyToAccount(key).address,
        permission: {
          type: 'native-token-transfer',
          isAdjustmentAllowed: true,
          data: { allowance, justification: 'Small payments of this demo' },
        },
        rules: [{ type: 'expiry', data: { timestamp } }],
      },
    ],
  })) as Granted[]
  if (!granted) return 'The wallet granted nothing.'
  sessionStorage.setItem(stored.context, granted.context)
  const wei = BigInt(granted.permission.data.allowance)
  const until = granted.rules?.find(({ type }) => type === 'expiry')?.data.timestamp ?? timestamp
  const end = new Date(until * 1000).toISOString().slice(0, 16).replace('T', ' ')
  const bytes = (granted.context.length - 2) / 2
  return `Granted ${Number(wei) / 1e18} ETH to ${granted.to}, until ${end} UTC. Its context has ${bytes} bytes.`
}

/** Asks the wallet to revoke what it granted last. Resolves to a sentence once it is revoked. */
export async function revokePermission({ provider }: ConnectedWallet<Eip1193>): Promise<string> {
  const permissionContext = sessionStorage.getItem(stored.context)
  if (!permissionContext) return 'This tab has no permission.'
  await provider.request({ method: 'wallet_revokeExecutionPermission', params: [{ permissionContext }] })
  return 'Revoked: the key can no longer use it.'
}
