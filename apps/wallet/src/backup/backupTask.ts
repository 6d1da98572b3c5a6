import type { BackupCost } from '../keys/backup.ts'
import type { OpenableSlot, WalletRecord } from '../signer/walletRecord.ts'

/** Work on a backup file: `write` encrypts the wallet that a slot opens, `open` decrypts a file. */
export type BackupTask =
  | {
      name: 'write'
      wallet: WalletRecord
      device: OpenableSlot
      password: string
      cost?: BackupCost | undefined
    }
  | { name: 'open'; text: string; password: string; reveal?: boolean | undefined }

/**
 * `write` returns the file's text, `open` the address that the file's content really has and, with `reveal`, its secret.
 */
export type BackupResult = { text: string } | { address: string; secret?: BackupSecret | undefined }

/** What a backup file holds: words, or the private key from which the wallet was imported. */
export type BackupSecret = { words: string } | { privateKey: string }

/** Why a task failed: `broken` if the password is wrong or the file was changed, `unreadable` if it is no backup file. */
export type BackupFailure = 'broken' | 'unreadable' | 'other'
