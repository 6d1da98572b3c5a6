import { type NameMessage, nameVerbs } from './NameMessage.ts'

/**
 * The text an account signs to register a name or to change it. Plain words and one line per fact, because it is what
 * the visitor's wallet shows, whatever its family of chains.
 *
 * @example
 * createNameMessage({ action: 'register', name: 'alice.portico.local', owner: 'eip155:1:0x…', gateway: 'https://gateway.example', nonce, issuedAt, expirationTime })
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
