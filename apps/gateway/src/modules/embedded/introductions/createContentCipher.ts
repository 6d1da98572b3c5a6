import type { SealedIntroduction } from '@portico/protocol/gateway'
import type { IdentityAssertion } from '@portico/protocol/vault'
import type { Sealed } from '@portico/server'
import type { LiveEnvelope } from '../secrets/createLiveEnvelope.ts'
import type { Introduction } from './createIntroductionStore.ts'
import { introductionPlace } from './introductionPlace.ts'

/** The encrypted part of an introduction; `device` is what the vault states about a new key, in seconds since the epoch. */
export type IntroductionContent = Pick<SealedIntroduction, 'email' | 'origin' | 'projectId'> & {
  device?: Pick<IdentityAssertion, 'heldUntil' | 'deviceSince'>
}

/** Creates the functions that encrypt and decrypt the address and page of an introduction. */
export function createContentCipher({ envelope }: { envelope: LiveEnvelope }) {
  return {
    seal(id: string, content: IntroductionContent): Promise<Sealed> {
      const value = Buffer.from(JSON.stringify(content), 'utf8')
      return envelope.seal({ value, place: introductionPlace(id) })
    },

    async open({ id, kek_id: kekId, sealed }: Introduction): Promise<IntroductionContent> {
      const bytes = await envelope.open({ kekId, sealed, place: introductionPlace(id) })
      return JSON.parse(Buffer.from(bytes).toString('utf8')) as IntroductionContent
    },
  }
}

export type ContentCipher = ReturnType<typeof createContentCipher>
