import { sha256 } from '@noble/hashes/sha2.js'
import { confirmationText } from '@portico/protocol/gateway'
import { sealedAuto } from '@portico/protocol/vault'
import { base64urlnopad } from '@scure/base'
import { clearContent } from '../keys/clearContent.ts'
import { deriveContentAccount } from '../keys/deriveContentAccount.ts'
import { type SealingKey, sealToServer } from '../keys/sealToServer.ts'
import { importMasterKey, importSlotSecret } from '../keys/slot.ts'
import { checkOf, proofOf, sealVault } from '../keys/vault.ts'
import type { VaultContent } from '../keys/vaultContent.ts'
import { makeSlot, type NewSlot } from './makeSlot.ts'
import { newId } from './newId.ts'
import { openAccount } from './openAccount.ts'
import { openMasterKey } from './openMasterKey.ts'
import { signDigest } from './signDigest.ts'
import { firstEpoch, type OpenableSlot, type WalletRecord } from './walletRecord.ts'

/** Whose wallet is created, on which device, and the vault's key. */
export type WalletOwner = { userId: string; jkt: string; sealTo: SealingKey }

/** Creates one wallet in two steps. Runs in a worker, which holds the recovery secret in between. */
export function createWalletMaker() {
  /** Recovery secret of the wallet that is being created; it is gone when the worker ends. */
  let newAutoSecret: CryptoKey | undefined

  return {
    /**
     * Creates a wallet for what it is to hold, with a slot for this device and one for recovery, and overwrites the content.
     * The wallet is pending until it is confirmed.
     */
    async create(content: VaultContent, { userId, jkt, sealTo }: WalletOwner) {
      const masterKey = random(32)
      const autoSecret = random(32)
      const { address, privateKey } = await deriveContentAccount(content)
      privateKey.fill(0)
      const name = { walletId: newId('wlt'), userId, epoch: firstEpoch }
      const key = await importMasterKey(masterKey)
      const device = await makeSlot({ ...name, slotId: newId('slt'), kind: 'device', jkt }, masterKey)
      newAutoSecret = await importSlotSecret(autoSecret)
      const auto = await makeSlot({ ...name, slotId: newId('slt'), kind: 'auto' }, masterKey, newAutoSecret)
      const sealed = sealedAuto.parse({
        secret: base64urlnopad.encode(autoSecret),
        walletId: name.walletId,
        slotId: auto.slot.slotId,
        jkt,
      })
      const wallet: WalletRecord = {
        ...name,
        vault: await sealVault(key, name, content),
        check: await checkOf(key, { walletId: name.walletId, address }),
        address,
      }
      clearContent(content)
      for (const secret of [masterKey, autoSecret]) secret.fill(0)
      return {
        wallet,
        device: { slot: device.slot, share: device.share },
        deviceSecret: device.secret,
        auto: { slot: auto.slot, share: auto.share },
        sealedAuto: await sealToServer(sealTo, sealed),
      }
    },

    /**
     * Opens the new wallet through both slots, from what the servers have stored, and returns a proof for each slot and the
     * signature by its address that confirms it.
     */
    async prove({
      wallet,
      device,
      auto,
      nonce,
    }: {
      wallet: WalletRecord
      device: OpenableSlot
      auto: NewSlot
      nonce: string
    }) {
      if (!newAutoSecret) throw new Error('This worker has not created a wallet.')
      const open = async (openable: OpenableSlot) => {
        const key = await openMasterKey(wallet, openable)
        const account = await openAccount(wallet, key)
        return { account, proof: { slotId: openable.slot.slotId, mac: await proofOf(key, nonce) } }
      }
      const [one, other] = await Promise.all([open(device), open({ ...auto, secret: newAutoSecret })])
      const { userId, walletId, address } = wallet
      const text = confirmationText({ userId, walletId, address, nonce })
      const signature = signDigest(one.account, sha256(new TextEncoder().encode(text)))
      return { proofs: [one.proof, other.proof], signature }
    },
  }
}

function random(length: number): Uint8Array<ArrayBuffer> {
  return crypto.getRandomValues(new Uint8Array(length))
}
