// All operations that touch the key. They run in a worker without network access: it receives everything that it needs, and
// returns only encrypted data, public data and CryptoKeys that are not extractable.
import { secp256k1 } from '@noble/curves/secp256k1.js'
import { sha256 } from '@noble/hashes/sha2.js'
import { confirmationText } from '@portico/protocol/gateway'
import { releasedAuto, sealedAuto } from '@portico/protocol/vault'
import { base64urlnopad } from '@scure/base'
import { compactDecrypt } from 'jose'
import type { Hex } from 'viem'
import { clearContent } from '../keys/clearContent.ts'
import { addressOf, deriveEvmAccount, type EvmAccount } from '../keys/evmAccount.ts'
import { SealBrokenError } from '../keys/sealing.ts'
import { type SealingKey, sealToServer } from '../keys/sealToServer.ts'
import {
  importMasterKey,
  importSlotSecret,
  type MasterKey,
  openSlot,
  readMasterKey,
  type SlotName,
  sealSlot,
} from '../keys/slot.ts'
import { checkOf, proofOf, sealVault } from '../keys/vault.ts'
import { openContent } from './openContent.ts'
import { nameOf, openMasterKey } from './openMasterKey.ts'
import {
  firstEpoch,
  type OpenableSlot,
  type ReleasedSlot,
  type SlotRecord,
  type WalletRecord,
} from './walletRecord.ts'

/** A new slot, with the share for the gateway. */
export type NewSlot = { slot: SlotRecord; share: Uint8Array<ArrayBuffer> }

/** Creates the worker's operations. Arguments and results can be cloned by `postMessage`. */
export function createKeyOperations({ now = Date.now }: { now?: (() => number) | undefined } = {}) {
  let account: EvmAccount | undefined
  /** Recovery secret of the wallet that is being created; it is gone when the worker ends. */
  let newAutoSecret: CryptoKey | undefined

  return {
    /** Creates a wallet with a slot for this device and one for recovery. It is pending until it is confirmed. */
    async create({ userId, jkt, sealTo }: { userId: string; jkt: string; sealTo: SealingKey }) {
      const entropy = random(16)
      const masterKey = random(32)
      const autoSecret = random(32)
      const { address } = await deriveEvmAccount(entropy)
      const name = { walletId: newId('wlt'), userId, epoch: firstEpoch }
      const key = await importMasterKey(masterKey)
      const device = await makeSlot({ ...name, slotId: newId('slt'), kind: 'device', jkt }, masterKey)
      newAutoSecret = await importSlotSecret(autoSecret)
      const auto = await makeSlot({ ...name, slotId: newId('slt'), kind: 'auto' }, masterKey, newAutoSecret)
      const content = sealedAuto.parse({
        secret: base64urlnopad.encode(autoSecret),
        walletId: name.walletId,
        slotId: auto.slot.slotId,
        jkt,
      })
      const wallet: WalletRecord = {
        ...name,
        vault: await sealVault(key, name, { kind: 'seed', entropy, createdAt: now() }),
        check: await checkOf(key, { walletId: name.walletId, address }),
        address,
      }
      for (const secret of [entropy, masterKey, autoSecret]) secret.fill(0)
      return {
        wallet,
        device: { slot: device.slot, share: device.share },
        deviceSecret: device.secret,
        auto: { slot: auto.slot, share: auto.share },
        sealedAuto: await sealToServer(sealTo, content),
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
        const account = await openChecked(wallet, key)
        return { account, proof: { slotId: openable.slot.slotId, mac: await proofOf(key, nonce) } }
      }
      const [one, other] = await Promise.all([open(device), open({ ...auto, secret: newAutoSecret })])
      const { userId, walletId, address } = wallet
      const text = confirmationText({ userId, walletId, address, nonce })
      const signature = signDigest(one.account, sha256(new TextEncoder().encode(text)))
      return { proofs: [one.proof, other.proof], signature }
    },

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
      const { address } = await openChecked(wallet, key)
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
      account = await openChecked(wallet, await openMasterKey(wallet, device))
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

/** Signs a digest. Returns r ‖ s ‖ v. */
function signDigest({ privateKey, address }: EvmAccount, digest: Uint8Array): Hex {
  const signed = secp256k1.sign(digest, privateKey, { prehash: false, format: 'recovered' })
  // Verify it: a signature with a computation fault could reveal the key, so it must not leave the worker.
  const publicKey = secp256k1.recoverPublicKey(signed, digest, { prehash: false })
  const isOurs =
    addressOf(secp256k1.Point.fromBytes(publicKey).toBytes(false)) === address &&
    secp256k1.verify(signed.subarray(1), digest, publicKey, { prehash: false, lowS: true })
  if (!isOurs) throw new Error('The signature does not match the account: try again.')
  const recovery = (signed[0] as number) + 27
  return `0x${toHex(signed.subarray(1))}${toHex(Uint8Array.of(recovery))}`
}

async function makeSlot(name: SlotName, masterKey: Uint8Array<ArrayBuffer>, existing?: CryptoKey) {
  const bytes = existing ? undefined : random(32)
  const secret = existing ?? (await importSlotSecret(bytes as Uint8Array<ArrayBuffer>))
  bytes?.fill(0)
  const share = random(32)
  const wrap = await sealSlot({ slot: name, secret, share }, masterKey)
  const { slotId, kind, jkt, epoch } = name
  return { slot: { slotId, kind, ...(jkt ? { jkt } : {}), wrap, epoch }, share, secret }
}

/** Opens the account and overwrites the rest. */
async function openChecked(wallet: WalletRecord, key: MasterKey): Promise<EvmAccount> {
  const { content, account } = await openContent(wallet, key)
  clearContent(content)
  return account
}

async function readReleased(
  wallet: WalletRecord,
  { sealed, releaseKey, slot }: ReleasedSlot,
): Promise<CryptoKey> {
  const { plaintext } = await compactDecrypt(sealed, releaseKey, {
    keyManagementAlgorithms: ['ECDH-ES'],
    contentEncryptionAlgorithms: ['A256GCM'],
  })
  const content = releasedAuto.parse(JSON.parse(new TextDecoder().decode(plaintext)))
  if (content.walletId !== wallet.walletId || content.slotId !== slot.slotId) throw new SealBrokenError()
  const secret = base64urlnopad.decode(content.secret) as Uint8Array<ArrayBuffer>
  const key = await importSlotSecret(secret)
  secret.fill(0)
  return key
}

function newId(prefix: 'wlt' | 'slt'): string {
  return `${prefix}_${base64urlnopad.encode(random(16))}`
}

function random(length: number): Uint8Array<ArrayBuffer> {
  return crypto.getRandomValues(new Uint8Array(length))
}

function fromHex(value: Hex): Uint8Array {
  return Uint8Array.from(value.slice(2).match(/../g) ?? [], (pair) => Number.parseInt(pair, 16))
}

function toHex(bytes: Uint8Array): string {
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
}
