import { createEnvelope, type EnvelopePlace, type KeyRing } from '@portico/server'
import type { Sealed } from '../database/Tables.ts'

/** Where something sealed stands: what was sealed for one place opens at no other. */
export type Place = {
  table: 'users' | 'transactions' | 'autos' | 'reverts' | 'mails'
  row: string
  user?: string
  slot?: string
}

/** What seals columns under the key ring. */
export type Cipher = {
  seal(place: Place, text: string): Sealed
  /** @throws {EnvelopeError} if its key is gone, or it was changed or moved. */
  open(place: Place, sealed: Sealed): Promise<string>
  /** The same under the primary key, without the text ever being there. */
  rewrap(place: Place, sealed: Sealed): Promise<Sealed>
  /** Id of the key that is used now. */
  primary(): string
}

/** A key ring that changes while the server runs. */
export type LiveRing = {
  current(): KeyRing
  /** Reads the file again. */
  reload(): Promise<void>
}

/** Seals and opens texts under the keys of a ring. */
export function createCipher({ ring }: { ring: LiveRing }): Cipher {
  const envelope = () => createEnvelope({ ring: ring.current() })
  // Another process may have sealed it under a key that came a moment ago.
  const know = async (kekId: string) => {
    if (!ring.current().keys.has(kekId)) await ring.reload()
  }
  return {
    primary: () => ring.current().primary,
    seal(place, text) {
      const { kekId, sealed } = envelope().seal({ value: Buffer.from(text, 'utf8'), place: whole(place) })
      return { sealed, kek_id: kekId }
    },
    async open(place, { sealed, kek_id: kekId }) {
      await know(kekId)
      return Buffer.from(envelope().open({ kekId, sealed, place: whole(place) })).toString('utf8')
    },
    async rewrap(place, { sealed, kek_id: kekId }) {
      await know(kekId)
      const next = envelope().rewrap({ kekId, sealed, place: whole(place) })
      return { sealed: next.sealed, kek_id: next.kekId }
    },
  }
}

function whole({ table, row, user = '', slot = '' }: Place): EnvelopePlace {
  return { table, row, user, slot, version: '1' }
}
