import { loginMethod } from '@portico/protocol/social'
import { base64urlnopad } from '@scure/base'
import * as z from 'zod/mini'
import { clearContent } from '../keys/clearContent.ts'
import { openSeal, seal } from '../keys/sealing.ts'
import { importSlotSecret, readMasterKey, type SlotName, sealSlot } from '../keys/slot.ts'
import { openContent } from '../signer/openContent.ts'
import { nameOf, openMasterKey } from '../signer/openMasterKey.ts'
import type { GivenWallet, MoveResults, MoveTask } from './moveTask.ts'

/** The plaintext of the message to the new device. */
const message = z.strictObject({
  userId: z.string(),
  email: z.optional(z.string()),
  method: z.optional(loginMethod),
  address: z.string().check(z.regex(/^0x[0-9a-fA-F]{40}$/)),
  walletId: z.string(),
  slotId: z.string(),
  secret: z.string(),
})

/**
 * Runs a task of a move. Runs in a worker, which alone sees the master key and the secret of the new slot. The master key
 * itself does not travel: the new device gets the secret of a slot, which opens nothing without the gateway's share.
 *
 * @throws {SealBrokenError} when the wallet does not open, or the message is not from the other device of this move
 */
export async function runMoveTask(task: MoveTask): Promise<MoveResults[MoveTask['name']]> {
  return task.name === 'give' ? give(task) : receive(task)
}

async function give({
  wallet,
  device,
  email,
  method,
  jkt,
  channel,
}: Extract<MoveTask, { name: 'give' }>): Promise<MoveResults['give']> {
  const { walletId, userId, epoch, address } = wallet
  // Opened completely, so that nothing is given away that does not work here.
  const { content } = await openContent(wallet, await openMasterKey(wallet, device))
  clearContent(content)
  const parts = { slot: nameOf(wallet, device.slot), share: device.share, secret: device.secret }
  const masterKey = await readMasterKey(parts, device.slot.wrap)
  const slotId = `slt_${base64urlnopad.encode(random(16))}`
  const slot: SlotName = { walletId, userId, slotId, kind: 'device', jkt, epoch }
  const bytes = random(32)
  const secret = base64urlnopad.encode(bytes)
  const share = random(32)
  const wrap = await sealSlot({ slot, secret: await importSlotSecret(bytes), share }, masterKey)
  masterKey.fill(0)
  bytes.fill(0)
  const text = JSON.stringify({ userId, email, method, address, walletId, slotId, secret })
  const sealed = await seal(channel.key, new TextEncoder().encode(text), channel.data)
  return {
    slot: { slot: { slotId, kind: 'device', jkt, wrap, epoch }, share },
    sealed: base64urlnopad.encode(sealed),
  }
}

async function receive({
  sealed,
  channel,
}: Extract<MoveTask, { name: 'receive' }>): Promise<MoveResults['receive']> {
  const bytes = base64urlnopad.decode(sealed) as Uint8Array<ArrayBuffer>
  const text = new TextDecoder().decode(await openSeal(channel.key, bytes, channel.data))
  const { secret, ...given } = message.parse(JSON.parse(text))
  const raw = base64urlnopad.decode(secret) as Uint8Array<ArrayBuffer>
  const wallet: GivenWallet = { ...given, secret: await importSlotSecret(raw) }
  raw.fill(0)
  return wallet
}

function random(length: number): Uint8Array<ArrayBuffer> {
  return crypto.getRandomValues(new Uint8Array(length))
}
