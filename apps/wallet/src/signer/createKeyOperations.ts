// All operations that touch the key. They run in a worker without network access: it receives everything that it needs, and
// returns only encrypted data, public data and CryptoKeys that are not extractable.
import type { Hex } from 'viem'
import { clearContent } from '../keys/clearContent.ts'
import { deriveSolanaKey } from '../keys/deriveSolanaKey.ts'
import type { EvmAccount } from '../keys/evmAccount.ts'
import { openSlot, readMasterKey } from '../keys/slot.ts'
import { solanaAddressOf } from '../keys/solanaAddressOf.ts'
import type { VaultContent } from '../keys/vaultContent.ts'
import { createWalletMaker, type WalletOwner } from './createWalletMaker.ts'
import { makeSlot } from './makeSlot.ts'
import { newId } from './newId.ts'
import { openAccount } from './openAccount.ts'
import { openContent } from './openContent.ts'
import { nameOf, openMasterKey } from './openMasterKey.ts'
import { readReleased } from './readReleased.ts'
import { signDigest } from './signDigest.ts'
import { signEd25519 } from './signEd25519.ts'
import type { OpenableSlot, ReleasedSlot, WalletRecord } from './walletRecord.ts'

/** Creates the worker's operations. Arguments and results can be cloned by `postMessage`. */
export function createKeyOperations({ now = Date.now }: { now?: (() => number) | undefined } = {}) {
  let account: EvmAccount | undefined
  let solanaKey: Uint8Array | undefined
  const maker = createWalletMaker()

  return {
    /** Creates a wallet with a slot for this device and one for recovery. It is pending until it is confirmed. */
    async create(owner: WalletOwner) {
      const entropy = crypto.getRandomValues(new Uint8Array(16))
      const content: VaultContent = { kind: 'seed', entropy, createdAt: now() }
      solanaKey = await deriveSolanaKey(content)
      return maker.create(content, owner)
    },
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

    /** Opens the wallet with a device's slot, and holds the keys for the operations below. */
    async open({ wallet, device }: { wallet: WalletRecord; device: OpenableSlot }) {
      const opened = await openContent(wallet, await openMasterKey(wallet, device))
      solanaKey = await deriveSolanaKey(opened.content)
      clearContent(opened.content)
      account = opened.account
      return { address: account.address }
    },

    /**
     * Returns the Solana address of the wallet that was opened or created; null if it has none. Apart from `open`: computing
     * a public key takes some time, and most approvals do not need this one.
     */
    async readSolanaAddress() {
      return { solanaAddress: solanaKey ? solanaAddressOf(solanaKey) : null }
    },

    /** Signs a hash, and verifies the signature. */
    async sign({ hash }: { hash: Hex }) {
      if (!account) throw new Error('This worker has not opened a wallet.')
      if (!/^0x[0-9a-f]{64}$/i.test(hash)) throw new TypeError('The hash must be 32 bytes in hex.')
      return { signature: signDigest(account, fromHex(hash)) }
    },

    /** Signs the bytes of a message or transaction with the Solana key, and verifies the signature. */
    async signSolana({ bytes }: { bytes: Uint8Array }) {
      if (!solanaKey) throw new Error('The wallet in this worker has no Solana account.')
      return { signature: signEd25519(solanaKey, bytes) }
    },
  }
}

export type KeyOperations = ReturnType<typeof createKeyOperations>

function fromHex(value: Hex): Uint8Array {
  return Uint8Array.from(value.slice(2).match(/../g) ?? [], (pair) => Number.parseInt(pair, 16))
}
