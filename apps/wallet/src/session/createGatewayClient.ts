import {
  addSlotResponse,
  confirmWalletResponse,
  createWalletResponse,
  embeddedWalletResponse,
  slotShareResponse,
  type WalletSessionResponse,
  walletSessionResponse,
} from '@portico/protocol/gateway'
import { base64urlnopad } from '@scure/base'
import { getAddress } from 'viem/utils'
import * as z from 'zod/mini'
import type { MadeSlot } from '../signer/createKeyOperations.ts'
import type { SlotRecord, WalletRecord } from '../signer/walletRecord.ts'
import type { ServerClient } from './createServerClient.ts'
import { ServerError } from './ServerError.ts'

/** What logging in, and each refresh, brings. */
export type SessionTokens = WalletSessionResponse

/** A wallet as the gateway has it. */
export type KeptWallet = { status: 'pending' | 'active'; record: WalletRecord; slots: readonly SlotRecord[] }

/** The gateway's wallet routes, with their shapes checked. */
export function createGatewayClient({ call }: ServerClient) {
  const at = (walletId: string) => `/wallet/v1/wallets/${encodeURIComponent(walletId)}`
  return {
    createSession: (assertion: string) =>
      call({ path: '/wallet/v1/sessions', body: { assertion }, schema: walletSessionResponse }),
    refresh: (refreshToken: string) =>
      call({ path: '/wallet/v1/sessions/refresh', body: { refreshToken }, schema: walletSessionResponse }),
    signOut: (accessToken: string, timeout: number) =>
      call({
        method: 'DELETE',
        path: '/wallet/v1/sessions/current',
        accessToken,
        timeout,
        schema: z.unknown(),
      }),

    /** The user's wallet; undefined where there is none yet. */
    async readWallet(accessToken: string, userId: string): Promise<KeptWallet | undefined> {
      try {
        const { status, slots, walletId, epoch, vault, check, address } = await call({
          method: 'GET',
          path: '/wallet/v1/wallet',
          accessToken,
          schema: embeddedWalletResponse,
        })
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
      } catch (error) {
        if (error instanceof ServerError && error.code === 'no-wallet') return undefined
        throw error
      }
    },
    createWallet: (
      accessToken: string,
      { wallet, made }: { wallet: WalletRecord; made: readonly MadeSlot[] },
    ) =>
      call({
        path: '/wallet/v1/wallets',
        accessToken,
        headers: { 'idempotency-key': wallet.walletId },
        body: {
          walletId: wallet.walletId,
          vault: base64urlnopad.encode(wallet.vault),
          check: base64urlnopad.encode(wallet.check),
          address: wallet.address,
          slots: made.map(toWire),
        },
        schema: createWalletResponse,
      }),
    confirmWallet: (
      accessToken: string,
      walletId: string,
      body: { proofs: { slotId: string; mac: Uint8Array }[]; receipt: string },
    ) =>
      call({
        path: `${at(walletId)}/confirm`,
        accessToken,
        body: {
          receipt: body.receipt,
          proofs: body.proofs.map(({ slotId, mac }) => ({ slotId, mac: base64urlnopad.encode(mac) })),
        },
        schema: confirmWalletResponse,
      }),
    /** Of a wallet that was never confirmed: nobody has seen its address. */
    deletePending: (accessToken: string, walletId: string) =>
      call({ method: 'DELETE', path: at(walletId), accessToken, schema: z.unknown() }),
    /** Puts another slot beside the others, if nobody else has changed them since `epoch`. */
    addSlot: (accessToken: string, walletId: string, made: MadeSlot, epoch: number) =>
      call({
        path: `${at(walletId)}/slots`,
        accessToken,
        body: { ...toWire(made), epoch },
        schema: addSlotResponse,
      }),
    async readShare(accessToken: string, walletId: string, slotId: string) {
      const path = `${at(walletId)}/slots/${encodeURIComponent(slotId)}/share`
      const { share } = await call({ path, accessToken, body: {}, schema: slotShareResponse })
      return toBytes(share)
    },
  }
}

export type GatewayClient = ReturnType<typeof createGatewayClient>

function toWire({ slot, share }: MadeSlot) {
  return {
    slotId: slot.slotId,
    kind: slot.kind,
    wrap: base64urlnopad.encode(slot.wrap),
    share: base64urlnopad.encode(share),
  }
}

function toBytes(text: string): Uint8Array<ArrayBuffer> {
  return base64urlnopad.decode(text) as Uint8Array<ArrayBuffer>
}
