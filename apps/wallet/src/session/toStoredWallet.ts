import type { EmbeddedWalletResponse } from '@portico/protocol/gateway'
import { base64urlnopad } from '@scure/base'
import { getAddress } from 'viem/utils'
import type { StoredWallet } from './createGatewayClient.ts'

/** Decodes a wallet of the gateway. */
export function toStoredWallet(
  { status, slots, walletId, epoch, vault, check, address }: EmbeddedWalletResponse,
  userId: string,
): StoredWallet {
  return {
    status,
    record: {
      walletId,
      userId,
      epoch,
      vault: toBytes(vault),
      check: toBytes(check),
      address: getAddress(address),
    },
    slots: slots.map(({ wrap, ...slot }) => ({ ...slot, wrap: toBytes(wrap) })),
  }
}

function toBytes(text: string): Uint8Array<ArrayBuffer> {
  return base64urlnopad.decode(text) as Uint8Array<ArrayBuffer>
}
