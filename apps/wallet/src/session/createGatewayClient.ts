import {
  addSlotResponse,
  confirmWalletResponse,
  createWalletResponse,
  embeddedWalletResponse,
  introductionCodeResponse,
  introductionMailResponse,
  introductionResponse,
  slotShareResponse,
  type WalletSessionResponse,
  walletSessionResponse,
} from '@portico/protocol/gateway'
import { base64urlnopad } from '@scure/base'
import type { Hex } from 'viem'
import * as z from 'zod/mini'
import type { NewSlot } from '../signer/makeSlot.ts'
import type { SlotRecord, WalletRecord } from '../signer/walletRecord.ts'
import type { ServerClient } from './createServerClient.ts'
import { ServerError } from './ServerError.ts'
import { toStoredWallet } from './toStoredWallet.ts'

/** The tokens that a login or a refresh returns. */
export type SessionTokens = WalletSessionResponse

/** A wallet as the gateway stores it. */
export type StoredWallet = {
  status: 'pending' | 'active' | 'retired'
  record: WalletRecord
  slots: readonly (SlotRecord & { lastUsedAt: string })[]
}

const introductions = '/wallet/v1/introductions'

/** Creates a client of the gateway's wallet routes. Checks the shape of each response. */
export function createGatewayClient({ call }: ServerClient) {
  const pathOf = (walletId: string) => `/wallet/v1/wallets/${encodeURIComponent(walletId)}`
  return {
    /** Starts an introduction of this device's key; `sealed` has the typed address and the vault's challenge. */
    startIntroduction: (sealed: string) =>
      call({ path: introductions, body: { way: 'email', sealed }, schema: introductionResponse }),
    /** Has the code mailed, with the vault's assertion about the address. */
    mailCode: (id: string, assertion: string) =>
      call({ path: `${introductions}/${id}/mail`, body: { assertion }, schema: introductionMailResponse }),
    resendCode: (id: string) =>
      call({ path: `${introductions}/${id}/resend`, body: {}, schema: introductionMailResponse }),
    /** Logs in with a code, encrypted to the gateway. */
    enterCode: (id: string, sealed: string) =>
      call({ path: `${introductions}/${id}/code`, body: { sealed }, schema: introductionCodeResponse }),
    refresh: (refreshToken: string) =>
      call({ path: '/wallet/v1/sessions/refresh', body: { refreshToken }, schema: walletSessionResponse }),
    signOut: (accessToken: string, timeoutMs: number) =>
      call({
        method: 'DELETE',
        path: '/wallet/v1/sessions/current',
        accessToken,
        timeoutMs,
        schema: z.unknown(),
      }),

    /** Returns the user's wallet; undefined if the user has none. */
    async readWallet(accessToken: string, userId: string): Promise<StoredWallet | undefined> {
      try {
        const wallet = await call({
          method: 'GET',
          path: '/wallet/v1/wallet',
          accessToken,
          schema: embeddedWalletResponse,
        })
        return toStoredWallet(wallet, userId)
      } catch (error) {
        if (error instanceof ServerError && error.code === 'no-wallet') return undefined
        throw error
      }
    },
    createWallet: (
      accessToken: string,
      { wallet, slots }: { wallet: WalletRecord; slots: readonly NewSlot[] },
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
          slots: slots.map(toWire),
        },
        schema: createWalletResponse,
      }),
    confirmWallet: (
      accessToken: string,
      walletId: string,
      body: { proofs: { slotId: string; mac: Uint8Array }[]; signature: Hex; receipt: string },
    ) =>
      call({
        path: `${pathOf(walletId)}/confirm`,
        accessToken,
        body: {
          receipt: body.receipt,
          signature: body.signature,
          proofs: body.proofs.map(({ slotId, mac }) => ({ slotId, mac: base64urlnopad.encode(mac) })),
        },
        schema: confirmWalletResponse,
      }),
    /** Deletes a wallet that was never confirmed, so its address was never shown. */
    deletePending: (accessToken: string, walletId: string) =>
      call({ method: 'DELETE', path: pathOf(walletId), accessToken, schema: z.unknown() }),
    /** Adds a slot, provided that the slots have not changed since `epoch`. */
    addSlot: (accessToken: string, walletId: string, slot: NewSlot, epoch: number) =>
      call({
        path: `${pathOf(walletId)}/slots`,
        accessToken,
        body: { ...toWire(slot), epoch },
        schema: addSlotResponse,
      }),
    /** Returns the gateway's share of a slot. */
    async readShare(accessToken: string, walletId: string, slotId: string) {
      const path = `${pathOf(walletId)}/slots/${encodeURIComponent(slotId)}/share`
      const { share } = await call({ path, accessToken, body: {}, schema: slotShareResponse })
      return toBytes(share)
    },
  }
}

export type GatewayClient = ReturnType<typeof createGatewayClient>

function toWire({ slot, share }: NewSlot) {
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
