import { createEnvelope, type EnvelopePlace, type KeyRing } from '@portico/server'
import type { Sealed } from '../database/Tables.ts'

/** Where an encrypted value is stored. It decrypts only with the same place. */
export type Place = {
  table: 'users' | 'transactions' | 'autos' | 'reverts' | 'mails' | 'identities' | 'socials'
  row: string
  user?: string
  slot?: string
}

/** Encrypts columns under the key ring. */
export type Cipher = {
  seal(place: Place, text: string): Sealed
  /** @throws {EnvelopeError} if its key is missing, or the value was changed or moved. */
  open(place: Place, sealed: Sealed): Promise<string>
  /** Re-encrypts a value under the primary key, without decrypting the text. */
  rewrap(place: Place, sealed: Sealed): Promise<Sealed>
  /** Returns the ID of the primary key. */
  primary(): string
}

/** A key ring that may change while the server runs. */
export type LiveRing = {
  current(): KeyRing
  /** Reads the file again. */
  reload(): Promise<void>
}

/** Creates a cipher that uses the current keys of a ring. */
export function createCipher({ ring }: { ring: LiveRing }): Cipher {
  const envelope = () => createEnvelope({ ring: ring.current() })
  // Another process may have encrypted the value under a key that was just added.
  const ensureKey = async (kekId: string) => {
    if (!ring.current().keys.has(kekId)) await ring.reload()
  }
  return {
    primary: () => ring.current().primary,
    seal(place, text) {
      const { kekId, sealed } = envelope().seal({
        value: Buffer.from(text, 'utf8'),
        place: envelopePlace(place),
      })
      return { sealed, kek_id: kekId }
    },
    async open(place, { sealed, kek_id: kekId }) {
      await ensureKey(kekId)
      return Buffer.from(envelope().open({ kekId, sealed, place: envelopePlace(place) })).toString('utf8')
    },
    async rewrap(place, { sealed, kek_id: kekId }) {
      await ensureKey(kekId)
      const next = envelope().rewrap({ kekId, sealed, place: envelopePlace(place) })
      return { sealed: next.sealed, kek_id: next.kekId }
    },
  }
}

function envelopePlace({ table, row, user = '', slot = '' }: Place): EnvelopePlace {
  return { table, row, user, slot, version: '1' }
}
