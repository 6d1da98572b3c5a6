import { base64urlnopad } from '@scure/base'
import { deriveMoveChannel, type MoveChannel, makeMoveKeys, thumbprintOf } from '../keys/moveChannel.ts'
import type { StoredSession } from '../session/storedSession.ts'
import type { OpenableSlot, WalletRecord } from '../signer/walletRecord.ts'
import type { MoveClient } from './createMoveClient.ts'
import { MoveFailedError } from './MoveFailedError.ts'
import { writeMoveLink } from './moveLink.ts'
import type { RunMove } from './moveTask.ts'
import { poll, type Wait } from './poll.ts'

/** What the older device needs for a move. */
export type MoveOfferServices = {
  client: MoveClient
  token(): Promise<string>
  /** Returns the wallet and this device's slot with both halves. */
  readOpenable(): Promise<{ wallet: WalletRecord; device: OpenableSlot }>
  runMove: RunMove
  /** Origin of the wallet site. */
  origin: string
  /** How the owner logs in. */
  owner: Pick<StoredSession, 'email' | 'method'>
  wait: Wait
}

/** A move as the older device sees it. */
export type MoveOffer = {
  /** The link that the new device opens. */
  link: string
  /** Resolves when a device has opened the link. */
  waitForDevice(): Promise<void>
  /**
   * Compares the digits that the new device shows and, if they are right, gives it the wallet. Returns how many tries are
   * left otherwise; after the last one the move ends.
   */
  enterDigits(typed: string): Promise<{ isRight: true } | { isRight: false; triesLeft: number }>
  /** Resolves when the new device is logged in. */
  waitForLogin(): Promise<void>
  /** Ends the move, before the digits were right. */
  cancel(): Promise<void>
  /** Ends the new device, after the digits were right, whether or not it has logged in yet. */
  endDevice(): Promise<void>
}

const maxTries = 3

/**
 * Starts a move on the device that is logged in. The digits are compared here, by the person who has both devices in hand:
 * no server takes part in that.
 *
 * @throws {ServerError} `device-held` or `device-too-new`, with `until`
 */
export async function createMoveOffer({
  client,
  token,
  readOpenable,
  runMove,
  origin,
  owner: { email, method },
  wait,
}: MoveOfferServices): Promise<MoveOffer> {
  const id = base64urlnopad.encode(crypto.getRandomValues(new Uint8Array(32)))
  const keys = await makeMoveKeys()
  await client.start(await token(), id)
  let other: { jkt: string; channel: MoveChannel } | undefined
  let triesLeft = maxTries

  async function cancel(): Promise<void> {
    other = undefined
    // It also ends by itself, after two minutes.
    await client.drop(await token(), id).catch(() => undefined)
  }

  return {
    link: writeMoveLink({ id, thumbprint: keys.thumbprint }, origin),

    async waitForDevice() {
      const { key, jkt } = await poll(async () => {
        const { key, jkt } = await client.state(await token(), id)
        return key && jkt !== undefined ? { key, jkt } : undefined
      }, wait)
      const channel = await deriveMoveChannel({
        own: keys.privateKey,
        other: key,
        id,
        oldKey: keys.publicKey,
        newThumbprint: await thumbprintOf(key),
        jkt,
      })
      // Only now: whoever knew this key before could have chosen a key with the same digits.
      await client.reveal(await token(), id, keys.publicKey)
      other = { jkt, channel }
    },

    async enterDigits(typed) {
      if (!other || triesLeft <= 0) throw new MoveFailedError('digits-burnt')
      if (typed !== other.channel.digits) {
        triesLeft -= 1
        if (triesLeft > 0) return { isRight: false, triesLeft }
        await cancel()
        throw new MoveFailedError('digits-burnt')
      }
      const { jkt, channel } = other
      const { wallet, device } = await readOpenable()
      const { userId, walletId, epoch } = wallet
      const { key, data } = channel
      const given = await runMove({
        name: 'give',
        wallet,
        device,
        email,
        method,
        jkt,
        channel: { key, data },
      })
      const { statement } = await client.addDevice({ userId, jkt })
      const { slotId, kind, wrap } = given.slot.slot
      await client.finish(await token(), {
        id,
        statement,
        sealed: given.sealed,
        walletId,
        slot: {
          slotId,
          kind: kind as 'device',
          wrap: base64urlnopad.encode(wrap),
          share: base64urlnopad.encode(given.slot.share),
          epoch,
        },
      })
      return { isRight: true }
    },

    async waitForLogin() {
      await poll(
        async () => ((await client.state(await token(), id)).step === 'ended' ? true : undefined),
        wait,
      )
    },

    cancel,

    async endDevice() {
      if (other) await client.endDevice(await token(), other.jkt)
    },
  }
}
