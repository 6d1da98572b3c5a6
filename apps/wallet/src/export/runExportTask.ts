import { base64urlnopad, hex } from '@scure/base'
import { clearContent } from '../keys/clearContent.ts'
import { deriveCodeKeys } from '../keys/deriveCodeKeys.ts'
import { deriveSolanaKey } from '../keys/deriveSolanaKey.ts'
import { recoveryCode } from '../keys/recoveryCode.ts'
import { readMasterKey, type SlotName, sealSlot } from '../keys/slot.ts'
import { solanaAddressOf } from '../keys/solanaAddressOf.ts'
import { writeSecret } from '../keys/writeSecret.ts'
import { createDpopProver } from '../session/createDpopProver.ts'
import { openContent } from '../signer/openContent.ts'
import { nameOf, openMasterKey } from '../signer/openMasterKey.ts'
import { readReleased } from '../signer/readReleased.ts'
import type { OpenableSlot, WalletRecord } from '../signer/walletRecord.ts'
import { CodeUnreadableError } from './CodeUnreadableError.ts'
import type { ExportResults, ExportTask, NewCode, RevealedWallet } from './exportTask.ts'

/**
 * Runs a task that exports a key. Runs in a worker, so that the page gets no secret but those that it shows.
 *
 * @throws {SealBrokenError} when the parts do not open the wallet
 * @throws {CodeUnreadableError} when the typed text is no recovery code
 */
export async function runExportTask(task: ExportTask): Promise<ExportResults[ExportTask['name']]> {
  switch (task.name) {
    case 'reveal':
      return reveal(task.wallet, task.device)
    case 'reveal-released': {
      const { wallet, released } = task
      const { slot, share } = released
      return reveal(wallet, { slot, share, secret: await readReleased(wallet, released) })
    }
    case 'make-code':
      return makeCode(task.wallet, task.device)
    case 'read-code':
      return { proof: (await readKeys(task.text)).proof }
    case 'open-code': {
      const { wallet, slot, share, text } = task
      return reveal(wallet, { slot, share, secret: (await readKeys(text)).secret })
    }
  }
}

async function reveal(wallet: WalletRecord, openable: OpenableSlot): Promise<RevealedWallet> {
  const { content, account } = await openContent(wallet, await openMasterKey(wallet, openable))
  const solanaKey = await deriveSolanaKey(content)
  const words = solanaKey ? { words: writeSecret(content), solanaAddress: solanaAddressOf(solanaKey) } : {}
  solanaKey?.fill(0)
  const privateKey = `0x${hex.encode(account.privateKey)}`
  clearContent(content)
  account.privateKey.fill(0)
  return { address: account.address, privateKey, ...words }
}

async function makeCode(wallet: WalletRecord, device: OpenableSlot): Promise<NewCode> {
  // Opened completely, so that no code is made for a wallet that does not open.
  const { content } = await openContent(wallet, await openMasterKey(wallet, device))
  clearContent(content)
  const { walletId, userId, epoch } = wallet
  const parts = { slot: nameOf(wallet, device.slot), share: device.share, secret: device.secret }
  const masterKey = await readMasterKey(parts, device.slot.wrap)
  const bytes = recoveryCode.create()
  const code = recoveryCode.format(bytes)
  const { secret, proof } = await deriveCodeKeys(bytes)
  const slotId = `slt_${base64urlnopad.encode(crypto.getRandomValues(new Uint8Array(16)))}`
  const slot: SlotName = { walletId, userId, slotId, kind: 'code', epoch }
  const share = crypto.getRandomValues(new Uint8Array(32))
  const wrap = await sealSlot({ slot, secret, share }, masterKey)
  for (const key of [masterKey, bytes]) key.fill(0)
  const { jkt: proofKey } = await createDpopProver({ keys: proof })
  return { code, slot: { slotId, kind: 'code', wrap, epoch }, share, proofKey }
}

async function readKeys(text: string) {
  const code = recoveryCode.parse(text)
  if (!code) throw new CodeUnreadableError()
  const keys = await deriveCodeKeys(code)
  code.fill(0)
  return keys
}
