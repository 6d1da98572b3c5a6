import type { LanguageTag } from '@portico/i18n'
import type { EnvelopePlace, Sealed } from '@portico/server'
import type { LiveEnvelope } from '../secrets/createLiveEnvelope.ts'
import type { AddressChange } from './createAddressChangeStore.ts'

/** The encrypted part of a change of address: both addresses, as `normalizeEmail` returns them, and the page that asks. */
export type AddressChangeContent = {
  email: string
  next: string
  origin: string
  /** The language of the mails. */
  language?: LanguageTag | undefined
}

/** Returns the place of a change's encrypted content, which is authenticated. */
export function changePlace(id: string): EnvelopePlace {
  return { table: 'address_changes', row: id, user: '', slot: '', version: '1' }
}

/** Creates the functions that encrypt and decrypt the addresses of a change. */
export function createChangeCipher({ envelope }: { envelope: LiveEnvelope }) {
  return {
    seal(id: string, content: AddressChangeContent): Promise<Sealed> {
      return envelope.seal({ value: Buffer.from(JSON.stringify(content), 'utf8'), place: changePlace(id) })
    },

    async open({
      id,
      kek_id: kekId,
      sealed,
    }: Pick<AddressChange, 'id' | 'kek_id' | 'sealed'>): Promise<AddressChangeContent> {
      const bytes = await envelope.open({ kekId, sealed, place: changePlace(id) })
      return JSON.parse(Buffer.from(bytes).toString('utf8')) as AddressChangeContent
    },
  }
}
