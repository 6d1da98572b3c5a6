import { base64 } from '@scure/base'
import type { WalletSession } from '../connector/WalletSession.ts'
import { addressScript } from '../parsing/addressScript.ts'
import { parseBytes } from '../parsing/parseBytes.ts'
import type { MessageProtocol } from '../wallets/BitcoinWallet.ts'
import { requireAccount } from './requireAccount.ts'
import { throwInvalidParams, throwInvalidResponse } from './throwRpcError.ts'

const limit = 32_768

/**
 * Requests a message signature from the wallet. Defaults to BIP-322, or to a recoverable ECDSA signature for P2PKH
 * addresses, for which wallets do not implement BIP-322.
 *
 * @returns the signature in base64, with the BIP-322 prefix (`smp` or `ful`) if the wallet adds one.
 * @throws {RpcError} 4100 if the address is not connected; −32603 if the wallet returns an invalid signature.
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
  requireAccount(session, address)
  if (typeof message !== 'string') throwInvalidParams('`message` must be a string.')
  if (protocol !== undefined && protocol !== 'bip322' && protocol !== 'ecdsa')
    throwInvalidParams("`protocol` must be 'bip322' or 'ecdsa'.")
  const isLegacy = addressScript(address, network)?.[0] === 0x76
  const signatureProtocol = protocol ?? (isLegacy ? 'ecdsa' : 'bip322')
  const signature = await wallet.signMessage({ address, message, protocol: signatureProtocol, network })
  const prefix = typeof signature === 'string' ? (/^(smp|ful)/.exec(signature)?.[0] ?? '') : ''
  const bytes = parseBytes(prefix ? (signature as string).slice(3) : signature)
  if (!bytes || bytes.length > limit)
    throwInvalidResponse('The wallet returned an invalid signature: it is not base64.')
  return prefix + base64.encode(bytes)
}
