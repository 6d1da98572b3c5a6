import { base64urlnopad } from '@scure/base'
import * as z from 'zod/mini'
import type { MadeSlot } from '../signer/createKeyOperations.ts'
import type { SlotRecord, WalletRecord } from '../signer/walletRecord.ts'
import type { ServerClient } from './createServerClient.ts'
import { ServerError } from './ServerError.ts'

const bytes = z.pipe(
  z.string().check(z.maxLength(4096)),
  z.transform((text: string) => base64urlnopad.decode(text) as Uint8Array<ArrayBuffer>),
)

const sessionTokens = z.object({
  accessToken: z.string(),
  refreshToken: z.string(),
  /** Seconds. */
  expiresIn: z.number(),
  userId: z.string(),
  sessionId: z.string(),
})
/** What logging in, and each refresh, brings. */
export type SessionTokens = z.infer<typeof sessionTokens>

const walletAnswer = z.object({
  walletId: z.string(),
  status: z.enum(['pending', 'active']),
  epoch: z.number(),
  vault: bytes,
  check: bytes,
  address: z.string(),
  slots: z.array(
    z.object({
      slotId: z.string(),
      kind: z.enum(['device', 'auto']),
      jkt: z.optional(z.nullable(z.string())),
      wrap: bytes,
      epoch: z.number(),
    }),
  ),
})

/** A wallet as the gateway has it. */
export type KeptWallet = { status: 'pending' | 'active'; record: WalletRecord; slots: readonly SlotRecord[] }

/** The gateway's wallet routes, with their shapes checked. */
export function createGatewayClient({ call }: ServerClient) {
  const at = (walletId: string) => `/wallet/v1/wallets/${encodeURIComponent(walletId)}`
  return {
    createSession: (assertion: string) =>
      call({ path: '/wallet/v1/sessions', body: { assertion }, schema: sessionTokens }),
    refresh: (refreshToken: string) =>
      call({ path: '/wallet/v1/sessions/refresh', body: { refreshToken }, schema: sessionTokens }),
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
          schema: walletAnswer,
        })
        return {
          status,
          record: { walletId, userId, epoch, vault, check, address },
          slots: slots.map(({ jkt, ...slot }) => ({ ...slot, jkt: jkt ?? undefined })),
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
        schema: z.object({ walletId: z.string(), confirmNonce: z.string() }),
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
        schema: z.unknown(),
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
        schema: z.object({ epoch: z.number() }),
      }),
    readShare: async (accessToken: string, walletId: string, slotId: string) =>
      (
        await call({
          path: `${at(walletId)}/slots/${encodeURIComponent(slotId)}/share`,
          accessToken,
          body: {},
          schema: z.object({ share: bytes }),
        })
      ).share,
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
