import type { LocalAccount, SignableMessage } from 'viem'
import { isHexBytes } from '../isHexBytes.ts'
import { invalidParams, type Method, readAccount } from './method.ts'

/** Signs a message (EIP-191). Parameters: the message as hex or text; the account. */
export const personal_sign: Method<{ account: LocalAccount; message: SignableMessage }> = {
  connected: true,
  parse(wallet, params) {
    const [message, address] = Array.isArray(params) ? params : []
    if (typeof message !== 'string')
      throw invalidParams('personal_sign takes [message, account], both strings.')
    // Some wallets swap the parameters back, others sign the address. A test should find the mistake.
    if (isAddressLike(message) && !isAddressLike(address)) {
      throw invalidParams('personal_sign takes [message, account], but the account was first.')
    }
    const account = wallet.state.account(
      readAccount(wallet, address, 'The second parameter of personal_sign'),
    )
    return { account: account as LocalAccount, message: isHexBytes(message) ? { raw: message } : message }
  },
  consent: true,
  run: (_, { account, message }) => account.signMessage({ message }),
}

function isAddressLike(value: unknown): boolean {
  return typeof value === 'string' && /^0x[0-9a-f]{40}$/i.test(value)
}
