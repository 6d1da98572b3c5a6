import type { MakeRequest } from './RandomRequest.ts'
import { signOrder } from './randomOrders.ts'
import { signAuthorization, signPermit, signPermit2 } from './randomPermissions.ts'

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
}
