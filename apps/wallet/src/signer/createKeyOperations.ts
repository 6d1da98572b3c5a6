// All operations that touch the key. They run in a worker without network access: it receives everything that it needs, and
// returns only encrypted data, public data and CryptoKeys that are not extractable.
import type { Hex } from 'viem'
import type { EvmAccount } from '../keys/evmAccount.ts'
import { openSlot, readMasterKey } from '../keys/slot.ts'
import { createWalletMaker, type WalletOwner } from './createWalletMaker.ts'
import { makeSlot } from './makeSlot.ts'
import { newId } from './newId.ts'
import { openAccount } from './openAccount.ts'
import { nameOf, openMasterKey } from './openMasterKey.ts'
import { readReleased } from './readReleased.ts'
import { signDigest } from './signDigest.ts'
import type { OpenableSlot, ReleasedSlot, WalletRecord } from './walletRecord.ts'

/** Creates the worker's operations. Arguments and results can be cloned by `postMessage`. */
export function createKeyOperations({ now = Date.now }: { now?: (() => number) | undefined } = {}) {
  let account: EvmAccount | undefined
  const maker = createWalletMaker()

  return {
    /** Creates a wallet with a slot for this device and one for recovery. It is pending until it is confirmed. */
    create: (owner: WalletOwner) =>
      maker.create(
        { kind: 'seed', entropy: crypto.getRandomValues(new Uint8Array(16)), createdAt: now() },
        owner,
      ),
    prove: maker.prove,

    /** Opens the wallet with its recovery secret, and creates a slot for this device. */
    async addDevice({
      wallet,
      released,
      jkt,
      epoch,
    }: {
      wallet: WalletRecord
      released: ReleasedSlot
      jkt: string
      /** Epoch of the new slot. */
      epoch: number
    }) {
      const secret = await readReleased(wallet, released)
      const parts = { slot: nameOf(wallet, released.slot), share: released.share, secret }
      const key = await openSlot(parts, released.slot.wrap)
      const { address } = await openAccount(wallet, key)
      const masterKey = await readMasterKey(parts, released.slot.wrap)
      const made = await makeSlot(
        {
          walletId: wallet.walletId,
          userId: wallet.userId,
          slotId: newId('slt'),
          kind: 'device',
          jkt,
          epoch,
        },
        masterKey,
      )
      masterKey.fill(0)
      return { device: { slot: made.slot, share: made.share }, deviceSecret: made.secret, address }
    },

    /** Opens the wallet with a device's slot, and holds the key for `sign`. */
    async open({ wallet, device }: { wallet: WalletRecord; device: OpenableSlot }) {
      account = await openAccount(wallet, await openMasterKey(wallet, device))
      return { address: account.address }
    },

    /** Signs a hash, and verifies the signature. */
    async sign({ hash }: { hash: Hex }) {
      if (!account) throw new Error('This worker has not opened a wallet.')
      if (!/^0x[0-9a-f]{64}$/i.test(hash)) throw new TypeError('The hash must be 32 bytes in hex.')
      return { signature: signDigest(account, fromHex(hash)) }
    },
  }
}

export type KeyOperations = ReturnType<typeof createKeyOperations>

function fromHex(value: Hex): Uint8Array {
  return Uint8Array.from(value.slice(2).match(/../g) ?? [], (pair) => Number.parseInt(pair, 16))
}
