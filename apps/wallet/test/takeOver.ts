import { getAddress, recoverAddress, toHex } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { deriveContentAccount } from '../src/keys/deriveContentAccount.ts'
import { SealBrokenError } from '../src/keys/sealing.ts'
import { importMasterKey, importSlotSecret, type MasterKey, openSlot } from '../src/keys/slot.ts'
import { openVault, verifyCheck } from '../src/keys/vault.ts'
import type { Servers } from './startServers.ts'

export type HeldSlot = {
  slotId: string
  kind: 'device' | 'auto' | 'code'
  jkt: string | null
  wrap: string
  epoch: number
  /** Absent if the key ring cannot decrypt it. */
  share?: string | undefined
}

/** A wallet as an attacker who runs code on the gateway has it. Bytes are base64url. */
export type HeldWallet = {
  walletId: string
  userId: string
  address: string
  vault: string
  check: string
  confirmNonce: string
  slots: readonly HeldSlot[]
}

/** A recovery secret as an attacker who runs code on the vault has it. */
export type HeldSecret = { userId: string; walletId: string; slotId: string; secret?: string | undefined }

/** Reads every wallet with the gateway's own code, database and keys. */
export const takeOverGateway = (servers: Servers) => readLines<HeldWallet>(servers, 'gateway')

/** Reads every recovery secret with the vault's own code, database and keys. */
export const takeOverVault = (servers: Servers) => readLines<HeldSecret>(servers, 'vault')

async function readLines<value>(servers: Servers, server: 'gateway' | 'vault'): Promise<value[]> {
  const printed = await servers.run(server, [], 'test/takeOver.ts').output
  return printed
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line))
}

/**
 * Tries to open a wallet through one slot with a share and a secret. Returns the address to which a signature with its key
 * recovers, or undefined if they are wrong.
 */
export function openWith(
  wallet: HeldWallet,
  slot: HeldSlot,
  { share, secret }: { share: Uint8Array; secret: Uint8Array },
): Promise<string | undefined> {
  const { walletId, userId } = wallet
  const { slotId, kind, jkt, epoch } = slot
  return attempt(wallet, async () =>
    openSlot(
      {
        slot: { walletId, userId, slotId, kind, jkt: jkt ?? undefined, epoch },
        share: Uint8Array.from(share),
        secret: await importSlotSecret(Uint8Array.from(secret)),
      },
      fromBase64Url(slot.wrap),
    ),
  )
}

/** Does the same with 32 bytes as the wallet's master key. */
export function openWithMasterKey(wallet: HeldWallet, key: Uint8Array): Promise<string | undefined> {
  return attempt(wallet, () => importMasterKey(Uint8Array.from(key)))
}

const hash = `0x${'ab'.repeat(32)}` as const

async function attempt(
  { walletId, userId, address, check, vault }: HeldWallet,
  open: () => Promise<MasterKey>,
): Promise<string | undefined> {
  try {
    const key = await open()
    const content = await openVault(key, { walletId, userId, epoch: 1 }, fromBase64Url(vault))
    await verifyCheck(key, { walletId, address: getAddress(address) }, fromBase64Url(check))
    const { privateKey } = await deriveContentAccount(content)
    const signature = await privateKeyToAccount(toHex(privateKey)).sign({ hash })
    return await recoverAddress({ hash, signature })
  } catch (error) {
    if (error instanceof SealBrokenError) return undefined
    throw error
  }
}

/** Decodes base64url. */
export function fromBase64Url(text: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(Buffer.from(text, 'base64url'))
}
