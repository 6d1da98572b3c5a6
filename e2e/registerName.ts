import { randomBytes } from 'node:crypto'
import { type PrivateKeyAccount, privateKeyToAccount } from 'viem/accounts'

/** An account with a registered name. */
export interface NamedAccount {
  privateKey: `0x${string}`
  address: string
  name: string
}

/** Registers a random name with an avatar at the gateway, for a new account, without a browser. */
export async function registerName({
  gatewayUrl,
  avatar,
}: {
  gatewayUrl: string
  avatar: string
}): Promise<NamedAccount> {
  const privateKey: `0x${string}` = `0x${randomBytes(32).toString('hex')}`
  const account = privateKeyToAccount(privateKey)
  // Without vowels, so that it is neither reserved nor taken.
  const name = `visitor-${[...randomBytes(8)].map((byte) => 'bdhlmprtvw'[byte % 10]).join('')}.portico.local`
  const change = { gatewayUrl, account, name }
  await send({ ...change, path: '/v1/profile/account', verb: 'Register the name' })
  const attributes = `Attributes: ${JSON.stringify({ avatar })}\n`
  const verb = 'Change the attributes of the name'
  await send({ ...change, path: `/v1/profile/account/${name}/attributes`, verb, attributes })
  return { privateKey, address: account.address, name }
}

async function send({
  gatewayUrl,
  account,
  path,
  verb,
  name,
  attributes = '',
}: {
  gatewayUrl: string
  account: PrivateKeyAccount
  path: string
  verb: string
  name: string
  attributes?: string
}): Promise<void> {
  const { nonce, expiresAt } = await (await fetch(`${gatewayUrl}/v1/profile/nonce`)).json()
  const message = `${verb} ${name}

${attributes}Owner: eip155:1:${account.address}
Gateway: ${new URL(gatewayUrl).origin}
Nonce: ${nonce}
Issued At: ${new Date().toISOString()}
Expiration Time: ${new Date(expiresAt).toISOString()}`
  const signature = await account.signMessage({ message })
  const response = await fetch(gatewayUrl + path, {
    method: 'POST',
    body: JSON.stringify({ message, signature, coin_type: 60, address: account.address }),
  })
  if (!response.ok) throw new Error(`${response.status}: ${await response.text()}`)
}
