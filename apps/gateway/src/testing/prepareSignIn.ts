import { createMessage } from '@portico/siwx'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import type { Send } from './Send.ts'

const chain = 'eip155:31337'
const origin = 'http://localhost:4400'

/** Prepares the sign-in of a new account: the request to `/auth/v1/authenticate` that must succeed. */
export async function prepareSignIn(request: Send) {
  const visitor = privateKeyToAccount(generatePrivateKey())
  const challenge = (await (await request('/auth/v1/nonce?projectId=local')).json()) as {
    nonce: string
    token: string
  }
  const message = createMessage({
    domain: 'localhost:4400',
    address: visitor.address,
    uri: origin,
    version: '1',
    chainId: chain,
    nonce: challenge.nonce,
    issuedAt: new Date().toISOString(),
  })
  return {
    address: visitor.address,
    init: {
      method: 'POST',
      headers: { origin, 'x-nonce-jwt': `Bearer ${challenge.token}` },
      body: JSON.stringify({ message, signature: await visitor.signMessage({ message }) }),
    },
  }
}
