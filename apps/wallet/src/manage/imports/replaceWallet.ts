import type { ImportClient } from '../../imports/createImportClient.ts'
import { importWallet } from '../../imports/importWallet.ts'
import type { ImportWorker } from '../../imports/startImportWorker.ts'
import type { SealingKey } from '../../keys/sealToServer.ts'
import type { Account } from '../../session/createAccount.ts'
import type { GatewayClient } from '../../session/createGatewayClient.ts'
import type { PartitionStorage } from '../../session/PartitionStorage.ts'
import type { StoredSession } from '../../session/storedSession.ts'
import { explainLogin } from '../explainLogin.ts'
import { showImport } from './showImport.ts'

/**
 * Replaces the wallet by one that the visitor types in. Asks for a new code in any case: the grant of that login is needed to
 * store the recovery.
 */
export function replaceWallet({
  root,
  session,
  account,
  client,
  gateway,
  storage,
  sealTo,
  startWorker,
  proveAgain,
  show,
}: {
  root: HTMLElement
  session: StoredSession
  account: Account
  client: ImportClient
  gateway: GatewayClient
  storage: PartitionStorage
  /** The vault's encryption key. */
  sealTo: SealingKey
  startWorker(): ImportWorker
  /** Has the visitor log in again. */
  proveAgain(session: StoredSession): Promise<void>
  /** Shows the page of a visitor who is logged in. */
  show(session: StoredSession, options?: { note?: string }): Promise<void>
}): void {
  const { userId, address } = session
  let refusal: string | undefined
  showImport({
    root,
    address,
    startWorker,
    async proveFresh() {
      await proveAgain(session).catch((error: unknown) => {
        refusal = explainLogin(error)
        throw error
      })
    },
    async run(worker, text) {
      const { openGrant, setAddress, jkt } = account
      const services = { client, gateway, storage, worker, sealTo, jkt, openGrant, setAddress }
      await importWallet({ ...services, userId, accessToken: await account.token(), text })
    },
    onDone: () => void show(account.current() ?? session),
    onBack(reason) {
      const note = refusal ?? reason
      void show(session, note === undefined ? {} : { note })
    },
  })
}
