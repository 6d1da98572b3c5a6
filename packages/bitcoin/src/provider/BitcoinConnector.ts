import type { InputToSign, MessageProtocol } from '../wallets/BitcoinWallet.ts'
import type { BitcoinProvider } from './BitcoinProvider.ts'

/**
 * AppKit's name of {@link BitcoinProvider}, with the names of its parameters.
 *
 * @example
 * import type { BitcoinConnector } from '@portico/bitcoin'
 * import { useAppKitProvider } from '@portico/react'
 * const { walletProvider } = useAppKitProvider<BitcoinConnector>('bip122')
 * const parameters: BitcoinConnector.SendTransferParams = { recipient, amount: '150000' }
 * const txid = await walletProvider.sendTransfer(parameters)
 */
export interface BitcoinConnector extends BitcoinProvider {}

export declare namespace BitcoinConnector {
  export type AddressPurpose = 'payment' | 'ordinal'
  export type AccountAddress = { address: string; purpose: AddressPurpose; publicKey: string }
  export type SignMessageParams = {
    address: string
    message: string
    protocol?: MessageProtocol | undefined
  }
  /** `amount` is in satoshi, as a decimal string. */
  export type SendTransferParams = { recipient: string; amount: string }
  export type SignPSBTParams = {
    psbt: string
    signInputs: readonly InputToSign[]
    broadcast?: boolean | undefined
  }
  export type SignPSBTResponse = { psbt: string; txid?: string | undefined }
}
