import {
  confirmWalletResponse,
  createWalletResponse,
  embeddedWalletResponse,
  retiredWalletsResponse,
} from '@portico/protocol/gateway'
import { autoReleaseResponse, autoStoreResponse, exportResponse } from '@portico/protocol/vault'
import { base64urlnopad } from '@scure/base'
import type { Hex } from 'viem'
import { getAddress } from 'viem/utils'
import type { ServerClient } from '../session/createServerClient.ts'
import { toStoredWallet } from '../session/toStoredWallet.ts'
import type { NewSlot } from '../signer/makeSlot.ts'
import type { WalletRecord } from '../signer/walletRecord.ts'

/** Creates the client of the routes that replace the wallet by an imported one. */
export function createImportClient({ gateway, vault }: { gateway: ServerClient; vault: ServerClient }) {
  const encode = (bytes: Uint8Array): string => base64urlnopad.encode(bytes)
  return {
    /** Has the vault mail the owner; returns its statement for the gateway. */
    notice: (userId: string) =>
      vault.call({ path: '/v1/exports', body: { userId, kind: 'import' }, schema: exportResponse }),
    storeAuto: (body: { grant: string; sealed: string }) =>
      vault.call({ path: '/v1/auto/store', body, schema: autoStoreResponse }),

    start: (
      accessToken: string,
      {
        wallet,
        slots,
        ...more
      }: { wallet: WalletRecord; slots: readonly NewSlot[]; replaces: string; statement: string },
    ) =>
      gateway.call({
        path: '/wallet/v1/imports',
        accessToken,
        body: {
          walletId: wallet.walletId,
          vault: encode(wallet.vault),
          check: encode(wallet.check),
          address: wallet.address,
          slots: slots.map(({ slot: { slotId, kind, wrap }, share }) => ({
            slotId,
            kind,
            wrap: encode(wrap),
            share: encode(share),
          })),
          ...more,
        },
        schema: createWalletResponse,
      }),
    confirm: (
      accessToken: string,
      walletId: string,
      { proofs, ...more }: { proofs: { slotId: string; mac: Uint8Array }[]; signature: Hex; receipt: string },
    ) =>
      gateway.call({
        path: `/wallet/v1/imports/${walletId}/confirm`,
        accessToken,
        body: { ...more, proofs: proofs.map(({ slotId, mac }) => ({ slotId, mac: encode(mac) })) },
        schema: confirmWalletResponse,
      }),
    /** Has the vault mail the owner that the words of a wallet are shown; needs a login by link. */
    noticeWords: (userId: string, grant: string) =>
      vault.call({ path: '/v1/exports', body: { userId, kind: 'words', grant }, schema: exportResponse }),
    releaseAuto: (body: { grant: string; walletId: string; slotId: string }) =>
      vault.call({ path: '/v1/auto/release', body, schema: autoReleaseResponse }),

    /** Returns a wallet that is not the current one. */
    async readOne(accessToken: string, { userId, walletId }: { userId: string; walletId: string }) {
      const path = `/wallet/v1/wallets/${walletId}`
      const wallet = await gateway.call({ method: 'GET', path, accessToken, schema: embeddedWalletResponse })
      return toStoredWallet(wallet, userId)
    },
    /** Lists the wallets that imports have replaced. */
    async listRetired(accessToken: string): Promise<{ walletId: string; address: Hex }[]> {
      const path = '/wallet/v1/wallets'
      const { data } = await gateway.call({
        method: 'GET',
        path,
        accessToken,
        schema: retiredWalletsResponse,
      })
      return data.map(({ walletId, address }) => ({ walletId, address: getAddress(address) }))
    },
  }
}

export type ImportClient = ReturnType<typeof createImportClient>
