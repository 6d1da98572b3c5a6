import type { SealedIntroduction, SealedSocialIntroduction } from '@portico/protocol/gateway'
import type { IdentityProvider } from '@portico/protocol/social'
import type { IdentityAssertion } from '@portico/protocol/vault'
import type { Sealed } from '@portico/server'
import { Problem } from '../../../infra/http/Problem.ts'
import type { LiveEnvelope } from '../secrets/createLiveEnvelope.ts'
import type { Introduction } from './createIntroductionStore.ts'
import { introductionPlace } from './introductionPlace.ts'

/** What the vault states about a new key, in seconds since the epoch. */
export type StatedDevice = Pick<IdentityAssertion, 'heldUntil' | 'deviceSince'>

/** The encrypted part of an introduction by a mailed code. */
export type EmailContent = Pick<SealedIntroduction, 'email' | 'origin' | 'projectId' | 'language'> & {
  way: 'email'
  device?: StatedDevice
}

/** The encrypted part of an introduction by a social login. */
export type SocialContent = Pick<SealedSocialIntroduction, 'origin' | 'projectId'> & {
  way: IdentityProvider
  second?: SecondLeg
}

/** The gateway's own leg of a login, once the page has opened it. `jkt`: the key of the page. */
export type SecondLeg = { jkt: string } & (
  | { step: 'opened'; verifier: string }
  | { step: 'exchanging' | 'refused' | 'failed' }
  | { step: 'done'; subject: string }
)

/** The encrypted part of an introduction. */
export type IntroductionContent = EmailContent | SocialContent

/** Creates the functions that encrypt and decrypt the address and page of an introduction. */
export function createContentCipher({ envelope }: { envelope: LiveEnvelope }) {
  async function open({ id, kek_id: kekId, sealed }: Introduction): Promise<IntroductionContent> {
    const bytes = await envelope.open({ kekId, sealed, place: introductionPlace(id) })
    // Introductions that were started before social logins existed name no way.
    return { way: 'email', ...JSON.parse(Buffer.from(bytes).toString('utf8')) }
  }

  return {
    seal(id: string, content: IntroductionContent): Promise<Sealed> {
      const value = Buffer.from(JSON.stringify(content), 'utf8')
      return envelope.seal({ value, place: introductionPlace(id) })
    },

    /** @throws {Problem} `introduction-mismatch` if the introduction is by a social login. */
    async openEmail(row: Introduction): Promise<EmailContent> {
      const content = await open(row)
      if (content.way !== 'email') throw new Problem('introduction-mismatch')
      return content
    },

    /** @throws {Problem} `introduction-mismatch` if the introduction is by a mailed code. */
    async openSocial(row: Introduction): Promise<SocialContent> {
      const content = await open(row)
      if (content.way === 'email') throw new Problem('introduction-mismatch')
      return content
    },
  }
}

export type ContentCipher = ReturnType<typeof createContentCipher>
