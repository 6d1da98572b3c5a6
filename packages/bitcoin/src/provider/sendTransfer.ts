import { getRpcCode, rpcErrorCodes } from '@portico/protocol'
import type { WalletSession } from '../connector/WalletSession.ts'
import { addressScript } from '../parsing/addressScript.ts'
import { noteTransaction } from './noteTransaction.ts'
import { invalidParams, ownAccount } from './ownAccount.ts'

/** All bitcoin there will ever be, in satoshi. */
const supply = 21_000_000n * 100_000_000n

/**
 * Pays: by the wallet's own transfer where it has one for the network, else by a PSBT that is built here from the coins
 * of the payment address, signed by the wallet and sent through the Esplora API.
 *
 * @returns the transaction's id.
 * @throws {RpcError} −32602 for a recipient or an amount that is none; −32000 where there are not enough coins.
 */
export async function sendTransfer({
  session,
  recipient,
  amount,
}: {
  session: WalletSession
  recipient: string
  /** In satoshi. */
  amount: string
}): Promise<string> {
  // The network of now: the kit may be on another when the wallet answers.
  const here = { ...session }
  const { wallet, network } = here
  const account = ownAccount(session, session.accounts[0]?.address)
  if (!addressScript(recipient, network))
    invalidParams(`\`recipient\` must be an address of Bitcoin ${network}.`)
  if (typeof amount !== 'string' || !/^[1-9]\d{0,15}$/.test(amount) || BigInt(amount) > supply)
    invalidParams('`amount` must be a number of satoshi, as a decimal text.')
  const satoshi = BigInt(amount)
  if (wallet.sendTransfer) {
    try {
      return noteTransaction(here, await wallet.sendTransfer({ recipient, amount: satoshi, network }))
    } catch (error) {
      // It has no such method, so nothing was sent.
      if (getRpcCode(error) !== rpcErrorCodes.unsupportedMethod) throw error
    }
  }
  const [{ buildTransfer }, { signPsbt }] = await Promise.all([
    import('./buildTransfer.ts'),
    import('./signPsbt.ts'),
  ])
  const { psbt, signInputs } = await buildTransfer({ session: here, account, recipient, amount: satoshi })
  const { txid } = await signPsbt({ session: here, psbt, signInputs, broadcast: true })
  return txid as string
}
