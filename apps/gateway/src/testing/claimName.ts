import { createNameMessage } from '@portico/protocol'
import type { NameNonceResponse } from '@portico/protocol/gateway'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import type { Send } from './Send.ts'

const chain = 'eip155:31337'

/** Registers a name for a new account; retries until a gateway has responded to the registration. */
export async function claimName(request: Send, name: string): Promise<{ status: number; address: string }> {
  const owner = privateKeyToAccount(generatePrivateKey())
  for (let tries = 0; tries < 10; tries++) {
    const response = await request('/v1/profile/nonce')
    if (response.status !== 200) throw new Error(`name nonce: ${response.status}`)
    const challenge = (await response.json()) as NameNonceResponse
    const message = createNameMessage({
      action: 'register',
      name,
      owner: `${chain}:${owner.address}`,
      gateway: challenge.gateway,
      nonce: challenge.nonce,
      issuedAt: new Date().toISOString(),
      expirationTime: challenge.expiresAt,
    })
    const signature = await owner.signMessage({ message })
    const body = JSON.stringify({ message, signature, coin_type: 60, address: owner.address })
    const { status } = await request('/v1/profile/account', { method: 'POST', body })
    // 401: the gateway consumed the nonce and was killed before it responded. Retry with a new nonce.
    if (status !== 401) return { status, address: owner.address }
  }
  throw new Error(`no response to the registration of ${name}`)
}
