import { createMessage } from '@portico/siwx'
import type { MakeRequest } from './RandomRequest.ts'
import { signOrder } from './randomOrders.ts'
import { signAuthorization, signPermit, signPermit2 } from './randomPermissions.ts'
import { signText } from './signRandom.ts'

/** Kinds of signatures that can be of medium risk. */
export const mediumSignatures: Readonly<Record<string, MakeRequest>> = {
  permit: (random, scene) => {
    const token = scene.token()
    return signPermit(random, scene, token, scene.small(token))
  },
  permit2: (random, scene) => {
    const token = scene.token()
    return signPermit2(random, scene, [{ token, amount: scene.small(token) }])
  },
  authorization: (random, scene) => signAuthorization(random, scene, true),
  order: (random, scene) => signOrder(random, scene, true),
  hidden: (random, scene) => {
    const message = `Link this address to the player A\u200bda_${random.integer(1000, 1999)}.`
    const { shown: _, ...request } = signText(
      'a text with a character that nobody can see',
      message,
      scene,
      {
        gets: `${scene.host} gets the signed text`,
        howMuch: 'nothing',
        when: 'nothing',
        until: 'without an end',
      },
      [],
    )
    return { ...request, shown: ['A[hidden character]da_', 'contains hidden characters', 'without an end'] }
  },
  signInElsewhere: (random, scene) => {
    const uri = `https://${random.pick(['api.example', 'login.example'])}/`
    const message = createMessage({
      domain: scene.host,
      address: scene.account,
      uri,
      version: '1',
      chainId: scene.chainId,
      nonce: random.hash().slice(2, 18),
      issuedAt: new Date(scene.now).toISOString(),
    })
    return signText(
      'a sign-in for use at another site',
      message,
      scene,
      {
        gets: `${scene.host}, which asks, and ${uri}: both can take it as the visitor's login`,
        howMuch: 'nothing',
        when: 'nothing',
        until: 'when the sites end it',
      },
      [new URL(uri).host, 'is not the site that asks', 'when these sites end it'],
    )
  },
}
