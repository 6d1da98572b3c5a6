import { base64 } from '@scure/base'
import type { WalletSession } from '../connector/WalletSession.ts'
import { addressScript } from '../parsing/addressScript.ts'
import { parseBytes } from '../parsing/parseBytes.ts'
import type { MessageProtocol } from '../wallets/BitcoinWallet.ts'
import { badAnswer, invalidParams, ownAccount } from './ownAccount.ts'

const limit = 32_768

/**
 * Has a message signed: by BIP-322, and for P2PKH in the recoverable form, where BIP-322 has none that wallets write.
 *
 * @returns base64; with the prefix of BIP-322 where the wallet writes it.
 * @throws {RpcError} 4100 for an address that is not connected; −32603 for an answer that is no signature.
 */
export async function signMessage({
  session,
  message,
  address,
  protocol,
}: {
  session: WalletSession
  message: string
  address: string
  protocol?: MessageProtocol | undefined
}): Promise<string> {
  const { wallet, network } = session
  ownAccount(session, address)
  if (typeof message !== 'string') invalidParams('`message` must be a text.')
  if (protocol !== undefined && protocol !== 'bip322' && protocol !== 'ecdsa')
    invalidParams("`protocol` must be 'bip322' or 'ecdsa'.")
  const isOld = addressScript(address, network)?.[0] === 0x76
  const wanted = protocol ?? (isOld ? 'ecdsa' : 'bip322')
  const answer = await wallet.signMessage({ address, message, protocol: wanted, network })
  const prefix = typeof answer === 'string' ? (/^(smp|ful)/.exec(answer)?.[0] ?? '') : ''
  const bytes = parseBytes(prefix ? (answer as string).slice(3) : answer)
  if (!bytes || bytes.length > limit)
    badAnswer('The wallet signed badly: its answer is no signature in base64.')
  return prefix + base64.encode(bytes)
}
