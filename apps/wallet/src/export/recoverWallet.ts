import { recoveryResponse } from '@portico/protocol/gateway'
import { base64urlnopad } from '@scure/base'
import { getAddress } from 'viem/utils'
import { createDpopProver } from '../session/createDpopProver.ts'
import { createServerClient } from '../session/createServerClient.ts'
import type { CodeWallet, RevealedWallet, RunExport } from './exportTask.ts'

/**
 * Opens a wallet with a typed recovery code, without a session: the gateway returns the encrypted wallet to the key that is
 * derived from the code.
 *
 * @throws {ExportFailedError} `unreadable` if the text is no code, `broken` if what the gateway returned does not open
 * @throws {ServerError} `code-unknown` if no wallet has this code
 */
export async function recoverWallet({
  text,
  gatewayUrl,
  fetch,
  clientId,
  runExport,
}: {
  text: string
  gatewayUrl: string
  fetch: typeof globalThis.fetch
  /** Returns the random ID of this installation. */
  clientId(): Promise<string>
  runExport: RunExport
}): Promise<RevealedWallet> {
  const { proof } = await runExport({ name: 'read-code', text })
  const dpop = await createDpopProver({ keys: proof })
  const server = createServerClient({ origin: gatewayUrl, dpop, fetch, clientId })
  const path = '/wallet/v1/recovery'
  const found = await server.call({ path, body: {}, schema: recoveryResponse })
  return runExport({ name: 'open-code', text, ...toCodeWallet(found) })
}

function toCodeWallet({
  walletId,
  userId,
  vault,
  check,
  address,
  slot: { slotId, wrap, epoch },
  share,
}: ReturnType<typeof recoveryResponse.parse>): CodeWallet {
  return {
    wallet: {
      walletId,
      userId,
      epoch,
      vault: toBytes(vault),
      check: toBytes(check),
      address: getAddress(address),
    },
    slot: { slotId, kind: 'code', wrap: toBytes(wrap), epoch },
    share: toBytes(share),
  }
}

function toBytes(text: string): Uint8Array<ArrayBuffer> {
  return base64urlnopad.decode(text) as Uint8Array<ArrayBuffer>
}
