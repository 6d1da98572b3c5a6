import { type NameMessage, nameVerbs } from './NameMessage.ts'

/**
 * Returns the text that an account signs to register or change a name: plain text with one field per line, because
 * wallets show it to the visitor.
 *
 * @example
 * import { createNameMessage } from '@portico/protocol'
 * createNameMessage({
 *   action: 'register',
 *   name: 'alice.portico.local',
 *   owner: 'eip155:1:0xab16a96D359eC26a11e2C2b3d8f8B8942d5Bfcdb',
 *   gateway: 'https://gateway.example.com',
 *   nonce: 'k2Jx9Qd1',
 *   issuedAt: '2026-01-01T00:00:00.000Z',
 *   expirationTime: '2026-01-01T00:05:00.000Z',
 * })
 */
export function createNameMessage(message: NameMessage): string {
  return [
    `${nameVerbs[message.action]} ${message.name}`,
    '',
    ...(message.action === 'set-attributes' ? [`Attributes: ${JSON.stringify(message.attributes)}`] : []),
    ...(message.action === 'set-address'
      ? [`Coin Type: ${message.coinType}`, `Address: ${message.address}`]
      : []),
    `Owner: ${message.owner}`,
    `Gateway: ${message.gateway}`,
    `Nonce: ${message.nonce}`,
    `Issued At: ${message.issuedAt}`,
    `Expiration Time: ${message.expirationTime}`,
  ].join('\n')
}
