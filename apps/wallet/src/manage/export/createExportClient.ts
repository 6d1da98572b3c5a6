import { addSlotResponse, slotShareResponse } from '@portico/protocol/gateway'
import { type ExportKind, exportResponse } from '@portico/protocol/vault'
import { base64urlnopad } from '@scure/base'
import * as z from 'zod/mini'
import type { NewCode } from '../../export/exportTask.ts'
import type { Account } from '../../session/createAccount.ts'
import type { GatewayClient, StoredWallet } from '../../session/createGatewayClient.ts'
import type { ServerClient } from '../../session/createServerClient.ts'
import type { PartitionStorage } from '../../session/PartitionStorage.ts'
import { ServerError, SessionEndedError } from '../../session/ServerError.ts'
import { readStoredDevice } from '../../session/storedSession.ts'
import type { OpenableSlot, WalletRecord } from '../../signer/walletRecord.ts'
import { createSessionRun } from '../createSessionRun.ts'

type OpenedWallet = { wallet: WalletRecord; device: OpenableSlot }

/** Creates the client of the routes that export the key, and keep a recovery code. */
export function createExportClient({
  account,
  server,
  vault,
  gateway,
  storage,
}: {
  account: Pick<Account, 'token' | 'current' | 'endSession' | 'provenGrant'>
  /** The gateway. */
  server: ServerClient
  vault: ServerClient
  gateway: Pick<GatewayClient, 'readWallet' | 'readShare'>
  storage: PartitionStorage
}) {
  const run = createSessionRun(account)
  const pathOf = (walletId: string) => `/wallet/v1/wallets/${encodeURIComponent(walletId)}`

  async function readWallet(): Promise<StoredWallet> {
    const { userId = '' } = account.current() ?? {}
    const wallet = await run((accessToken) => gateway.readWallet(accessToken, userId))
    if (!wallet) throw new SessionEndedError()
    return wallet
  }

  /** Returns the wallet, and the slot of this device with its secret. */
  async function readOwn() {
    const [{ record, slots }, device] = [await readWallet(), await readStoredDevice(storage)]
    const slot = slots.find(({ slotId }) => slotId === device?.slotId)
    if (!device || !slot) throw new SessionEndedError()
    return { record, slot, secret: device.secret }
  }

  /** Has the vault mail the owner about an export. Returns its statement for the gateway. */
  async function notice(kind: ExportKind): Promise<string> {
    const { userId = '' } = account.current() ?? {}
    const grant = kind === 'words' ? account.provenGrant() : undefined
    const body = { userId, kind, ...(grant === undefined ? {} : { grant }) }
    return (await vault.call({ path: '/v1/exports', body, schema: exportResponse })).statement
  }

  return {
    /**
     * Checks whether this device may export the key, before the visitor has to prove anything: the vault looks at the device
     * first, and refuses the words without a grant only then. It mails and counts nothing.
     *
     * @throws {ServerError} `held` or `device-too-new`, with `until`
     */
    async checkDevice(): Promise<void> {
      const { userId = '' } = account.current() ?? {}
      const body = { userId, kind: 'words' }
      try {
        await vault.call({ path: '/v1/exports', body, schema: exportResponse })
      } catch (error) {
        if (!(error instanceof ServerError) || error.code !== 'grant-invalid') throw error
      }
    },

    /**
     * Returns what opens the wallet on this device, to export it. The vault mails the owner about it, and the gateway records
     * it.
     *
     * @throws {ServerError} such as `device-held`, `device-too-new`, `login-too-old` or `grant-invalid`
     */
    async open(kind: 'words' | 'backup'): Promise<OpenedWallet> {
      const { record, slot, secret } = await readOwn()
      const statement = await notice(kind)
      const path = `${pathOf(record.walletId)}/slots/${encodeURIComponent(slot.slotId)}/export`
      const { share } = await run((accessToken) =>
        server.call({ path, accessToken, body: { statement }, schema: slotShareResponse }),
      )
      const bytes = base64urlnopad.decode(share) as Uint8Array<ArrayBuffer>
      return { wallet: record, device: { slot, share: bytes, secret } }
    },

    /** Returns what opens the wallet on this device, as for a signature, to make a code that counts once it is stored. */
    async openForCode(): Promise<OpenedWallet> {
      const { record, slot, secret } = await readOwn()
      const share = await run((accessToken) => gateway.readShare(accessToken, record.walletId, slot.slotId))
      return { wallet: record, device: { slot, share, secret } }
    },

    /** Returns the slot of the recovery code, and when it was made or last used (ISO 8601). */
    async findCode(): Promise<{ slotId: string; lastUsedAt: string } | undefined> {
      return (await readWallet()).slots.find(({ kind }) => kind === 'code')
    },

    /**
     * Stores the slot of a new code, in place of that of an older one. The vault mails the owner about it.
     *
     * @throws {ServerError} such as `device-held`, `device-too-new`, `login-too-old` or `rate-limited`
     */
    async storeCode({ slot: { slotId, wrap, epoch }, share, proofKey }: NewCode): Promise<void> {
      const { record } = await readWallet()
      const statement = await notice('code')
      const body = {
        slotId,
        wrap: base64urlnopad.encode(wrap),
        share: base64urlnopad.encode(share),
        proofKey,
        epoch,
        statement,
      }
      const path = `${pathOf(record.walletId)}/code`
      await run((accessToken) => server.call({ path, accessToken, body, schema: addSlotResponse }))
    },

    /** Removes the slot of the recovery code. */
    async removeCode(slotId: string): Promise<void> {
      const { record } = await readWallet()
      const path = `${pathOf(record.walletId)}/slots/${encodeURIComponent(slotId)}`
      await run((accessToken) => server.call({ method: 'DELETE', path, accessToken, schema: z.unknown() }))
    },
  }
}

export type ExportClient = ReturnType<typeof createExportClient>
